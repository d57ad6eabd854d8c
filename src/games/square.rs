//! Squares of a board and their indices.

use std::fmt;

/// A square of a board, counted from the top left.
///
/// Squares are written as column letter and row number, a1 at the top left: `Square { row: 2, column: 3 }` is d3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left; at most 25, because its name is one letter.
    pub column: u8,
}

impl Square {
    /// Returns the square with `index` on a board with `columns` columns.
    ///
    /// Indices run along the rows from 0 for a1, as in the engine's bitboards. The number of rows is not checked;
    /// see `is_on`.
    ///
    /// ```
    /// use reversi::games::Square;
    /// let d3 = Square { row: 2, column: 3 };
    /// assert_eq!(Square::from_index(19_u8, 8), d3);
    /// assert_eq!(d3.index(8), 19);
    /// ```
    pub fn from_index(index: impl Into<u32>, columns: u8) -> Self {
        let index = index.into();
        let columns = u32::from(columns);
        // Row 255 is on no board.
        let part = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        Self {
            row: part(index / columns),
            column: part(index % columns),
        }
    }

    /// Returns the index on a board with `columns` columns: the inverse of [`from_index`](Self::from_index).
    pub fn index(self, columns: u8) -> u16 {
        u16::from(self.row) * u16::from(columns) + u16::from(self.column)
    }

    /// Whether the square is on a board of this size.
    pub(crate) const fn is_on(self, rows: u8, columns: u8) -> bool {
        self.row < rows && self.column < columns
    }

    pub(crate) const fn is_corner(self, rows: u8, columns: u8) -> bool {
        self.is_end_of_column(rows) && self.is_end_of_row(columns)
    }

    pub(crate) const fn is_on_edge(self, rows: u8, columns: u8) -> bool {
        self.is_end_of_column(rows) || self.is_end_of_row(columns)
    }

    const fn is_end_of_column(self, rows: u8) -> bool {
        self.row == 0 || self.row == rows.saturating_sub(1)
    }

    const fn is_end_of_row(self, columns: u8) -> bool {
        self.column == 0 || self.column == columns.saturating_sub(1)
    }

    pub(crate) fn all(rows: u8, columns: u8) -> impl Iterator<Item = Self> {
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Self { row, column }))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            char::from(b'a' + self.column),
            u16::from(self.row) + 1
        )
    }
}

#[cfg(feature = "records")]
impl serde::Serialize for Square {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_count_the_squares_of_every_board() {
        for (rows, columns) in [(8, 8), (6, 7), (26, 26), (1, 4)] {
            for (index, square) in (0_u16..).zip(Square::all(rows, columns)) {
                assert_eq!(square.index(columns), index);
                assert_eq!(Square::from_index(index, columns), square);
                assert!(square.is_on(rows, columns));
            }
            let beyond = u16::from(rows) * u16::from(columns);
            assert!(!Square::from_index(beyond, columns).is_on(rows, columns));
        }
        assert!(!Square::from_index(u32::MAX, 8).is_on(26, 26));
    }

    #[test]
    fn corners_and_edges_are_the_outermost_squares() {
        let names = |is_there: fn(&Square) -> bool| {
            let squares = Square::all(4, 5).filter(is_there);
            squares
                .map(|square| square.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(names(|square| square.is_corner(4, 5)), "a1 e1 a4 e4");
        assert_eq!(
            names(|square| square.is_on_edge(4, 5)),
            "a1 b1 c1 d1 e1 a2 e2 a3 e3 a4 b4 c4 d4 e4"
        );
    }
}
