//! Time management: the share of a clock for a move, and the limits of a search that must end in
//! time. Bots, matches and protocols all ask here.

use std::time::Duration;

use crate::engine::Limits;

/// The reserve for the delivery of an answer, in a game.
const LATENCY: Duration = Duration::from_millis(40);

/// The same with a time limit per move, which is measured more closely.
const MOVE_LATENCY: Duration = Duration::from_millis(10);

/// The last moves of a side, which need almost no time because the game is solved.
const FREE_MOVES: u32 = 7;

/// With less time than this the search has a node limit as well.
const HURRY: Duration = Duration::from_millis(20);

/// The nodes that any machine searches in a millisecond.
const NODES_A_MILLISECOND: u64 = 1000;

/// The clock of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// The time added after every move.
    pub increment: Duration,
    /// The number of moves the time is for; `None` for the rest of the game.
    pub moves: Option<u32>,
}

impl Clock {
    /// The time for the next move, with this number of empty squares.
    ///
    /// At most the time left minus a margin for delivering the answer. With less than that margin
    /// it is zero.
    pub fn budget(&self, empties: u32) -> Duration {
        let margin = LATENCY.max(self.left / 32).min(Duration::from_secs(1));
        let usable = self.left.saturating_sub(margin);
        let to_come = empties.div_ceil(2).saturating_sub(FREE_MOVES).max(2);
        let share = match self.moves {
            // What remains at the end of a period is lost, but so is the game without it.
            Some(moves) => usable / moves.clamp(1, to_come) * 7 / 8,
            None => usable / to_come,
        };
        (share + self.increment * 3 / 4).min(usable)
    }
}

/// The time for thinking where each move has this much.
pub fn move_budget(time: Duration) -> Duration {
    time.saturating_sub(MOVE_LATENCY.min(time / 10))
}

/// The same limits, and at most this time.
///
/// A search checks its clock often, but not always. In a hurry that may be too late, and the node
/// limit, which is checked more often the lower it is, ends the search.
#[must_use]
pub fn within(limits: Limits, time: Duration) -> Limits {
    let time = limits.time.map_or(time, |limit| limit.min(time)).max(Duration::from_millis(1));
    let few = u64::try_from(time.as_millis()).unwrap_or(1) * NODES_A_MILLISECOND;
    let few = (time < HURRY).then_some(few);
    let nodes = [limits.nodes, few].into_iter().flatten().min();
    Limits { time: Some(time), nodes, ..limits }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clock(left: u64, increment: u64, moves: Option<u32>) -> Clock {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        Clock { left, increment, moves }
    }

    #[test]
    fn a_move_gets_its_share() {
        let minute = clock(60_000, 0, None).budget(60);
        assert!((2000..3000).contains(&minute.as_millis()), "{minute:?}");
        let last_of_period = clock(10_000, 0, Some(1)).budget(60);
        assert!((8400..8600).contains(&last_of_period.as_millis()), "{last_of_period:?}");
        assert!(clock(60_000, 1000, None).budget(60) > minute);
        assert_eq!(clock(10, 0, None).budget(30), Duration::ZERO);
        assert_eq!(clock(0, 1000, None).budget(30), Duration::ZERO);
    }

    proptest! {
        /// Whatever the clock, a game in which every move takes all that it may, and the partner's
        /// clock a little longer, is never lost on time.
        #[test]
        fn time_is_never_overstepped(
            left in 700_u64..1_000_000, increment in 0_u64..5000, latency in 0_u64..20,
        ) {
            let mut clock = clock(left, increment, None);
            for empties in (1..=60).rev().step_by(2) {
                let taken = clock.budget(empties) + Duration::from_millis(latency);
                prop_assert!(taken <= clock.left, "{taken:?} of {clock:?}");
                clock.left = (clock.left + clock.increment).saturating_sub(taken);
            }
        }

        /// A move with its own time ends before that, and a search in a hurry has a node limit.
        #[test]
        fn a_move_ends_within_its_own_time(milliseconds in 1_u64..100_000, limit in 1_u64..100_000) {
            let [time, limit] = [milliseconds, limit].map(Duration::from_millis);
            let budget = move_budget(time);
            prop_assert!(budget < time && budget >= time * 9 / 10);
            let limits = within(Limits { time: Some(limit), ..Limits::default() }, budget);
            let shorter = budget.min(limit).max(Duration::from_millis(1));
            prop_assert_eq!(limits.time, Some(shorter));
            prop_assert_eq!(limits.nodes.is_some(), shorter < HURRY);
        }
    }
}
