//! Why the system refused something, in the words of messages: without its numbers.

use std::fmt;
use std::io;

/// The reason as a message ends, in small letters and without the code that the system has for it.
///
/// ```ignore
/// let error = std::fs::read("/no/such/file").unwrap_err();
/// assert_eq!(reason(&error).to_string(), "no such file or directory");
/// ```
pub fn reason(error: &io::Error) -> impl fmt::Display + fmt::Debug {
    fmt::from_fn(move |f| {
        let whole = error.to_string();
        let Some(code) = error.raw_os_error() else { return f.write_str(&whole) };
        let words = whole.strip_suffix(&format!(" (os error {code})")).unwrap_or(&whole);
        let mut letters = words.chars();
        let first = letters.next().map(|letter| letter.to_ascii_lowercase());
        write!(f, "{}{}", first.map(String::from).unwrap_or_default(), letters.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
