//! Recognizes the encoding of a text.

use encoding_rs::{Encoding, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The property that names the encoding of an SGF game.
const SGF_CHARSET: &str = "CA[";

/// Returns UTF-16 and the length of its byte order mark; `None` if a text has another encoding.
///
/// For text without a mark: nearly all characters of a record are ASCII, so one byte of each pair is zero.
pub fn wide(beginning: &[u8]) -> Option<(&'static Encoding, usize)> {
    match beginning {
        [0xff, 0xfe, ..] => return Some((UTF_16LE, 2)),
        [0xfe, 0xff, ..] => return Some((UTF_16BE, 2)),
        _ => {}
    }
    let pairs = beginning.len() / 2;
    let zeros = |place: usize| {
        beginning
            .iter()
            .skip(place)
            .step_by(2)
            .take(pairs)
            .filter(|byte| **byte == 0)
            .count()
    };
    let first = zeros(0);
    let second = zeros(1);
    let is_most = |count: usize| count > 1 && 10 * count >= 6 * pairs;
    if is_most(second) && first == 0 {
        Some((UTF_16LE, 0))
    } else if is_most(first) && second == 0 {
        Some((UTF_16BE, 0))
    } else {
        None
    }
}

/// The encoding of lines that are not UTF-8.
#[derive(Default)]
pub struct Legacy {
    /// The encoding that the record states.
    stated: Option<&'static Encoding>,
    /// Whether an earlier line was Japanese beyond doubt.
    is_japanese: bool,
}

impl Legacy {
    /// Notes the encoding that a line states, if any.
    pub fn see(&mut self, line: &str) {
        if let Some((_, value)) = line.split_once(SGF_CHARSET)
            && let Some((label, _)) = value.split_once(']')
        {
            self.state(label.as_bytes());
        }
    }

    fn state(&mut self, label: &[u8]) {
        // UTF-16 and the like can't contain the statement.
        let stated = Encoding::for_label(label).filter(|encoding| encoding.is_ascii_compatible());
        self.stated = stated.filter(|encoding| *encoding != UTF_8 && *encoding != WINDOWS_1252);
    }

    /// Returns the encoding of a line that is not UTF-8.
    pub fn of(&mut self, line: &[u8]) -> &'static Encoding {
        let needle = SGF_CHARSET.as_bytes();
        if let Some(at) = line.windows(needle.len()).position(|bytes| bytes == needle) {
            let value = &line[at + needle.len()..];
            let length = value
                .iter()
                .position(|byte| *byte == b']')
                .unwrap_or_default();
            self.state(&value[..length]);
        }
        let is_valid = |encoding: &'static Encoding| {
            encoding
                .decode_without_bom_handling_and_without_replacement(line)
                .is_some()
        };
        if let Some(stated) = self.stated.filter(|stated| is_valid(stated)) {
            return stated;
        }
        if is_valid(SHIFT_JIS) && (self.is_japanese || is_japanese(line)) {
            self.is_japanese = true;
            return SHIFT_JIS;
        }
        WINDOWS_1252
    }
}

/// Whether valid `Shift_JIS` is hardly a Western text.
///
/// Japanese characters usually begin with a byte that Western names never contain. Western texts have some of these
/// bytes as typographic quotes and dashes, but only single ones beside ASCII letters.
fn is_japanese(line: &[u8]) -> bool {
    let mut run = 0;
    let mut has_common = false;
    let mut at = 0;
    while at < line.len() {
        let is_pair = matches!(line[at], 0x81..=0x9f | 0xe0..=0xfc) && at + 1 < line.len();
        if !is_pair {
            (run, has_common, at) = (0, false, at + 1);
            continue;
        }
        run += 1;
        has_common |= line[at] <= 0x9f;
        let is_apart = |index: Option<usize>| {
            index
                .and_then(|index| line.get(index))
                .is_none_or(|byte| !byte.is_ascii_alphanumeric())
        };
        let is_alone =
            is_apart(at.checked_sub(1)) && is_apart(Some(at + 2)) && line[at + 1] >= 0x80;
        if has_common && (run > 1 || is_alone) {
            return true;
        }
        at += 2;
    }
    false
}
