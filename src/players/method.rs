//! The methods by which bots choose moves, as data.

use serde::Serialize;

use crate::engine::Limits;

/// The method by which a bot chooses moves. As JSON, it is an object with the field `method`:
/// `{"method":"engine","depth":8,"exact_from":14}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum Method {
    Random,
    /// A move that flips the most discs.
    MostFlips,
    /// A corner, otherwise an edge square, otherwise any; of several, one that flips the most discs.
    Edge,
    /// A corner, otherwise the move that leaves the opponent the fewest moves.
    Mobility,
    /// A search with square values; the depth is in plies.
    SquareValues {
        depth: usize,
    },
    /// An engine search, exact from `exact_from` empty squares; the depth is in plies.
    Engine {
        depth: u32,
        exact_from: u32,
    },
    /// Like `Engine`, but with a random choice among the better moves.
    HumanLike {
        depth: u32,
        exact_from: u32,
    },
    /// An engine search with a time limit per move.
    Timed,
    /// A move that wins or prevents a loss on the next move, otherwise any move.
    Tactical,
    /// A search of a game other than Reversi; higher levels search deeper.
    Search,
    Perfect,
}

impl Method {
    pub(super) fn engine(limits: &Limits) -> Self {
        match limits.time {
            Some(_) => Self::Timed,
            None => Self::Engine { depth: limits.depth, exact_from: limits.exact_from },
        }
    }
}
