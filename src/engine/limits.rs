//! The limits of a search: depth, selectivity, time and nodes.

use std::time::Duration;

use super::{Parameters, Selectivity};

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
    /// The maximum depth in plies, if the search doesn't reach the end of the game.
    pub depth: u32,
    /// The maximum number of empty squares for a search to the end of the game; 0 for none.
    pub exact_from: u32,
    /// The selectivity of searches that don't reach the end of the game.
    pub selectivity: Selectivity,
    /// The final selectivity of endgame searches; [`Selectivity::FULL`] gives exact scores.
    pub end_selectivity: Selectivity,
    /// The time limit; `None` for no limit.
    pub time: Option<Duration>,
    /// The time that the search should take on average; `None` for no target. It starts no iteration that is likely
    /// to end too late. It ends early if its best move has settled, and late, within the limit, if it has just
    /// changed.
    pub target: Option<Duration>,
    /// The approximate node limit, reproducible on one thread. It can be exceeded by tens of thousands of nodes,
    /// because the last 13 squares are always searched to the end.
    pub nodes: Option<u64>,
    /// The number of best moves to find a score and a line for, at least 1.
    pub lines: usize,
    /// Whether to solve for win/draw/loss only. Scores are then 1, 0 or -1, and lines are one move long.
    pub only_outcome: bool,
    #[doc(hidden)]
    pub tuning: Tuning,
}

/// Settings of the levels for deeper searches near the end of the game, and the tuned numbers of the search.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// Greater depths late in the game, where searches are faster: the maximum number of empty squares, and the
    /// depth. The last match applies; 0 squares never match.
    pub late_depths: [(u32, u32); 2],
    /// Above [`Limits::exact_from`], the maximum number of empty squares at which to search to the end at each
    /// selectivity below [`Selectivity::FULL`], from the most selective one; 0 for never.
    pub selective_from: [u32; SELECTIVE],
    /// The numbers that `reversi train tune` varies; everything else searches with the defaults.
    pub parameters: Parameters,
}

const SELECTIVE: usize = Selectivity::ALL.len() - 1;

impl Tuning {
    /// No deeper searches, and the default numbers.
    pub const DEFAULT: Self = Self {
        late_depths: [(0, 0); 2],
        selective_from: [0; SELECTIVE],
        parameters: Parameters::DEFAULT,
    };
}

impl Limits {
    /// No limits, the default: the search is exact.
    pub const NONE: Self = Self {
        depth: 60,
        exact_from: 60,
        selectivity: Selectivity::LEAST_SURE,
        end_selectivity: Selectivity::FULL,
        time: None,
        target: None,
        nodes: None,
        lines: 1,
        only_outcome: false,
        tuning: Tuning::DEFAULT,
    };

    pub(super) fn depth_at(&self, empties: u32) -> u32 {
        let late = self
            .tuning
            .late_depths
            .iter()
            .rfind(|(from, _)| empties <= *from);
        late.map_or(self.depth, |(_, depth)| *depth)
    }

    /// The final selectivity of an endgame search with `empties` empty squares; `None` for a depth-limited search.
    pub(super) fn end(&self, empties: u32) -> Option<Selectivity> {
        if empties <= self.exact_from {
            return Some(self.end_selectivity);
        }
        let surest = self
            .tuning
            .selective_from
            .iter()
            .rposition(|&from| empties <= from)?;
        Some(Selectivity::ALL[surest].min(self.end_selectivity))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_go_the_further_the_fewer_squares_are_empty() {
        let selective_from = [26, 24, 22, 0, 0];
        let tuning = Tuning {
            late_depths: [(25, 14), (23, 16)],
            selective_from,
            ..Tuning::DEFAULT
        };
        let limits = Limits {
            depth: 12,
            exact_from: 20,
            tuning,
            ..Limits::default()
        };
        let percent = |empties| limits.end(empties).map(Selectivity::percent);
        let ends = [27, 26, 25, 24, 23, 22, 21, 20, 0].map(percent);
        let [some_73, some_87, some_95, all] = [73, 87, 95, 100].map(Some);
        let expected = [
            None, some_73, some_73, some_87, some_87, some_95, some_95, all, all,
        ];
        assert_eq!(ends, expected);
        assert_eq!(
            [26, 25, 24, 23].map(|empties| limits.depth_at(empties)),
            [12, 14, 14, 16]
        );
        let capped = Limits {
            end_selectivity: Selectivity::ALL[1],
            ..limits
        };
        assert_eq!(
            [20, 22, 26].map(|empties| capped.end(empties).unwrap().percent()),
            [87, 87, 73]
        );
    }
}
