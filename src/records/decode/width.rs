//! Full-width forms of ASCII characters, as Japanese and Chinese keyboards type them.

use std::borrow::Cow;

const FULL_WIDTH: std::ops::RangeInclusive<char> = '\u{ff01}'..='\u{ff5e}';

/// The difference between a full-width character and its ASCII form.
const DISTANCE: u32 = 0xfee0;

/// The blank of the width of a character.
const WIDE_BLANK: char = '\u{3000}';

/// Returns the ASCII form of a full-width character, and other characters unchanged.
pub fn narrow(character: char) -> char {
    if character == WIDE_BLANK {
        return ' ';
    }
    let narrow = u32::from(character)
        .checked_sub(DISTANCE)
        .and_then(char::from_u32);
    narrow
        .filter(|_| FULL_WIDTH.contains(&character))
        .unwrap_or(character)
}

/// Whether a text has full-width characters.
pub fn has_wide(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(|character| narrow(character) != character)
}

/// Returns a text with full-width characters as ASCII.
pub fn narrowed(text: &str) -> Cow<'_, str> {
    if has_wide(text) {
        Cow::Owned(text.chars().map(narrow).collect())
    } else {
        Cow::Borrowed(text)
    }
}
