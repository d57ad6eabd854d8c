//! How discs are drawn at the prompt.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text::printable;

/// How discs are drawn at the prompt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Discs {
    /// As symbols on a terminal that shows them, else as letters.
    #[default]
    Auto,
    /// As letters.
    Letters,
    /// As symbols.
    Symbols,
}

/// A word that names no way to draw discs.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("\"{}\" is not a way to draw discs: use auto, letters or symbols", printable(.0).limited(20))]
pub struct UnknownDiscs(String);

impl Discs {
    /// All ways.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Letters, Self::Symbols];

    /// The name as people type it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Letters => "letters",
            Self::Symbols => "symbols",
        }
    }
}

impl FromStr for Discs {
    type Err = UnknownDiscs;

    fn from_str(word: &str) -> Result<Self, UnknownDiscs> {
        let found = Self::ALL.into_iter().find(|discs| discs.as_str().eq_ignore_ascii_case(word));
        found.ok_or_else(|| UnknownDiscs(word.to_owned()))
    }
}

impl TryFrom<String> for Discs {
    type Error = UnknownDiscs;

    fn try_from(word: String) -> Result<Self, UnknownDiscs> {
        word.parse()
    }
}

impl From<Discs> for String {
    fn from(discs: Discs) -> Self {
        discs.as_str().to_owned()
    }
}
