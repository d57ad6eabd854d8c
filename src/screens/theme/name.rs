//! The names of the themes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::text::printable;

/// How much of an unknown name an error repeats, in characters.
const SHOWN: usize = 20;

/// The name of a theme, as people type it.
///
/// ```
/// use reversi::screens::theme::ThemeName;
/// assert_eq!("high-contrast".parse(), Ok(ThemeName::HighContrast));
/// assert_eq!(ThemeName::Mono.next(), ThemeName::Dark);
/// let error = "pink".parse::<ThemeName>().unwrap_err().to_string();
/// assert_eq!(error, "\"pink\" is not a theme: use dark, light, high-contrast, color-blind or mono");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ThemeName {
    /// Light text on a dark background.
    Dark,
    /// Dark text on a light background.
    Light,
    /// White on black, with strong colours.
    HighContrast,
    /// Hues that people with any colour vision can tell apart.
    ColorBlind,
    /// Shades of grey only.
    Mono,
}

/// A word that is not the name of a theme.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "\"{}\" is not a theme: use dark, light, high-contrast, color-blind or mono",
    printable(.0).limited(SHOWN)
)]
pub struct UnknownTheme(String);

impl ThemeName {
    /// All names, in the order in which a screen cycles through them.
    pub const ALL: [Self; 5] =
        [Self::Dark, Self::Light, Self::HighContrast, Self::ColorBlind, Self::Mono];

    /// The name as people type it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
            Self::HighContrast => "high-contrast",
            Self::ColorBlind => "color-blind",
            Self::Mono => "mono",
        }
    }

    /// The name after this one, and the first after the last.
    #[must_use]
    pub fn next(self) -> Self {
        // The order of the variants is that of `ALL`.
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

impl From<ThemeName> for String {
    fn from(name: ThemeName) -> Self {
        name.as_str().to_owned()
    }
}

impl fmt::Display for ThemeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for ThemeName {
    type Err = UnknownTheme;

    fn from_str(word: &str) -> Result<Self, UnknownTheme> {
        let found = Self::ALL.into_iter().find(|name| name.as_str().eq_ignore_ascii_case(word));
        found.ok_or_else(|| UnknownTheme(word.to_owned()))
    }
}

impl TryFrom<String> for ThemeName {
    type Error = UnknownTheme;

    fn try_from(word: String) -> Result<Self, UnknownTheme> {
        word.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ThemeName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
            assert_eq!(name.to_string().to_uppercase().parse(), Ok(name));
        }
    }

    #[test]
    fn an_error_lists_every_name_and_nothing_raw() {
        for word in ["", "darkk", "high contrast", "a\u{1b}[2J", &"x".repeat(1000)] {
            let error = word.parse::<ThemeName>().unwrap_err().to_string();
            for name in ThemeName::ALL {
                assert!(error.contains(name.as_str()), "{error}");
            }
            assert!(error.len() < 120 && !error.contains('\u{1b}'), "{error:?}");
        }
    }

    #[test]
    fn cycling_visits_every_theme_once() {
        let mut name = ThemeName::Dark;
        for expected in ThemeName::ALL {
            assert_eq!(name, expected);
            name = name.next();
        }
        assert_eq!(name, ThemeName::Dark);
    }
}
