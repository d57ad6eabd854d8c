//! `reversi solve`: computes exact scores of positions.

mod input;
mod rows;
mod solvers;

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
use crate::base::text::counted;
use crate::games::{Info, Player, connect_four, reversed, reversi};
use crate::players::connect_four::ConnectFourSolver;
use crate::tools::run::{EngineOptions, GameParser, ShardOption, ToolError};

use input::PositionLines;
use rows::RowOutput;
use solvers::{ReversedSolver, ReversiSolver, SolverOfGame, Unsolved};

/// The kind of a row file, in its first line.
pub(super) const KIND: &str = "solve";

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
        let lines = PositionLines::open::<ConnectFourSolver>(options)?;
        let hash = options.engine.hash;
        // Check first: unlike the engine, this solver can't work with less memory.
        check_memory(hash)?;
        let solver = ConnectFourSolver::new(hash << 20);
        SolveJob::start(options, lines, solver)
    } else if options.game.code == reversed::INFO.code {
        let lines = PositionLines::open::<ReversedSolver>(options)?;
        check_memory(options.engine.hash)?;
        SolveJob::start(options, lines, ReversedSolver::new(options))
    } else {
        let lines = PositionLines::open::<ReversiSolver>(options)?;
        SolveJob::start(options, lines, ReversiSolver::new(options))
    }
}

struct SolveJob<'a, S> {
    options: &'a SolveOptions,
    solver: S,
    lines: PositionLines,
    output: RowOutput,
    progress: ProgressLine,
    summary: SolveSummary,
    /// Set by Ctrl-C.
    stop: Arc<AtomicBool>,
    /// Whether a position is being solved, as opposed to waiting for the next line.
    is_solving: Arc<AtomicBool>,
}

impl<'a, S: SolverOfGame> SolveJob<'a, S> {
    fn start(
        options: &'a SolveOptions,
        lines: PositionLines,
        solver: S,
    ) -> Result<Findings, ToolError> {
        let resume = options.resume;
        let output = options.out.as_deref();
        let output = output.map(|name| Output::of_shard(name, lines.shard, resume));
        let heading = options.heading::<S>();
        // Open the output after the input, so that unreadable input creates no file.
        let output = match output {
            None => RowOutput::to_standard(heading, !options.json),
            Some(output) => RowOutput::open(&output, &options.first_line(&lines), heading)?,
        };
        let (progress, summary) = (ProgressLine::start(), SolveSummary::default());
        let [stop, is_solving] = [(); 2].map(|()| Arc::<AtomicBool>::default());
        stop_work_on_interrupt(Arc::clone(&stop), Arc::clone(&is_solving));
        let mut job = Self {
            options,
            solver,
            lines,
            output,
            progress,
            summary,
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
                Ok(Some(position)) => self.solve(number, &position)?,
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

    fn solve(&mut self, number: usize, position: &Unsolved<S::Position>) -> Result<(), ToolError> {
        if let Some(row) = self.output.earlier_row()? {
            let score = self.options.score_in(&row, number, position);
            let score = score.ok_or_else(|| self.output.foreign())?;
            self.summary.add_earlier(
                position
                    .expected
                    .map(|expected| self.options.agree(score, expected)),
            );
            return Ok(());
        }
        self.progress.begin(format!("line {number}"));
        if self.options.reproducible {
            self.solver.forget();
        }
        let start = Instant::now();
        let report = &mut |known: fmt::Arguments| {
            if self.progress.is_visible() {
                self.progress.begin(format!("line {number}, {known}"));
            }
        };
        self.is_solving.store(true, Ordering::Relaxed);
        let solved = self.solver.solve(position, &self.stop, report);
        self.is_solving.store(false, Ordering::Relaxed);
        let time = start.elapsed();
        self.progress.pause();
        let Some(solved) = solved else { return Ok(()) };
        let is_right = position
            .expected
            .map(|expected| self.options.agree(solved.score, expected));
        self.summary.add(is_right, solved.nodes, time);
        self.output
            .write(&self.options.row(number, position, &solved, time))
    }
}

/// The totals of a job, for its last line.
#[derive(Debug, Default)]
struct SolveSummary {
    positions: u32,
    earlier: u32,
    checked: usize,
    nodes: u64,
    time: Duration,
    findings: Findings,
}

impl SolveSummary {
    /// Adds a solved position; `is_right` is `None` without an expected score.
    fn add(&mut self, is_right: Option<bool>, nodes: u64, time: Duration) {
        self.positions += 1;
        self.nodes += nodes;
        self.time += time;
        self.check(is_right);
    }

    /// Adds a position solved by an earlier run, whose wrong scores still count.
    fn add_earlier(&mut self, is_right: Option<bool>) {
        self.earlier += 1;
        self.check(is_right);
    }

    fn check(&mut self, is_right: Option<bool>) {
        self.checked += usize::from(is_right.is_some());
        self.findings.wrong += usize::from(is_right == Some(false));
    }

    fn report(&self, without_times: bool) -> String {
        let Self {
            positions,
            earlier,
            checked,
            nodes,
            time,
            findings,
        } = self;
        let times = if without_times {
            String::new()
        } else {
            let seconds = time.as_secs_f64();
            let mean = shown(*time / (*positions).max(1));
            format!(", {seconds:.3} s ({mean} per position)")
        };
        let before = match earlier {
            0 => String::new(),
            _ => format!("; {} from an earlier run", counted(earlier, "position")),
        };
        let wrong = findings.wrong;
        let right = checked - wrong;
        format!(
            "{}, {}{times}{before}; scores: {right} correct, {wrong} wrong",
            counted(positions, "position"),
            counted(nodes, "node"),
        )
    }
}

fn shown(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 {
        format!("{:.3} ms", 1000.0 * seconds)
    } else {
        format!("{seconds:.3} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_position_is_singular_and_times_have_a_suitable_unit() {
        let mut total = SolveSummary::default();
        total.add(Some(true), 1, Duration::from_micros(31_993));
        let text = total.report(false);
        assert!(
            text.starts_with("1 position, 1 node, 0.032 s (31.993 ms per position)"),
            "{text}"
        );
        assert!(text.ends_with("; scores: 1 correct, 0 wrong"), "{text}");
        total.add(None, 1, Duration::from_secs(4));
        total.add_earlier(None);
        let text = total.report(false);
        assert!(
            text.starts_with("2 positions, 2 nodes, 4.032 s (2.016 s per"),
            "{text}"
        );
        assert!(text.contains("; 1 position from an earlier run;"), "{text}");
    }
}
