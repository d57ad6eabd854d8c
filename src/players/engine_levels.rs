//! The search limits for a depth, by the number of empty squares, and the methods of all bots as data.

use serde::Serialize;

use crate::engine::{Limits, Tuning};

/// By minimum depth: the numbers of empty squares at which searches to the end start, at 73, 87, 95 and 98%
/// selectivity, and exactly; 0 for never. Tuned on the discs that moves lose, and by matches at equal processor
/// time.
const ENDS: [(u8, [u32; 4], u32); 14] = [
    (4, [0; 4], 10),
    (5, [0; 4], 11),
    (6, [0; 4], 12),
    (7, [0; 4], 13),
    (8, [0; 4], 14),
    (9, [17, 16, 0, 0], 15),
    (10, [20, 19, 18, 0], 17),
    (11, [21, 20, 19, 18], 17),
    (12, [21, 20, 19, 18], 17),
    (13, [22, 21, 20, 19], 18),
    (14, [23, 22, 21, 20], 18),
    (16, [25, 23, 22, 21], 19),
    (18, [26, 25, 23, 22], 20),
    (20, [28, 26, 25, 23], 21),
];

/// Late in the game, searches are faster, so they go deeper: within this many empty squares of the first search to
/// the end, by this many plies.
const LATE: [(u32, u32); 2] = [(5, 2), (2, 4)];

/// The limits for a depth: `plies` at 73% selectivity, and the numbers of empty squares to search to the end.
/// `docs/engine.md` has the table.
pub fn limits_of_depth(plies: u8) -> Limits {
    let depth = u32::from(plies);
    let row = ENDS.iter().rfind(|row| row.0 <= plies).unwrap_or(&ENDS[0]);
    let &(number, selective, exact_from) = row;
    // Two plies cost about as much as one empty square.
    let further = u32::from(plies.saturating_sub(number)) / 2;
    let selective_from = std::array::from_fn(|index| match selective.get(index) {
        None | Some(0) => 0,
        Some(from) => from + further,
    });
    let late = |(earlier, more)| match selective_from[0] {
        0 => (0, depth),
        first => (first + earlier, depth + more),
    };
    let tuning = Tuning {
        late_depths: LATE.map(late),
        selective_from,
        ..Tuning::DEFAULT
    };
    Limits {
        depth,
        exact_from: exact_from + further,
        tuning,
        ..Limits::default()
    }
}

/// The method by which a bot chooses moves. As JSON, it is an object with the field `method`:
/// `{"method":"engine","depth":8,"exact_from":14}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum Method {
    Random,
    /// A move that flips the most discs.
    MostFlips,
    /// A corner, otherwise an edge square, otherwise any; of several, one that flips the most discs.
    Edge,
    /// A corner, otherwise the move that leaves the opponent the fewest moves.
    Mobility,
    /// A search with square values; the depth is in plies.
    SquareValues {
        depth: usize,
    },
    /// An engine search, exact from `exact_from` empty squares; the depth is in plies.
    Engine {
        depth: u32,
        exact_from: u32,
    },
    /// Like `Engine`, but with a random choice among the better moves.
    HumanLike {
        depth: u32,
        exact_from: u32,
    },
    /// An engine search with a time limit per move.
    Timed,
    /// A move that wins or prevents a loss on the next move, otherwise any move.
    Tactical,
    /// A search of a game other than Reversi; higher levels search deeper.
    Search,
    Perfect,
}

impl Method {
    pub(super) fn engine(limits: &Limits) -> Self {
        match limits.time {
            Some(_) => Self::Timed,
            None => Self::Engine {
                depth: limits.depth,
                exact_from: limits.exact_from,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_depths_search_further() {
        let mut before = limits_of_depth(4);
        for plies in 5..=60 {
            let limits = limits_of_depth(plies);
            assert_eq!(limits.depth, u32::from(plies));
            assert!(limits.exact_from >= before.exact_from, "{plies}");
            let pairs = limits
                .tuning
                .selective_from
                .iter()
                .zip(&before.tuning.selective_from);
            assert!(
                pairs.into_iter().all(|(now, before)| now >= before),
                "{plies}"
            );
            before = limits;
        }
    }

    #[test]
    fn a_search_is_the_surer_the_fewer_squares_are_empty() {
        for plies in 4..=60 {
            let limits = limits_of_depth(plies);
            let used: Vec<u32> = limits
                .tuning
                .selective_from
                .into_iter()
                .filter(|&from| from > 0)
                .collect();
            assert!(used.is_sorted_by(|surer, less| surer > less), "{plies}");
            assert!(used.iter().all(|&from| from > limits.exact_from), "{plies}");
            let first = used.first().copied().unwrap_or(limits.exact_from);
            let late = limits.tuning.late_depths;
            assert!(
                late.iter().all(|late| late.0 == 0 || late.0 > first),
                "{plies}"
            );
            assert!(late[0].0 >= late[1].0 && late[0].1 <= late[1].1);
        }
    }
}
