//! The rules of the games, pure: no input or output, no randomness, no players.
//!
//! A game is one file here that implements [`Game`], and one line in [`REGISTRY`]. Everything
//! above (sessions, bots, saves, the interpreter, the screens) works through the trait.

mod grid;
mod outcome;
pub mod reversi;

use std::any::Any;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use grid::{Cell, Grid, ParseSquareError, Square, parse_square};
pub use outcome::{Outcome, Score};
pub use reversi::Reversi;

/// The games there are, one line each; the first is the one a new session starts with.
pub const REGISTRY: &[&Info] = &[&reversi::INFO];

/// The registered game with this code, in any case: `rv` is Reversi.
///
/// ```
/// assert_eq!(reversi::games::find("RV").unwrap().name, "Reversi");
/// assert!(reversi::games::find("go").is_none());
/// ```
pub fn find(code: &str) -> Option<&'static Info> {
    REGISTRY.iter().copied().find(|info| info.code.eq_ignore_ascii_case(code))
}

/// What is fixed about a game: its names, how to set it up, and a recorded example.
#[derive(Debug)]
pub struct Info {
    /// Two letters, as on the command line and in saves.
    pub code: &'static str,
    /// The name people know it by.
    pub name: &'static str,
    /// The rules in one line.
    pub rules: &'static str,
    /// Who moves first unless the setup says otherwise.
    pub first: Player,
    /// A whole game and where it ends; the conformance tests replay it.
    pub example: Example,
    /// Sets up a new game.
    pub new: fn(Setup) -> Box<dyn Game>,
}

/// A recorded game: the moves by name, in order, and the final board.
#[derive(Debug)]
pub struct Example {
    /// Move names separated by spaces, passes not written.
    pub moves: &'static str,
    /// The final board, one string a row: `B`, `W` and `-`.
    pub board: &'static [&'static str],
}

/// What can be chosen when a game is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The player who moves first.
    pub first: Player,
}

/// One of the two sides.
///
/// Black is -1 in a board matrix, has the glyph `B` and is player 1 of Reversi; White is 1, has
/// the glyph `W` and is player 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// -1 in a board matrix.
    Black,
    /// 1 in a board matrix.
    White,
}

impl Player {
    /// Black, then White.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The value of this side's discs in a board matrix: -1 for Black, 1 for White.
    pub const fn value(self) -> i8 {
        match self {
            Self::Black => -1,
            Self::White => 1,
        }
    }

    /// The side whose discs have this value; `None` for any value but -1 and 1.
    pub const fn from_value(value: i8) -> Option<Self> {
        match value {
            -1 => Some(Self::Black),
            1 => Some(Self::White),
            _ => None,
        }
    }

    /// 0 for Black, 1 for White: for tables with an entry a side.
    pub const fn index(self) -> usize {
        match self {
            Self::Black => 0,
            Self::White => 1,
        }
    }

    /// The default glyph: `B` or `W`.
    pub const fn glyph(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// A move: a small number that only its game can read, see [`Game::move_name`].
///
/// In Reversi it is the square, `8 * row + column` with both counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u16);

/// Everything that a move changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Played {
    /// Who moved.
    pub player: Player,
    /// Where the piece came to rest.
    pub placed: Square,
    /// The discs that changed sides, in board order.
    pub flipped: Vec<Square>,
    /// The side that had no move afterwards and passed, so that `player` moves again.
    pub passed: Option<Player>,
}

impl Played {
    /// How many plies this was: one for the move and one for the pass it forced, if any.
    pub fn plies(&self) -> usize {
        1 + usize::from(self.passed.is_some())
    }
}

/// Why a move can't be played. The game is as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// There is a piece already.
    #[error("{0} is taken")]
    Taken(Square),
    /// A Reversi move has to flip at least one disc.
    #[error("{0} flips nothing: a move must outflank at least one disc")]
    FlipsNothing(Square),
    /// The number of the move names nothing on this board.
    #[error("move number {} is not on the board", (.0).0)]
    Unknown(Move),
}

/// A game of one of the kinds in [`REGISTRY`]: the rules and the state of one board.
///
/// A side that can't move passes by itself inside [`play`](Self::play), so whoever
/// [`turn`](Self::turn) names always has a move. Players, history, saving and drawing are not a
/// game's business.
pub trait Game: fmt::Debug + Send + Sync {
    /// What is fixed about this kind of game.
    fn info(&self) -> &'static Info;

    /// Who is to move; `None` when the game is over.
    fn turn(&self) -> Option<Player>;

    /// The legal moves in ascending order, which is board order; empty exactly when the game is
    /// over.
    fn moves(&self) -> Vec<Move>;

    /// Plays a move for the side to move.
    ///
    /// # Errors
    /// [`IllegalMove`] with the reason; the game is then unchanged.
    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove>;

    /// How the game ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The board as the screens draw it.
    fn grid(&self) -> Grid;

    /// The move that a text names on this board, legal or not.
    ///
    /// # Errors
    /// [`ParseSquareError`] when the text names nothing on the board.
    fn parse_move(&self, text: &str) -> Result<Move, ParseSquareError>;

    /// The name of a move: the twin of [`parse_move`](Self::parse_move).
    fn move_name(&self, mv: Move) -> String;

    /// The square that a move is shown on.
    fn move_square(&self, mv: Move) -> Square;

    /// A fixed worth of a move by its square alone, for simple bots and tie-breaks; larger is
    /// better.
    fn square_worth(&self, mv: Move) -> i32;

    /// A copy of the game.
    fn clone_box(&self) -> Box<dyn Game>;

    /// The concrete game, for what is made for one game only.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.as_ref().clone_box()
    }
}
