//! `reversi analyze`: what the moves of recorded games were worth.

mod picture;
mod shown;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::convert::source::Source;
use super::{Findings, JobError, less_memory, print, print_fitted, unless_closed};
use crate::analysis::{Analyzer, Step, steps, svg};
use crate::base::terminal::{ProgressLine, signals};
use crate::base::text::counted;
use crate::engine::{Engine, Limits};
use crate::records::{Condition, Format, GameRecord, Opening, ReadError};

use shown::Shown;

/// The settings of an analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Analyze {
    /// The file of games; `-` is standard input.
    pub file: PathBuf,
    /// The input format; `None` for detection by name or content.
    pub from: Option<Format>,
    /// The conditions that a game must meet.
    pub select: Vec<Condition>,
    /// The limits of the searches.
    pub limits: Limits,
    /// The number of threads.
    pub threads: usize,
    /// Memory for the transposition table, in MiB.
    pub hash_mb: usize,
    /// Whether to print JSON objects instead of tables.
    pub json: bool,
    /// Whether text lists every move.
    pub all: bool,
    /// The file for the chart of the first game; later ones get their number before the extension.
    pub svg: Option<PathBuf>,
    /// Whether charts overwrite existing files.
    pub force: bool,
}

/// Analyzes the games of a file in turn, writes results to standard output and errors to standard
/// error. Ctrl-C stops it, and prints the moves judged so far.
///
/// # Errors
/// A [`JobError`] if the input can't be read or the output can't be written. A closed pipe is not
/// an error.
pub fn analyze(how: &Analyze) -> Result<Findings, JobError> {
    let [stop, is_analyzing] = [(); 2].map(|()| Arc::<AtomicBool>::default());
    signals::stop_work_on_interrupt(Arc::clone(&stop), Arc::clone(&is_analyzing));
    let mut job = Job {
        how,
        analyzer: Analyzer::new(Engine::new(how.hash_mb, how.threads), how.limits),
        memory: how.hash_mb,
        line: ProgressLine::start(),
        is_first: true,
        is_analyzing,
    };
    unless_closed(job.run(&stop))
}

struct Job<'a> {
    how: &'a Analyze,
    analyzer: Analyzer,
    /// The table size that was asked for, in MiB.
    memory: usize,
    line: ProgressLine,
    is_first: bool,
    /// Whether a game is being analyzed, and not the next one waited for.
    is_analyzing: Arc<AtomicBool>,
}

impl Job<'_> {
    fn run(&mut self, stop: &AtomicBool) -> Result<Findings, JobError> {
        let Source { name, records, .. } = Source::open(&self.how.file, self.how.from)?;
        let mut findings = Findings::default();
        let mut games = 0;
        for read in records {
            let number = match &read {
                Ok(entry) => entry.number,
                Err(ReadError::Bad(bad)) => bad.number,
                Err(ReadError::Io(_)) => 0,
            };
            if self.is_behind(number) {
                break;
            }
            match read {
                Ok(entry) if self.how.select.iter().all(|condition| condition.holds(&entry)) => {
                    games += 1;
                    self.is_analyzing.store(true, Ordering::Relaxed);
                    self.game(number, &entry.record, stop)?;
                    self.is_analyzing.store(false, Ordering::Relaxed);
                }
                Ok(_) => {}
                Err(ReadError::Bad(bad)) => {
                    if self.numbers().all(|range| range.contains(&number)) {
                        findings.unreadable += 1;
                        self.line.say(&bad.to_string());
                    }
                }
                Err(ReadError::Io(source)) => return Err(JobError::Unreadable { name, source }),
            }
            if stop.load(Ordering::Relaxed) {
                findings.interrupted = true;
                return Ok(findings);
            }
        }
        if games == 0 && findings.unreadable == 0 {
            findings.unreadable += 1;
            let which = if self.how.select.is_empty() { "" } else { " that --select would take" };
            self.line.say(&format!("{name} has no games{which}"));
        }
        Ok(findings)
    }

    /// The range of wanted game numbers.
    fn numbers(&self) -> impl Iterator<Item = &RangeInclusive<usize>> {
        self.how.select.iter().filter_map(|condition| match condition {
            Condition::Number(range) => Some(range),
            _ => None,
        })
    }

    /// Whether no further game is wanted.
    fn is_behind(&self, number: usize) -> bool {
        self.numbers().any(|range| number > *range.end())
    }

    fn game(
        &mut self,
        number: usize,
        record: &GameRecord,
        stop: &AtomicBool,
    ) -> Result<(), JobError> {
        let is_first = std::mem::take(&mut self.is_first);
        // Checked before the work, to protect existing files.
        let chart = self
            .how
            .svg
            .as_deref()
            .map(|path| picture::place(path, (!is_first).then_some(number), self.how.force));
        let chart = chart.transpose()?;
        let steps = steps_of(record);
        let line = &self.line;
        let analysis = self.analyzer.analyze(&steps, stop, &mut |progress| {
            let (done, of) = (progress.judged.len(), progress.of);
            line.begin(format!("game {number}: {done} of {}", counted(of, "move")));
        });
        self.line.pause();
        if let Some(message) = less_memory(&mut self.memory, self.analyzer.hash_mb()) {
            self.line.say(&message);
        }
        let opening = Opening::of_game(steps.iter().map(Step::after));
        let shown = Shown { number, record, opening, analysis: &analysis };
        let mut text = if self.how.json { shown.object() } else { shown.text(self.how.all) };
        if !self.how.json && !is_first {
            text.insert(0, '\n');
        }
        let print = if self.how.json { print } else { print_fitted };
        print(&text)?;
        if let Some(path) = chart {
            let picture = svg::picture(
                &analysis,
                &shown.caption(),
                shown.names().each_ref().map(String::as_str),
            );
            picture::write(&path, &picture, self.how.force)?;
        }
        Ok(())
    }
}

/// The moves of a record with their positions.
fn steps_of(record: &GameRecord) -> Vec<Step> {
    let begins_with_pass = record.moves().first().is_some_and(|first| first.square.is_none());
    let start = record.start().to_game();
    let first = 1 + usize::from(begins_with_pass);
    // A record has only legal moves.
    steps(start, first, record.game_moves()).map(|(steps, _)| steps).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Player;

    #[test]
    fn a_game_that_begins_with_a_pass_counts_it() {
        // White has no move at first.
        let board = format!("{}XO{} O", "-".repeat(8), "-".repeat(54));
        let mut record = GameRecord::from_start(board.parse().unwrap());
        record.play(crate::games::parse_square("c2", 8, 8).unwrap()).unwrap();
        let steps = steps_of(&record);
        assert_eq!(steps.len(), 1);
        assert_eq!((steps[0].ply, steps[0].player), (2, Player::Black));
    }
}
