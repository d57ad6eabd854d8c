//! Reads lines of any content and length, with a memory limit per line, and detects edited ones.

use std::io::{self, BufRead, BufReader, Read};

use super::BYTE_ORDER_MARK;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    Feed,
    Input,
    /// The limit: the line continues.
    Limit,
}

/// Replaces `line` by the next line, without its line feed; `None` at the end of the input. At most `limit` bytes
/// are read. The rest of a longer line stays unread.
pub fn read_line(
    reader: &mut impl BufRead,
    limit: usize,
    line: &mut Vec<u8>,
) -> io::Result<Option<LineEnd>> {
    line.clear();
    let read = reader.take(limit as u64 + 1).read_until(b'\n', line)?;
    if line.pop_if(|last| *last == b'\n').is_some() {
        return Ok(Some(LineEnd::Feed));
    }
    line.truncate(limit);
    let end = if read > limit {
        LineEnd::Limit
    } else {
        LineEnd::Input
    };
    Ok((read > 0).then_some(end))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoundedLine<'a> {
    /// The first bytes if the line is too long.
    pub bytes: &'a [u8],
    pub end: LineEnd,
}

/// A reader that holds one line at a time.
#[derive(Debug)]
pub struct LineReader<R> {
    reader: BufReader<R>,
    limit: usize,
    line: Vec<u8>,
    number: usize,
    /// Whether the rest of a long line is still unread.
    is_in_rest: bool,
}

impl<R: Read> LineReader<R> {
    pub fn new(reader: R, limit: usize) -> Self {
        let reader = BufReader::with_capacity(1 << 16, reader);
        Self {
            reader,
            limit,
            line: Vec::new(),
            number: 0,
            is_in_rest: false,
        }
    }

    /// Returns the next line; `None` at the end of the input. The rest of a long line is skipped only at the next
    /// call, because it may never end.
    pub fn next(&mut self) -> io::Result<Option<BoundedLine<'_>>> {
        if std::mem::take(&mut self.is_in_rest) {
            self.reader.skip_until(b'\n')?;
        }
        self.number += 1;
        let end = read_line(&mut self.reader, self.limit, &mut self.line)?;
        self.is_in_rest = end == Some(LineEnd::Limit);
        Ok(end.map(|end| BoundedLine {
            bytes: &self.line,
            end,
        }))
    }

    /// Like [`next`](Self::next), without the byte order mark at the start of the first line.
    pub fn next_unmarked(&mut self) -> io::Result<Option<BoundedLine<'_>>> {
        let is_first = self.number == 0;
        let mark: &[u8] = if is_first { &BYTE_ORDER_MARK } else { &[] };
        let line = self.next()?;
        let unmarked = |bytes| <[u8]>::strip_prefix(bytes, mark).unwrap_or(bytes);
        Ok(line.map(|line| BoundedLine {
            bytes: unmarked(line.bytes),
            ..line
        }))
    }

    /// Returns the number of the last line, from 1; one more at the end of the input.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Whether the next line is buffered, so that reading it can't block.
    pub fn is_ready(&self) -> bool {
        let mut feeds = self.reader.buffer().iter().filter(|byte| **byte == b'\n');
        feeds.nth(self.is_in_rest.into()).is_some()
    }

    pub fn source(&self) -> &R {
        self.reader.get_ref()
    }
}

/// Returns the 32-bit FNV-1a hash (Fowler, Noll and Vo), as eight hexadecimal digits.
///
/// Files depend on it, so it must not change. Texts of equal length that differ in one byte have different hashes.
pub fn checksum(bytes: impl AsRef<[u8]>) -> String {
    format!("{:08x}", fnv1a(bytes))
}

pub fn fnv1a(bytes: impl AsRef<[u8]>) -> u32 {
    bytes.as_ref().iter().fold(0x811c_9dc5_u32, |hash, &byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8], limit: usize) -> Vec<(Vec<u8>, LineEnd)> {
        let mut lines = LineReader::new(input, limit);
        let mut all = Vec::new();
        while let Some(line) = lines.next_unmarked().unwrap() {
            all.push((line.bytes.to_vec(), line.end));
            assert_eq!(lines.number(), all.len());
        }
        all
    }

    #[test]
    fn lines_end_at_a_line_feed_the_limit_or_the_end() {
        for (input, expected) in [
            (&b""[..], &[][..]),
            (b"\n", &[("", LineEnd::Feed)]),
            (
                b"a\r\n\nabcd",
                &[
                    ("a\r", LineEnd::Feed),
                    ("", LineEnd::Feed),
                    ("abcd", LineEnd::Input),
                ],
            ),
            (
                b"abcd\nabcde\n",
                &[("abcd", LineEnd::Feed), ("abcd", LineEnd::Limit)],
            ),
            (
                b"abcdefghi\nb",
                &[("abcd", LineEnd::Limit), ("b", LineEnd::Input)],
            ),
            (b"abcde", &[("abcd", LineEnd::Limit)]),
        ] {
            let expected: Vec<_> = expected
                .iter()
                .map(|&(line, end)| (line.as_bytes().to_vec(), end))
                .collect();
            assert_eq!(all(input, 4), expected, "{input:?}");
        }
    }

    #[test]
    fn only_the_first_line_loses_a_byte_order_mark() {
        let lines = all(b"\xef\xbb\xbfN\n\xef\xbb\xbf", 100);
        assert_eq!(
            lines,
            [
                (b"N".to_vec(), LineEnd::Feed),
                (BYTE_ORDER_MARK.to_vec(), LineEnd::Input)
            ]
        );
    }

    #[test]
    fn a_line_is_ready_once_its_end_is_here() {
        let mut lines = LineReader::new(&b"ab\nabcde\nc\nd"[..], 2);
        let mut ready = Vec::new();
        while lines.next().unwrap().is_some() {
            ready.push(lines.is_ready());
        }
        assert_eq!(ready, [true, true, false, false]);
    }

    #[test]
    fn it_is_the_published_hash() {
        // From the test vectors at http://www.isthe.com/chongo/tech/comp/fnv/.
        assert_eq!(checksum(""), "811c9dc5");
        assert_eq!(checksum("a"), "e40c292c");
        assert_eq!(checksum("foobar"), "bf9cf968");
    }
}
