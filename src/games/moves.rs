//! Moves, their effects, and the reasons why they are refused.

use thiserror::Error;

use super::{Player, Square};

/// A move: a small number that only its game can interpret.
///
/// If a move is a square, as in Reversi, it is the square's [index](Square::index).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u16);

impl From<Move> for u32 {
    fn from(mv: Move) -> Self {
        mv.0.into()
    }
}

/// The changes made by a move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize))]
pub struct Played {
    /// The side that moved.
    pub player: Player,
    /// The square where the piece came to rest; `None` for a move that places nothing.
    pub placed: Option<Square>,
    /// The discs that changed sides, in board order.
    pub flipped: Vec<Square>,
    /// The square from which a piece was pushed off the board, if any. Each piece between it and `placed` moved one
    /// square toward it.
    pub pushed_out: Option<Square>,
    /// The side that then passed for lack of a move, so that `player` moves again.
    pub passed: Option<Player>,
}

impl Played {
    /// Creates the changes of a move that only placed a piece.
    pub fn placed(player: Player, square: Square) -> Self {
        Self { player, placed: Some(square), flipped: Vec::new(), pushed_out: None, passed: None }
    }

    /// Returns the number of plies: one for the move, plus one if it forced a pass.
    pub fn plies(&self) -> usize {
        1 + usize::from(self.passed.is_some())
    }
}

/// The error returned when a move can't be played. The game is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// A move after the end of the game.
    #[error("the game is over")]
    GameOver,
    /// An occupied square.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// A Reversi move that flips no disc.
    #[error("{0} is not legal: a move must flip at least one disc")]
    FlipsNothing(Square),
    /// A full column, counted from 0.
    #[error("column {} is full", .0 + 1)]
    ColumnFull(u8),
    /// A piece that is already on the board or in hand.
    #[error("piece {0} is already on the board: choose another")]
    PieceGone(char),
    /// Another piece is in hand and must be placed first.
    #[error("place piece {0} first: choose a free cell")]
    PlaceFirst(char),
    /// A cell was chosen before a piece was named.
    #[error("first choose a piece for your opponent")]
    NamePieceFirst,
    /// A move number without a meaning on this board.
    #[error("no move number {}", (.0).0)]
    Unknown(Move),
}
