//! Errors in records, and reasons why a record can't be printed.

use thiserror::Error;

use super::{BoardError, Format, MoveError, ObfError};
use crate::base::text::counted;
use crate::games::FenError;

/// An error in a record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// An illegal move.
    #[error("ply {ply}: {source}")]
    Move {
        /// The text of the move.
        name: String,
        /// The number of its ply, from 1.
        ply: usize,
        /// The rule that it breaks.
        source: MoveError,
    },
    /// Not a move.
    #[error("{0:?} is not a square: use a1 to h8, or two digits from 1 to 8")]
    NotASquare(String),
    /// A line longer than the given number of bytes.
    #[error("the line is longer than {0} bytes")]
    LongLine(usize),
    /// A record longer than the given number of bytes.
    #[error("the record is longer than {0} bytes")]
    LongRecord(usize),
    /// More moves than the given limit, variations included.
    #[error("the variations have more than {0} moves")]
    ManyMoves(usize),
    /// Variations nested too deeply.
    #[error("variations are nested more than {0} deep")]
    DeepVariations(usize),
    /// A line that does not belong to a game, and the number of further ones.
    #[error("{text:?} is not understood{}: begin comments with #", further(*.more))]
    Unread {
        /// The number of the line, from 1.
        line: u64,
        /// The beginning of the line.
        text: String,
        /// The number of further lines that do not belong to a game.
        more: usize,
    },
    /// A game saved by this program.
    #[error("this is a saved game, not a game record")]
    Save,
    /// The end of the input within a record.
    #[error("incomplete record: missing {0} at the end")]
    Unfinished(&'static str),
    /// Not a record.
    #[error("not a game record: {0:?}")]
    NotARecord(String),
    /// Not a property with a value.
    #[error("unexpected {1:?}: expected a property like {0}")]
    Property(&'static str, String),
    /// Another kind of game.
    #[error("wrong game {0:?}: expected {1}")]
    OtherGame(String, &'static str),
    /// No property that names the game.
    #[error("missing GM property: expected {0}")]
    NoGame(&'static str),
    /// A board size other than 8.
    #[error("the board size is {0:?}: expected 8")]
    OtherSize(String),
    /// Not a number.
    #[error("invalid {what} {text:?}: expected a number")]
    Number {
        /// The quantity: `evaluation` or `time`.
        what: &'static str,
        /// The text found instead.
        text: String,
    },
    /// A property that sets up the board after the first move.
    #[error("{0} sets up the board after the first move")]
    LateSetup(String),
    /// An invalid board.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// An invalid starting position of PGN.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A closing bracket without an opening one.
    #[error("unexpected {0:?}: no variation is open")]
    Unopened(char),
    /// An invalid position with scored moves.
    #[error("{0}")]
    Obf(#[from] ObfError),
    /// A byte that is not a square code.
    #[error("invalid square code {code} for move {move_number}: expected 11 to 88")]
    Code {
        /// The number of the move, from 1.
        move_number: usize,
        /// The byte.
        code: u8,
    },
    /// Not a WTHOR game file.
    #[error("not a WTHOR file of 8x8 games: {0}")]
    NotWthor(&'static str),
    /// A number of games other than the header's.
    #[error("the header says {}, but {found}", counted(.said, "game"))]
    Count {
        /// The number in the header.
        said: u32,
        /// The actual content, as a phrase.
        found: String,
    },
    /// A score that contradicts the game.
    #[error("wrong result: the record says {said} black discs, the moves give {counted}")]
    Score {
        /// The recorded number of black discs.
        said: u8,
        /// The number of black discs after replaying the moves.
        counted: u32,
    },
    /// Not the header of a saved state.
    #[error("unexpected {0:?}: expected a header like M X or A O 2")]
    Header(String),
    /// A saved state with too few rows.
    #[error("got {}, expected 8", counted(.0, "row"))]
    Rows(usize),
    /// An invalid row of a saved state.
    #[error("invalid row {row} {text:?}: expected 8 characters X, O or -")]
    Row {
        /// The number of the row, from 1.
        row: usize,
        /// The text of the row.
        text: String,
    },
    /// Two consecutive saved states that no legal moves connect.
    #[error("no legal move connects states {from} and {to}")]
    Unconnected {
        /// The number of the earlier state in the file, from 1.
        from: usize,
        /// The number of the later state.
        to: usize,
    },
    /// A third letter on a board.
    #[error("unexpected letter {0:?} on the board")]
    Letter(char),
    /// Ambiguous letters: either could be Black.
    #[error("can't tell Black's discs from White's")]
    Sides,
    /// More states than a game can have.
    #[error("the record has more than {0} states")]
    States(usize),
}

fn further(count: usize) -> String {
    match count {
        0 => String::new(),
        count => format!(", nor {}", counted(count, "more line")),
    }
}

impl Problem {
    /// Whether the error is in a single move.
    pub(super) fn is_of_a_move(&self) -> bool {
        matches!(
            self,
            Self::Move { .. } | Self::NotASquare(_) | Self::Code { .. }
        )
    }
}

/// The reason why a format can't represent a record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// A game that doesn't begin at the starting position.
    #[error("{} must start from the standard position", .0.a_record())]
    OtherStart(Format),
    /// A game without moves.
    #[error("{} needs at least one move", .0.a_record())]
    NoMoves(Format),
    /// A second record, in a format with one record per file.
    #[error("{} holds only one game: select it with number=N", .0.a_record())]
    OnlyOne(Format),
    /// More than the format can hold.
    #[error("{} holds at most {limit}", .format.a_record())]
    TooMany {
        /// The format.
        format: Format,
        /// The limit, as a phrase: `65,535 names`.
        limit: &'static str,
    },
}
