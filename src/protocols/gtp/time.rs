//! The clocks of GTP: main time, then periods for a fixed number of moves.

use std::time::Duration;

use crate::games::Player;
use crate::players::{Budget, Clock};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TimeSettings {
    main: Duration,
    period: Duration,
    /// The moves per period; 0 if there are no periods.
    moves: u32,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct GameClocks {
    settings: Option<TimeSettings>,
    /// The clocks of both sides; in the main time they have no number of moves.
    left: [Option<Clock>; 2],
}

impl GameClocks {
    /// Sets and resets both clocks. A period for 0 moves means no limit.
    pub fn set(&mut self, main: Duration, period: Duration, moves: u32) {
        let is_limited = period.is_zero() || moves > 0;
        let moves = if period.is_zero() { 0 } else { moves };
        self.settings = is_limited.then_some(TimeSettings {
            main,
            period,
            moves,
        });
        self.restart();
    }

    pub fn restart(&mut self) {
        self.left = [self.settings.map(|settings| {
            if settings.main.is_zero() && settings.moves > 0 {
                clock(settings.period, settings.moves)
            } else {
                clock(settings.main, 0)
            }
        }); 2];
    }

    /// Sets the time left of a side from the client's clock; `moves` is 0 in the main time. Whole seconds may have
    /// been rounded up, as by Quarry, unless the clock is full.
    pub fn set_left(&mut self, player: Player, time: Duration, moves: u32) {
        let is_full = self.settings.is_some_and(|settings| {
            let full = if moves > 0 {
                settings.period
            } else {
                settings.main
            };
            time == full && (moves == 0 || moves == settings.moves)
        });
        let rounding = u64::from(!is_full && time.subsec_nanos() == 0);
        let time = time.saturating_sub(Duration::from_secs(rounding));
        self.left[player.index()] = Some(clock(time, moves));
    }

    /// The time budget of a move; `None` if there is no limit.
    pub fn budget(&self, player: Player, empties: u32) -> Option<Budget> {
        let left = self.left[player.index()]?;
        // The budget of a later period is safe even in the main time.
        let period = self
            .settings
            .filter(|settings| settings.moves > 0 && left.moves.is_none());
        let later = period.map(|settings| clock(settings.period, settings.moves).budget(empties));
        Some(left.budget(empties).max(later.unwrap_or_default()))
    }

    pub fn spend(&mut self, player: Player, time: Duration) {
        let Some(left) = &mut self.left[player.index()] else {
            return;
        };
        let over = time.saturating_sub(left.left);
        left.left = left.left.saturating_sub(time);
        let period = self.settings.filter(|settings| settings.moves > 0);
        if let Some(moves) = left.moves {
            *left = match (moves, period) {
                (1, Some(settings)) => clock(settings.period, settings.moves),
                _ => clock(left.left, moves - 1),
            };
        } else if let (true, Some(settings)) = (left.left.is_zero(), period) {
            // The main time has run out; this move was the first of the first period.
            let time = settings.period.saturating_sub(over);
            *left = match settings.moves {
                1 => clock(settings.period, 1),
                moves => clock(time, moves - 1),
            };
        }
    }
}

/// A clock for a number of moves, 0 for the main time.
fn clock(left: Duration, moves: u32) -> Clock {
    Clock {
        left,
        increment: Duration::ZERO,
        moves: (moves > 0).then_some(moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Player = Player::Black;

    fn most(time: &GameClocks) -> Option<Duration> {
        time.budget(BLACK, 40).map(|budget| budget.max)
    }

    fn seconds(time: u64) -> Duration {
        Duration::from_secs(time)
    }

    #[test]
    fn no_settings_and_a_period_without_moves_are_no_limit() {
        let mut time = GameClocks::default();
        assert_eq!(time.budget(BLACK, 60).map(|budget| budget.max), None);
        time.set(seconds(0), seconds(1), 0);
        assert_eq!(time.budget(BLACK, 60).map(|budget| budget.max), None);
        time.set(seconds(60), seconds(0), 0);
        assert!(time.budget(BLACK, 60).map(|budget| budget.max).unwrap() < seconds(4));
    }

    #[test]
    fn clocks_run_for_each_side_alone_and_start_again() {
        let mut time = GameClocks::default();
        time.set(seconds(60), seconds(0), 0);
        let full = most(&time);
        time.spend(BLACK, seconds(30));
        assert!(most(&time) < full);
        assert_eq!(
            time.budget(Player::White, 40).map(|budget| budget.max),
            full
        );
        time.set_left(BLACK, seconds(60), 0);
        assert_eq!(most(&time), full);
        time.spend(BLACK, seconds(100));
        assert_eq!(most(&time), Some(Duration::ZERO));
        time.restart();
        assert_eq!(most(&time), full);
        // A time in whole seconds may be up to one second too long.
        time.set_left(BLACK, seconds(2), 0);
        assert!(most(&time) < Some(seconds(1)));
        time.set_left(BLACK, seconds(1), 0);
        assert_eq!(most(&time), Some(Duration::ZERO));
        time.set_left(BLACK, Duration::from_millis(1500), 1);
        assert!(most(&time) > Some(seconds(1)));
    }

    #[test]
    fn periods_follow_the_main_time() {
        let mut time = GameClocks::default();
        time.set(seconds(10), seconds(6), 2);
        time.spend(BLACK, seconds(9));
        // One second of the main time is left, but the next periods give three seconds per move.
        assert!(most(&time).unwrap() > seconds(2));
        time.spend(BLACK, seconds(3));
        assert_eq!(time.left[0], Some(clock(seconds(4), 1)));
        time.spend(BLACK, seconds(1));
        assert_eq!(time.left[0], Some(clock(seconds(6), 2)));
        time.set(seconds(0), seconds(5), 1);
        for _ in 0..3 {
            assert!(most(&time).unwrap() > seconds(4));
            time.spend(BLACK, seconds(4));
        }
    }
}
