//! Decodes the text of records, before any reader: encodings, line ends, and the padding of old systems.
//!
//! The result is UTF-8 without a byte order mark. Lines end with LF or CR LF. The encoding is UTF-16 if the beginning
//! looks like it. Otherwise each line is UTF-8, or in a legacy encoding if it is not valid UTF-8. Zero bytes and
//! Ctrl-Z after the last line are dropped. Offsets in the text can be converted back to the input.

mod encodings;
mod offsets;
mod width;

use std::io::{self, BufRead, Cursor, Read};

use encoding_rs::{CoderResult, Encoding};

use crate::base::text::BYTE_ORDER_MARK;

use encodings::Legacy;
use offsets::Offsets;

pub(super) use width::narrowed;

/// The number of bytes that show the encoding.
pub const BEGINNING_BYTES: usize = 4096;

/// The maximum number of bytes that are decoded at once. Longer lines are decoded in parts.
const MAX_CHUNK_BYTES: usize = 1 << 16;

/// The maximum number of padding bytes that are held back, because they may be the end.
const MAX_HELD_BYTES: usize = 1 << 16;

const CTRL_Z: u8 = 0x1a;

/// A reader of decoded text.
pub struct Decoder<'a> {
    raw: Box<dyn BufRead + 'a>,
    /// The decoder of UTF-16; `None` for encodings whose ASCII characters are bytes.
    wide: Option<encoding_rs::Decoder>,
    legacy: Legacy,
    /// Whether full-width letters and digits become ASCII.
    is_narrowing: bool,
    text: Vec<u8>,
    /// The number of bytes of `text` that have been consumed.
    consumed: usize,
    /// The end of the text so far: a CR before an unknown byte, or padding.
    held: Vec<u8>,
    offsets: Offsets,
    is_at_end: bool,
}

impl<'a> Decoder<'a> {
    /// Creates a reader of the text in `beginning` and the bytes of `rest` after it.
    pub fn new(beginning: Vec<u8>, rest: impl BufRead + 'a, is_narrowing: bool) -> Self {
        let (wide, mark) = match encodings::wide(&beginning) {
            Some((encoding, mark)) => (Some(encoding), mark),
            None if beginning.starts_with(&BYTE_ORDER_MARK) => (None, BYTE_ORDER_MARK.len()),
            None => (None, 0),
        };
        let mut beginning = Cursor::new(beginning);
        beginning.set_position(mark as u64);
        Self {
            raw: Box::new(beginning.chain(rest)),
            wide: wide.map(Encoding::new_decoder_without_bom_handling),
            legacy: Legacy::default(),
            is_narrowing,
            text: Vec::new(),
            consumed: 0,
            held: Vec::new(),
            offsets: Offsets::after_mark(mark as u64),
            is_at_end: false,
        }
    }

    /// Returns the offset in the input of an offset in the text.
    pub fn raw_offset(&self, text: u64) -> u64 {
        self.offsets.raw(text)
    }

    /// Decodes the next bytes, so that `text` has some, unless the input is at its end.
    fn decode_more(&mut self) -> io::Result<()> {
        self.consumed = 0;
        self.text.clear();
        while self.text.is_empty() && !self.is_at_end {
            self.text = std::mem::take(&mut self.held);
            let bytes = next_chunk(&mut self.raw)?;
            self.is_at_end = bytes.is_empty();
            self.decode(&bytes);
            self.end_lines();
            self.hold_back_padding();
        }
        Ok(())
    }

    fn decode(&mut self, bytes: &[u8]) {
        if let Some(mut decoder) = self.wide.take() {
            self.decode_units(&mut decoder, bytes, self.is_at_end);
            self.wide = Some(decoder);
            return;
        }
        match std::str::from_utf8(bytes) {
            Ok(text) if self.is_narrowing && width::has_wide(text) => {
                for character in text.chars() {
                    self.push(character, character.len_utf8());
                }
            }
            Ok(text) => {
                self.legacy.see(text);
                self.text.extend_from_slice(bytes);
                self.offsets.push(bytes.len(), 1, 1);
            }
            Err(_) => {
                let mut decoder = self.legacy.of(bytes).new_decoder_without_bom_handling();
                self.decode_units(&mut decoder, bytes, true);
            }
        }
    }

