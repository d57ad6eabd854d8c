//! The names of the players.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::icons::is_visible;

/// A name for each of the two players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(String, String)", into = "(String, String)")]
pub struct Names([String; 2]);

/// Why two words can't be the players' names.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NamesError {
    /// One of them is none.
    #[error("{0:?} is not a valid name: use 1 to 20 characters, no spaces, commas or #")]
    NoName(String),
    /// They are equal.
    #[error("both players are called {0}: use two different names")]
    Same(String),
}

impl Names {
    /// The maximum length of a name, in characters.
    pub const MAX_LENGTH: usize = 20;

    /// Checks and makes a pair: the first player's name, then the second's.
    ///
    /// # Errors
    /// A [`NamesError`] if one of them is invalid.
    pub fn new(first: &str, second: &str) -> Result<Self, NamesError> {
        for name in [first, second] {
            let length = name.chars().take(Self::MAX_LENGTH + 1).count();
            let valid = (1..=Self::MAX_LENGTH).contains(&length)
                && name.chars().all(|c| is_visible(c) && c != ',' && c != '#');
            if !valid {
                return Err(NamesError::NoName(name.chars().take(Self::MAX_LENGTH + 1).collect()));
            }
        }
        if first.to_lowercase() == second.to_lowercase() {
            return Err(NamesError::Same(second.to_owned()));
        }
        Ok(Self([first.to_owned(), second.to_owned()]))
    }

    /// The name of the first player (0) or the second (1).
    pub(super) fn of(&self, index: usize) -> &str {
        &self.0[index]
    }

    /// Whether both keep to ASCII.
    pub fn is_ascii(&self) -> bool {
        self.0.iter().all(|name| name.is_ascii())
    }
}

impl TryFrom<(String, String)> for Names {
    type Error = NamesError;

    fn try_from((first, second): (String, String)) -> Result<Self, NamesError> {
        Self::new(&first, &second)
    }
}

impl From<Names> for (String, String) {
    fn from(Names([first, second]): Names) -> Self {
        (first, second)
    }
}
