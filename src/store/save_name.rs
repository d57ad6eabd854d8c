//! The name of a save.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The name of a save: 1 to 64 characters `a-z A-Z 0-9 . _ -`, not starting with a dot.
/// These rules keep every name inside the saves folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SaveName(String);

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is not a valid name: use 1 to 64 of a-z 0-9 . _ -, not starting with a dot")]
pub struct SaveNameError(String);

impl SaveName {
    pub const MAX_LENGTH: usize = 64;

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SaveName {
    type Err = SaveNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        let valid = (1..=Self::MAX_LENGTH).contains(&text.len())
            && text.bytes().all(allowed)
            && !text.starts_with('.');
        if valid {
            Ok(Self(text.to_owned()))
        } else {
            Err(SaveNameError(text.chars().take(70).collect()))
        }
    }
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
            assert_eq!(name.parse::<SaveName>().is_ok(), !name.starts_with('.'), "{name}");
        }
        for name in ["", ".", "..", ".hidden", "a/b", "../a", "a\\b", "a b", "é", "a\0", "a:b"] {
            assert!(name.parse::<SaveName>().is_err(), "{name:?}");
        }
        assert!("x".repeat(65).parse::<SaveName>().is_err());
    }
}
