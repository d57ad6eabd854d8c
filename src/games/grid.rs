//! Squares, and a board as the screens draw it.

use std::fmt;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::Player;

/// A square of a board, counted from the top left.
///
/// It is written as column letter and row number, `a1` top left: `Square { row: 2, column: 3 }`
/// is d3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// From 0 at the top.
    pub row: u8,
    /// From 0 at the left; at most 25, because columns are named by one letter.
    pub column: u8,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A disc of a side, drawn with that side's icon.
    Disc(Player),
    /// A piece that belongs to neither side, drawn as this text of three characters.
    Piece(&'static str),
}

/// A board to be drawn: rows from the top, each from the left.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    /// How many rows.
    pub rows: u8,
    /// How many columns.
    pub columns: u8,
    /// `rows * columns` cells, row by row.
    pub cells: Vec<Cell>,
    /// How many characters a piece has: 1 for discs, 3 for [`Cell::Piece`].
    pub width: u8,
}

impl Grid {
    /// What stands on a square.
    ///
    /// # Panics
    /// When the square is outside the grid.
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)]
    }

    /// How many discs a side has.
    pub fn count(&self, player: Player) -> usize {
        self.cells.iter().filter(|&&cell| cell == Cell::Disc(player)).count()
    }

    /// The board as one string a row, with `B`, `W` and `-`, whatever the icons of a session;
    /// pieces of three characters have a space between.
    pub fn to_rows(&self) -> Vec<String> {
        let (empty, between) = if self.width > 1 { ("---", " ") } else { ("-", "") };
        let text = |cell: &Cell| match *cell {
            Cell::Empty => empty,
            Cell::Disc(Player::Black) => "B",
            Cell::Disc(Player::White) => "W",
            Cell::Piece(shape) => shape,
        };
        let rows = self.cells.chunks(usize::from(self.columns));
        rows.map(|row| row.iter().map(text).collect::<Vec<_>>().join(between)).collect()
    }
}

/// Why a text names no move on a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseMoveError {
    /// Not of the form of a square.
    #[error("{text:?} is not a square: write {example}, or row and column like 3 4")]
    Form {
        /// What was given.
        text: String,
        /// A square that would be right.
        example: Square,
    },
    /// Not of the form of a column.
    #[error("{text:?} is not a column: columns are {}", columns_named(*.columns))]
    NotAColumn {
        /// What was given.
        text: String,
        /// How many columns there are.
        columns: u8,
    },
    /// No piece has this name.
    #[error("{0:?} is not a piece: pieces are a to p")]
    Piece(String),
    /// The row is outside the board.
    #[error("row {row} is not on the board: rows are 1 to {rows}")]
    Row {
        /// What was given.
        row: String,
        /// How many rows there are.
        rows: u8,
    },
    /// The column is outside the board.
    #[error("column {column} is not on the board: columns are {}", columns_named(*.columns))]
    Column {
        /// What was given.
        column: String,
        /// How many columns there are.
        columns: u8,
    },
}

fn columns_named(columns: u8) -> String {
    format!("1 to {columns}, or a to {}", char::from(b'a' + columns - 1))
}

/// The square that a text names on a board of this size: `d3`, `D3`, `3 4` or `3,4` (row, column).
///
/// # Errors
/// [`ParseMoveError`] says what would be right.
///
/// ```
/// use reversi::games::{Square, parse_square};
/// assert_eq!(parse_square("d3", 8, 8), Ok(Square { row: 2, column: 3 }));
/// assert_eq!(parse_square("3 4", 8, 8), parse_square("D3", 8, 8));
/// assert!(parse_square("i9", 8, 8).is_err());
/// ```
pub fn parse_square(text: &str, rows: u8, columns: u8) -> Result<Square, ParseMoveError> {
    let form = || ParseMoveError::Form {
        text: shortened(text),
        example: Square { row: 2.min(rows - 1), column: 3.min(columns - 1) },
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let within = |part: &str, limit: u8| {
        part.parse::<u8>().ok().filter(|number| (1..=limit).contains(number)).map(|n| n - 1)
    };
    let text = text.trim();
    let (row, column) = match text.as_bytes().first() {
        Some(letter) if letter.is_ascii_alphabetic() => {
            let (name, row) = text.split_at(1);
            if !digits(row) {
                return Err(form());
            }
            let column = letter.to_ascii_lowercase() - b'a';
            let column = Some(column).filter(|&column| column < columns).ok_or_else(|| {
                ParseMoveError::Column { column: name.to_ascii_lowercase(), columns }
            })?;
            (row, column)
        }
        Some(_) => {
            let (row, column) = text.split_once([' ', ',']).ok_or_else(form)?;
            let column = column.trim_start_matches([' ', ',']);
            if !digits(row) || !digits(column) {
                return Err(form());
            }
            let number = within(column, columns)
                .ok_or_else(|| ParseMoveError::Column { column: column.to_owned(), columns })?;
            (row, number)
        }
        None => return Err(form()),
    };
    let row = within(row, rows).ok_or_else(|| ParseMoveError::Row { row: shortened(row), rows })?;
    Ok(Square { row, column })
}

/// The column, from 0, that a text names on a board with so many: `4`, `d` or `D`.
///
/// # Errors
/// [`ParseMoveError`] says what would be right.
pub(super) fn parse_column(text: &str, columns: u8) -> Result<u8, ParseMoveError> {
    let text = text.trim();
    let column = match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase() - b'a'),
        digits if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
            text.parse::<u8>().ok().and_then(|number| number.checked_sub(1))
        }
        _ => return Err(ParseMoveError::NotAColumn { text: shortened(text), columns }),
    };
    column
        .filter(|&column| column < columns)
        .ok_or_else(|| ParseMoveError::Column { column: shortened(text), columns })
}

/// A text for an error message, cut off where it gets too long to be read.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_parses_in_every_spelling() {
        for row in 0..8 {
            for column in 0..8 {
                let square = Square { row, column };
                let name = square.to_string();
                let numbers = format!("{} {}", row + 1, column + 1);
                for text in [
                    &name,
                    &name.to_uppercase(),
                    &numbers,
                    &numbers.replace(' ', ","),
                    &numbers.replace(' ', " , "),
                ] {
                    assert_eq!(parse_square(text, 8, 8), Ok(square), "{text}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_square_is_refused_with_what_would_be_right() {
        for (text, message) in [
            ("", "\"\" is not a square: write d3, or row and column like 3 4"),
            ("d", "\"d\" is not a square: write d3, or row and column like 3 4"),
            ("34", "\"34\" is not a square: write d3, or row and column like 3 4"),
            ("d3x", "\"d3x\" is not a square: write d3, or row and column like 3 4"),
            ("é3", "\"é3\" is not a square: write d3, or row and column like 3 4"),
            ("d+3", "\"d+3\" is not a square: write d3, or row and column like 3 4"),
            ("i3", "column i is not on the board: columns are 1 to 8, or a to h"),
            ("3 9", "column 9 is not on the board: columns are 1 to 8, or a to h"),
            ("3 0", "column 0 is not on the board: columns are 1 to 8, or a to h"),
            ("d9", "row 9 is not on the board: rows are 1 to 8"),
            ("0 4", "row 0 is not on the board: rows are 1 to 8"),
            (
                "d99999999999999999999",
                "row 99999999999999999999 is not on the board: rows are 1 to 8",
            ),
        ] {
            assert_eq!(parse_square(text, 8, 8).unwrap_err().to_string(), message);
        }
    }
}
