//! A board as the screens draw it, with its discs and pieces.

use std::fmt;

use super::{Player, Square};

/// A piece that belongs to neither side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its name.
    pub letter: char,
    /// Its picture in scripts and JSON, three ASCII characters.
    pub shape: &'static str,
    /// Its picture for people, three ASCII characters without a letter that also means a side.
    pub picture: &'static str,
    /// The side in whose colour it is drawn.
    pub color: Player,
}

/// How it looks, read off its picture, for screens that can draw more than characters.
impl Piece {
    /// Whether it is large: `B` and `P`, not `b` and `p`.
    pub fn is_large(&self) -> bool {
        self.shape.contains(|letter: char| letter.is_ascii_uppercase())
    }

    /// Whether it is square: `[`, not `(`.
    pub fn is_square(&self) -> bool {
        self.shape.starts_with('[')
    }

    /// Whether it is hollow: `;`, not `!`.
    pub fn is_hollow(&self) -> bool {
        self.shape.ends_with(';')
    }
}

/// Name and shape: `c [B!`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.letter, self.shape)
    }
}

/// The content of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A disc of a side, drawn with that side's icon.
    Disc(Player),
    /// A piece that belongs to neither side, drawn as its shape.
    Piece(&'static Piece),
}

/// A board to be drawn: rows from the top, each from the left.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub columns: u8,
    /// `rows * columns` cells, row by row.
    pub cells: Vec<Cell>,
    /// Width of a cell in characters: 1 for discs, 3 for [`Cell::Piece`].
    pub width: u8,
}

impl Grid {
    /// The content of a square.
    ///
    /// # Panics
    /// When the square is outside the grid.
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[usize::from(square.index(self.columns))]
    }

    /// The number of a side's discs.
    pub fn count(&self, player: Player) -> usize {
        self.cells.iter().filter(|&&cell| cell == Cell::Disc(player)).count()
    }

    /// The board as one string per row, with `B`, `W` and `-`, whatever the icons of a session.
    /// Pieces of three characters are separated by spaces.
    pub fn to_rows(&self) -> Vec<String> {
        let (empty, between) = if self.width > 1 { ("---", " ") } else { ("-", "") };
        let text = |cell: &Cell| match *cell {
            Cell::Empty => empty,
            Cell::Disc(Player::Black) => "B",
            Cell::Disc(Player::White) => "W",
            Cell::Piece(piece) => piece.shape,
        };
        let rows = self.cells.chunks(usize::from(self.columns));
        rows.map(|row| row.iter().map(text).collect::<Vec<_>>().join(between)).collect()
    }
}
