//! Converts offsets in decoded text back to the input.

use std::collections::VecDeque;

/// The maximum number of segments. Offsets far before the latest ones become approximate.
const MAX_SEGMENTS: usize = 1 << 16;

/// The places of decoded text in the input, as segments of characters with the same lengths.
pub struct Offsets {
    segments: VecDeque<Segment>,
    /// The end of the last segment, in the text and in the input.
    text: u64,
    raw: u64,
}

struct Segment {
    text: u64,
    raw: u64,
    /// The length of a character, in the text and in the input.
    steps: (usize, usize),
}

impl Offsets {
    /// Creates the offsets of a text after a byte order mark of `mark` bytes.
    pub fn after_mark(mark: u64) -> Self {
        Self {
            segments: VecDeque::new(),
            text: 0,
            raw: mark,
        }
    }

    /// Adds `count` characters that have `text` bytes each in the text, and `raw` bytes in the input.
    pub fn push(&mut self, count: usize, text: usize, raw: usize) {
        let steps = (text, raw);
        if count == 0 {
            return;
        }
        if self.segments.back().is_none_or(|last| last.steps != steps) {
            self.segments.push_back(Segment {
                text: self.text,
                raw: self.raw,
                steps,
            });
            if self.segments.len() > MAX_SEGMENTS {
                self.segments.pop_front();
            }
        }
        self.text += (count * text) as u64;
        self.raw += (count * raw) as u64;
    }

    /// Skips bytes of the input that give no text.
    pub fn skip(&mut self, raw: usize) {
        if raw > 0 {
            self.raw += raw as u64;
            let steps = (1, 1);
            self.segments.push_back(Segment {
                text: self.text,
                raw: self.raw,
                steps,
            });
        }
    }

    /// Returns the offset in the input of the character at an offset in the text.
    pub fn raw(&self, text: u64) -> u64 {
        let after = self
            .segments
            .partition_point(|segment| segment.text <= text);
        let Some(segment) = after
            .checked_sub(1)
            .and_then(|index| self.segments.get(index))
        else {
            return self.segments.front().map_or(self.raw, |first| first.raw);
        };
        let (text_step, raw_step) = segment.steps;
        let raw = segment.raw + (text - segment.text) / text_step as u64 * raw_step as u64;
        raw.min(self.raw)
    }
}
