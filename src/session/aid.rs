//! The help that a player had in a game, which makes it unrated.

use serde::{Deserialize, Serialize};

/// A kind of help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aid {
    /// Suggested moves or scores.
    Hint,
    /// The engine played a move.
    BestMove,
    /// A move was taken back.
    Undo,
    /// An analysis of the game or of a position, while it was played.
    Analysis,
    /// The game began from a position with a score that the user chose.
    Position,
}
