//! Counts with nouns, and capitals.

use std::fmt::Display;

/// Formats a count with its noun: `1 disc`, `2 discs`, `3 plies`.
pub fn counted(count: impl Display, noun: &str) -> String {
    let mut text = count.to_string();
    let is_one = text == "1";
    text.push(' ');
    match noun
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))
    {
        _ if is_one => text.push_str(noun),
        Some(stem) => text.extend([stem, "ies"]),
        None => text.extend([noun, "s"]),
    }
    text
}

/// Capitalizes the first letter of a text.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|first| first.to_uppercase().to_string())
        .unwrap_or_default();
    first + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        assert_eq!(
            ["0", "1", "2"].map(|count| counted(count, "ply")),
            ["0 plies", "1 ply", "2 plies"]
        );
        assert_eq!(
            [0, 1, 21].map(|count| counted(count, "disc")),
            ["0 discs", "1 disc", "21 discs"]
        );
        assert_eq!(counted(2, "inaccuracy"), "2 inaccuracies");
        assert_eq!(counted(2, "day"), "2 days");
    }
}
