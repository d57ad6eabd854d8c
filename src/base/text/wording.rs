//! Wording of messages: counts with nouns, and system errors without codes.

use std::fmt::{self, Display};
use std::io;

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

/// Formats a system error as the end of a message: in lower case, without its code.
///
/// ```ignore
/// let error = std::fs::read("/no/such/file").unwrap_err();
/// assert_eq!(reason(&error).to_string(), "no such file or directory");
/// ```
pub fn reason(error: &io::Error) -> impl fmt::Display + fmt::Debug {
    fmt::from_fn(move |f| {
        let whole = error.to_string();
        let Some(code) = error.raw_os_error() else {
            return f.write_str(&whole);
        };
        let words = whole
            .strip_suffix(&format!(" (os error {code})"))
            .unwrap_or(&whole);
        let mut letters = words.chars();
        let first = letters.next().map(|letter| letter.to_ascii_lowercase());
        write!(
            f,
            "{}{}",
            first.map(String::from).unwrap_or_default(),
            letters.as_str()
        )
    })
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

    #[test]
    fn reasons_have_no_numbers() {
        let error = std::fs::read("/no/such/file").unwrap_err();
        assert!(error.to_string().contains("os error"), "{error}");
        assert_eq!(reason(&error).to_string(), "no such file or directory");
        let own = io::Error::other("it is too long");
        assert_eq!(reason(&own).to_string(), "it is too long");
        let kind = io::Error::from(io::ErrorKind::IsADirectory);
        assert_eq!(reason(&kind).to_string(), "is a directory");
    }
}
