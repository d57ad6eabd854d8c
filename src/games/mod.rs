//! The rules of the games, without input or output, randomness or players.
//!
//! Each game is one file here that implements [`Game`], and one entry in [`REGISTRY`]. The rooms above (sessions,
//! bots, saves, the interpreter, the screens) work through the trait.

mod assessment;
pub(crate) mod complica;
pub(crate) mod connect_four;
mod fen;
mod game;
pub(crate) mod gravity;
mod grid;
mod line_game;
mod look;
mod moves;
mod outcome;
mod parse;
mod player;
pub mod quarto;
mod registry;
pub(crate) mod reversed;
pub mod reversi;
mod setup;
mod square;

pub(crate) use assessment::{Assessment, AssessmentError};
pub use complica::Complica;
pub use connect_four::ConnectFour;
pub use fen::Fen;
pub(crate) use fen::FenError;
pub use game::{BoxedGame, Example, Game, Info, Lesson, Start, Variant};
pub use gravity::Gravity;
pub use grid::{Cell, Grid, Note, Piece};
pub use line_game::LineGame;
pub use look::{Material, PieceStyle};
pub use moves::{IllegalMove, Move, Played, Question};
pub use outcome::{Ending, Outcome, Score};
pub(crate) use parse::shortened;
pub use parse::{ParseMoveError, parse_square};
pub use player::Player;
pub use quarto::Quarto;
pub use registry::{REGISTRY, find};
pub(crate) use registry::{SetupError, codes, find_named, names};
pub use reversed::Reversed;
pub use reversi::Reversi;
pub use setup::{Setup, Size, Sizes};
pub use square::Square;
