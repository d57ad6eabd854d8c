//! Which characters may be written to a terminal.

/// Whether a character only shows itself: neither a control character, nor one that changes the order
/// or the lines of the text around it (Unicode's bidirectional and separator characters).
pub(crate) fn is_clean(character: char) -> bool {
    !character.is_control()
        && !matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}
