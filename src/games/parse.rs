//! Parses squares and columns.

use thiserror::Error;

use super::Square;

/// The error returned when a text is not a move on a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseMoveError {
    /// Not a square.
    #[error("{text:?} is not a square: use one like {example}")]
    Form {
        /// The text, shortened if it is long.
        text: String,
        /// An example of a square on the board.
        example: Square,
    },
    /// Not a column.
    #[error("{text:?} is not a column: use {}", column_range(*.columns))]
    NotAColumn {
        /// The text, shortened if it is long.
        text: String,
        /// The number of columns.
        columns: u8,
    },
    /// Not a piece.
    #[error("{text:?} is not a piece: use a to {}", last_letter(*.pieces))]
    NotAPiece {
        /// The text, shortened if it is long.
        text: String,
        /// The number of pieces.
        pieces: u8,
    },
    /// A row outside the board.
    #[error("no row {row} on this board: use 1 to {rows}")]
    Row {
        /// The row, shortened if it is long.
        row: String,
        /// The number of rows.
        rows: u8,
    },
    /// A column outside the board.
    #[error("no column {column} on this board: use {}", column_range(*.columns))]
    Column {
        /// The column as given.
        column: String,
        /// The number of columns.
        columns: u8,
    },
}

fn column_range(columns: u8) -> String {
    format!("1 to {columns}, or a to {}", last_letter(columns))
}

fn last_letter(count: u8) -> char {
    char::from(b'a' + count - 1)
}

/// Parses a square, such as `d3`, `D3`, `3 4` or `3,4` (row, column).
///
/// # Errors
/// Returns a [`ParseMoveError`] if the text is not a square of a board of this size.
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
        example: Square {
            row: 2.min(rows - 1),
            column: 3.min(columns - 1),
        },
    };
    let within = |part: &str, limit: u8| {
        part.parse::<u8>()
            .ok()
            .filter(|number| (1..=limit).contains(number))
            .map(|n| n - 1)
    };
    let text = text.trim();
    let (row, column) = match text.as_bytes().first() {
        Some(letter) if letter.is_ascii_alphabetic() => {
            let (name, row) = text.split_at(1);
            if !is_number(row) {
                return Err(form());
            }
            let column = column_of(*letter, columns).ok_or_else(|| ParseMoveError::Column {
                column: name.to_ascii_lowercase(),
                columns,
            })?;
            (row, column)
        }
        Some(_) => {
            let (row, column) = text.split_once([' ', ',']).ok_or_else(form)?;
            let column = column.trim_start_matches([' ', ',']);
            if !is_number(row) || !is_number(column) {
                return Err(form());
            }
            let number = within(column, columns).ok_or_else(|| ParseMoveError::Column {
                column: column.to_owned(),
                columns,
            })?;
            (row, number)
        }
        None => return Err(form()),
    };
    let row = within(row, rows).ok_or_else(|| ParseMoveError::Row {
        row: shortened(row),
        rows,
    })?;
    Ok(Square { row, column })
}

/// Parses a column, such as `4`, `d` or `D`, and returns it counted from 0.
pub fn parse_column(text: &str, columns: u8) -> Result<u8, ParseMoveError> {
    let text = text.trim();
    let column = match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => column_of(*letter, columns),
        _ if is_number(text) => {
            let number = text
                .parse::<u8>()
                .ok()
                .and_then(|number| number.checked_sub(1));
            number.filter(|&column| column < columns)
        }
        _ => {
            return Err(ParseMoveError::NotAColumn {
                text: shortened(text),
                columns,
            });
        }
    };
    column.ok_or_else(|| ParseMoveError::Column {
        column: shortened(text),
        columns,
    })
}

fn column_of(letter: u8, columns: u8) -> Option<u8> {
    let column = letter.to_ascii_lowercase() - b'a';
    (column < columns).then_some(column)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The beginning of a text, for messages.
pub fn shortened(text: &str) -> String {
    const MAX_SHOWN_CHARS: usize = 24;
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
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
            ("", "\"\" is not a square: use one like d3"),
            ("d", "\"d\" is not a square: use one like d3"),
            ("34", "\"34\" is not a square: use one like d3"),
            ("d3x", "\"d3x\" is not a square: use one like d3"),
            ("é3", "\"é3\" is not a square: use one like d3"),
            ("d+3", "\"d+3\" is not a square: use one like d3"),
            ("i3", "no column i on this board: use 1 to 8, or a to h"),
            ("3 9", "no column 9 on this board: use 1 to 8, or a to h"),
            ("3 0", "no column 0 on this board: use 1 to 8, or a to h"),
            ("d9", "no row 9 on this board: use 1 to 8"),
            ("0 4", "no row 0 on this board: use 1 to 8"),
            (
                "d99999999999999999999",
                "no row 99999999999999999999 on this board: use 1 to 8",
            ),
        ] {
            assert_eq!(parse_square(text, 8, 8).unwrap_err().to_string(), message);
        }
    }
}
