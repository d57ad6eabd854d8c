//! Whether a search with a target time begins another iteration.

use std::time::Duration;

use super::{Found, Limits};

/// How much longer an iteration takes than the one before, in percent, until two have been timed.
const USUAL_GROWTH: u32 = 170;

/// The growth is kept within these limits, because odd and even depths differ, and so do the last
/// midgame iteration and the first one to the end of the game.
const GROWTH: [u32; 2] = [140, 300];

/// The part of the target that a search uses, in percent, by the number of iterations that its best
/// move has stayed the same: more where it has just changed, less where it is settled.
const USED: [u32; 4] = [150, 120, 100, 80];

/// The part of the target for a position with one legal move, in percent: just for its score.
const USED_FOR_ONLY_MOVE: u32 = 5;

/// A drop of the score by this many discs makes a move as doubtful as a change of the move.
const DROP: i32 = 3;

/// The times of the iterations of a search, and how settled its result is.
#[derive(Debug)]
pub(super) struct Pace {
    /// The target and the limit; `None` without a target.
    times: Option<[Duration; 2]>,
    is_only_move: bool,
    /// The move, the score and the end of the last iteration.
    last: Option<(u32, i32, Duration)>,
    /// The number of iterations since the move changed or its score dropped.
    settled: usize,
    /// The durations of the last two iterations.
    durations: [Duration; 2],
}

impl Pace {
    pub(super) fn new(limits: &Limits, choices: usize) -> Self {
        let times = limits.target.map(|target| [target, limits.time.unwrap_or(Duration::MAX)]);
        Self {
            times,
            is_only_move: choices == 1,
            last: None,
            settled: 0,
            durations: [Duration::ZERO; 2],
        }
    }

    /// Whether to begin another iteration after this one: if it is likely to end in time, and if
    /// the result is not settled enough for the time used.
    pub(super) fn goes_on(&mut self, found: &Found) -> bool {
        let Some([target, most]) = self.times else { return true };
        let best = found.best().unwrap_or(0);
        let (score, now) = (found.score(), found.time);
        let before = self.last.replace((best, score, now));
        let is_same = before.is_some_and(|(move_before, score_before, _)| {
            move_before == best && score > score_before - DROP
        });
        self.settled = if is_same { self.settled + 1 } else { 0 };
        let since = before.map_or(Duration::ZERO, |(_, _, end)| end);
        self.durations = [self.durations[1], now.saturating_sub(since)];
        let next = self.next_duration();
        let used = if self.is_only_move {
            USED_FOR_ONLY_MOVE
        } else {
            USED[self.settled.min(USED.len() - 1)]
        };
        // On average the target is met: an iteration may pass it by half its time.
        now + next <= most && now + next / 2 <= target * used / 100
    }

    /// The expected time of the next iteration.
    fn next_duration(&self) -> Duration {
        let [earlier, last] = self.durations.map(|duration| duration.as_micros());
        let growth = (100 * last)
            .checked_div(earlier)
            .map_or(USUAL_GROWTH, |growth| u32::try_from(growth).unwrap_or(u32::MAX));
        self.durations[1] * growth.clamp(GROWTH[0], GROWTH[1]) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Line, Selectivity};

    /// Whether a search goes on after iterations with these moves that end at these milliseconds.
    fn goes_on(pace: &mut Pace, iterations: &[(u32, u64)]) -> Vec<bool> {
        let found = |&(square, end)| Found {
            depth: 1,
            selectivity: Selectivity::FULL,
            to_the_end: false,
            lines: vec![Line { score: 0, moves: vec![square] }],
            nodes: 1,
            time: Duration::from_millis(end),
        };
        iterations.iter().map(|iteration| pace.goes_on(&found(iteration))).collect()
    }

    fn pace(target: u64, most: u64, choices: usize) -> Pace {
        let [time, target] = [most, target].map(|time| Some(Duration::from_millis(time)));
        Pace::new(&Limits { time, target, ..Limits::default() }, choices)
    }

    #[test]
    fn a_doubtful_move_gets_more_time_than_a_settled_one() {
        let settled = [(1, 10), (1, 20), (1, 40), (1, 75)];
        let changing = [(1, 10), (1, 20), (1, 40), (2, 75)];
        assert_eq!(goes_on(&mut pace(100, 1000, 5), &settled), [true, true, true, false]);
        assert_eq!(goes_on(&mut pace(100, 1000, 5), &changing), [true; 4]);
    }

    #[test]
    fn nothing_is_begun_that_would_not_end_in_time() {
        let iterations = [(1, 10), (2, 30), (1, 70)];
        assert_eq!(goes_on(&mut pace(100, 1000, 5), &iterations), [true; 3]);
        assert_eq!(goes_on(&mut pace(100, 140, 5), &iterations), [true, true, false]);
    }

    #[test]
    fn an_only_move_takes_hardly_any_time_and_no_target_is_no_limit() {
        assert_eq!(goes_on(&mut pace(100, 100, 1), &[(1, 1), (1, 4)]), [true, false]);
        let mut endless = Pace::new(&Limits::default(), 1);
        assert_eq!(goes_on(&mut endless, &[(1, 1), (1, 1000), (1, 10_000)]), [true; 3]);
    }
}
