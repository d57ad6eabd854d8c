//! The clocks of a game, and losses by time or resignation.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{Players, Session, SessionError};
use crate::games::{Ending, Outcome, Player};
use crate::players::{Clock, TimeControl};
use crate::records::{GameResult, Termination};

/// The number of moves before the clocks start: the first move of each side is free.
const FREE_MOVES: usize = 2;

/// The clocks of Black and White. The clock of the side to move runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    control: TimeControl,
    left: [u32; 2],
    /// The time up to which the side to move has been charged; `None` if the clocks are stopped.
    #[serde(skip)]
    counted: Option<Instant>,
}

/// An early loss, with the losing side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Forfeit {
    Resigned(Player),
    OutOfTime(Player),
}

impl Clocks {
    /// Creates clocks with the full time.
    pub fn new(control: TimeControl) -> Self {
        Self {
            control,
            left: [milliseconds(control.main); 2],
            counted: None,
        }
    }

    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the time left to `player` at `now`, with `turn` to move.
    pub fn left(&self, player: Player, turn: Option<Player>, now: Instant) -> Duration {
        let left = Duration::from_millis(self.left[player.index()].into());
        let since = self.counted.filter(|_| turn == Some(player));
        let used = since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        left.saturating_sub(used)
    }

    /// Returns the time from `now` until a clock shows a new second; zero without time left, `None` if no clock
    /// runs.
    pub fn until_next_second(&self, turn: Option<Player>, now: Instant) -> Option<Duration> {
        let turn = turn.filter(|_| self.counted.is_some())?;
        let left = self.left(turn, Some(turn), now);
        let part = Duration::from_nanos(left.subsec_nanos().into());
        // A whole second is shown until it is over.
        Some(if part.is_zero() {
            left.min(Duration::from_secs(1))
        } else {
            part
        })
    }

    /// The clock of a side, for a bot.
    pub(super) fn of_bot(&self, player: Player) -> Clock {
        let left = Duration::from_millis(self.left[player.index()].into());
        Clock {
            left,
            increment: self.control.increment,
            moves: None,
        }
    }

    /// Charges the side to move for the time until `now`, after `moves` moves. Returns whether it has no time left.
    pub(super) fn count(&mut self, turn: Player, moves: usize, now: Instant) -> bool {
        let left = self.left(turn, Some(turn), now);
        self.left[turn.index()] = milliseconds(left);
        if self.counted.is_some() || moves >= FREE_MOVES {
            self.counted = Some(now);
        }
        left.is_zero()
    }

    pub(super) fn stand(&mut self) {
        self.counted = None;
    }

    pub(super) fn add_increment(&mut self, player: Player) {
        let left = &mut self.left[player.index()];
        *left = left.saturating_add(milliseconds(self.control.increment));
    }
}

fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

impl Forfeit {
    pub fn loser(self) -> Player {
        let (Self::Resigned(loser) | Self::OutOfTime(loser)) = self;
        loser
    }

    pub(super) fn result(self) -> GameResult {
        let ending = match self {
            Self::Resigned(_) => Termination::Resigned,
            Self::OutOfTime(_) => Termination::OutOfTime,
        };
        GameResult::won(self.loser().opponent(), ending)
    }

    pub fn outcome(self) -> Outcome {
        let ending = match self {
            Self::Resigned(_) => Ending::Resigned,
            Self::OutOfTime(_) => Ending::OutOfTime,
        };
        Outcome::won(self.loser().opponent(), ending)
    }
}

impl Session {
    /// Returns the clocks of a new game; `None` in competitive games.
    pub(super) fn new_clocks(&self, players: &Players) -> Option<Clocks> {
        let has_clock = !players.is_competitive();
        self.time_control.filter(|_| has_clock).map(Clocks::new)
    }

