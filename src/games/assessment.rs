//! Annotation symbols for moves: `!`, `?`, `!?` and so on.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// An annotation of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assessment {
    /// `!`
    Good,
    /// `!!`
    VeryGood,
    /// `?`
    Bad,
    /// `??`
    VeryBad,
    /// `!?`
    Interesting,
    /// `?!`
    Doubtful,
}

/// The error returned for a text that is not an annotation. It holds the first 20 characters.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is not an annotation: use ! !! ? ?? !? or ?!")]
pub struct AssessmentError(pub String);

impl Assessment {
    /// All annotations.
    pub const ALL: [Self; 6] = [
        Self::Good,
        Self::VeryGood,
        Self::Bad,
        Self::VeryBad,
        Self::Interesting,
        Self::Doubtful,
    ];

    /// Returns the symbol: `!?`.
    pub const fn sign(self) -> &'static str {
        ["!", "!!", "?", "??", "!?", "?!"][self as usize]
    }

    /// Returns the meaning in words, for screen readers.
    pub const fn name(self) -> &'static str {
        [
            "good",
            "very good",
            "mistake",
            "blunder",
            "interesting",
            "dubious",
        ][self as usize]
    }
}

impl fmt::Display for Assessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign())
    }
}

impl FromStr for Assessment {
    type Err = AssessmentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|each| each.sign() == text);
        found.ok_or_else(|| AssessmentError(text.chars().take(20).collect()))
    }
}

#[cfg(feature = "records")]
impl serde::Serialize for Assessment {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_read_again() {
        for each in Assessment::ALL {
            assert_eq!(each.sign().parse(), Ok(each));
        }
        for other in ["", "!!!", "-", " !", "good"] {
            assert!(other.parse::<Assessment>().is_err(), "{other:?}");
        }
    }
}
