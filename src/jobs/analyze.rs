//! `reversi analyze`: what the moves of recorded games were worth.

mod picture;
mod shown;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::convert::source::Source;
use super::{Findings, JobError, less_memory, print, unless_closed};
use crate::analysis::{Analyzer, Step, steps, svg};
use crate::engine::{Engine, Limits};
use crate::records::{Condition, Format, GameRecord, Opening, Range, ReadError};
use crate::terminal::{ProgressLine, signals};

use shown::Shown;

/// How to analyze.
#[derive(Debug, Clone, PartialEq)]
pub struct Analyze {
    /// Where the games are; `-` is standard input.
    pub file: PathBuf,
    /// Their format; found out by the file's name or its content without it.
    pub from: Option<Format>,
    /// All of these have to hold for a game, or it is left out.
    pub select: Vec<Condition>,
    /// How far positions are searched.
    pub limits: Limits,
    /// On so many threads.
    pub threads: usize,
    /// Memory for the table of positions, in MiB.
    pub hash_mb: usize,
    /// Objects instead of tables.
    pub json: bool,
    /// Where to draw the first game; later ones have their number before the extension.
    pub svg: Option<PathBuf>,
    /// Whether files that are there are replaced by charts.
    pub force: bool,
}

/// Analyzes the games of a file one after the other, writes what it finds to standard output, and what
/// is wrong with games to standard error. Ctrl-C ends it after writing what there is of the game.
///
/// # Errors
/// [`JobError`] when the input can't be read or the output can't be written. A reader that has seen
/// enough is no error.
pub fn analyze(how: &Analyze) -> Result<Findings, JobError> {
    let stop = Arc::new(AtomicBool::new(false));
    signals::stop_on_interrupt(vec![Arc::clone(&stop)]);
    let mut job = Job {
        how,
        analyzer: Analyzer::new(Engine::new(how.hash_mb, how.threads), how.limits),
        memory: how.hash_mb,
        line: ProgressLine::start(),
        is_first: true,
    };
    unless_closed(job.run(&stop))
}

struct Job<'a> {
    how: &'a Analyze,
    analyzer: Analyzer,
    /// How many MiB the person believes the table has.
    memory: usize,
    line: ProgressLine,
    is_first: bool,
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
                    self.game(number, &entry.record, stop)?;
                }
                Ok(_) => {}
                Err(ReadError::Bad(bad)) => {
                    if self.numbers().all(|range| (range.from..=range.to).contains(&number)) {
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
            self.line.say(&format!("{name} has no game in it{which}"));
        }
        Ok(findings)
    }

    /// Which games are wanted, as far as that goes by their numbers.
    fn numbers(&self) -> impl Iterator<Item = &Range> {
        self.how.select.iter().filter_map(|condition| match condition {
            Condition::Number(range) => Some(range),
            _ => None,
        })
    }

    /// Whether no game from this number on is wanted.
    fn is_behind(&self, number: usize) -> bool {
        self.numbers().any(|range| number > range.to)
    }

    fn game(
        &mut self,
        number: usize,
        record: &GameRecord,
        stop: &AtomicBool,
    ) -> Result<(), JobError> {
        let is_first = std::mem::take(&mut self.is_first);
        // Before the work: what is there may be worth more.
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
            line.begin(format!("game {number}: {done} of {of} moves"));
        });
        self.line.pause();
        if let Some(message) = less_memory(&mut self.memory, self.analyzer.hash_mb()) {
            self.line.say(&message);
        }
        let opening = Opening::of_game(steps.iter().map(Step::after));
        let shown = Shown { number, record, opening, analysis: &analysis };
        let mut text = if self.how.json { shown.object() } else { shown.text() };
        if !self.how.json && !is_first {
            text.insert(0, '\n');
        }
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
    // A record takes no illegal move.
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
