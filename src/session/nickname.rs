//! The name of a person in the ranking.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::icons::is_visible;

/// A name of 1 to 8 visible characters, without spaces, commas or `#`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Nickname(String);

/// Why a text is not a valid nickname.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is not a valid nickname: use 1 to 8 characters, no spaces, commas or #")]
pub struct NicknameError(String);

impl Nickname {
    /// The maximum length of a nickname, in characters.
    pub const MAX_LENGTH: usize = 8;

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Nickname {
    type Err = NicknameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.to_owned())
    }
}

impl TryFrom<String> for Nickname {
    type Error = NicknameError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        // A long text is refused before anything walks over it.
        let short = (1..=Self::MAX_LENGTH).contains(&text.chars().take(9).count());
        if short && text.chars().all(|c| is_visible(c) && c != ',' && c != '#') {
            Ok(Self(text))
        } else {
            Err(NicknameError(text.chars().take(20).collect()))
        }
    }
}

impl From<Nickname> for String {
    fn from(nickname: Nickname) -> Self {
        nickname.0
    }
}

impl fmt::Display for Nickname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_to_eight_visible_characters_are_taken() {
        for name in ["a", "Ann", "Ünïcödé8", "名前", "a-b_c.d!"] {
            assert_eq!(name.parse::<Nickname>().unwrap().as_str(), name);
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for name in ["", "ninechars", "a b", "a,b", "#1", "a\u{1b}[2J", "\u{200b}", "a\u{202e}b"] {
            assert!(name.parse::<Nickname>().is_err(), "{name:?}");
        }
    }
}
