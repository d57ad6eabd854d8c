//! The look of boards and pieces, as data: screens choose colors and draw.

/// The material of a game's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Material {
    /// Felt with lines between the squares. Large boards have four dots.
    Felt,
    /// Felt in a second color, without dots.
    Space,
    /// A sheet with a hole for each square.
    Sheet,
    /// A sheet with a slot for each column, open at the bottom.
    Slots,
    /// Wood with a carved circle on each square.
    Wood,
}

/// The style of a game's pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceStyle {
    /// Black and white discs.
    Discs,
    /// Red and yellow counters.
    Counters,
    /// Pieces of dark and light wood.
    Wooden,
}
