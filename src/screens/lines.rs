//! Lines from a pipe or a file, however long and whatever bytes are in them.

use std::io::{self, BufRead, BufReader, Read};

use thiserror::Error;

/// The longest line that is read, in bytes.
pub(super) const LONGEST: usize = 1 << 16;

/// Why a line can't be a command, whatever is in it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum LineError {
    /// It is longer than any command.
    #[error("longer than {LONGEST} bytes: the line is skipped")]
    TooLong,
    /// Not text.
    #[error("byte {position} (0x{byte:02x}) is not UTF-8: the line is skipped")]
    NotUtf8 {
        /// Which byte of the line, from 1.
        position: usize,
        /// Its value.
        byte: u8,
    },
}

/// A reader of lines that keeps no more than one of them.
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    is_first: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(reader: R) -> Self {
        let reader = BufReader::with_capacity(1 << 16, reader);
        Self { reader, line: Vec::new(), is_first: true }
    }

    /// Whether the next line is already here, so that asking for it can't wait.
    pub(super) fn is_ready(&self) -> bool {
        memchr(self.reader.buffer()).is_some()
    }

    /// The next line without its end; `None` at the end of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<Result<&str, LineError>>> {
        self.line.clear();
        let mut too_long = false;
        let mut anything = false;
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            anything = true;
            let end = memchr(chunk);
            let part = &chunk[..end.unwrap_or(chunk.len())];
            too_long |= self.line.len() + part.len() > LONGEST;
            if !too_long {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !anything {
            return Ok(None);
        }
        if too_long {
            return Ok(Some(Err(LineError::TooLong)));
        }
        let mut line = self.line.as_slice();
        // Some editors begin a file with a byte order mark.
        if std::mem::take(&mut self.is_first) {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        line = line.strip_suffix(b"\r").unwrap_or(line);
        Ok(Some(std::str::from_utf8(line).map_err(|error| {
            let position = error.valid_up_to();
            LineError::NotUtf8 { position: position + 1, byte: line[position] }
        })))
    }
}

fn memchr(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&byte| byte == b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<Result<String, LineError>> {
        let mut lines = Lines::new(input);
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
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
        assert_eq!(all(b"\xef\xbb\xbfN\n\xef\xbb\xbf"), texts(&["N", "\u{feff}"]));
    }

    #[test]
    fn bad_lines_are_reported_and_the_next_ones_read() {
        let mut input = b"N\nab\xffc\n".to_vec();
        input.extend(vec![b'x'; 10_000_000]);
        input.extend(b"\nd3");
        let lines = all(&input);
        assert_eq!(lines[0], Ok("N".to_owned()));
        assert_eq!(lines[1], Err(LineError::NotUtf8 { position: 3, byte: 0xff }));
        assert_eq!(lines[2], Err(LineError::TooLong));
        assert_eq!(lines[3], Ok("d3".to_owned()));
        assert_eq!(lines.len(), 4);
    }
}
