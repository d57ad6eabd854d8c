//! How discs are drawn at the prompt: symbols where the terminal has them, else letters.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::theme::ColorDepth;
use crate::base::text::printable;

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
#[error("\"{}\" is not a disc style: use auto, letters or symbols", printable(.0).limited(20))]
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

    /// Whether discs are symbols on a terminal of this depth; `variable` returns the value of a variable.
    pub(super) fn are_symbols(
        self,
        depth: ColorDepth,
        variable: impl Fn(&str) -> Option<String>,
    ) -> bool {
        match self {
            Self::Letters => false,
            Self::Symbols => true,
            Self::Auto => depth != ColorDepth::None && has_symbols(variable),
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

/// Whether a terminal has more than ASCII, as its locale says: the first of these variables that is set counts.
fn has_symbols(variable: impl Fn(&str) -> Option<String>) -> bool {
    let value = |name: &str| variable(name).filter(|value| !value.is_empty());
    // The console of Linux has 256 or 512 glyphs, which may lack these.
    if value("TERM").is_some_and(|terminal| terminal == "linux") {
        return false;
    }
    match ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value) {
        Some(locale) => {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
        None => value("OS").is_some_and(|system| system == "Windows_NT"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_are_symbols_where_colours_and_the_locale_allow_it() {
        let are = |discs: Discs, depth, list: &[(&str, &str)]| {
            discs.are_symbols(depth, |name| {
                let found = list.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        let depth = ColorDepth::Ansi256;
        let utf8 = [("LANG", "de_DE.UTF-8")];
        assert!(are(Discs::Auto, depth, &utf8));
        assert!(!are(Discs::Auto, ColorDepth::None, &utf8));
        assert!(!are(Discs::Auto, depth, &[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]));
        assert!(are(Discs::Auto, depth, &[("LC_ALL", ""), ("LC_CTYPE", "C.utf8")]));
        assert!(!are(Discs::Auto, depth, &[]));
        assert!(!are(Discs::Auto, depth, &[("TERM", "linux"), ("LANG", "C.UTF-8")]));
        assert!(are(Discs::Auto, depth, &[("OS", "Windows_NT")]));
        assert!(!are(Discs::Letters, depth, &utf8));
        assert!(are(Discs::Symbols, ColorDepth::None, &[]));
    }

    #[test]
    fn each_choice_is_found_by_its_name() {
        for discs in Discs::ALL {
            assert_eq!(discs.as_str().to_uppercase().parse(), Ok(discs));
        }
        assert!("runes".parse::<Discs>().is_err());
    }
}
