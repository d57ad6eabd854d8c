//! The rules of a match, with its time control.

use std::time::Duration;

use super::live_player::Fault;
use crate::players::TimeControl;

/// The time control of both players; each has its own clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TimeLimits {
    #[default]
    None,
    Game(TimeControl),
    Move(Duration),
}

impl TimeLimits {
    pub(super) fn at_start(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Game(TimeControl { main, .. }) => Some(main),
            Self::Move(time) => Some(time),
        }
    }

    /// Returns the time left after a move that took `used`. Tolerates an overrun of at most `margin`.
    pub(super) fn after(
        self,
        left: Option<Duration>,
        used: Duration,
        margin: Duration,
    ) -> Result<Option<Duration>, Fault> {
        let Some(left) = left else { return Ok(None) };
        if used > left.saturating_add(margin) {
            return Err(Fault::Silent);
        }
        Ok(Some(match self {
            Self::Game(TimeControl { increment, .. }) => left.saturating_sub(used) + increment,
            Self::None | Self::Move(_) => left,
        }))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    pub clocks: TimeLimits,
    /// The grace period after a clock runs out, for the communication with a program.
    pub margin: Duration,
    /// The time limit for answers other than moves, and for moves without a clock.
    pub timeout: Duration,
    pub seed: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_out_when_the_margin_is_used_up() {
        let [second, tenth] = [1000, 100].map(Duration::from_millis);
        let after = |clocks: TimeLimits, used| clocks.after(clocks.at_start(), used, tenth);
        assert_eq!(after(TimeLimits::None, Duration::from_hours(24)), Ok(None));
        let game = TimeLimits::Game(TimeControl {
            main: second,
            increment: tenth,
        });
        assert_eq!(after(game, second / 2), Ok(Some(second / 2 + tenth)));
        assert_eq!(after(game, second + tenth), Ok(Some(tenth)));
        assert_eq!(after(game, second + 2 * tenth), Err(Fault::Silent));
        let each = TimeLimits::Move(second);
        assert_eq!(after(each, second / 2), Ok(Some(second)));
        assert_eq!(after(each, second * 2), Err(Fault::Silent));
    }
}
