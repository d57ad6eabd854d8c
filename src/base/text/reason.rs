//! Why the system refused something, in the words of messages: without its numbers.

use std::fmt;
use std::io;

/// A reason of the system as a message ends: `no such file or directory`.
#[derive(Debug, Clone, Copy)]
pub struct Reason<'a>(&'a io::Error);

/// The reason in small letters, and without the code that the system has for it.
///
/// ```ignore
/// let error = std::fs::read("/no/such/file").unwrap_err();
/// assert_eq!(reason(&error).to_string(), "no such file or directory");
/// ```
pub fn reason(error: &io::Error) -> Reason<'_> {
    Reason(error)
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.0.to_string();
        let Some(code) = self.0.raw_os_error() else { return f.write_str(&whole) };
        let words = whole.strip_suffix(&format!(" (os error {code})")).unwrap_or(&whole);
        let mut letters = words.chars();
        let first = letters.next().map(|letter| letter.to_ascii_lowercase());
        write!(f, "{}{}", first.map(String::from).unwrap_or_default(), letters.as_str())
    }
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
