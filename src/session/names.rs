//! The names of the players, and nicknames for the ranking.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::icons::is_visible;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(String, String)", into = "(String, String)")]
pub struct PlayerNames([String; 2]);

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerNamesError {
    #[error("{0:?} is not a valid name: use 1 to 20 characters, no spaces, commas or #")]
    NoName(String),
    #[error("both players are called {0}: use two different names")]
    Same(String),
}

impl PlayerNames {
    /// In characters.
    pub const MAX_LENGTH: usize = 20;

    /// Creates a pair of names, first player first.
    pub fn new(first: &str, second: &str) -> Result<Self, PlayerNamesError> {
        for name in [first, second] {
            if !is_name(name, Self::MAX_LENGTH) {
                return Err(PlayerNamesError::NoName(
                    name.chars().take(Self::MAX_LENGTH + 1).collect(),
                ));
            }
        }
        if first.to_lowercase() == second.to_lowercase() {
            return Err(PlayerNamesError::Same(second.to_owned()));
        }
        Ok(Self([first.to_owned(), second.to_owned()]))
    }

    /// Returns the name of the first player (0) or the second (1).
    pub(super) fn of(&self, index: usize) -> &str {
        &self.0[index]
    }

    pub fn is_ascii(&self) -> bool {
        self.0.iter().all(|name| name.is_ascii())
    }
}

impl TryFrom<(String, String)> for PlayerNames {
    type Error = PlayerNamesError;

    fn try_from((first, second): (String, String)) -> Result<Self, PlayerNamesError> {
        Self::new(&first, &second)
    }
}

impl From<PlayerNames> for (String, String) {
    fn from(PlayerNames([first, second]): PlayerNames) -> Self {
        (first, second)
    }
}

/// Whether a text has 1 to `max` visible characters, without spaces, commas and `#`.
fn is_name(text: &str, max: usize) -> bool {
    // Check the length first, so that long texts are rejected at once.
    (1..=max).contains(&text.chars().take(max + 1).count())
        && text.chars().all(|c| is_visible(c) && c != ',' && c != '#')
}

/// A name of 1 to 8 visible characters, without spaces, commas or `#`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Nickname(String);

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is not a valid nickname: use 1 to 8 characters, no spaces, commas or #")]
pub struct NicknameError(String);

impl Nickname {
    /// In characters.
    pub const MAX_LENGTH: usize = 8;

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
        if is_name(&text, Self::MAX_LENGTH) {
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
