//! Characters that are safe to write to a terminal.

/// Whether a character is safe: not a control character, nor a Unicode bidirectional or separator character, which
/// would reorder or break the text around it.
pub(crate) fn is_clean(character: char) -> bool {
    !character.is_control()
        && !matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}
