//! Pacing: decides whether a search with a target time starts another iteration.

use std::time::Duration;

use super::iterations::Iteration;
use super::{Limits, SearchResult};

/// The natural logarithm of the growth in time per ply, which is 35%.
const GROWTH: f32 = 0.3;

/// The percentage of the target to use, by the number of iterations for which the best move has stayed the same.
const USED: [u32; 4] = [150, 120, 100, 80];

/// The percentage of the target for a position with one legal move, which only needs a score.
const USED_FOR_ONLY_MOVE: u32 = 5;

/// A score drop of this many discs makes a move as doubtful as a change of the best move.
const DROP: i32 = 3;

/// The iteration times of a search, and how stable its result is.
#[derive(Debug)]
pub struct Pace {
    /// The target and the time limit; `None` without a target.
    times: Option<[Duration; 2]>,
    is_only_move: bool,
    last: Option<(u32, i32)>,
    /// The number of iterations since the best move changed or its score dropped.
    settled: usize,
}

impl Pace {
    pub fn new(limits: &Limits, choices: usize) -> Self {
        let times = limits
            .target
            .map(|target| [target, limits.time.unwrap_or(Duration::MAX)]);
        Self {
            times,
            is_only_move: choices == 1,
            last: None,
            settled: 0,
        }
    }

    /// Returns the iteration to run after `index`; `None` if none is likely to end in time or the result has settled.
    /// It aims at the endgame search of the highest selectivity that fits, by way of the iterations that prepare it.
    pub fn next(
        &mut self,
        found: &SearchResult,
        iterations: &[Iteration],
        index: usize,
    ) -> Option<usize> {
        let mut coming = index + 1..iterations.len();
        let Some([used, most]) = self.times_after(found) else {
            return coming.next();
        };
        // The expected end of an iteration.
        let end = |next: usize| {
            // Limits, so that no duration is negative or overflows: what takes millions of times as long is out of
            // reach.
            let plies = (iterations[next].work - iterations[index].work).clamp(0.0, 60.0);
            found.time.mul_f32((GROWTH * plies).exp())
        };
        let fits = |&next: &usize| {
            // The alternative is the endgame search of the next lower selectivity, or the present result.
            let has_lower = next > index + 1 && iterations[next - 1].to_the_end;
            let alternative = if has_lower { end(next - 1) } else { found.time };
            // An iteration may end after the target by half of its time beyond the alternative, so that the target is
            // met on average.
            end(next) <= most && (alternative + end(next)) / 2 <= used
        };
        let is_aim = |next: &usize| iterations[*next].to_the_end && fits(next);
        match coming.clone().rfind(is_aim) {
            Some(aim) => coming.find(|&next| next == aim || iterations[next].prepares),
            None => coming.next().filter(fits),
        }
    }

    /// The average and the maximum time that the search may use after this result; `None` without a target.
    fn times_after(&mut self, found: &SearchResult) -> Option<[Duration; 2]> {
        let [target, most] = self.times?;
        let best = found.best().unwrap_or(0);
        let score = found.score();
        let before = self.last.replace((best, score));
        let is_same = before.is_some_and(|(move_before, score_before)| {
            move_before == best && score > score_before - DROP
        });
        self.settled = if is_same { self.settled + 1 } else { 0 };
        let used = if self.is_only_move {
            USED_FOR_ONLY_MOVE
        } else {
            USED[self.settled.min(USED.len() - 1)]
        };
        Some([target * used / 100, most])
    }
}

#[cfg(test)]
mod tests {
    use super::super::iterations::iterations;
    use super::*;

    const EMPTIES: u32 = 22;

    fn limits(target: u64, most: u64) -> Limits {
        let [time, target] = [most, target].map(|time| Some(Duration::from_millis(time)));
        Limits {
            time,
            target,
            ..Limits::default()
        }
    }

    fn found(square: u32, time: Duration) -> SearchResult {
        let lines = vec![(0, vec![square])];
        SearchResult {
            depth: 1,
            selectivity: 5,
            to_the_end: false,
            lines,
            nodes: 1,
            time,
        }
    }

    /// Whether the search continues after each iteration, given as its best move and its end in milliseconds.
    fn goes_on(limits: Limits, choices: usize, ends: &[(u32, u64)]) -> Vec<bool> {
        let iterations = iterations(&limits, EMPTIES);
        let mut pace = Pace::new(&limits, choices);
        let found = |&(square, end)| found(square, Duration::from_millis(end));
        let next = |(index, found)| pace.next(&found, &iterations, index).is_some();
        ends.iter().map(found).enumerate().map(next).collect()
    }

    /// The iterations after the twelfth ply, which ends at 1 ms, for a stable best move: depths, then percentages.
    fn path(target: u64) -> Vec<String> {
        let limits = limits(target, target);
        let iterations = iterations(&limits, EMPTIES);
        let mut pace = Pace::new(&limits, 5);
        let mut path = Vec::new();
        let mut next = Some(0);
        while let Some(index) = next {
            let iteration = &iterations[index];
            if iteration.to_the_end {
                path.push(format!("{} %", iteration.selectivity.percent()));
            } else if iteration.depth > 12 {
                path.push(iteration.depth.to_string());
            }
            let milliseconds = (GROWTH * (iteration.work - 12.0)).exp();
            let time = Duration::from_secs_f32(milliseconds / 1000.0);
            next = pace.next(&found(1, time), &iterations, index);
        }
        path
    }

    #[test]
    fn a_doubtful_move_gets_more_time_than_a_settled_one() {
        let settled = [(1, 10), (1, 20), (1, 40), (1, 75)];
        let changing = [(1, 10), (1, 20), (1, 40), (2, 75)];
        let limits = limits(100, 1000);
        assert_eq!(goes_on(limits, 5, &settled), [true, true, true, false]);
        assert_eq!(goes_on(limits, 5, &changing), [true; 4]);
    }

    #[test]
    fn nothing_is_begun_that_would_not_end_in_time() {
        let ends = [(1, 10), (2, 30), (1, 70)];
        assert_eq!(goes_on(limits(100, 1000), 5, &ends), [true; 3]);
        assert_eq!(goes_on(limits(100, 90), 5, &ends), [true, true, false]);
    }

    #[test]
    fn the_surest_search_to_the_end_that_there_is_time_for_is_prepared() {
        let midgame = ["13", "14"];
        let all = ["73 %", "87 %", "100 %"];
        assert_eq!(path(10_000), [&midgame[..], &all].concat());
        assert_eq!(path(100), ["13", "14", "73 %", "87 %", "99 %"]);
        // A settled result may use 40 ms: nearer to the 36 ms of 98% than to the 49 ms of 99%.
        assert_eq!(path(50), ["13", "14", "73 %", "87 %", "98 %"]);
        assert_eq!(path(25), ["13", "14", "73 %", "87 %"]);
        assert_eq!(path(10), ["13", "14", "73 %"]);
        // Without time for any, depth-limited searches continue.
        assert_eq!(path(4), ["13", "14", "15", "16"]);
    }

    #[test]
    fn an_only_move_takes_hardly_any_time_and_no_target_is_no_limit() {
        assert_eq!(
            goes_on(limits(100, 100), 1, &[(1, 1), (1, 5)]),
            [true, false]
        );
        let ends = [(1, 1), (1, 1000), (1, 10_000)];
        assert_eq!(goes_on(Limits::default(), 5, &ends), [true; 3]);
    }
}
