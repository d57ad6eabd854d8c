//! What can be wrong with a record, and why one can't be printed.

use thiserror::Error;

use super::{BoardError, Format, MoveError};

/// What can be wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// A move that the game doesn't allow.
    #[error("{} can't be played as ply {ply}: {source}", if .name.is_empty() { "a pass" } else { name })]
    Move {
        /// The move as it was written.
        name: String,
        /// Which ply it would be, from 1.
        ply: usize,
        /// Why.
        source: MoveError,
    },
    /// Something in place of a move.
    #[error("{0:?} is not a square: a1 to h8, or two digits from 1 to 8")]
    NotASquare(String),
    /// A line longer than any with a record on it.
    #[error("the line is longer than {0} bytes")]
    LongLine(usize),
    /// A record longer than any.
    #[error("the record is longer than {0} bytes")]
    LongRecord(usize),
    /// A game that this program has saved.
    #[error("this is a saved game and no record: L loads it, and export writes the record of one")]
    Save,
    /// The input ends before the record does.
    #[error("the record isn't finished: {0} is missing at its end")]
    Unfinished(&'static str),
    /// Something else than a record.
    #[error("this is no record of a game: {0:?}")]
    NotARecord(String),
    /// Something in place of a property with its value.
    #[error("it takes a property like {0}, and not {1:?}")]
    Property(&'static str, String),
    /// A game of another kind.
    #[error("{0:?} is another game: it takes {1}")]
    OtherGame(String, &'static str),
    /// The record doesn't say which game it is of.
    #[error("GM is missing: it takes {0}")]
    NoGame(&'static str),
    /// A board of another size.
    #[error("the board is {0:?}, and it takes 8 by 8")]
    OtherSize(String),
    /// Something in place of a number.
    #[error("{text:?} is no {what}: a number")]
    Number {
        /// What it should be.
        what: &'static str,
        /// What it is.
        text: String,
    },
    /// The discs are put up when moves have been made.
    #[error("{0} puts up the board after the first move")]
    LateSetup(String),
    /// A board that is none.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// A position with scored moves that is none.
    #[error("{0}")]
    Obf(#[from] super::ObfError),
    /// A square with two discs.
    #[error("{0} is both black and white")]
    TwoDiscs(String),
    /// A code for no square.
    #[error("move {move_number} is {code}, and it takes ten times the row plus the column")]
    Code {
        /// Which move, from 1.
        move_number: usize,
        /// The byte.
        code: u8,
    },
    /// A file of another kind.
    #[error("this is no WTHOR file of games on 8 by 8 squares: {0}")]
    NotWthor(&'static str),
    /// There are fewer or more games than the file says.
    #[error("the header says that there are {said} games, and {found}")]
    Count {
        /// In the header.
        said: u32,
        /// What there is.
        found: String,
    },
    /// The score doesn't fit the game.
    #[error("Black has {counted} discs at the end, and the record says {said}")]
    Score {
        /// In the record.
        said: u8,
        /// By playing it over.
        counted: u32,
    },
    /// There is no header where a saved state should begin.
    #[error("it takes a header like M X or A O 2, and not {0:?}")]
    Header(String),
    /// A saved state has too few rows.
    #[error("the board has {0} rows, and it takes 8")]
    Rows(usize),
    /// A row of a saved state is none.
    #[error("row {row} is {text:?}, and it takes 8 of {glyphs}")]
    Row {
        /// Which row, from 1.
        row: usize,
        /// As it was written.
        text: String,
        /// What stands for discs and for an empty square.
        glyphs: String,
    },
    /// Two saved states in a row are not of one game.
    #[error("no legal move leads from state {from} to state {to}")]
    Unconnected {
        /// The number of the earlier one in the file, from 1.
        from: usize,
        /// The number of the later one.
        to: usize,
    },
    /// There are more letters on a board than two.
    #[error("{0:?} is neither side's letter")]
    Letter(char),
    /// A side is to move whose letter is not known.
    #[error("nobody knows which discs are Black's")]
    Sides,
    /// The game is longer than any.
    #[error("the record has more than {0} states")]
    States(usize),
}

/// Why a record can't be printed in a format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// The format knows only games from the usual start.
    #[error("{} can only begin at the usual start", .0.a_record())]
    OtherStart(Format),
    /// The format knows only games with moves.
    #[error("{} takes at least one move", .0.a_record())]
    NoMoves(Format),
    /// A file of the format has no more than one record.
    #[error("{} holds one game only: choose it with --select number=N", .0.a_record())]
    OnlyOne(Format),
    /// The format has no room for the number.
    #[error("{} holds no more than {limit}", .format.a_record())]
    TooMany {
        /// Which format.
        format: Format,
        /// How many of what.
        limit: &'static str,
    },
}
