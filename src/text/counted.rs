//! Counts with their nouns.

use std::fmt::Display;

/// A count with its noun: `1 disc`, `2 discs`, `3 plies`.
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    if count == "1" {
        return format!("1 {noun}");
    }
    match noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
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
