//! Phases: the parts of a game that have weights of their own.

/// The number of tables of weights: one for every two plies.
pub const PHASES: usize = 30;

/// The weight of one disc that a phase can have: the finest that its largest weight allows.
pub const SCALES: [u8; 4] = [8, 16, 32, 64];

/// The number of possible counts of empty squares, 0 to 60.
pub const COUNTS: usize = 61;

/// The table for a number of empty squares.
///
/// ```
/// use reversi::engine::eval::phase;
/// assert_eq!([60, 59, 58, 2, 1, 0].map(phase), [0, 0, 1, 29, 29, 29]);
/// ```
pub fn phase(empties: u32) -> usize {
    (60_u32.saturating_sub(empties) as usize / 2).min(PHASES - 1)
}
