//! `reversi solve`: computes exact scores of positions.

mod answers;
mod input;
mod known;
mod pace;
mod read_rows;
mod rows;
mod solved;
mod solvers;
mod summary;
mod tasks;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;

use super::source::turn;
use super::{Findings, check_memory, unless_closed};
use crate::base::files::Output;
use crate::base::terminal::ProgressLine;
use crate::base::terminal::signals::stop_work_on_interrupt;
use crate::games::{Info, Player, connect_four, reversed, reversi};
use crate::players::connect_four::ConnectFourSolver;
use crate::tools::run::{EngineOptions, GameParser, ShardOption, ToolError};

use answers::{Origin, StoredAnswers};
use input::PositionLines;
use known::KnownRows;
use pace::{SolvePace, in_float};
use rows::{NewRow, RowOutput};
use solved::{CanonicalKey, Solved};
use solvers::{ReversedSolver, ReversiSolver, SolverOfGame, Unsolved};
use summary::SolveSummary;

/// The kind of a row file, in its first line.
pub const KIND: &str = "solve";

/// The options of `reversi solve`.
#[derive(Debug, Clone, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option that is given or not"
)]
pub struct SolveOptions {
    /// Game: rv, c4 or rr
    #[arg(short, long, value_name = "GAME", default_value = reversi::INFO.word(), value_parser = GameParser(SOLVED))]
    game: &'static Info,

    /// Side to move of boards that don't show it: B or W (not Connect Four)
    #[arg(long, value_name = "SIDE", value_parser = turn)]
    turn: Option<Player>,

    /// Print one JSON object per position
    #[arg(long)]
    json: bool,

    /// Print the score of every legal move, best first (not Connect Four)
    #[arg(long)]
    all_moves: bool,

    /// Solve for win, draw or loss only, which is faster (not Connect Four)
    #[arg(long)]
    wld: bool,

    /// Print reproducible rows: no times, hash table cleared for each position
    #[arg(long)]
    reproducible: bool,

    /// Memory and threads of the engine
    #[command(flatten)]
    engine: EngineOptions,

    /// Shard
    #[command(flatten)]
    shard: ShardOption,

    /// Write results to the new file OUT; {shard} in the name becomes, say, 2-of-8
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,

    /// Continue an interrupted run with the same input and options, from OUT
    #[arg(long, requires = "out")]
    resume: bool,

    /// Copy known scores from FILE, the rows of a former `solve --json --out`; repeat for several files
    #[arg(long, value_name = "FILE")]
    known: Vec<PathBuf>,

    /// Solve this position instead of a file
    #[arg(
        long,
        value_name = "POSITION",
        conflicts_with_all = ["file", "shard"],
        allow_hyphen_values = true
    )]
    position: Option<String>,

    /// File of positions (- for standard input) [default: standard input, unless it is a terminal]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

const SOLVED: &[&Info] = &[&reversi::INFO, &connect_four::INFO, &reversed::INFO];

/// Solves the positions of an input. Rows are written at once, so Ctrl-C loses no solved positions.
pub fn solve(options: &SolveOptions) -> Result<Findings, ToolError> {
    input::check(options)?;
    if options.game.code == connect_four::INFO.code {
        let input = SolveInput::open(options)?;
        let hash = options.engine.hash;
        // Check first: unlike the engine, this solver can't work with less memory.
        check_memory(hash)?;
        let solver = ConnectFourSolver::new(hash << 20);
        SolveJob::start(options, input, solver)
    } else if options.game.code == reversed::INFO.code {
        let input = SolveInput::open(options)?;
        check_memory(options.engine.hash)?;
        SolveJob::start(options, input, ReversedSolver::new(options))
    } else {
        let input = SolveInput::open(options)?;
        SolveJob::start(options, input, ReversiSolver::new(options))
    }
}

/// The positions, and the answers that need no search.
struct SolveInput<S: SolverOfGame> {
    lines: PositionLines,
    known: KnownRows<S>,
    progress: ProgressLine,
}

impl<S: SolverOfGame> SolveInput<S> {
    fn open(options: &SolveOptions) -> Result<Self, ToolError> {
        let progress = ProgressLine::start();
        let known = KnownRows::read(options)?;
        let counts = progress.is_visible();
        let lines = PositionLines::open::<S>(options, &known.answers, counts)?;
        for note in &known.notes {
            progress.say(note);
        }
        Ok(Self {
            lines,
            known,
            progress,
        })
    }
}

struct SolveJob<'a, S: SolverOfGame> {
    options: &'a SolveOptions,
    solver: S,
    lines: PositionLines,
    answers: StoredAnswers<S::Key>,
    output: RowOutput,
    progress: ProgressLine,
    pace: SolvePace,
    summary: SolveSummary,
    /// Set by Ctrl-C.
    stop: Arc<AtomicBool>,
    /// Whether a position is being solved, as opposed to waiting for the next line.
    is_solving: Arc<AtomicBool>,
}

