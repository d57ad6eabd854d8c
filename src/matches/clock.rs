//! How long players may think.

use std::time::Duration;

/// How long the players may think; each side has a clock of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Clocks {
    /// As long as they like.
    #[default]
    None,
    /// So long for the whole game, and a little more for each move made.
    Game {
        /// For the game.
        main: Duration,
        /// Added after each move.
        increment: Duration,
    },
    /// So long for each move.
    Move(Duration),
}

impl Clocks {
    /// What a clock shows when a game begins.
    pub(super) fn at_start(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Game { main, .. } => Some(main),
            Self::Move(time) => Some(time),
        }
    }

    /// What a clock shows after a move that took so long; `None` if that was too long. So much more
    /// than what is left is let pass.
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

/// What a player who is to move is told of time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowance {
    /// How the clocks run.
    pub(super) clocks: Clocks,
    /// What the player's shows; `None` without clocks.
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
