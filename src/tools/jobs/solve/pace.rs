//! How fast a job solves positions, and how long it still takes.

use std::time::Duration;

use crate::base::terminal::in_words;
use crate::base::text::counted;

/// The rows and the estimated work of a job.
#[derive(Debug, Default)]
pub struct SolvePace {
    /// All rows and their work; `None` if the input can't be read twice.
    total: Option<(usize, f64)>,
    /// The rows so far, with those that needed no search.
    rows: usize,
    /// The work done, with the rows that needed no search.
    work: f64,
    /// The rows and the work of this run's searches.
    searched: (usize, f64),
}

impl SolvePace {
    pub fn new(total: Option<(usize, u128)>) -> Self {
        Self {
            total: total.map(|(rows, work)| (rows, in_float(work))),
            ..Self::default()
        }
    }

    /// Adds a row that needed no search in this run.
    pub fn skip(&mut self, work: f64) {
        self.rows += 1;
        self.work += work;
    }

    /// Adds a row that this run has searched.
    pub fn search(&mut self, work: f64) {
        self.skip(work);
        self.searched.0 += 1;
        self.searched.1 += work;
    }

    /// Describes the rows so far, the speed and the remaining time, after searches that took `time`.
    pub fn describe(&self, time: Duration) -> String {
        let rows = match self.total {
            Some((total, _)) => format!("{} of {}", self.rows, counted(total, "position")),
            None => counted(self.rows, "position"),
        };
        let seconds = time.as_secs_f64();
        let (count, work) = self.searched;
        if count == 0 || seconds <= 0.0 || work <= 0.0 {
            return rows;
        }
        #[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
        let speed = count as f64 / seconds;
        let left = self.total.map(|(_, total)| {
            let left = in_words((total - self.work).max(0.0) * seconds / work);
            format!(", {left} left")
        });
        format!("{rows}, {speed:.1} a second{}", left.unwrap_or_default())
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate needs few digits")]
pub fn in_float(work: u128) -> f64 {
    work as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remaining_time_follows_the_work_and_not_the_rows() {
        let mut pace = SolvePace::new(Some((4, 100)));
        let time = Duration::from_secs(10);
        pace.skip(40.0);
        assert_eq!(pace.describe(time), "1 of 4 positions");
        pace.search(10.0);
        assert_eq!(
            pace.describe(time),
            "2 of 4 positions, 0.1 a second, 50 s left"
        );
        let mut unknown = SolvePace::new(None);
        unknown.search(1.0);
        assert_eq!(unknown.describe(time), "1 position, 0.1 a second");
    }
}
