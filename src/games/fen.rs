//! Positions in one line, like the Forsyth-Edwards notation (FEN) of chess: rows from the top separated by slashes,
//! runs of empty squares as numbers, and the side to move.

use thiserror::Error;

use super::{Cell, Grid, Player, Square};

/// Positions of Reversi may have all 64 squares in one row.
const MAX_COLUMNS: usize = 64;

const MAX_ROWS: usize = 26;

/// A parsed position, not yet checked by a game.
///
/// Empty squares are `-` or `.`, or a number for a run of them. Black discs are `B`, `X` or `*`, white ones `W` or
/// `O`, in either case. The side to move is one of these letters, or `black` or `white`.
///
/// ```
/// use reversi::games::{Fen, Player};
/// let fen = Fen::parse("8/8/8/3WB3/3BW3/8/8/8 B").unwrap();
/// assert_eq!((fen.rows.len(), fen.turn), (8, Player::Black));
/// assert_eq!(fen.rows[3].iter().collect::<String>(), "---WB---");
/// assert!(Fen::parse("8/8 red").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fen {
    /// The squares of each row, from the top; `-` for an empty one.
    pub rows: Vec<Vec<char>>,
    /// The side to move.
    pub turn: Player,
    /// The words after the side to move.
    pub rest: Vec<String>,
}

/// The error returned when a text is not a position of a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FenError {
    /// More rows, or more squares in a row, than any board has.
    #[error("the board is too large")]
    TooLarge,
    /// A board of the wrong size.
    #[error("the board needs {rows} rows of {columns} squares")]
    Size {
        /// The number of rows of the game's board.
        rows: usize,
        /// The number of squares per row.
        columns: usize,
    },
    /// A character that is not a piece of the game.
    #[error("unexpected {found:?} in row {row}")]
    Square {
        /// The character.
        found: char,
        /// The row, from 1 at the top.
        row: usize,
    },
    /// A missing or unknown side to move.
    #[error("no side to move after the board: use B or W")]
    MissingSide,
    /// A counter with an empty cell below it, in a game where counters fall.
    #[error("the counter on {0} floats: the cell below it is empty")]
    Hanging(Square),
    /// Lines of both sides, in a game that the first line ends.
    #[error("both sides have a line of four")]
    TwoLines,
    /// A piece that appears twice.
    #[error("piece {0} appears twice")]
    DuplicatePiece(char),
    /// Not exactly one piece in hand.
    #[error("{0:?} is not a piece in hand: use one letter, or -")]
    Hand(String),
    /// A piece in hand after the end of the game.
    #[error("the game is over: no piece can be placed")]
    GameOver,
    /// A game without a notation for its positions.
    #[error("{0} has no position notation")]
    Unsupported(&'static str),
}

impl Fen {
    /// Parses a position.
    ///
    /// # Errors
    /// Returns an error if the text is not a board with a side to move.
    pub fn parse(text: &str) -> Result<Self, FenError> {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or("");
        let rows = board
            .split('/')
            .map(row)
            .take(MAX_ROWS + 1)
            .collect::<Result<Vec<_>, _>>()?;
        if rows.len() > MAX_ROWS {
            return Err(FenError::TooLarge);
        }
        let turn = match words.next().map(str::to_ascii_lowercase).as_deref() {
            Some("black") => Player::Black,
            Some("white") => Player::White,
            Some(word) if word.len() == 1 => word
                .chars()
                .next()
                .and_then(owner)
                .ok_or(FenError::MissingSide)?,
            _ => return Err(FenError::MissingSide),
        };
        Ok(Self {
            rows,
            turn,
            rest: words.map(str::to_owned).collect(),
        })
    }

    /// The owner of the disc on each square, row by row.
    pub(super) fn discs(&self, rows: u8, columns: u8) -> Result<Vec<Option<Player>>, FenError> {
        self.check_size(rows, columns)?;
        let mut discs = Vec::new();
        for (row, cells) in (1..).zip(&self.rows) {
            for &found in cells {
                discs.push(match found {
                    '-' => None,
                    found => Some(owner(found).ok_or(FenError::Square { found, row })?),
                });
            }
        }
        Ok(discs)
    }

    /// Returns [`FenError::Size`] if the size of the board is wrong.
    pub(super) fn check_size(&self, rows: u8, columns: u8) -> Result<(), FenError> {
        let rows = usize::from(rows);
        let columns = usize::from(columns);
        if self.rows.len() == rows && self.rows.iter().all(|row| row.len() == columns) {
            Ok(())
        } else {
            Err(FenError::Size { rows, columns })
        }
    }
}

fn row(text: &str) -> Result<Vec<char>, FenError> {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let count = rest[..digits].parse().unwrap_or(usize::MAX);
            if count > MAX_COLUMNS {
                return Err(FenError::TooLarge);
            }
            cells.resize(cells.len() + count, '-');
            rest = &rest[digits..];
        } else {
            cells.push(if first == '.' { '-' } else { first });
            rest = &rest[first.len_utf8()..];
        }
        if cells.len() > MAX_COLUMNS {
            return Err(FenError::TooLarge);
        }
    }
    Ok(cells)
}

fn owner(letter: char) -> Option<Player> {
    match letter.to_ascii_lowercase() {
        'b' | 'x' | '*' => Some(Player::Black),
        'w' | 'o' => Some(Player::White),
        _ => None,
    }
}

pub fn write(grid: &Grid, turn: Player) -> String {
    let letters = grid.cells.iter().map(|cell| match cell {
        Cell::Disc(player) => Some(player.glyph()),
        _ => None,
    });
    format!(
        "{} {}",
        board(letters, usize::from(grid.columns)),
        turn.glyph()
    )
}

pub fn board(letters: impl Iterator<Item = Option<char>>, columns: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let end_run = |text: &mut String, empty: &mut usize| {
        if *empty > 0 {
            *text += &std::mem::take(empty).to_string();
        }
    };
    for (index, letter) in letters.enumerate() {
        if index > 0 && index.is_multiple_of(columns) {
            end_run(&mut text, &mut empty);
            text.push('/');
        }
        match letter {
            None => empty += 1,
            Some(letter) => {
                end_run(&mut text, &mut empty);
                text.push(letter);
            }
        }
    }
    end_run(&mut text, &mut empty);
    text
}

#[cfg(test)]
mod tests;