    /// Decodes byte by byte, because only this shows how many bytes a character has.
    fn decode_units(&mut self, decoder: &mut encoding_rs::Decoder, bytes: &[u8], is_last: bool) {
        let mut length = 0;
        for (index, byte) in bytes.iter().enumerate() {
            length += 1;
            let is_last = is_last && index + 1 == bytes.len();
            let mut units = [0; 16];
            let (result, _, count, _) = decoder.decode_to_utf8(&[*byte], &mut units, is_last);
            debug_assert_eq!(
                result,
                CoderResult::InputEmpty,
                "a few characters always fit"
            );
            let text = std::str::from_utf8(&units[..count]).unwrap_or_default();
            for character in text.chars() {
                self.push(character, std::mem::take(&mut length));
            }
        }
        self.offsets.skip(length);
    }

    /// Adds a character that has `length` bytes in the input.
    fn push(&mut self, character: char, length: usize) {
        let character = if self.is_narrowing {
            width::narrow(character)
        } else {
            character
        };
        let mut bytes = [0; 4];
        let bytes = character.encode_utf8(&mut bytes).as_bytes();
        self.text.extend_from_slice(bytes);
        match bytes.len() {
            count if count == length => self.offsets.push(count, 1, 1),
            count => self.offsets.push(1, count, length),
        }
    }

    /// Turns each CR without an LF into an LF. A CR at the end may still get one.
    fn end_lines(&mut self) {
        for index in 0..self.text.len() {
            if self.text[index] == b'\r' && self.text.get(index + 1) != Some(&b'\n') {
                if index + 1 == self.text.len() && !self.is_at_end {
                    self.text.pop();
                    self.held.push(b'\r');
                    return;
                }
                self.text[index] = b'\n';
            }
        }
    }

    /// Holds back zero bytes and Ctrl-Z at the end with the blanks after them, or drops them at the end of the input.
    fn hold_back_padding(&mut self) {
        let is_padding = |byte: &u8| matches!(*byte, 0 | CTRL_Z);
        let is_filler = |byte: &u8| is_padding(byte) || byte.is_ascii_whitespace();
        let content = self
            .text
            .iter()
            .rposition(|byte| !is_filler(byte))
            .map_or(0, |at| at + 1);
        let Some(padding) = self.text[content..].iter().position(is_padding) else {
            return;
        };
        let padding = self.text.split_off(content + padding);
        if self.is_at_end {
            return;
        }
        if padding.len() > MAX_HELD_BYTES {
            self.text.extend(padding);
        } else {
            self.held.splice(..0, padding);
        }
    }
}

