//! Errors in records, and reasons why a record can't be printed.

use thiserror::Error;

use super::game_errors::InLanguage;
use super::{BoardError, Format, MoveError, ObfError};
use crate::base::language::{tr, translated};
use crate::base::text::quoted;
use crate::games::FenError;

/// An error in a record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// An illegal move.
    #[error("{}", tr!("ply {ply}: {error}", ply, error = source))]
    Move {
        /// The text of the move.
        name: String,
        /// The number of its ply, from 1.
        ply: usize,
        /// The rule that it breaks.
        source: MoveError,
    },
    /// Not a move.
    #[error("{}", tr!(
        "{text} is not a square: use a1 to h8, or two digits from 1 to 8",
        text = quoted(.0)
    ))]
    NotASquare(String),
    /// A line longer than the given number of bytes.
    #[error("{}", tr!("the line is longer than {n} bytes", n = .0))]
    LongLine(usize),
    /// A record longer than the given number of bytes.
    #[error("{}", tr!("the record is longer than {n} bytes", n = .0))]
    LongRecord(usize),
    /// More moves than the given limit, variations included.
    #[error("{}", tr!("the variations have more than {n} moves", n = .0))]
    ManyMoves(usize),
    /// Variations nested too deeply.
    #[error("{}", tr!("variations are nested more than {n} deep", n = .0))]
    DeepVariations(usize),
    /// A line that does not belong to a game, and the number of further ones.
    #[error("{}", match *.more {
        0 => tr!("{text} is not understood: begin comments with #", text = quoted(text)),
        more => tr!(
            "{text} is not understood, nor {n} more line: begin comments with #"
                | "{text} is not understood, nor {n} more lines: begin comments with #",
            n = more,
            text = quoted(text)
        ),
    })]
    Unread {
        /// The number of the line, from 1.
        line: u64,
        /// The beginning of the line.
        text: String,
        /// The number of further lines that do not belong to a game.
        more: usize,
    },
    /// A game saved by this program.
    #[error("{}", tr!("this is a saved game, not a game record"))]
    Save,
    /// The end of the input within a record.
    #[error("{}", tr!("incomplete record: missing {name} at the end", name = .0))]
    Unfinished(&'static str),
    /// Not a record.
    #[error("{}", tr!("not a game record: {text}", text = quoted(.0)))]
    NotARecord(String),
    /// Not a property with a value.
    #[error("{}", tr!(
        "unexpected {text}: expected a property like {name}",
        text = quoted(.1),
        name = .0
    ))]
    Property(&'static str, String),
    /// Another kind of game.
    #[error("{}", tr!("wrong game {text}: expected {name}", text = quoted(.0), name = .1))]
    OtherGame(String, &'static str),
    /// No property that names the game.
    #[error("{}", tr!("missing GM property: expected {name}", name = .0))]
    NoGame(&'static str),
    /// A board size other than 8.
    #[error("{}", tr!("the board size is {text}: expected 8", text = quoted(.0)))]
    OtherSize(String),
    /// A game of Reversed Reversi, which records don't distinguish from Reversi.
    #[error("{}", tr!(
        "the type {text} is Reversed Reversi: expected Reversi, such as 8",
        text = quoted(.0)
    ))]
    Reversed(String),
    /// Not a number.
    #[error("{}", tr!(
        "invalid {what} {text}: expected a number",
        what = translated(.what),
        text = quoted(text)
    ))]
    Number {
        /// The quantity: `evaluation` or `time`.
        what: &'static str,
        /// The text found instead.
        text: String,
    },
    /// A property that sets up the board after the first move.
    #[error("{}", tr!("{text} sets up the board after the first move", text = .0))]
    LateSetup(String),
    /// An invalid board.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// An invalid starting position of PGN.
    #[error("{}", .0.in_language())]
    Fen(#[from] FenError),
    /// A closing bracket without an opening one.
    #[error("{}", tr!("unexpected {symbol}: no variation is open", symbol = quoted(.0)))]
    Unopened(char),
    /// An invalid position with scored moves.
    #[error("{0}")]
    Obf(#[from] ObfError),
    /// A byte that is not a square code.
    #[error("{}", tr!(
        "invalid square code {code} for move {move_number}: expected 11 to 88",
        code,
        move_number
    ))]
    Code {
        /// The number of the move, from 1.
        move_number: usize,
        /// The byte.
        code: u8,
    },
    /// Not a WTHOR game file.
    #[error("{}", tr!("not a WTHOR file of 8x8 games: {reason}", reason = translated(.0)))]
    NotWthor(&'static str),
    /// A number of games other than the header's.
    #[error("{}", tr!("the header says {games}, but {found}", games = games(*.said), found))]
    Count {
        /// The number in the header.
        said: u32,
        /// The actual content, as a phrase.
        found: String,
    },
    /// A score that contradicts the game.
    #[error("{}", tr!(
        "wrong result: the record says {said} black discs, the moves give {counted}",
        said,
        counted
    ))]
    Score {
        /// The recorded number of black discs.
        said: u8,
        /// The number of black discs after replaying the moves.
        counted: u32,
    },
    /// Not the header of a saved state.
    #[error("{}", tr!("unexpected {text}: expected a header like M X or A O 2", text = quoted(.0)))]
    Header(String),
    /// A saved state with too few rows.
    #[error("{}", tr!("got {n} row, expected 8" | "got {n} rows, expected 8", n = *.0))]
    Rows(usize),
    /// An invalid row of a saved state.
    #[error("{}", tr!(
        "invalid row {row} {text}: expected 8 characters X, O or -",
        row,
        text = quoted(text)
    ))]
    Row {
        /// The number of the row, from 1.
        row: usize,
        /// The text of the row.
        text: String,
    },
    /// Two consecutive saved states that no legal moves connect.
    #[error("{}", tr!("no legal move connects states {from} and {to}", from, to))]
    Unconnected {
        /// The number of the earlier state in the file, from 1.
        from: usize,
        /// The number of the later state.
        to: usize,
    },
    /// A third letter on a board.
    #[error("{}", tr!("unexpected letter {symbol} on the board", symbol = quoted(.0)))]
    Letter(char),
    /// Ambiguous letters: either could be Black.
    #[error("{}", tr!("can't tell Black's discs from White's"))]
    Sides,
    /// More states than a game can have.
    #[error("{}", tr!("the record has more than {n} states", n = .0))]
    States(usize),
}

fn games(count: u32) -> String {
    let n = usize::try_from(count).unwrap_or(usize::MAX);
    tr!("{n} game" | "{n} games", n)
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
    #[error("{}", tr!(
        "{a_record} must start from the standard position",
        a_record = translated(.0.a_record())
    ))]
    OtherStart(Format),
    /// A game without moves.
    #[error("{}", tr!("{a_record} needs at least one move", a_record = translated(.0.a_record())))]
    NoMoves(Format),
    /// A second record, in a format with one record per file.
    #[error("{}", tr!(
        "{a_record} holds only one game: select it with number=N",
        a_record = translated(.0.a_record())
    ))]
    OnlyOne(Format),
    /// More than the format can hold.
    #[error("{}", tr!(
        "{a_record} holds at most {limit}",
        a_record = translated(.format.a_record()),
        limit = translated(.limit)
    ))]
    TooMany {
        /// The format.
        format: Format,
        /// The limit, as a phrase: `65,535 names`.
        limit: &'static str,
    },
}
