//! Chooses the amount of work of each generation to fit its share of the time.

use std::fs;
use std::path::Path;

use super::Run;
use super::state::GenerationState;
use crate::base::terminal::in_words;
use crate::tools::run::ToolError;
use crate::tools::training::options::thread_count;

/// The minimum time of the first generation, in seconds; only for a default number of generations.
const MIN_SECONDS: f64 = 300.0;

/// The minimum number of games of a generation: one in 20 is held out.
const MIN_GAMES: usize = 20;

/// The approximate share of a generation's time for measuring its speed.
const MEASURE_SHARE: f64 = 0.04;

/// The approximate share of a generation's time for the steps after labeling. Later generations get unused time.
const FITTING_SHARE: f64 = 0.2;

impl Run<'_> {
    /// Chooses the number of games, after measuring the time to play and label some.
    pub(super) fn choose(&mut self, from: &Path) -> Result<usize, ToolError> {
        let start = self.state.spent;
        let left = (self.options.hours * 3600.0 - start).max(0.0);
        // Each generation gets twice the time of the previous one: 1 + 2 + 4 + ...
        let first = doubled(self.number - 1);
        let all = doubled(self.count);
        let budget = left * first / (all - first);
        self.say(&format!("budget {}; measuring speed", in_words(budget)));
        let mut sample = 2 * thread_count(self.options.threads).max(1);
        let a_game = loop {
            let before = self.state.spent;
            // A killed run may have left files of another sample.
            self.remove_measured();
            self.play_and_label(sample, 0, from, "measured.")?;
            let seconds = (self.state.spent - before).max(1e-3);
            if seconds >= budget * MEASURE_SHARE / 2.0 {
                break seconds / count_of(sample);
            }
            let factor = (budget * MEASURE_SHARE / seconds).clamp(2.0, 16.0);
            sample = rounded(count_of(sample) * factor);
        };
        self.remove_measured();
        let left = budget - (self.state.spent - start);
        let games = rounded(left * (1.0 - FITTING_SHARE) / a_game).max(MIN_GAMES);
        self.state.generations.push(GenerationState { games });
        self.state.save()?;
        Ok(games)
    }

    /// Removes the files of the sample. Ignores errors: the stage that writes a file next reports them.
    fn remove_measured(&self) {
        for kind in ["measured.games", "measured.positions"] {
            let _ = fs::remove_file(self.file(kind));
        }
    }
}

/// Returns the number of generations, 2 to 5, that fit in `hours`.
pub fn default_count(hours: f64) -> usize {
    let fits = |count: &usize| hours * 3600.0 / (doubled(*count) - 1.0) >= MIN_SECONDS;
    (2..=5).rev().find(fits).unwrap_or(2)
}

fn doubled(times: usize) -> f64 {
    f64::powi(2.0, i32::try_from(times).unwrap_or(i32::MAX))
}

/// Returns the sizes of the measurements of generation `number`, from 1, of `count`. They depend only on the options:
/// positions per number of empty squares for the `ProbCut` model (0 keeps the previous model), openings of the duel
/// with the previous weights, and positions per number of empty squares for the final test.
pub fn amounts(hours: f64, number: usize, count: usize) -> [usize; 3] {
    let seconds = hours * 3600.0 * doubled(number - 1) / (doubled(count) - 1.0);
    // A position takes half a second on one core. Fewer than 15 give no model; more than 200 hardly change it.
    let probcut = rounded(seconds / 20.0).min(200);
    let probcut = if probcut < 15 { 0 } else { probcut };
    [
        probcut,
        rounded(seconds / 6.0).clamp(2, 50),
        rounded(hours).min(10),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "a time needs few digits")]
fn count_of(games: usize) -> f64 {
    games as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it saturates, and a negative number of games is none"
)]
fn rounded(games: f64) -> usize {
    games.min(1e9) as usize
}