/// Decodes the beginning of a text, with full-width letters and digits as ASCII.
pub fn beginning(bytes: &[u8]) -> String {
    let mut text = Vec::new();
    // Reading from memory can't fail.
    let _ = Decoder::new(bytes.to_vec(), io::empty(), true).read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// The bytes up to the end of a line; empty at the end of the input. A long line is cut between two characters.
fn next_chunk(raw: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    raw.take(MAX_CHUNK_BYTES as u64)
        .read_until(b'\n', &mut bytes)?;
    // A character has at most four bytes. The bytes below 0x30 are whole characters in all encodings.
    while bytes.len() >= MAX_CHUNK_BYTES
        && bytes.len() < MAX_CHUNK_BYTES + 64
        && bytes.last().is_some_and(|last| *last >= 0x30)
    {
        if raw.take(1).read_to_end(&mut bytes)? == 0 {
            break;
        }
    }
    let is_cut = |bytes: &[u8]| {
        let error = std::str::from_utf8(bytes).err();
        bytes.len() >= MAX_CHUNK_BYTES && error.is_some_and(|error| error.error_len().is_none())
    };
    while is_cut(&bytes) && raw.take(1).read_to_end(&mut bytes)? > 0 {}
    Ok(bytes)
}

impl Read for Decoder<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Decoder<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed >= self.text.len() {
            self.decode_more()?;
        }
        Ok(&self.text[self.consumed..])
    }

    fn consume(&mut self, count: usize) {
        self.consumed += count;
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{GBK, SHIFT_JIS};
    use proptest::prelude::*;

    use super::*;

    fn decoded(bytes: &[u8]) -> String {
        let mut text = String::new();
        let half = bytes.len() / 2;
        for beginning in [0, half, bytes.len()] {
            text.clear();
            let rest = io::BufReader::with_capacity(3, &bytes[beginning..]);
            let mut decoder = Decoder::new(bytes[..beginning].to_vec(), rest, true);
            // The encoding shows only with a beginning.
            decoder.read_to_string(&mut text).unwrap();
        }
        text
    }

    fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn each_encoding_and_line_end_gives_the_same_text() {
        let (text, marked) = ("f5\r\nd6\nc3\n", "\u{feff}f5\r\nd6\nc3\n");
        for bytes in [
            text.as_bytes().to_vec(),
            marked.as_bytes().to_vec(),
            utf_16(text, u16::to_le_bytes),
            utf_16(text, u16::to_be_bytes),
            utf_16(marked, u16::to_le_bytes),
            utf_16(marked, u16::to_be_bytes),
            b"f5\r\nd6\rc3\r".to_vec(),
            "\u{ff46}\u{ff15}\r\n\u{ff24}6\nc\u{ff13}\n"
                .replace('\u{ff24}', "d")
                .into_bytes(),
            b"f5\r\nd6\nc3\n\x1a".to_vec(),
            b"f5\r\nd6\nc3\n\0\0\0".to_vec(),
            [text.as_bytes(), &b"\x1a\r\n\0 \n".repeat(99)].concat(),
        ] {
            assert_eq!(decoded(&bytes), text, "{bytes:?}");
        }
        assert_eq!(decoded(b"? ? \0\n- - -\n\x1a"), "? ? \0\n- - -\n");
        assert_eq!(decoded(b"\xef\xbb\xbf"), "");
        assert_eq!(decoded(b""), "");
    }

    #[test]
    fn names_keep_their_letters() {
        let japanese = "(;GM[2]PB[\u{7530}\u{4e2d}]PW[\u{8868}\u{30bd}\u{80fd}];B[f5])\n";
        let chinese = "(;GM[2]CA[GB2312]PB[\u{738b}\u{4f1f}];B[f5])\n";
        for (text, bytes) in [
            (japanese, SHIFT_JIS.encode(japanese).0.into_owned()),
            (japanese, japanese.as_bytes().to_vec()),
            (chinese, GBK.encode(chinese).0.into_owned()),
            (
                "PB[Jos\u{e9} Garc\u{ed}a]",
                b"PB[Jos\xe9 Garc\xeda]".to_vec(),
            ),
            (
                "PB[M\u{fc}ller]PW[Andr\u{e9}]",
                b"PB[M\xfcller]PW[Andr\xe9]".to_vec(),
            ),
            ("EV[L\u{2019}Open]", b"EV[L\x92Open]".to_vec()),
        ] {
            assert_eq!(decoded(&bytes), text);
        }
        // Each line has its own encoding.
        assert_eq!(decoded(b"\xe9\n\xc3\xa9\n"), "\u{e9}\n\u{e9}\n");
    }

    #[test]
    fn offsets_lead_back_to_the_input() {
        let of = |bytes: &[u8], text: u64| {
            let mut decoder = Decoder::new(bytes.to_vec(), io::empty(), true);
            io::copy(&mut decoder, &mut io::sink()).unwrap();
            decoder.raw_offset(text)
        };
        assert_eq!(of(b"f5d6\r\nc3", 6), 6);
        assert_eq!(of(b"\xef\xbb\xbff5d6", 2), 5);
        assert_eq!(of(&utf_16("\u{feff}f5d6", u16::to_le_bytes), 2), 6);
        assert_eq!(of(&utf_16("f5\u{7530}d6", u16::to_be_bytes), 5), 6);
        assert_eq!(of(b"\xe9\xe9 d6", 5), 3);
        assert_eq!(of("\u{ff46}\u{ff15}d6".as_bytes(), 2), 6);
    }

    #[test]
    fn long_lines_are_cut_between_characters() {
        for (character, bytes) in [("\u{7530}", &b"\xe7\x94\xb0"[..]), ("\u{e9}", b"\xc3\xa9")] {
            let text = character.repeat(1 << 17);
            let decoded = decoded(&bytes.repeat(1 << 17));
            assert!(decoded == text, "{character}");
        }
    }

    proptest! {
        #[test]
        fn utf_8_stays_as_it_is(text in "[a-zé田\n]{0,200}") {
            prop_assert_eq!(decoded(text.as_bytes()), text);
        }

        #[test]
        fn any_bytes_have_a_text(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let mut decoder = Decoder::new(bytes.clone(), io::empty(), false);
            let mut text = String::new();
            decoder.read_to_string(&mut text).unwrap();
            for offset in 0..=text.len() {
                prop_assert!(decoder.raw_offset(offset as u64) <= bytes.len() as u64);
            }
        }
    }
}
