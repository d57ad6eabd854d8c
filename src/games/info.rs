//! What is fixed about each kind of game, and what can be chosen when one is set up.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::reversi::StartBoard;
use super::{Game, Player, REGISTRY, Reversi};

/// What is fixed about a game: its names, how to set it up, and a recorded example.
#[derive(Debug)]
pub struct Info {
    /// Two letters or digits, as on the command line and in saves.
    pub code: &'static str,
    /// The name people know it by.
    pub name: &'static str,
    /// The rules in one line.
    pub rules: &'static str,
    /// The rules in whole sentences.
    pub details: &'static str,
    /// Who moves first unless the setup says otherwise.
    pub start: Start,
    /// The boards it can be played on, if there are several.
    pub sizes: Option<Sizes>,
    /// Whether it can be played with lines alone, see [`Setup::lines_only`].
    pub has_lines_only: bool,
    /// What the players are called where they have no colours: the first, then the second.
    pub sides: Option<[&'static str; 2]>,
    /// A whole game and where it ends; the conformance tests replay it.
    pub example: Example,
    /// Makes a new game of a setup that [`setup`](Self::setup) has checked.
    pub new: fn(Setup) -> Box<dyn Game>,
}

/// Games are equal when they have the same code.
impl PartialEq for Info {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Info {}

/// Who moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The same side in every game.
    Always(Player),
    /// Whoever throws higher with a die.
    ByDie,
}

/// A recorded game: the moves by name, in order, and the final board.
#[derive(Debug)]
pub struct Example {
    /// Move names separated by spaces, passes not written.
    pub moves: &'static str,
    /// The final board, as [`Grid::to_rows`](super::Grid::to_rows) writes it.
    pub board: &'static [&'static str],
}

/// Columns and rows of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// How many columns.
    pub columns: u8,
    /// How many rows.
    pub rows: u8,
}

/// The boards that a game can be played on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// The least number of columns, and of rows.
    pub smallest: u8,
    /// The greatest number of columns, and of rows.
    pub largest: u8,
    /// The board that is used unless another is chosen.
    pub usual: Size,
}

/// What can be chosen when a game is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The player who moves first.
    pub first: Player,
    /// The board, in games that are played on several; `None` for the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    /// Whether only lines count, and not 2×2 squares, in a game where both can.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lines_only: bool,
    /// The discs to start with, in Reversi; `None` for the usual four.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<StartBoard>,
}

/// Why a game can't be set up like this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SetupError {
    /// It has one board only.
    #[error("the board of {0} has one size: columns and rows are for {games}", games = those(|info| info.sizes.is_some()))]
    OneSize(&'static str),
    /// The board would be too small or too large.
    #[error("{} columns and {} rows won't do: {name} takes {smallest} to {largest} of each", .size.columns, .size.rows)]
    Size {
        /// Which game.
        name: &'static str,
        /// What was asked for.
        size: Size,
        /// The least number of columns, and of rows.
        smallest: u8,
        /// The greatest number.
        largest: u8,
    },
    /// It has no 2×2 squares that count.
    #[error("only lines count in {0} anyway: --lines-only is for {games}", games = those(|info| info.has_lines_only))]
    LinesOnly(&'static str),
    /// It starts from one board only.
    #[error("{0} can't start from another board: that is for Reversi")]
    Board(&'static str),
}

/// The games of which something is true, by code and name.
fn those(is_one: impl Fn(&Info) -> bool) -> String {
    let games = REGISTRY.iter().filter(|info| is_one(info));
    let named: Vec<String> = games.map(|info| format!("{} ({})", info.code, info.name)).collect();
    named.join(", ")
}

impl Info {
    /// A nameless Reversi, for what a game has nothing to say about: Black begins, there is one
    /// board, and the players go by their colours.
    pub const PLAIN: Self = Self {
        code: "",
        name: "",
        rules: "",
        details: "",
        start: Start::Always(Player::Black),
        sizes: None,
        has_lines_only: false,
        sides: None,
        example: Example { moves: "", board: &[] },
        new: |setup| Box::new(Reversi::new(setup.first)),
    };

    /// Checks what was chosen for this game, and fills in the rest.
    ///
    /// # Errors
    /// [`SetupError`] says what doesn't go with it.
    pub fn setup(&self, chosen: Setup) -> Result<Setup, SetupError> {
        if chosen.lines_only && !self.has_lines_only {
            return Err(SetupError::LinesOnly(self.name));
        }
        if chosen.board.is_some() && self.code != super::reversi::INFO.code {
            return Err(SetupError::Board(self.name));
        }
        let size = match (self.sizes, chosen.size) {
            (None, None) => None,
            (None, Some(_)) => return Err(SetupError::OneSize(self.name)),
            (Some(sizes), size) => {
                let Sizes { smallest, largest, usual } = sizes;
                let size = size.unwrap_or(usual);
                let possible = smallest..=largest;
                if !possible.contains(&size.columns) || !possible.contains(&size.rows) {
                    return Err(SetupError::Size { name: self.name, size, smallest, largest });
                }
                Some(size)
            }
        };
        Ok(Setup { size, ..chosen })
    }

    /// The side that is called the first player: whoever always moves first, else Black.
    pub fn first_player(&self) -> Player {
        match self.start {
            Start::Always(first) => first,
            Start::ByDie => Player::Black,
        }
    }
}