impl<'a, S: SolverOfGame> SolveJob<'a, S> {
    fn start(
        options: &'a SolveOptions,
        input: SolveInput<S>,
        solver: S,
    ) -> Result<Findings, ToolError> {
        let SolveInput {
            lines,
            known,
            progress,
        } = input;
        let output = open_output::<S>(options, &lines, known.mark.as_deref())?;
        let [stop, is_solving] = [(); 2].map(|()| Arc::<AtomicBool>::default());
        stop_work_on_interrupt(Arc::clone(&stop), Arc::clone(&is_solving));
        let mut job = Self {
            options,
            solver,
            pace: SolvePace::new(lines.total()),
            lines,
            answers: known.answers,
            output,
            progress,
            summary: SolveSummary::default(),
            stop,
            is_solving,
        };
        unless_closed(job.solve_all())?;
        job.progress.say(&job.summary.report(options.reproducible));
        Ok(job.summary.findings)
    }

    fn solve_all(&mut self) -> Result<(), ToolError> {
        while let Some((number, line)) = self.lines.next()? {
            match line.and_then(|line| S::read(&line)) {
                Ok(Some(position)) => self.answer(number, &position)?,
                Ok(None) => {}
                Err(reason) => {
                    self.summary.findings.unreadable += 1;
                    self.progress
                        .say(&format!("line {number}: not a position: {reason}"));
                }
            }
            if self.stop.load(Ordering::Relaxed) {
                self.summary.findings.interrupted = true;
                return Ok(());
            }
        }
        self.output.finish()
    }

    /// Writes the row of a position, unless an earlier run has done so. Copies the answer, or searches for it.
    fn answer(&mut self, number: usize, task: &Unsolved<S::Position>) -> Result<(), ToolError> {
        let key = S::key(&task.position);
        if let Some(row) = self.output.earlier_row()? {
            let solved = self.options.read_row::<S>(&row, number, task);
            let solved = solved.ok_or_else(|| self.output.foreign())?;
            self.summary.add_earlier(self.is_right(task, solved.score));
            self.pace.skip(self.new_work(task, &key));
            self.answers.add(key, Origin::Duplicate, &solved);
            return Ok(());
        }
        if let Some((answer, origin)) = self.answers.get(&key) {
            self.summary
                .add_copy(origin, self.is_right(task, answer.score));
            self.pace.skip(0.0);
            return self.output.write(&self.options.row::<S>(&NewRow {
                number,
                task,
                answer: &answer,
                time: Duration::ZERO,
                copied: Some(origin),
            }));
        }
        let Some((answer, time)) = self.search(number, task) else {
            return Ok(());
        };
        let is_right = self.is_right(task, answer.score);
        self.summary.add(is_right, answer.nodes, time);
        self.pace.search(self.new_work(task, &key));
        self.answers.add(key, Origin::Duplicate, &answer);
        self.output.write(&self.options.row::<S>(&NewRow {
            number,
            task,
            answer: &answer,
            time,
            copied: None,
        }))
    }

    /// Solves a position, and measures the time; `None` when stopped.
    fn search(
        &mut self,
        number: usize,
        task: &Unsolved<S::Position>,
    ) -> Option<(Solved, Duration)> {
        let pace = self.pace.describe(self.summary.time);
        self.progress.begin(format!("line {number}, {pace}"));
        if self.options.reproducible {
            self.solver.forget();
        }
        let start = Instant::now();
        let report = &mut |bounds: fmt::Arguments| {
            if self.progress.is_visible() {
                self.progress
                    .begin(format!("line {number}, {bounds}, {pace}"));
            }
        };
        self.is_solving.store(true, Ordering::Relaxed);
        let solved = self.solver.solve(task, &self.stop, report);
        self.is_solving.store(false, Ordering::Relaxed);
        let time = start.elapsed();
        self.progress.pause();
        Some((solved?, time))
    }

    /// Returns the estimated work of a position; 0 if the work has been done.
    fn new_work(&self, task: &Unsolved<S::Position>, key: &CanonicalKey<S::Key>) -> f64 {
        if self.answers.has(key) {
            0.0
        } else {
            in_float(S::work(task))
        }
    }

    /// Whether a score is the expected one; `None` if the input has none.
    fn is_right(&self, task: &Unsolved<S::Position>, score: i32) -> Option<bool> {
        let expected = task.expected?;
        Some(self.options.agree(score, expected))
    }
}

/// Opens the output. Open it after the input, so that unreadable input creates no file.
fn open_output<S: SolverOfGame>(
    options: &SolveOptions,
    lines: &PositionLines,
    known: Option<&str>,
) -> Result<RowOutput, ToolError> {
    let heading = options.heading::<S>();
    let Some(name) = &options.out else {
        return Ok(RowOutput::to_standard(heading, !options.json));
    };
    let output = Output::of_shard(name, lines.shard, options.resume);
    known::refuse_output(options, &output.path)?;
    RowOutput::open(&output, &options.first_line(lines, known), heading)
}
