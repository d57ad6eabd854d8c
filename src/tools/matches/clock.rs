//! Time controls.

use std::time::Duration;

/// The time control of both players; each has its own clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Clocks {
    /// No limit.
    #[default]
    None,
    /// A time per game, and an increment per move.
    Game {
        /// The time per game.
        main: Duration,
        /// Added after each move.
        increment: Duration,
    },
    /// A time limit per move.
    Move(Duration),
}

impl Clocks {
    /// The initial time of a clock.
    pub(super) fn at_start(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Game { main, .. } => Some(main),
            Self::Move(time) => Some(time),
        }
    }

    /// The time left after a move that took `used`; `None` if it was too long. The margin is
    /// tolerated.
    pub(super) fn after(
        self,
        left: Option<Duration>,
        used: Duration,
        margin: Duration,
    ) -> Result<Option<Duration>, OutOfTime> {
        let Some(left) = left else { return Ok(None) };
        if used > left.saturating_add(margin) {
            return Err(OutOfTime);
        }
        Ok(Some(match self {
            Self::Game { increment, .. } => left.saturating_sub(used) + increment,
            Self::None | Self::Move(_) => left,
        }))
    }
}

/// A clock has run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutOfTime;

/// The time information for the player to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowance {
    /// The time control.
    pub(super) clocks: Clocks,
    /// The player's time left; `None` without clocks.
    pub(super) left: Option<Duration>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_out_when_the_margin_is_used_up() {
        let [second, tenth] = [1000, 100].map(Duration::from_millis);
        let after = |clocks: Clocks, used| clocks.after(clocks.at_start(), used, tenth);
        assert_eq!(after(Clocks::None, Duration::from_hours(24)), Ok(None));
        let game = Clocks::Game { main: second, increment: tenth };
        assert_eq!(after(game, second / 2), Ok(Some(second / 2 + tenth)));
        assert_eq!(after(game, second + tenth), Ok(Some(tenth)));
        assert_eq!(after(game, second + 2 * tenth), Err(OutOfTime));
        let each = Clocks::Move(second);
        assert_eq!(after(each, second / 2), Ok(Some(second)));
        assert_eq!(after(each, second * 2), Err(OutOfTime));
    }
}
