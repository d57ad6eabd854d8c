//! Lengths in cells of the terminal.

use crate::base::text::fit;

/// A length as a number of cells.
pub fn cells(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

/// The width of a text.
pub fn width_of(text: &str) -> u16 {
    cells(fit::width(text))
}
