//! Reads lines of any length and content from a client.

use std::io::{self, BufRead, BufReader, Read};
use std::time::Instant;

/// The maximum length of a line, in bytes.
pub(super) const MAX_LINE_BYTES: usize = 1 << 16;

/// A line from the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ClientLine {
    /// Text without its line end; invalid UTF-8 is replaced by `U+FFFD`.
    Text(String),
    /// A line of more than [`MAX_LINE_BYTES`] bytes, which is dropped.
    TooLong,
}

impl ClientLine {
    /// The approximate memory use, in bytes.
    pub(super) fn size(&self) -> usize {
        /// The memory use of a line besides its text.
        const FRAME: usize = 64;
        match self {
            Self::Text(text) => text.len() + FRAME,
            Self::TooLong => FRAME,
        }
    }
}

/// A line reader that buffers at most one line.
pub(super) struct LineReader<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    /// The time of the last input.
    last_at: Option<Instant>,
}

impl<R: Read> LineReader<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader: BufReader::with_capacity(1 << 16, reader), line: Vec::new(), last_at: None }
    }

    /// The time of the last input; `None` if there was none.
    pub(super) fn last_at(&self) -> Option<Instant> {
        self.last_at
    }

    /// The next line; `None` at the end of the input. Text after the last line end counts as a
    /// line.
    pub(super) fn next(&mut self) -> io::Result<Option<ClientLine>> {
        self.line.clear();
        let (mut is_too_long, mut is_anything) = (false, false);
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            is_anything = true;
            self.last_at = Some(Instant::now());
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            is_too_long |= self.line.len() + part.len() > MAX_LINE_BYTES;
            if !is_too_long {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(is_anything.then(|| {
            let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
            let text = || ClientLine::Text(String::from_utf8_lossy(line).into_owned());
            if is_too_long { ClientLine::TooLong } else { text() }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<ClientLine> {
        let mut lines = LineReader::new(input);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn line_ends_of_all_kinds_and_none_are_taken() {
        let texts = |lines: &[&str]| {
            lines.iter().map(|&line| ClientLine::Text(line.to_owned())).collect::<Vec<_>>()
        };
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\n"), texts(&[""]));
        assert_eq!(all(b"name\r\n\nquit"), texts(&["name", "", "quit"]));
        assert_eq!(all(b"a\xffb\n\0\n"), texts(&["a\u{fffd}b", "\0"]));
    }

    #[test]
    fn too_long_lines_are_not_kept() {
        let mut input = vec![b'x'; 10_000_000];
        input.extend(b"\nname\n");
        assert_eq!(all(&input), [ClientLine::TooLong, ClientLine::Text("name".to_owned())]);
        let longest = "x".repeat(MAX_LINE_BYTES);
        assert_eq!(all(longest.as_bytes()), [ClientLine::Text(longest)]);
    }
}
