//! A byte reader that tracks offsets.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use crate::base::text::{BYTE_ORDER_MARK, LineEnd, read_line};

/// The maximum length of a line, in bytes. The rest of a longer line is skipped.
pub(super) const MAX_LINE_BYTES: usize = 1 << 16;

/// A byte stream that counts offsets. A byte order mark at the start is counted and skipped.
pub struct Input<'a> {
    reader: Box<dyn BufRead + 'a>,
    /// Whether the byte order mark has been handled.
    is_begun: bool,
    offset: u64,
    unread: VecDeque<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InputLine {
    pub(super) offset: u64,
    /// The content, without the line ending.
    pub(super) bytes: Vec<u8>,
    pub(super) is_truncated: bool,
}

impl InputLine {
    /// The text, with replacement characters for invalid UTF-8.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub(super) fn is_blank(&self) -> bool {
        self.bytes.trim_ascii().is_empty()
    }
}

impl<'a> Input<'a> {
    /// Creates an input that counts the bytes of a reader from 0.
    pub fn new(reader: impl BufRead + 'a) -> Self {
        Self { reader: Box::new(reader), is_begun: false, offset: 0, unread: VecDeque::new() }
    }

    /// Returns the offset of the next byte, from 0.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads the next line. Lines end with LF, CR LF or the end of the input.
    pub(super) fn line(&mut self) -> io::Result<Option<InputLine>> {
        self.skip_mark()?;
        let mut line = InputLine { offset: self.offset, bytes: Vec::new(), is_truncated: false };
        let Some(end) = read_line(&mut self.rest(), MAX_LINE_BYTES, &mut line.bytes)? else {
            return Ok(None);
        };
        self.offset += line.bytes.len() as u64;
        if end != LineEnd::Input {
            self.offset += 1;
            line.is_truncated = end == LineEnd::Limit;
        }
        if line.is_truncated {
            let skipped = self.rest().skip_until(b'\n')?;
            self.offset += skipped as u64;
        }
        if end != LineEnd::Input {
            line.bytes.pop_if(|last| *last == b'\r');
        }
        Ok(Some(line))
    }

    pub(super) fn byte(&mut self) -> io::Result<Option<u8>> {
        let next = self.peek()?;
        if next.is_some() {
            self.offset += 1;
            if self.unread.pop_front().is_none() {
                self.reader.consume(1);
            }
        }
        Ok(next)
    }

    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        self.skip_mark()?;
        loop {
            match self.rest().fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                filled => return filled.map(|bytes| bytes.first().copied()),
            }
        }
    }

    pub(super) fn unread(&mut self, bytes: &[u8]) {
        self.offset -= bytes.len() as u64;
        for &byte in bytes.iter().rev() {
            self.unread.push_front(byte);
        }
    }

    /// Reads `count` bytes, or fewer at the end of the input.
    pub(super) fn bytes(&mut self, count: usize) -> io::Result<Vec<u8>> {
        self.skip_mark()?;
        let mut bytes = Vec::with_capacity(count);
        self.rest().take(count as u64).read_to_end(&mut bytes)?;
        self.offset += bytes.len() as u64;
        Ok(bytes)
    }

    /// Reads like `bytes`, but doesn't consume them.
    pub(super) fn look_ahead(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let bytes = self.bytes(count)?;
        self.unread(&bytes);
        Ok(bytes)
    }

    fn skip_mark(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(());
        }
        let start = self.bytes(BYTE_ORDER_MARK.len())?;
        if start != BYTE_ORDER_MARK {
            self.unread(&start);
        }
        Ok(())
    }

    fn rest(&mut self) -> impl BufRead {
        (&mut self.unread).chain(&mut self.reader)
    }
}

/// Decodes UTF-8, or Latin-1, which old files use.
pub(super) fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
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
        assert_eq!(again.line().unwrap().map(|line| line.bytes), Some(b"one".to_vec()));
        assert_eq!(again.look_ahead(3).unwrap(), b"\nxx");
        assert_eq!(again.line().unwrap().map(|line| (line.offset, line.bytes.len())), Some((5, 0)));
        let expected = [(0, 3, false), (5, 0, false), (6, MAX_LINE_BYTES, true), (last, 3, false)];
        assert_eq!(seen, expected);
    }

    #[test]
    fn the_byte_order_mark_is_counted_and_skipped() {
        for (text, offset, expected) in [
            (&b"\xef\xbb\xbfone\n"[..], 3, &b"one"[..]),
            (b"\xef\xbb\xbf\xef\xbb\xbfone", 3, b"\xef\xbb\xbfone"),
            (b"\xef\xbbone", 0, b"\xef\xbbone"),
            (b"\xef", 0, b"\xef"),
        ] {
            for look_ahead in [0, 2, 9] {
                let mut input = Input::new(io::BufReader::with_capacity(1, text));
                input.look_ahead(look_ahead).unwrap();
                let line = input.line().unwrap().unwrap();
                assert_eq!((line.offset, &line.bytes[..]), (offset, expected), "{look_ahead}");
                assert_eq!(input.offset(), text.len() as u64);
                assert_eq!(input.byte().unwrap(), None);
            }
        }
        let mut only = Input::new(&BYTE_ORDER_MARK[..]);
        assert_eq!((only.line().unwrap(), only.offset()), (None, 3));
    }
}
