//! What can be wrong with a record, and why one can't be printed.

use thiserror::Error;

use super::{BoardError, Format, MoveError, ObfError};
use crate::base::text::counted;

/// What can be wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// A move that the game doesn't allow.
    #[error("ply {ply}: {source}")]
    Move {
        /// The move as it was written.
        name: String,
        /// The ply that it would be, from 1.
        ply: usize,
        /// Why it is not allowed.
        source: MoveError,
    },
    /// Something in place of a move.
    #[error("{0:?} is not a square: use a1 to h8, or two digits from 1 to 8")]
    NotASquare(String),
    /// A line longer than any that holds a record.
    #[error("the line is longer than {0} bytes")]
    LongLine(usize),
    /// A record longer than any game.
    #[error("the record is longer than {0} bytes")]
    LongRecord(usize),
    /// More moves than variations may have.
    #[error("the variations have more than {0} moves")]
    ManyMoves(usize),
    /// Variations inside of variations without end.
    #[error("variations are nested more than {0} deep")]
    DeepVariations(usize),
    /// A game saved by this program.
    #[error("this is a saved game, not a game record")]
    Save,
    /// An end of the input within a record.
    #[error("incomplete record: missing {0} at the end")]
    Unfinished(&'static str),
    /// Something other than a record.
    #[error("not a game record: {0:?}")]
    NotARecord(String),
    /// Something in place of a property with its value.
    #[error("unexpected {1:?}: expected a property like {0}")]
    Property(&'static str, String),
    /// A game of another kind.
    #[error("wrong game {0:?}: expected {1}")]
    OtherGame(String, &'static str),
    /// A record without the property that names its game.
    #[error("missing GM property: expected {0}")]
    NoGame(&'static str),
    /// A board of another size.
    #[error("the board size is {0:?}: expected 8")]
    OtherSize(String),
    /// Something in place of a number.
    #[error("invalid {what} {text:?}: expected a number")]
    Number {
        /// The quantity: `evaluation` or `time`.
        what: &'static str,
        /// The text in place of it.
        text: String,
    },
    /// A property that sets up the board after the first move.
    #[error("{0} sets up the board after the first move")]
    LateSetup(String),
    /// A bad board.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// A bad position with scored moves.
    #[error("{0}")]
    Obf(#[from] ObfError),
    /// A code for no square.
    #[error("invalid square code {code} for move {move_number}: expected 11 to 88")]
    Code {
        /// The number of the move, from 1.
        move_number: usize,
        /// The byte.
        code: u8,
    },
    /// A file of another kind.
    #[error("not a WTHOR file of 8x8 games: {0}")]
    NotWthor(&'static str),
    /// A number of games other than the header says.
    #[error("the header says {}, but {found}", counted(.said, "game"))]
    Count {
        /// The number in the header.
        said: u32,
        /// The actual value in the file.
        found: String,
    },
    /// A score that contradicts the game.
    #[error("wrong result: the record says {said} black discs, the moves give {counted}")]
    Score {
        /// The discs by the record.
        said: u8,
        /// The discs after replaying the moves.
        counted: u32,
    },
    /// Something in place of the header of a saved state.
    #[error("unexpected {0:?}: expected a header like M X or A O 2")]
    Header(String),
    /// A saved state with too few rows.
    #[error("got {}, expected 8", counted(.0, "row"))]
    Rows(usize),
    /// A bad row of a saved state.
    #[error("invalid row {row} {text:?}: expected 8 characters X, O or -")]
    Row {
        /// The number of the row, from 1.
        row: usize,
        /// The row as it was written.
        text: String,
    },
    /// Two consecutive saved states that are not of one game.
    #[error("no legal move connects states {from} and {to}")]
    Unconnected {
        /// The number of the earlier one in the file, from 1.
        from: usize,
        /// The number of the later one.
        to: usize,
    },
    /// A third letter on a board.
    #[error("unexpected letter {0:?} on the board")]
    Letter(char),
    /// Letters that could be either side's.
    #[error("can't tell Black's discs from White's")]
    Sides,
    /// A history longer than any game.
    #[error("the record has more than {0} states")]
    States(usize),
}

impl Problem {
    /// Whether a single move is bad, and not what surrounds the moves.
    pub(super) fn is_of_a_move(&self) -> bool {
        matches!(self, Self::Move { .. } | Self::NotASquare(_) | Self::Code { .. })
    }
}

/// Why a record can't be printed in a format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// The format has only games from the usual start.
    #[error("{} must start from the standard position", .0.a_record())]
    OtherStart(Format),
    /// The format has only games with moves.
    #[error("{} needs at least one move", .0.a_record())]
    NoMoves(Format),
    /// A file of the format has only one record.
    #[error("{} holds only one game: select it with number=N", .0.a_record())]
    OnlyOne(Format),
    /// The format has no room for the number.
    #[error("{} holds at most {limit}", .format.a_record())]
    TooMany {
        /// The format.
        format: Format,
        /// The number that it can hold, and of what.
        limit: &'static str,
    },
}

/// The beginning of a text, for messages, which escape what is unprintable in it.
pub(super) fn shortened(text: &str) -> String {
    const MAX_SHOWN_CHARS: usize = 24;
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
