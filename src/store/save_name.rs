//! The name of a save.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::base::language::tr;
use crate::base::text::quoted;

/// The name of a save: 1 to 64 letters of any language, digits, `.`, `_` and `-`, not starting with a dot.
/// These rules keep every name inside the saves folder. Names are in Unicode's normalization form C, so that two
/// spellings of a letter are one name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SaveName(String);

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SaveNameError {
    #[error("{}", tr!(
        "{text} is not a valid name: use 1 to 64 letters, digits, . _ or -, not starting with a dot",
        text = quoted(.0)
    ))]
    Invalid(String),
    #[error("{}", tr!(
        "{text} is too long for a name: use at most 192 bytes in UTF-8",
        text = quoted(.0)
    ))]
    TooLong(String),
}

impl SaveName {
    /// The maximum length, in characters.
    pub const MAX_LENGTH: usize = 64;

    /// The maximum length in UTF-8. File systems limit file names to 255 bytes.
    pub const MAX_BYTES: usize = 192;

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SaveName {
    type Err = SaveNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name: String = text.nfc().collect();
        let shown = || name.chars().take(70).collect();
        let starts_well = name.starts_with(|first: char| first != '.' && !is_combining_mark(first));
        let is_valid =
            starts_well && name.chars().count() <= Self::MAX_LENGTH && name.chars().all(is_allowed);
        if !is_valid {
            return Err(SaveNameError::Invalid(shown()));
        }
        if name.len() > Self::MAX_BYTES {
            return Err(SaveNameError::TooLong(shown()));
        }
        Ok(Self(name))
    }
}

/// Whether a name can contain a character. Marks belong to letters: many languages can't be written without them.
fn is_allowed(character: char) -> bool {
    let is_visible = !is_invisible(character);
    character.is_ascii_alphanumeric()
        || matches!(character, '.' | '_' | '-')
        || is_visible && (character.is_alphanumeric() || is_combining_mark(character))
}

/// Whether a letter or mark is not shown, so that two names would look the same: joiners, fillers, inherent vowels
/// and variation selectors.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{34f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{ffa0}'
            | '\u{e0100}'..='\u{e01ef}'
    )
}

impl fmt::Display for SaveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_inside_the_folder() {
        for name in ["a", "My-game_2.1", "..ron", &"x".repeat(64)] {
            assert_eq!(
                name.parse::<SaveName>().is_ok(),
                !name.starts_with('.'),
                "{name}"
            );
        }
        for name in [
            "",
            ".",
            "..",
            ".hidden",
            "a/b",
            "../a",
            "a\\b",
            "a b",
            "a\0",
            "a:b",
            "a\u{2044}b",
        ] {
            assert!(name.parse::<SaveName>().is_err(), "{name:?}");
        }
        assert!("x".repeat(65).parse::<SaveName>().is_err());
    }

    #[test]
    fn letters_of_any_language_make_names() {
        for name in [
            "ção",
            "Ñandú-2",
            "партия",
            "対局",
            "한국",
            "हिन्दी",
            "ไทยนี้",
            "عربي",
            "٣",
        ] {
            assert_eq!(name.parse::<SaveName>().unwrap().as_str(), name);
        }
        let names = ["c\u{327}a\u{303}o", "ção"].map(|name| name.parse::<SaveName>().unwrap());
        assert_eq!(names[0], names[1]);
        for invisible in [
            "a\u{fe0f}",
            "a\u{200d}b",
            "\u{3164}",
            "\u{301}a",
            "a\u{202e}b",
            "♟",
            "a\u{a0}",
        ] {
            assert!(invisible.parse::<SaveName>().is_err(), "{invisible:?}");
        }
    }

    #[test]
    fn a_name_fits_into_a_file_name() {
        let parsed = |letter: &str, count| letter.repeat(count).parse::<SaveName>();
        assert_eq!(
            parsed("局", 64).unwrap().as_str().len(),
            SaveName::MAX_BYTES
        );
        assert!(matches!(parsed("局", 65), Err(SaveNameError::Invalid(_))));
        assert!(parsed("𠀀", 48).is_ok());
        let error = parsed("𠀀", 49).unwrap_err().to_string();
        assert!(error.ends_with("is too long for a name: use at most 192 bytes in UTF-8"));
        assert!(parsed("e\u{301}", 64).is_ok());
    }
}
