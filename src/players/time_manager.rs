//! Time management: the time for a move, and search limits that keep to it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::language::tr;
use crate::base::text::duration::{self, DurationError, TypedDuration};
use crate::engine::Limits;

/// The time reserved for delivering a move, with a clock per game.
const LATENCY: Duration = Duration::from_millis(40);

/// The time reserved with a time limit per move, which is measured more precisely.
const MOVE_LATENCY: Duration = Duration::from_millis(10);

/// The time weights by empty squares: the minimum number, and the weight. Most discs are lost between 20 and 30;
/// below 16, the game is solved instantly.
const WEIGHTS: [(u32, u32); 6] = [(45, 8), (32, 10), (27, 13), (20, 18), (16, 8), (0, 1)];

/// The maximum time of a doubtful search, as a multiple of its target.
const MAX_OVERRUN_FACTOR: u32 = 2;

/// With less time left, no move exceeds its target: delivering the moves may take a large part of it.
const LOW_TIME: Duration = Duration::from_secs(2);

/// With less time for a move, the search also has a node limit.
const NODE_LIMIT_BELOW: Duration = Duration::from_millis(20);

/// More nodes than most machines search.
const NODES_A_MILLISECOND: u64 = 20_000;

/// The time of each side for a whole game: `5m+3s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TimeControl {
    /// The initial time, above zero.
    pub main: Duration,
    pub increment: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TimeControlError {
    #[error("{}", tr!(
        "\"{text}\" is not a duration: use 500ms, 2.5s or 5m, from 1ms to a day",
        text = .0.word()
    ))]
    Duration(#[from] DurationError),
    #[error("{}", tr!("a clock needs time at the start, like 5m+3s"))]
    NoTime,
}

/// The clock of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    pub left: Duration,
    pub increment: Duration,
    /// The number of moves that the time is for; `None` for the rest of the game.
    pub moves: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Budget {
    /// The time to use on average.
    pub target: Duration,
    /// The hard limit.
    pub max: Duration,
}

impl Budget {
    /// The remaining budget of a search that starts later.
    #[must_use]
    pub fn after(self, elapsed: Duration) -> Self {
        let [target, max] = [self.target, self.max].map(|time| time.saturating_sub(elapsed));
        Self { target, max }
    }

    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self {
            target: self.target.min(other.target),
            max: self.max.min(other.max),
        }
    }

    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            target: self.target.max(other.target),
            max: self.max.max(other.max),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let time = duration::parse_or_seconds;
        let main = time(main)?;
        let increment = time(increment)?;
        if main.is_zero() {
            Err(TimeControlError::NoTime)
        } else {
            Ok(Self { main, increment })
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", TypedDuration(self.main))?;
        if self.increment.is_zero() {
            return Ok(());
        }
        write!(f, "+{}", TypedDuration(self.increment))
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl Clock {
    /// The time for the next move: a share by the time weight of the position. At most the time left minus a margin
    /// for delivering the move; zero if there is less than that margin.
    pub fn budget(&self, empties: u32) -> Budget {
        let margin = LATENCY.max(self.left / 32).min(Duration::from_secs(1));
        let usable = self.left.saturating_sub(margin);
        let weights: u32 = (0..=empties).rev().step_by(2).map(weight).sum();
        let share = usable * weight(empties) / weights.max(2 * weight(empties));
        let share = match self.moves {
            // Unused time is lost at the end of a period, but without enough time so is the game.
            Some(moves) => (usable / moves.max(1) * 7 / 8).max(share),
            None => share,
        };
        let target = (share + self.increment * 3 / 4).min(usable);
        let in_doubt = (target * MAX_OVERRUN_FACTOR).min(usable / 3);
        Budget {
            target,
            max: if usable > LOW_TIME {
                in_doubt.max(target)
            } else {
                target
            },
        }
    }
}

fn weight(empties: u32) -> u32 {
    WEIGHTS
        .iter()
        .find(|&&(from, _)| empties >= from)
        .map_or(1, |&(_, weight)| weight)
}

/// The budget with a time limit per move.
pub fn move_budget(time: Duration) -> Budget {
    let max = time.saturating_sub(MOVE_LATENCY.min(time / 10));
    Budget { target: max, max }
}

/// Restricts limits to a time budget.
///
/// A search checks its clock often, but not constantly. With very little time that may be too late, so a node
/// limit, which is checked more often the lower it is, ends the search.
#[must_use]
pub fn within(limits: Limits, budget: Budget) -> Limits {
    let least = Duration::from_millis(1);
    let time = limits
        .time
        .map_or(budget.max, |limit| limit.min(budget.max))
        .max(least);
    let target = Some(budget.target.min(time).max(least));
    let few = u64::try_from(time.as_millis()).unwrap_or(1) * NODES_A_MILLISECOND;
    let few = (time < NODE_LIMIT_BELOW).then_some(few);
    let nodes = [limits.nodes, few].into_iter().flatten().min();
    Limits {
        time: Some(time),
        target,
        nodes,
        ..limits
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clock(left: u64, increment: u64, moves: Option<u32>) -> Clock {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        Clock {
            left,
            increment,
            moves,
        }
    }

    #[test]
    fn a_move_gets_its_share() {
        let target = |clock: Clock, empties| clock.budget(empties).target;
        let minute = target(clock(60_000, 0, None), 60);
        assert!((1500..3000).contains(&minute.as_millis()), "{minute:?}");
        let last_of_period = target(clock(10_000, 0, Some(1)), 60);
        assert!(
            (8400..8600).contains(&last_of_period.as_millis()),
            "{last_of_period:?}"
        );
        assert!(target(clock(60_000, 1000, None), 60) > minute);
        let none = Budget::default();
        assert_eq!(
            [clock(10, 0, None), clock(0, 1000, None)].map(|c| c.budget(30)),
            [none; 2]
        );
        // Moves between 20 and 30 empty squares decide games.
        let [early, late] = [40, 24].map(|empties| target(clock(60_000, 0, None), empties));
        assert!(late > 2 * early, "{early:?}, {late:?}");
    }

    proptest! {
        /// With any clock, a game of moves with maximum time and latency is never lost on time.
        #[test]
        fn time_is_never_overstepped(
            left in 700_u64..1_000_000, increment in 0_u64..5000, latency in 0_u64..20,
        ) {
            let mut clock = clock(left, increment, None);
            for empties in (1..=60).rev().step_by(2) {
                let taken = clock.budget(empties).max + Duration::from_millis(latency);
                prop_assert!(taken <= clock.left, "{taken:?} of {clock:?}");
                clock.left = (clock.left + clock.increment).saturating_sub(taken);
            }
        }

        /// A move ends within its time limit, and a hurried search has a node limit.
        #[test]
        fn a_move_ends_within_its_own_time(milliseconds in 1_u64..100_000, limit in 1_u64..100_000) {
            let [time, limit] = [milliseconds, limit].map(Duration::from_millis);
            let budget = move_budget(time);
            prop_assert!(budget.max < time && budget.max >= time * 9 / 10);
            let limits = within(Limits { time: Some(limit), ..Limits::default() }, budget);
            let shorter = budget.max.min(limit).max(Duration::from_millis(1));
            prop_assert_eq!(limits.time, Some(shorter));
            prop_assert_eq!(limits.nodes.is_some(), shorter < NODE_LIMIT_BELOW);
        }
    }
}
