//! Makes the table of Connect Four openings: `cargo run --release --example connect_four_book -- 6
//! src/players/connect_four/openings.book LOG [MEBIBYTES]`.
//!
//! The file is written every half minute and read at the next start, so the work can be stopped at any time.
//! Positions are solved in the order of a walk from the start, center first, so that the solver's table helps with
//! the next one.

use std::collections::HashSet;
use std::env::args;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reversi::players::connect_four::book::{open_positions, outcome, set_outcome, size};
use reversi::players::connect_four::{ConnectFourPosition, ConnectFourSolver};

const SAVE_INTERVAL: Duration = Duration::from_secs(30);

struct Counting {
    counters: u32,
    keys: Vec<u64>,
    bytes: Vec<u8>,
    file: String,
    log: fs::File,
    solver: ConnectFourSolver,
    /// The expanded positions before the last ply.
    seen: HashSet<u64>,
    start: Instant,
    saved: Instant,
    solved: usize,
    worst: Duration,
}

impl Counting {
    /// Solves the positions of the last ply that a position leads to.
    fn walk(&mut self, position: ConnectFourPosition) -> Result<(), Box<dyn Error>> {
        let key = position.canonical().key();
        if position.counters() == self.counters {
            return self
                .keys
                .binary_search(&key)
                .map_or(Ok(()), |index| self.solve(key, index));
        }
        if !self.seen.insert(key) {
            return Ok(());
        }
        for column in [3, 2, 4, 1, 5, 0, 6] {
            if position.is_legal(column) && !position.wins_with(column) {
                self.walk(position.play(column))?;
            }
        }
        if position.counters() + 4 <= self.counters {
            self.report(&format!("done with {position:?}"))?;
        }
        Ok(())
    }

    fn solve(&mut self, key: u64, index: usize) -> Result<(), Box<dyn Error>> {
        if outcome(&self.bytes, index).is_some() {
            return Ok(());
        }
        let position = ConnectFourPosition::from_key(key).ok_or("a wrong key")?;
        let start = Instant::now();
        let never = AtomicBool::new(false);
        let found = self.solver.outcome(position, &never).ok_or("stopped")?;
        self.worst = self.worst.max(start.elapsed());
        set_outcome(&mut self.bytes, index, Some(i8::try_from(found)?));
        self.solved += 1;
        if self.saved.elapsed() > SAVE_INTERVAL {
            self.report("saved")?;
        }
        Ok(())
    }

    fn report(&mut self, what: &str) -> Result<(), Box<dyn Error>> {
        let new = format!("{}.new", self.file);
        fs::write(&new, &self.bytes)?;
        fs::rename(&new, &self.file)?;
        self.saved = Instant::now();
        let total = self.keys.len();
        let known = (0..total)
            .filter(|&index| outcome(&self.bytes, index).is_some())
            .count();
        let seconds = self.start.elapsed().as_secs();
        let (solved, worst, nodes) = (self.solved, self.worst, self.solver.nodes());
        writeln!(
            self.log,
            "{known} of {total}, {solved} in {seconds} s, worst {worst:.1?}, {nodes} nodes; {what}"
        )?;
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [counters, file, log, rest @ ..] = arguments.as_slice() else {
        return Err("usage: connect_four_book PLY FILE LOG [MEBIBYTES]".into());
    };
    let counters = counters.parse()?;
    let mebibytes: usize = rest.first().map_or(Ok(1024), |number| number.parse())?;
    let keys = open_positions(counters);
    let mut bytes = fs::read(file).unwrap_or_default();
    bytes.resize(size(keys.len()), 0);
    let now = Instant::now();
    let mut work = Counting {
        counters,
        keys,
        bytes,
        file: file.clone(),
        log: fs::File::options().create(true).append(true).open(log)?,
        solver: ConnectFourSolver::new(mebibytes << 20),
        seen: HashSet::new(),
        start: now,
        saved: now,
        solved: 0,
        worst: Duration::ZERO,
    };
    work.walk(ConnectFourPosition::start())?;
    work.report("finished")
}
