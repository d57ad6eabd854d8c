//! Information to show beside the board: the pieces that are not on it.

use std::fmt;

use super::Piece;

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
