//! The list of games, and the check of a game's setup.

use thiserror::Error;

use super::{Info, Setup, Size, Sizes, complica, connect_four, gravity, quarto, reversed, reversi};

/// All games. A new session starts with the first one.
pub const REGISTRY: &[&Info] = &[
    &reversi::INFO,
    &connect_four::INFO,
    &complica::INFO,
    &gravity::INFO,
    &quarto::INFO,
    &reversed::INFO,
];

/// Returns the game with this code, in any case: `rv` is Reversi.
///
/// ```
/// assert_eq!(reversi::games::find("RV").unwrap().name, "Reversi");
/// assert!(reversi::games::find("go").is_none());
/// ```
pub fn find(code: &str) -> Option<&'static Info> {
    REGISTRY
        .iter()
        .copied()
        .find(|info| info.code.eq_ignore_ascii_case(code))
}

/// Finds a game by code, name or word, ignoring case, blanks and hyphens.
pub fn find_named(name: &str) -> Option<&'static Info> {
    let plain = |text: &str| -> String {
        let letters = text
            .chars()
            .filter(|letter| !matches!(letter, ' ' | '-' | '_'));
        letters.flat_map(char::to_lowercase).collect()
    };
    let name = plain(name);
    REGISTRY.iter().copied().find(|info| {
        [info.code, info.name]
            .iter()
            .chain(info.words)
            .any(|word| plain(word) == name)
    })
}

/// The names of games with their codes: `Reversi (rv), ... or Reversed Reversi (rr)`.
pub fn names(games: &[&Info]) -> String {
    phrase(
        &games
            .iter()
            .map(|info| format!("{} ({})", info.name, info.code))
            .collect::<Vec<_>>(),
    )
}

/// The codes of all games: `rv, c4, co, gr, qu or rr`.
pub fn codes() -> String {
    one_of(|info| Some(info.code.to_owned()))
}

/// The error returned when a game doesn't support a setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A board size for a game with a fixed one.
    #[error("{0} has a fixed board size: only {games} can change it", games = with(|info| info.sizes.is_some()))]
    OneSize(&'static str),
    /// A board that is too small or too large.
    #[error(
        "{size} is too {}: use {smallest}x{smallest} to {largest}x{largest}",
        if size.columns.min(size.rows) < sizes.smallest { "small" } else { "large" },
        smallest = .sizes.smallest,
        largest = .sizes.largest
    )]
    Size {
        /// The requested size.
        size: Size,
        /// The sizes that the game supports.
        sizes: Sizes,
    },
    /// A variant for a game that has none.
    #[error("{0} has no variant: {variants}", variants = variants())]
    Variant(&'static str),
    /// A custom board for a game with a fixed start.
    #[error("{0} can't start from a custom position: only {games} can", games = with(|info| info.has_boards))]
    Board(&'static str),
}

fn with(has: impl Fn(&Info) -> bool) -> String {
    one_of(|info| has(info).then(|| format!("{} ({})", info.code, info.name)))
}

fn variants() -> String {
    one_of(|info| {
        let variant = info.variant?;
        Some(format!(
            "{} is for {} ({})",
            variant.name, info.code, info.name
        ))
    })
}

fn one_of(text: impl FnMut(&&'static Info) -> Option<String>) -> String {
    phrase(&REGISTRY.iter().filter_map(text).collect::<Vec<_>>())
}

/// Joins texts: `a, b or c`.
fn phrase(texts: &[String]) -> String {
    match texts {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => texts.concat(),
    }
}

impl Info {
    /// Returns the name of the game in commands: its first word, or its code.
    pub fn word(&self) -> &'static str {
        self.words.first().copied().unwrap_or(self.code)
    }

    /// Whether this is Reversi. Many commands are for this game only.
    pub fn is_reversi(&self) -> bool {
        self.code == reversi::INFO.code
    }

    /// Checks a setup for this game, and fills in the default board size.
    ///
    /// # Errors
    /// Returns an error if the game doesn't support the setup.
    pub fn setup(&self, chosen: Setup) -> Result<Setup, SetupError> {
        if chosen.variant && self.variant.is_none() {
            return Err(SetupError::Variant(self.name));
        }
        if chosen.board.is_some() && !self.has_boards {
            return Err(SetupError::Board(self.name));
        }
        let size = match (self.sizes, chosen.size) {
            (None, None) => None,
            (None, Some(_)) => return Err(SetupError::OneSize(self.name)),
            (Some(sizes), size) => {
                let size = size.unwrap_or(sizes.usual);
                if !sizes.contain(size) {
                    return Err(SetupError::Size { size, sizes });
                }
                Some(size)
            }
        };
        Ok(Setup { size, ..chosen })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_name_games_by_code_name_or_word() {
        for word in [
            "c4",
            "Connect Four",
            "connect-four",
            "CONNECTFOUR",
            "connect 4",
        ] {
            assert_eq!(find_named(word).unwrap().code, "c4", "{word}");
        }
        assert_eq!(find_named("othello").unwrap().name, "Reversi");
        assert!(find_named("connect").is_none());
    }
}
