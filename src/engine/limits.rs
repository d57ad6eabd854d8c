//! The limits of a search: depth, selectivity, time and nodes.

use std::time::Duration;

use super::Selectivity;

/// The limits of a search. The default has none: it finds the exact score.
///
/// ```
/// use std::time::Duration;
/// use reversi::engine::Limits;
/// // 12 plies in at most a second; to the end of the game from 16 empty squares on.
/// let time = Some(Duration::from_secs(1));
/// let limits = Limits { depth: 12, exact_from: 16, time, ..Limits::default() };
/// assert_eq!(limits.lines, 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum depth in plies, while more than `exact_from` squares are empty.
    pub depth: u32,
    /// Up to this number of empty squares, search to the end of the game; 0 never does.
    pub exact_from: u32,
    /// Selectivity of searches that do not reach the end of the game.
    pub selectivity: Selectivity,
    /// Final selectivity of searches to the end; [`Selectivity::FULL`] gives exact scores.
    pub end_selectivity: Selectivity,
    /// Time limit.
    pub time: Option<Duration>,
    /// Approximate node limit; reproducible on one thread. It can be exceeded by some tens of
    /// thousands of nodes, because the last thirteen squares are always searched to the end.
    pub nodes: Option<u64>,
    /// The number of best moves to find a score and a line for, at least 1.
    pub lines: usize,
    /// Solve for win/draw/loss only: scores are 1, 0 or -1, and lines are one move long.
    pub only_outcome: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 60,
            exact_from: 60,
            selectivity: Selectivity::LEAST_SURE,
            end_selectivity: Selectivity::FULL,
            time: None,
            nodes: None,
            lines: 1,
            only_outcome: false,
        }
    }
}
