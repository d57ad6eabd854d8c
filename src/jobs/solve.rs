//! `reversi solve`: exact scores of positions, one a line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::{Findings, JobError};
use crate::players::connect_four::{Position, Solver};

/// Memory for the solver's table, in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// The longest line that can be a position, in bytes.
const LONGEST: u64 = 1000;

/// How to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solve {
    /// Objects instead of a table.
    pub json: bool,
}

/// A solved position.
#[derive(Debug, Serialize)]
struct Solved<'a> {
    line: usize,
    position: &'a str,
    score: i32,
    /// What the file says, if it says anything.
    expected: Option<i32>,
    nodes: u64,
    /// Microseconds.
    time_us: f64,
}

/// Solves the positions of a file (`-` for standard input), writes what it finds to standard output
/// and what is wrong with lines to standard error.
///
/// # Errors
/// [`JobError`] when the file can't be read or the output can't be written. A reader that has seen
/// enough is no error.
pub fn solve(how: Solve, file: &Path) -> Result<Findings, JobError> {
    let name = file.display().to_string();
    let unreadable = |source| JobError::Unreadable { name: name.clone(), source };
    let input: Box<dyn Read> = if file.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file).map_err(unreadable)?)
    };
    let mut job = Job { how, solver: Solver::new(TABLE_BYTES), findings: Findings::default() };
    let mut input = BufReader::new(input);
    let mut output = io::stdout().lock();
    let mut total = Total::default();
    for number in 1.. {
        let mut line = Vec::new();
        let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line).map_err(unreadable)?;
        if read == 0 {
            break;
        }
        if read as u64 == LONGEST && line.last() != Some(&b'\n') {
            input.skip_until(b'\n').map_err(unreadable)?;
        }
        match job.line(number, &line, &mut total, &mut output) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(job.findings),
            result => result.map_err(JobError::Unwritable)?,
        }
    }
    total.report(&job.findings);
    Ok(job.findings)
}

/// Sums over all positions.
#[derive(Debug, Default)]
struct Total {
    positions: u32,
    checked: usize,
    nodes: u64,
    time: Duration,
}

impl Total {
    fn report(&self, findings: &Findings) {
        let mean = self.time / self.positions.max(1);
        let right = self.checked - findings.wrong;
        let _ = writeln!(
            io::stderr(),
            "{} positions, {} nodes, {:.1} microseconds a position on average; {right} scores \
             right, {} wrong",
            self.positions,
            self.nodes,
            mean.as_secs_f64() * 1e6,
            findings.wrong
        );
    }
}

struct Job {
    how: Solve,
    solver: Solver,
    findings: Findings,
}

impl Job {
    fn line(
        &mut self,
        number: usize,
        line: &[u8],
        total: &mut Total,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let text = String::from_utf8_lossy(line);
        let text = text.split('#').next().unwrap_or_default();
        let mut words = text.split_whitespace();
        let Some(columns) = words.next() else { return Ok(()) };
        // The empty board has no columns, so a dash stands for it.
        let position = Position::from_columns(if columns == "-" { "" } else { columns });
        let expected = words.next().map(str::parse::<i32>).transpose();
        let (Some(position), Ok(expected), None) = (position, expected, words.next()) else {
            self.findings.unreadable += 1;
            let _ = writeln!(
                io::stderr(),
                "line {number}: not a position: the columns played from the start, 1 to 7 (- for \
                 none), none full and none winning, and a score if it is to be checked"
            );
            return Ok(());
        };
        let (start, before) = (Instant::now(), self.solver.nodes());
        let never = AtomicBool::new(false);
        let Some(score) = self.solver.score(position, &never) else { return Ok(()) };
        let time = start.elapsed();
        let nodes = self.solver.nodes() - before;
        total.positions += 1;
        total.nodes += nodes;
        total.time += time;
        total.checked += usize::from(expected.is_some());
        let is_wrong = expected.is_some_and(|expected| expected != score);
        self.findings.wrong += usize::from(is_wrong);
        let time_us = (time.as_secs_f64() * 1e7).round() / 10.0;
        if self.how.json {
            let solved =
                Solved { line: number, position: columns, score, expected, nodes, time_us };
            return writeln!(output, "{}", serde_json::to_string(&solved)?);
        }
        let note = match expected {
            Some(expected) if is_wrong => format!("  wrong: the file has {expected}"),
            _ => String::new(),
        };
        writeln!(output, "{number:5}  {columns:42}  {score:3}  {nodes:12}  {time_us:12.1}{note}")
    }
}
