//! Moves, what they change, and why they are refused.

use thiserror::Error;

use super::{Player, Square};

/// A move: a small number that only its game can read, see
/// [`Game::move_name`](super::Game::move_name).
///
/// Where a move is a square, as in Reversi, it is the square's [index](Square::index).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u16);

impl From<Move> for u32 {
    fn from(mv: Move) -> Self {
        mv.0.into()
    }
}

/// Everything that a move changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize))]
pub struct Played {
    /// The side that moved.
    pub player: Player,
    /// Where the piece came to rest; `None` for a move that places nothing.
    pub placed: Option<Square>,
    /// The discs that changed sides, in board order.
    pub flipped: Vec<Square>,
    /// The square from which a piece was pushed off the board. Each piece between it and `placed`
    /// has moved one square towards it.
    pub pushed_out: Option<Square>,
    /// The side that had no move afterwards and passed, so that `player` moves again.
    pub passed: Option<Player>,
}

impl Played {
    /// A move that placed a piece and changed nothing else.
    pub fn placed(player: Player, square: Square) -> Self {
        Self { player, placed: Some(square), flipped: Vec::new(), pushed_out: None, passed: None }
    }

    /// Number of plies: one for the move, and one for the pass that it forced, if any.
    pub fn plies(&self) -> usize {
        1 + usize::from(self.passed.is_some())
    }
}

/// Why a move can't be played. The game is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The square is occupied.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// A Reversi move must flip at least one disc.
    #[error("{0} is not legal: a move must flip at least one disc")]
    FlipsNothing(Square),
    /// A column, counted from 0, has no free cell.
    #[error("column {} is full", .0 + 1)]
    ColumnFull(u8),
    /// A piece is on the board or has been named already.
    #[error("piece {0} is already on the board: choose another")]
    PieceGone(char),
    /// A piece has been named and must be placed before another is named.
    #[error("place piece {0} first: choose a free cell")]
    PlaceFirst(char),
    /// A piece must be named before anything is placed.
    #[error("first choose a piece for your opponent")]
    NamePieceFirst,
    /// The number of the move names nothing on this board.
    #[error("no move number {}", (.0).0)]
    Unknown(Move),
}
