//! Reads lines of any length and content from a pipe or a file.

use std::io::{self, Read};

use thiserror::Error;

use crate::base::language::tr;
use crate::base::text::{LineEnd, LineReader};

/// The maximum length of a line, in bytes.
pub const MAX_BYTES: usize = 1 << 16;

/// The error returned for a line that can't be a command.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LineError {
    #[error("{}", tr!("longer than {max_bytes} bytes: the line is skipped", max_bytes = MAX_BYTES))]
    TooLong,
    #[error("{}", tr!(
        "byte {position} (0x{byte}) is not UTF-8: the line is skipped",
        position,
        byte = format_args!("{:02x}", byte)
    ))]
    NotUtf8 {
        /// The position of the byte in the line, from 1.
        position: usize,
        byte: u8,
    },
}

/// Returns the next line without its line ending; `None` at the end of the input.
pub fn next<R: Read>(lines: &mut LineReader<R>) -> io::Result<Option<Result<&str, LineError>>> {
    let Some(line) = lines.next_unmarked()? else {
        return Ok(None);
    };
    if line.end == LineEnd::Limit {
        return Ok(Some(Err(LineError::TooLong)));
    }
    let bytes = line.bytes.strip_suffix(b"\r").unwrap_or(line.bytes);
    Ok(Some(std::str::from_utf8(bytes).map_err(|error| {
        let position = error.valid_up_to();
        LineError::NotUtf8 {
            position: position + 1,
            byte: bytes[position],
        }
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<Result<String, LineError>> {
        let mut lines = LineReader::new(input, MAX_BYTES);
        let mut all = Vec::new();
        while let Some(line) = next(&mut lines).unwrap() {
            all.push(line.map(str::to_owned));
        }
        all
    }

    fn texts(lines: &[&str]) -> Vec<Result<String, LineError>> {
        lines.iter().map(|&line| Ok(line.to_owned())).collect()
    }

    #[test]
    fn line_ends_of_all_kinds_and_none_are_taken() {
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\n"), texts(&[""]));
        assert_eq!(all(b"N\r\nd3\n\nQ"), texts(&["N", "d3", "", "Q"]));
        assert_eq!(
            all(b"\xef\xbb\xbfN\n\xef\xbb\xbf"),
            texts(&["N", "\u{feff}"])
        );
    }

    #[test]
    fn bad_lines_are_reported_and_the_next_ones_read() {
        let mut input = b"N\nab\xffc\n".to_vec();
        input.extend(vec![b'x'; 10_000_000]);
        input.extend(b"\nd3");
        let lines = all(&input);
        assert_eq!(lines[0], Ok("N".to_owned()));
        assert_eq!(
            lines[1],
            Err(LineError::NotUtf8 {
                position: 3,
                byte: 0xff
            })
        );
        assert_eq!(lines[2], Err(LineError::TooLong));
        assert_eq!(lines[3], Ok("d3".to_owned()));
        assert_eq!(lines.len(), 4);
    }
}
