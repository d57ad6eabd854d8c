//! Reads lines of any length and content from a client.

use std::io::{self, Read};
use std::time::Instant;

use crate::base::text::{LineEnd, LineReader};

pub(super) const MAX_LINE_BYTES: usize = 1 << 16;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ClientLine {
    /// The text without its line end; invalid UTF-8 is replaced by U+FFFD.
    Text(String),
    /// A line longer than [`MAX_LINE_BYTES`], which is dropped.
    TooLong,
}

impl ClientLine {
    pub(super) fn size(&self) -> usize {
        /// The memory use of a line in addition to its text.
        const FRAME: usize = 64;
        match self {
            Self::Text(text) => text.len() + FRAME,
            Self::TooLong => FRAME,
        }
    }
}

/// A reader that records the time of the last input.
struct Timed<R>(R, Option<Instant>);

impl<R: Read> Read for Timed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        if read > 0 {
            self.1 = Some(Instant::now());
        }
        Ok(read)
    }
}

pub(super) struct ClientLines<R> {
    reader: LineReader<Timed<R>>,
    last_at: Option<Instant>,
}

impl<R: Read> ClientLines<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader: LineReader::new(Timed(reader, None), MAX_LINE_BYTES), last_at: None }
    }

    pub(super) fn last_at(&self) -> Option<Instant> {
        self.last_at.max(self.reader.source().1)
    }

    /// Reads the next line; `None` at the end of the input. Text after the last line end counts as a line.
    pub(super) fn next(&mut self) -> io::Result<Option<ClientLine>> {
        let Some(line) = self.reader.next()? else { return Ok(None) };
        if line.end != LineEnd::Input {
            // Record it here too: lines sent together may have waited for room in the mailbox.
            self.last_at = Some(Instant::now());
        }
        let text = line.bytes.strip_suffix(b"\r").unwrap_or(line.bytes);
        Ok(Some(match line.end {
            LineEnd::Limit => ClientLine::TooLong,
            _ => ClientLine::Text(String::from_utf8_lossy(text).into_owned()),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<ClientLine> {
        let mut lines = ClientLines::new(input);
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
