//! `reversi solve`: exact scores of positions, one a line.

mod connect_four;
mod lines;
mod output;
mod reversi;
mod rows;
mod total;

use std::time::Instant;

use super::{Findings, JobError, check_memory, unless_closed};
use crate::files::{self, Shard};
use crate::games::{self, Info, Square};
use crate::terminal::ProgressLine;

use connect_four::ConnectFour;
use lines::Lines;
use output::Output;
use reversi::Reversi;
use total::Total;

pub use lines::Input;
pub use rows::Rows;

/// How to solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solve {
    /// The game: Reversi, or Connect Four.
    pub game: &'static Info,
    /// What to find out, and how to tell it.
    pub rows: Rows,
    /// Memory for the table of positions, in MiB.
    pub hash_mb: usize,
    /// Search each position of Reversi on so many threads.
    pub threads: usize,
    /// Which lines to solve.
    pub shard: Shard,
    /// Where to write the rows, if not to standard output.
    pub out: Option<files::Output>,
}

impl Solve {
    fn is_connect_four(&self) -> bool {
        self.game.code == games::connect_four::INFO.code
    }
}

/// What solves the positions of one game.
trait Solver {
    type Position;

    /// What stands above the numbers of empty squares.
    const DEPTH: &'static str;

    /// What stands above the lines of play.
    const LINE: &'static str;

    /// Reads a line; `None` if there is nothing on it, a message if it is no position.
    fn read(line: &str) -> Result<Option<Task<Self::Position>>, String>;

    fn solve(&mut self, position: &Self::Position) -> Answer;

    /// Makes it as if it had solved nothing yet.
    fn forget(&mut self);
}

/// A position to solve.
#[derive(Debug)]
struct Task<Position> {
    /// As the line has it.
    name: String,
    position: Position,
    /// How many squares are empty.
    empties: u32,
    /// The score that the line has, if it has one.
    expected: Option<i32>,
}

/// A solved position.
#[derive(Debug)]
struct Answer {
    /// The score, or only its sign if no more was asked.
    score: i32,
    /// The best line of play.
    line: String,
    /// Every move with its score, best first, if that was asked; `None` is a pass.
    moves: Option<Vec<(Option<Square>, i32)>>,
    nodes: u64,
}

/// Solves the positions of an input, writes what it finds to standard output or a file, and what is
/// wrong with lines to standard error.
///
/// # Errors
/// [`JobError`] when the input can't be read, the output can't be written, or there is no memory for
/// the table. A reader that has seen enough is no error.
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
}

impl<'a> Job<'a> {
    fn start<S: Solver>(how: &'a Solve, input: &Input) -> Result<Self, JobError> {
        // The engine makes do with less.
        if how.is_connect_four() {
            check_memory(how.hash_mb)?;
        }
        // In this order, so that no file is made for an input that can't be read.
        let lines = Lines::open(input, how.shard)?;
        let output = Output::open(how.out.as_ref(), how.rows.beginning(&how.rows.heading::<S>()))?;
        let (progress, total) = (ProgressLine::start(), Total::default());
        Ok(Self { rows: &how.rows, lines, output, progress, total })
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
        let answer = solver.solve(&task.position);
        let time = start.elapsed();
        self.progress.pause();
        let is_right = task.expected.map(|expected| self.rows.agree(answer.score, expected));
        self.total.add(is_right, answer.nodes, time);
        self.output.write(&self.rows.row(number, task, &answer, time))
    }
}
