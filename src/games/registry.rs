//! The list of games, and the check of what is chosen for one of them.

use thiserror::Error;

use super::{Info, Setup, Size, Sizes, complica, connect_four, gravity, quarto, reversi};

/// All games, one line each; the first is the one that a new session starts with.
pub const REGISTRY: &[&Info] =
    &[&reversi::INFO, &connect_four::INFO, &complica::INFO, &gravity::INFO, &quarto::INFO];

/// The registered game with this code, in any case: `rv` is Reversi.
///
/// ```
/// assert_eq!(reversi::games::find("RV").unwrap().name, "Reversi");
/// assert!(reversi::games::find("go").is_none());
/// ```
pub fn find(code: &str) -> Option<&'static Info> {
    REGISTRY.iter().copied().find(|info| info.code.eq_ignore_ascii_case(code))
}

/// The registered game that a person names: by its code, its name or one of its words, in any case, with
/// or without blanks and hyphens.
pub(crate) fn find_named(name: &str) -> Option<&'static Info> {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_'));
        letters.flat_map(char::to_lowercase).collect()
    };
    let name = plain(name);
    REGISTRY.iter().copied().find(|info| {
        [info.code, info.name].iter().chain(info.words).any(|word| plain(word) == name)
    })
}

/// The names of games with their codes, as a phrase: `Reversi (rv), ... or Quarto (qu)`.
pub(crate) fn names(games: &[&Info]) -> String {
    phrase(&games.iter().map(|info| format!("{} ({})", info.name, info.code)).collect::<Vec<_>>())
}

/// The codes of all games as a phrase: `rv, c4, co, gr or qu`.
pub(crate) fn codes() -> String {
    one_of(|info| Some(info.code.to_owned()))
}

/// Why a game can't be set up as chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The game has one board size only.
    #[error("{0} has a fixed board size: only {games} can change it", games = with(|info| info.sizes.is_some()))]
    OneSize(&'static str),
    /// The board would be too small or too large.
    #[error(
        "{size} is too {}: use {smallest}x{smallest} to {largest}x{largest}",
        if size.columns.min(size.rows) < sizes.smallest { "small" } else { "large" },
        smallest = .sizes.smallest,
        largest = .sizes.largest
    )]
    Size {
        /// The size as chosen.
        size: Size,
        /// The sizes of the game.
        sizes: Sizes,
    },
    /// The game has no variant.
    #[error("{0} has no variant: {variants}", variants = variants())]
    Variant(&'static str),
    /// The game starts from one board only.
    #[error("{0} can't start from a custom position: only {games} can", games = with(|info| info.has_boards))]
    Board(&'static str),
}

/// The games that have something, as a phrase: `gr (Gravity)`.
fn with(has: impl Fn(&Info) -> bool) -> String {
    one_of(|info| has(info).then(|| format!("{} ({})", info.code, info.name)))
}

/// The variants of all games, as a phrase: `lines-only is for qu (Quarto)`.
fn variants() -> String {
    one_of(|info| {
        let variant = info.variant?;
        Some(format!("{} is for {} ({})", variant.name, info.code, info.name))
    })
}

/// The words in order: `a, b or c`.
fn one_of(text: impl FnMut(&&'static Info) -> Option<String>) -> String {
    phrase(&REGISTRY.iter().filter_map(text).collect::<Vec<_>>())
}

/// Texts with commas and an `or` between them.
fn phrase(texts: &[String]) -> String {
    match texts {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => texts.concat(),
    }
}

impl Info {
    /// The word that a person names it by on a line of commands: its first word, else its code.
    pub fn word(&self) -> &'static str {
        self.words.first().copied().unwrap_or(self.code)
    }

    /// Checks what is chosen for this game, and fills in the rest.
    ///
    /// # Errors
    /// [`SetupError`] with what the game doesn't have.
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
        for word in ["c4", "Connect Four", "connect-four", "CONNECTFOUR", "connect 4"] {
            assert_eq!(find_named(word).unwrap().code, "c4", "{word}");
        }
        assert_eq!(find_named("othello").unwrap().name, "Reversi");
        assert!(find_named("connect").is_none());
    }
}
