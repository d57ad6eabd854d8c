//! Recognizes PGN by its beginning.

use super::words;

/// Whether a text begins with a tag, or with moves that only PGN can have.
pub fn is_beginning(text: &str) -> bool {
    let is_skipped = |line: &&str| line.trim().is_empty() || line.starts_with(['%', ';']);
    let first = text
        .lines()
        .find(|line| !is_skipped(line))
        .unwrap_or_default()
        .trim_start();
    let tag = first
        .strip_prefix('[')
        .filter(|rest| rest.starts_with(char::is_alphabetic));
    if tag.and_then(words::tag).is_some() {
        return true;
    }
    let moves = text.trim_start();
    let moves = moves
        .strip_prefix('{')
        .and_then(|rest| rest.split_once('}'))
        .map_or(moves, |(_, moves)| moves);
    begins_with_move(moves, false) && (moves.len() < text.trim_start().len() || has_marks(moves))
}

/// Whether the last line of a text is a tag, so that moves follow after an empty line.
pub fn ends_with_tag(text: &str) -> bool {
    let tag = text
        .lines()
        .last()
        .and_then(|line| line.trim_start().strip_prefix('['));
    tag.and_then(words::tag).is_some()
}

/// Whether a text begins with a square, after a number if there is one or if `needs_number`.
fn begins_with_move(text: &str, needs_number: bool) -> bool {
    let text = text.trim_start();
    let after_number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_dots = after_number
        .trim_start()
        .trim_start_matches(['.', '\u{2026}']);
    let has_number = after_number.len() < text.len() && after_dots.len() < after_number.len();
    let square = if has_number {
        after_dots.trim_start()
    } else {
        text
    };
    let is_square = matches!(
        square.as_bytes(),
        [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8', rest @ ..]
            if !rest.first().is_some_and(u8::is_ascii_digit)
    );
    is_square && (has_number || !needs_number)
}

/// Whether moves have a comment in braces, a variation, a number like `1...`, or an annotation like `$1`.
fn has_marks(text: &str) -> bool {
    text.char_indices().any(|(at, mark)| {
        let before = &text[..at];
        let after = &text[at + mark.len_utf8()..];
        match mark {
            '{' => true,
            '(' => begins_with_move(after, true) || is_only_moves(after),
            '.' => before.ends_with(|c: char| c.is_ascii_digit()) && after.starts_with(".."),
            '\u{2026}' => before.ends_with(|c: char| c.is_ascii_digit()),
            '$' => after.starts_with(|c: char| c.is_ascii_digit()),
            _ => false,
        }
    })
}

/// Whether a text in parentheses consists of squares.
fn is_only_moves(text: &str) -> bool {
    let Some((inner, _)) = text.split_once(')') else {
        return false;
    };
    let mut words = inner.split_whitespace().peekable();
    words.peek().is_some() && words.all(|word| word.len() == 2 && begins_with_move(word, false))
}
