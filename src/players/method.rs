//! How the bot of a level chooses its moves, as data.

use serde::Serialize;

use crate::engine::Limits;

/// How a bot chooses its moves.
///
/// As JSON it is an object with the field `method`: `{"method":"engine","depth":8,"exact_from":14}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum Method {
    /// Any legal move.
    Random,
    /// A move that flips most discs.
    MostFlips,
    /// A corner, else a square on the edge, else one that flips most discs.
    Edge,
    /// A corner, else the move that leaves the opponent fewest.
    Mobility,
    /// A search by the values of squares.
    SquareValues {
        /// Its depth in plies.
        depth: usize,
    },
    /// A search of the engine.
    Engine {
        /// Its depth in plies.
        depth: u32,
        /// The number of empty squares from which it is exact.
        exact_from: u32,
    },
    /// A search of the engine, and a random choice among moves that are not much worse than the best.
    HumanLike {
        /// Its depth in plies.
        depth: u32,
        /// The number of empty squares from which it is exact.
        exact_from: u32,
    },
    /// A search of the engine with a time limit for each move.
    Timed,
    /// A win or the prevention of a loss on the next move, else any move.
    Tactical,
    /// A search of a game other than Reversi, the deeper the higher the level.
    Search,
    /// The best move.
    Perfect,
}

impl Method {
    /// The method of the engine with these limits.
    pub(super) fn engine(limits: &Limits) -> Self {
        match limits.time {
            Some(_) => Self::Timed,
            None => Self::Engine { depth: limits.depth, exact_from: limits.exact_from },
        }
    }
}
