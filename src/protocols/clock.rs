//! How much of the time that is left a move may take.

use std::time::Duration;

/// What may pass between our answer and the moment when the partner's clock stops.
const LATENCY: Duration = Duration::from_millis(40);

/// With so few moves of a side to come the engine sees the end, and they take next to no time.
const FREE_MOVES: u32 = 7;

/// The clock of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clock {
    /// How much is left.
    pub(super) left: Duration,
    /// How much is added for every move.
    pub(super) increment: Duration,
    /// For how many moves that has to do; `None` for the rest of the game.
    pub(super) moves: Option<u32>,
}

impl Clock {
    /// For so long the next move may be thought about, with so many squares empty.
    ///
    /// It is never more than what is left, less a margin for what the partner needs to get the
    /// answer; with less left than that margin it is nothing, and the first move that comes to mind
    /// has to do.
    pub(super) fn budget(&self, empties: u32) -> Duration {
        let margin = LATENCY.max(self.left / 32).min(Duration::from_secs(1));
        let usable = self.left.saturating_sub(margin);
        let to_come = empties.div_ceil(2).saturating_sub(FREE_MOVES).max(2);
        let share = match self.moves {
            // What is left over at the end of a period is lost, but so is the game without it.
            Some(moves) => usable / moves.clamp(1, to_come) * 7 / 8,
            None => usable / to_come,
        };
        (share + self.increment * 3 / 4).min(usable)
    }
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
    }
}
