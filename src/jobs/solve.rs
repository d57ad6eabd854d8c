//! `reversi solve`: exact scores of positions, one a line.

mod connect_four;
mod reversi;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::{Findings, JobError};

/// The longest line that can be a position, in bytes.
const LONGEST: u64 = 4096;

/// How to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solve {
    /// Whether they are positions of Connect Four instead of Reversi.
    pub connect_four: bool,
    /// Objects instead of a table.
    pub json: bool,
    /// Memory for the table of positions, in MiB.
    pub hash_mb: usize,
}

/// What solves the positions of one game.
trait Solver {
    /// What stands above the table.
    fn heading(&self) -> &'static str;

    /// Solves a line; `None` if there is nothing on it, a message if it is no position.
    fn solve(&mut self, line: &str) -> Result<Option<Solved>, String>;
}

/// A solved position.
#[derive(Debug, Serialize)]
struct Solved {
    /// As the line has it.
    position: String,
    /// How many squares are empty.
    empties: u32,
    score: i32,
    /// What the line says, if it says anything.
    expected: Option<i32>,
    /// The best line of play.
    line: String,
    nodes: u64,
}

/// A row of the answer.
#[derive(Serialize)]
struct Row<'a> {
    number: usize,
    #[serde(flatten)]
    solved: &'a Solved,
    /// Seconds.
    time_s: f64,
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
    let solver: Box<dyn Solver> = if how.connect_four {
        Box::new(connect_four::ConnectFour::new(how.hash_mb))
    } else {
        Box::new(reversi::Reversi::new(how.hash_mb))
    };
    let mut job = Job { how, solver, total: Total::default() };
    let mut input = BufReader::new(input);
    let mut output = io::stdout().lock();
    for number in 1.. {
        let mut line = Vec::new();
        let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line).map_err(unreadable)?;
        if read == 0 {
            break;
        }
        if read as u64 == LONGEST && line.last() != Some(&b'\n') {
            input.skip_until(b'\n').map_err(unreadable)?;
        }
        match job.line(number, &String::from_utf8_lossy(&line), &mut output) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            result => result.map_err(JobError::Unwritable)?,
        }
    }
    job.total.report();
    Ok(job.total.findings)
}

/// Sums over all positions.
#[derive(Debug, Default)]
struct Total {
    positions: u32,
    checked: usize,
    nodes: u64,
    time: Duration,
    findings: Findings,
}

impl Total {
    fn report(&self) {
        let mean = self.time / self.positions.max(1);
        let wrong = self.findings.wrong;
        let _ = writeln!(
            io::stderr(),
            "{} positions, {} nodes, {:.3} s, {:.1} microseconds a position on average; {} scores \
             right, {wrong} wrong",
            self.positions,
            self.nodes,
            self.time.as_secs_f64(),
            mean.as_secs_f64() * 1e6,
            self.checked - wrong,
        );
    }
}

struct Job {
    how: Solve,
    solver: Box<dyn Solver>,
    total: Total,
}

impl Job {
    fn line(&mut self, number: usize, line: &str, output: &mut impl Write) -> io::Result<()> {
        let start = Instant::now();
        let solved = match self.solver.solve(line) {
            Ok(Some(solved)) => solved,
            Ok(None) => return Ok(()),
            Err(reason) => {
                self.total.findings.unreadable += 1;
                let _ = writeln!(io::stderr(), "line {number}: not a position: {reason}");
                return Ok(());
            }
        };
        let time = start.elapsed();
        if self.total.positions == 0 && !self.how.json {
            writeln!(output, "{}", self.solver.heading())?;
        }
        let is_wrong = solved.expected.is_some_and(|expected| expected != solved.score);
        self.total.positions += 1;
        self.total.nodes += solved.nodes;
        self.total.time += time;
        self.total.checked += usize::from(solved.expected.is_some());
        self.total.findings.wrong += usize::from(is_wrong);
        let time_s = time.as_secs_f64();
        if self.how.json {
            let row = Row { number, solved: &solved, time_s };
            writeln!(output, "{}", serde_json::to_string(&row)?)?;
            return output.flush();
        }
        let Solved { empties, score, nodes, .. } = solved;
        let speed = time_s.max(1e-9).recip() * f64::from(u32::try_from(nodes).unwrap_or(u32::MAX));
        let note = match solved.expected {
            Some(expected) if is_wrong => format!("  wrong: the line has {expected:+}"),
            _ => String::new(),
        };
        let line = solved.line;
        writeln!(
            output,
            "{number:5}  {empties:5}  {score:+5}  {time_s:12.6}  {nodes:14}  {speed:12.0}  {line}{note}"
        )?;
        output.flush()
    }
}
