//! `reversi solve`: exact scores of positions, one per line.

mod connect_four;
mod lines;
mod output;
mod reversi;
mod rows;
mod total;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::{Findings, JobError, check_memory, unless_closed};
use crate::base::files::{self, Shard};
use crate::base::terminal::ProgressLine;
use crate::base::terminal::signals::stop_work_on_interrupt;
use crate::games::{self, Info, Square};

use connect_four::ConnectFour;
use lines::Lines;
use output::Output;
use reversi::Reversi;
use total::Total;

pub use lines::Input;
pub use rows::Rows;

/// The settings of solving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solve {
    /// The game: Reversi, or Connect Four.
    pub game: &'static Info,
    /// What to solve for, and the output format.
    pub rows: Rows,
    /// Memory for the transposition table, in MiB.
    pub hash_mb: usize,
    /// The number of threads (Reversi).
    pub threads: usize,
    /// Which lines to solve.
    pub shard: Shard,
    /// The output file; `None` for standard output.
    pub out: Option<files::Output>,
}

impl Solve {
    fn is_connect_four(&self) -> bool {
        self.game.code == games::connect_four::INFO.code
    }
}

/// A solver for the positions of one game.
trait Solver {
    type Position;

    /// The heading of the depth column.
    const DEPTH: &'static str;

    /// The heading of the last column.
    const LINE: &'static str;

    /// Parses a line; `None` if it is empty, an error if it is not a position.
    fn read(line: &str) -> Result<Option<Task<Self::Position>>, String>;

    /// Solves a position, and reports what is known of its score meanwhile; `None` when stopped.
    fn solve(
        &mut self,
        position: &Self::Position,
        stop: &AtomicBool,
        report: &mut dyn FnMut(fmt::Arguments),
    ) -> Option<Answer>;

    /// Resets the solver.
    fn forget(&mut self);
}

/// A position to solve.
#[derive(Debug)]
struct Task<Position> {
    /// The text of the line.
    name: String,
    position: Position,
    /// The number of empty squares.
    empties: u32,
    /// The expected score, if the line has one.
    expected: Option<i32>,
}

/// A solved position.
#[derive(Debug)]
struct Answer {
    /// The score, or its sign for win, draw or loss.
    score: i32,
    /// The best line of play.
    line: String,
    /// Every move with its score, best first, if requested; `None` is a pass.
    moves: Option<Vec<(Option<Square>, i32)>>,
    nodes: u64,
}

/// Solves the positions of an input, writes rows to standard output or a file, and errors to
/// standard error. Ctrl-C stops it; the rows of solved positions have been written.
///
/// # Errors
/// A [`JobError`] if the input can't be read, the output can't be written, or there is no memory
/// for the table. A closed pipe is not an error.
pub fn solve(how: &Solve, input: &Input) -> Result<Findings, JobError> {
    if how.is_connect_four() {
        Job::start::<ConnectFour>(how, input)?.run(ConnectFour::new(how.hash_mb))
    } else {
        Job::start::<Reversi>(how, input)?.run(Reversi::new(how))
    }
}

struct Job<'a> {
    rows: &'a Rows,
    lines: Lines,
    output: Output,
    progress: ProgressLine,
    total: Total,
    /// Set by Ctrl-C.
    stop: Arc<AtomicBool>,
    /// Whether a position is being solved, and not the next line waited for.
    is_solving: Arc<AtomicBool>,
}

impl<'a> Job<'a> {
    fn start<S: Solver>(how: &'a Solve, input: &Input) -> Result<Self, JobError> {
        // The engine works with less.
        if how.is_connect_four() {
            check_memory(how.hash_mb)?;
        }
        // In this order, so that no file is made for an input that can't be read.
        let lines = Lines::open(input, how.shard)?;
        let output = Output::open(how.out.as_ref(), how.rows.beginning(&how.rows.heading::<S>()))?;
        let (progress, total) = (ProgressLine::start(), Total::default());
        let [stop, is_solving] = [(); 2].map(|()| Arc::<AtomicBool>::default());
        stop_work_on_interrupt(Arc::clone(&stop), Arc::clone(&is_solving));
        Ok(Self { rows: &how.rows, lines, output, progress, total, stop, is_solving })
    }

    fn run(mut self, mut solver: impl Solver) -> Result<Findings, JobError> {
        unless_closed(self.solve_all(&mut solver))?;
        let report = self.total.report(self.rows.stable);
        self.progress.say(&report);
        Ok(self.total.findings)
    }

    fn solve_all<S: Solver>(&mut self, solver: &mut S) -> Result<(), JobError> {
        while let Some((number, line)) = self.lines.next()? {
            match S::read(&line) {
                Ok(Some(task)) => self.solve(solver, number, &task)?,
                Ok(None) => {}
                Err(reason) => {
                    self.total.findings.unreadable += 1;
                    self.progress.say(&format!("line {number}: not a position: {reason}"));
                }
            }
            if self.stop.load(Ordering::Relaxed) {
                self.total.findings.interrupted = true;
                return Ok(());
            }
        }
        self.output.finish()
    }

    fn solve<S: Solver>(
        &mut self,
        solver: &mut S,
        number: usize,
        task: &Task<S::Position>,
    ) -> Result<(), JobError> {
        if let Some(row) = self.output.earlier_row()? {
            let score = self.rows.score_in(&row, number, task);
            let score = score.ok_or_else(|| self.output.foreign())?;
            self.total.add_earlier(task.expected.map(|expected| self.rows.agree(score, expected)));
            return Ok(());
        }
        self.progress.begin(format!("line {number}"));
        if self.rows.stable {
            solver.forget();
        }
        let start = Instant::now();
        let report = &mut |known: fmt::Arguments| {
            if self.progress.is_visible() {
                self.progress.begin(format!("line {number}, {known}"));
            }
        };
        self.is_solving.store(true, Ordering::Relaxed);
        let answer = solver.solve(&task.position, &self.stop, report);
        self.is_solving.store(false, Ordering::Relaxed);
        let time = start.elapsed();
        self.progress.pause();
        let Some(answer) = answer else { return Ok(()) };
        let is_right = task.expected.map(|expected| self.rows.agree(answer.score, expected));
        self.total.add(is_right, answer.nodes, time);
        self.output.write(&self.rows.row(number, task, &answer, time))
    }
}
