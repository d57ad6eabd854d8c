//! The reasons of the system.

use std::io;

use super::{marked, translated_owned};

/// The usual reasons, which the catalogs have.
const _: [&str; 7] = [
    marked!("file exists"),
    marked!("is a directory"),
    marked!("no program reads from this pipe"),
    marked!("no space left on device"),
    marked!("no such file or directory"),
    marked!("not a directory"),
    marked!("permission denied"),
];

/// Formats a system error as the end of a message: in lower case, without its code.
///
/// ```ignore
/// let error = std::fs::read("/no/such/file").unwrap_err();
/// assert_eq!(reason(&error), "no such file or directory");
/// ```
pub fn reason(error: &io::Error) -> String {
    let whole = error.to_string();
    let english = match error.raw_os_error() {
        Some(code) => without_code(&whole, code),
        None => whole,
    };
    translated_owned(&english).map_or(english, str::to_owned)
}

fn without_code(whole: &str, code: i32) -> String {
    let words = whole
        .strip_suffix(&format!(" (os error {code})"))
        .unwrap_or(whole);
    let mut text = words.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::language::{Language, start};

    #[test]
    fn reasons_have_no_numbers() {
        let error = std::fs::read("/no/such/file").unwrap_err();
        assert!(error.to_string().contains("os error"), "{error}");
        assert_eq!(reason(&error), "no such file or directory");
        let own = io::Error::other("it is too long");
        assert_eq!(reason(&own), "it is too long");
        let kind = io::Error::from(io::ErrorKind::IsADirectory);
        assert_eq!(reason(&kind), "is a directory");
    }

    #[test]
    fn the_usual_reasons_are_in_the_language_of_the_screens() {
        let error = std::fs::read("/no/such/file").unwrap_err();
        start(Language::Spanish);
        assert_eq!(reason(&error), "no existe el archivo o la carpeta");
    }
}
