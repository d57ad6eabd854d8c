//! A board to draw, with its discs and pieces, and the pieces next to it.

use std::fmt;

use super::{Player, Square};

/// A piece that belongs to neither side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The name of the piece: `c`.
    pub letter: char,
    /// The picture in scripts and JSON, three ASCII characters.
    pub shape: &'static str,
    /// The picture on screens, three ASCII characters without a letter that also means a side.
    pub picture: &'static str,
    /// The side in whose color the piece is drawn.
    pub color: Player,
}

impl Piece {
    /// Whether the piece is large: `B` and `P`, not `b` and `p`.
    pub(crate) fn is_large(&self) -> bool {
        self.shape
            .contains(|letter: char| letter.is_ascii_uppercase())
    }

    /// Whether the piece is square: `[`, not `(`.
    pub(crate) fn is_square(&self) -> bool {
        self.shape.starts_with('[')
    }

    /// Whether the piece is hollow: `;`, not `!`.
    pub(crate) fn is_hollow(&self) -> bool {
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
    /// An empty square.
    Empty,
    /// A disc of a side, drawn with that side's icon.
    Disc(Player),
    /// A piece that belongs to neither side, drawn as its shape.
    Piece(&'static Piece),
}

/// A board to draw: rows from the top, each from the left.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub columns: u8,
    /// `rows * columns` cells, row by row.
    pub cells: Vec<Cell>,
    /// The width of a cell in characters: 1 for discs, 3 for [`Cell::Piece`].
    pub width: u8,
}

impl Grid {
    /// Returns the content of a square.
    ///
    /// # Panics
    /// Panics if the square is outside the grid.
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[usize::from(square.index(self.columns))]
    }

    /// Returns the number of `player`'s discs.
    pub fn count(&self, player: Player) -> usize {
        self.cells
            .iter()
            .filter(|&&cell| cell == Cell::Disc(player))
            .count()
    }

    pub(crate) fn empties(&self) -> u32 {
        let empty = self.cells.iter().filter(|&&cell| cell == Cell::Empty);
        u32::try_from(empty.count()).unwrap_or(u32::MAX)
    }

    /// Returns one string per row, with `B`, `W` and `-` whatever the icons. Pieces of three characters are
    /// separated by spaces.
    pub fn to_rows(&self) -> Vec<String> {
        let (empty, between) = if self.width > 1 {
            ("---", " ")
        } else {
            ("-", "")
        };
        let text = |cell: &Cell| match *cell {
            Cell::Empty => empty,
            Cell::Disc(Player::Black) => "B",
            Cell::Disc(Player::White) => "W",
            Cell::Piece(piece) => piece.shape,
        };
        let rows = self.cells.chunks(usize::from(self.columns));
        rows.map(|row| row.iter().map(text).collect::<Vec<_>>().join(between))
            .collect()
    }
}

/// The pieces that are not on the board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Note {
    /// The piece in hand, which must be placed next.
    pub hand: Option<Piece>,
    /// The pieces that can still be named.
    pub left: Vec<Piece>,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PER_LINE: usize = 8;
        if let Some(piece) = &self.hand {
            writeln!(f, "In hand: {piece}")?;
        }
        f.write_str("Remaining: ")?;
        if self.left.is_empty() {
            f.write_str("nothing")?;
        }
        for (index, piece) in self.left.iter().enumerate() {
            f.write_str(match index {
                0 => "",
                _ if index % PER_LINE == 0 => "\n      ",
                _ => "  ",
            })?;
            write!(f, "{piece}")?;
        }
        Ok(())
    }
}

#[cfg(feature = "records")]
impl serde::Serialize for Note {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
