//! A byte reader that tracks offsets.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::decode::Decoder;
use crate::base::text::{LineEnd, read_line};

/// The maximum length of a line, in bytes. The rest of a longer line is skipped.
pub const MAX_LINE_BYTES: usize = 1 << 16;

/// A stream of bytes, or of decoded text, that counts offsets.
pub struct Input<'a> {
    bytes: InputBytes<'a>,
    offset: u64,
    /// The number of line ends before the next byte.
    line_ends: u64,
    unread: VecDeque<u8>,
}

enum InputBytes<'a> {
    Binary(Box<dyn BufRead + 'a>),
    Text(Box<Decoder<'a>>),
}

impl InputBytes<'_> {
    fn reader(&mut self) -> &mut dyn BufRead {
        match self {
            Self::Binary(reader) => reader,
            Self::Text(decoder) => decoder,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputLine {
    /// The number, from 1.
    pub number: u64,
    pub offset: u64,
    /// The content, without the line ending.
    pub bytes: Vec<u8>,
    pub is_truncated: bool,
}

impl InputLine {
    /// The text, with replacement characters for invalid UTF-8.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn is_blank(&self) -> bool {
        self.bytes.trim_ascii().is_empty()
    }
}

impl<'a> Input<'a> {
    /// Creates an input that counts the bytes of a reader from 0, without decoding them.
    pub fn new(reader: impl BufRead + 'a) -> Self {
        Self::of(InputBytes::Binary(Box::new(reader)))
    }

    /// Creates an input that counts the bytes of decoded text from 0.
    pub(super) fn text(decoder: Decoder<'a>) -> Self {
        Self::of(InputBytes::Text(Box::new(decoder)))
    }

    fn of(bytes: InputBytes<'a>) -> Self {
        Self {
            bytes,
            offset: 0,
            line_ends: 0,
            unread: VecDeque::new(),
        }
    }

    /// Returns the offset of the next byte, from 0.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the number of the line that contains the next byte, from 1.
    pub(super) const fn line_number(&self) -> u64 {
        self.line_ends + 1
    }

    /// Returns the offset in the file of an offset in the decoded text.
    pub(super) fn file_offset(&self, offset: u64) -> u64 {
        match &self.bytes {
            InputBytes::Binary(_) => offset,
            InputBytes::Text(decoder) => decoder.raw_offset(offset),
        }
    }

    /// Reads the next line. Lines end with LF, CR LF or the end of the input.
    pub(super) fn line(&mut self) -> io::Result<Option<InputLine>> {
        let mut line = InputLine {
            number: self.line_number(),
            offset: self.offset,
            bytes: Vec::new(),
            is_truncated: false,
        };
        let Some(end) = read_line(&mut self.rest(), MAX_LINE_BYTES, &mut line.bytes)? else {
            return Ok(None);
        };
        self.offset += line.bytes.len() as u64;
        self.line_ends += 1;
        if end != LineEnd::Input {
            self.offset += 1;
            line.is_truncated = end == LineEnd::Limit;
        }
        if line.is_truncated {
            let (skipped, is_blank) = self.skip_line()?;
            self.offset += skipped;
            line.is_truncated = !is_blank;
        }
        if end != LineEnd::Input {
            line.bytes.pop_if(|last| *last == b'\r');
        }
        Ok(Some(line))
    }

    /// Skips the rest of a line. Returns its length with the line end, and whether it is blank.
    fn skip_line(&mut self) -> io::Result<(u64, bool)> {
        let mut skipped = 0;
        let mut is_blank = true;
        loop {
            let mut rest = self.rest();
            let bytes = rest.fill_buf()?;
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let count = end.map_or(bytes.len(), |end| end + 1);
            is_blank &= bytes[..count].trim_ascii().is_empty();
            rest.consume(count);
            skipped += count as u64;
            if end.is_some() || count == 0 {
                return Ok((skipped, is_blank));
            }
        }
    }

    pub(super) fn byte(&mut self) -> io::Result<Option<u8>> {
        let next = self.peek()?;
        if let Some(byte) = next {
            self.offset += 1;
            self.line_ends += u64::from(byte == b'\n');
            if self.unread.pop_front().is_none() {
                self.bytes.reader().consume(1);
            }
        }
        Ok(next)
    }

    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.rest().fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                filled => return filled.map(|bytes| bytes.first().copied()),
            }
        }
    }

    pub(super) fn unread(&mut self, bytes: &[u8]) {
        self.offset -= bytes.len() as u64;
        self.line_ends -= line_ends(bytes);
        for &byte in bytes.iter().rev() {
            self.unread.push_front(byte);
        }
    }

    /// Reads `count` bytes, or fewer at the end of the input.
    pub(super) fn bytes(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(count);
        self.rest().take(count as u64).read_to_end(&mut bytes)?;
        self.offset += bytes.len() as u64;
        self.line_ends += line_ends(&bytes);
        Ok(bytes)
    }

    /// Reads like `bytes`, but doesn't consume them.
    pub(super) fn look_ahead(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let bytes = self.bytes(count)?;
        self.unread(&bytes);
        Ok(bytes)
    }

    fn rest(&mut self) -> impl BufRead {
        (&mut self.unread).chain(self.bytes.reader())
    }
}

fn line_ends(bytes: &[u8]) -> u64 {
    bytes.split(|&byte| byte == b'\n').skip(1).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_offsets() {
        let long = "x".repeat(MAX_LINE_BYTES + 5);
        let text = format!("one\r\n\n{long}\nend");
        let mut input = Input::new(io::BufReader::with_capacity(7, text.as_bytes()));
        let mut seen = Vec::new();
        while let Some(line) = input.line().unwrap() {
            seen.push((line.offset, line.bytes.len(), line.is_truncated));
        }
        let last = 7 + MAX_LINE_BYTES as u64 + 5;
        let mut again = Input::new(text.as_bytes());
        assert_eq!(again.look_ahead(4).unwrap(), b"one\r");
        assert_eq!(
            again.line().unwrap().map(|line| line.bytes),
            Some(b"one".to_vec())
        );
        assert_eq!(again.look_ahead(3).unwrap(), b"\nxx");
        assert_eq!(
            again
                .line()
                .unwrap()
                .map(|line| (line.offset, line.bytes.len())),
            Some((5, 0))
        );
        let expected = [
            (0, 3, false),
            (5, 0, false),
            (6, MAX_LINE_BYTES, true),
            (last, 3, false),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn blanks_after_a_long_line_do_not_truncate_it() {
        let blanks = " ".repeat(3 * MAX_LINE_BYTES);
        let mut input = Input::new(io::Cursor::new(format!("f5{blanks}\n{blanks}\r\nd6")));
        let mut lines = Vec::new();
        while let Some(line) = input.line().unwrap() {
            lines.push((line.text().trim().to_owned(), line.is_truncated));
        }
        assert_eq!(lines, ["f5", "", "d6"].map(|text| (text.to_owned(), false)));
    }
}