    /// Sets or removes the clocks of later games, and of the current one unless it is over.
    ///
    /// # Errors
    /// Returns [`SessionError::Competitive`] in a competitive game.
    pub fn set_time_control(&mut self, control: Option<TimeControl>) -> Result<(), SessionError> {
        if self.turn().is_some() {
            self.require_changeable()?;
            self.require_mut()?.clocks = control.map(Clocks::new);
            self.change();
        }
        self.time_control = control;
        Ok(())
    }

    /// Counts the time of the side to move until `now`. Returns that side if it has lost on time.
    pub fn count_time(&mut self, now: Instant) -> Option<Player> {
        let current = self
            .current
            .as_mut()
            .filter(|current| current.clocks().is_some())?;
        let turn = current.turn().filter(|_| !current.is_studied())?;
        let current = Arc::make_mut(current);
        let moves = current.history().len();
        if !current.clocks.as_mut()?.count(turn, moves, now) {
            return None;
        }
        current.give_up(Forfeit::OutOfTime(turn));
        self.change();
        Some(turn)
    }

    /// Resigns for the human against a bot, or for the side to move. Returns the loser.
    ///
    /// # Errors
    /// Returns a [`SessionError`] if there is no game, it is over or competitive, or only bots play.
    pub fn resign(&mut self) -> Result<Player, SessionError> {
        let turn = self
            .require_changeable()?
            .turn()
            .ok_or(SessionError::GameOver)?;
        let mut people = [turn, turn.opponent()]
            .into_iter()
            .filter(|&side| self.is_human(side));
        let loser = people.next().ok_or(SessionError::OnlyBots)?;
        self.require_mut()?.give_up(Forfeit::Resigned(loser));
        self.change();
        Ok(loser)
    }

    /// Stops the clocks until the next command.
    pub(super) fn stop_clocks(&mut self) {
        if let Some(current) = self
            .current
            .as_mut()
            .filter(|current| current.clocks().is_some())
            && let Some(clocks) = &mut Arc::make_mut(current).clocks
        {
            clocks.stand();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_to_move_loses_time_once_both_have_moved() {
        let second = Duration::from_secs(1);
        let start = Instant::now();
        let mut clocks = Clocks::new("10s+3s".parse().unwrap());
        let [black, white] = Player::BOTH;
        let left = |clocks: &Clocks, turn, now| {
            Player::BOTH.map(|player| clocks.left(player, turn, now).as_secs())
        };
        // The first moves take no time, but earn the increment.
        for (moves, player) in [(0, black), (1, white)] {
            assert!(!clocks.count(player, moves, start + 60 * second));
            clocks.add_increment(player);
        }
        assert_eq!(left(&clocks, Some(black), start + 99 * second), [13, 13]);
        let at = start + 100 * second;
        assert!(!clocks.count(black, 2, at));
        assert_eq!(left(&clocks, Some(black), at + 4 * second), [9, 13]);
        assert_eq!(left(&clocks, Some(white), at + 4 * second), [13, 9]);
        assert_eq!(left(&clocks, None, at + 4 * second), [13, 13]);
        assert!(!clocks.count(black, 2, at + 4 * second));
        clocks.add_increment(black);
        assert_eq!(left(&clocks, Some(white), at + 4 * second), [12, 13]);
        clocks.stand();
        assert!(!clocks.count(white, 3, at + 90 * second));
        assert!(clocks.count(white, 3, at + 103 * second));
    }

    #[test]
    fn a_screen_hears_when_another_second_is_shown() {
        let start = Instant::now();
        let mut clocks = Clocks::new("2s".parse().unwrap());
        let turn = Some(Player::White);
        assert_eq!(clocks.until_next_second(turn, start), None, "it stands");
        clocks.count(Player::White, 2, start);
        for (after, expected) in [(0, 1000), (300, 700), (1000, 1000), (1900, 100), (2000, 0)] {
            let now = start + Duration::from_millis(after);
            let until = clocks.until_next_second(turn, now);
            assert_eq!(until, Some(Duration::from_millis(expected)), "{after}");
        }
        assert_eq!(
            clocks.until_next_second(None, start),
            None,
            "the game is over"
        );
    }
}
