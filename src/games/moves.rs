//! Moves, their effects, the reasons why they are refused, and the questions that ask the user for one.

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
        Self {
            player,
            placed: Some(square),
            flipped: Vec::new(),
            pushed_out: None,
            passed: None,
        }
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
    #[error("place piece {piece} first: choose a free cell")]
    PlaceFirst {
        /// The letter of the piece in hand.
        piece: char,
        /// A free cell.
        free: Square,
    },
    /// A cell was chosen before a piece was named. The letter names a remaining piece.
    #[error("first choose a piece for your opponent")]
    NamePieceFirst(char),
    /// A move number without a meaning on this board.
    #[error("no move number {}", (.0).0)]
    Unknown(Move),
}

/// A part of a move to ask for, and the answers that the board allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// A column: its number or its letter.
    Column {
        /// The number of columns.
        columns: u8,
    },
    /// A row: its number.
    Row {
        /// The number of rows.
        rows: u8,
    },
    /// A piece: its letter.
    Piece {
        /// The number of pieces, named from `a`.
        pieces: u8,
    },
}

impl Question {
    /// Returns the name of the part: `column`, `row` or `piece`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Column { .. } => "column",
            Self::Row { .. } => "row",
            Self::Piece { .. } => "piece",
        }
    }

    /// Whether a word is an answer: any number, or a letter on the board.
    ///
    /// A number out of range is an answer too: its move is refused. Any other word may be a command.
    ///
    /// ```
    /// use reversi::games::Question;
    /// let column = Question::Column { columns: 8 };
    /// assert!(column.accepts("H") && column.accepts("12"));
    /// assert!(!column.accepts("i") && !column.accepts("undo"));
    /// ```
    pub fn accepts(self, word: &str) -> bool {
        let letters = match self {
            Self::Column { columns } => columns,
            Self::Row { .. } => 0,
            Self::Piece { pieces } => pieces,
        };
        match word.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                letter.to_ascii_lowercase() - b'a' < letters
            }
            digits => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
        }
    }
}
