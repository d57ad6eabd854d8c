//! SIGKILL at any moment: nothing acknowledged is lost, nothing is torn, every later start works, and
//! a resumed run writes the same bytes as a run that nobody has killed.
//!
//! `REVERSI_KILLS` is the number of kills of all kinds together, `REVERSI_SEED` another seed for their
//! moments.

mod jobs;
mod lines;
mod prompt;
mod ranking;
mod saves;

use std::env;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use reversi::games::{Game, Player, Reversi};
use reversi::players::Rng;

/// The kinds of work that are killed.
const KINDS: usize = 8;

/// The number of kills in an ordinary run of the tests.
const USUAL: usize = 320;

fn number(variable: &str) -> Option<usize> {
    env::var(variable).ok().map(|value| value.parse().unwrap())
}

/// The kills of one kind: how many there are to be, and when they come.
struct Kills {
    kind: &'static str,
    rng: Rng,
    wanted: usize,
    /// The kills that came while the program was running.
    done: usize,
    /// What the killed programs had acknowledged, and how often that was something.
    acknowledged: usize,
    at_work: usize,
    /// About how long the work takes when nobody kills it. It follows a machine that gets slower or faster.
    length: Duration,
    since: Instant,
}

impl Kills {
    /// The kills of a kind of work; `whole` does it once without being killed.
    fn of(kind: &'static str, whole: impl FnOnce()) -> Self {
        let start = Instant::now();
        whole();
        let length = start.elapsed();
        let seed = number("REVERSI_SEED").unwrap_or(2026) as u64;
        let seed = kind.bytes().fold(seed, |seed, byte| seed.rotate_left(8) ^ u64::from(byte));
        Self {
            kind,
            rng: Rng::seed_from_u64(seed),
            wanted: number("REVERSI_KILLS").unwrap_or(USUAL).div_ceil(KINDS),
            done: 0,
            acknowledged: 0,
            at_work: 0,
            length,
            since: Instant::now(),
        }
    }

    fn are_left(&self) -> bool {
        self.done < self.wanted
    }

    /// Kills a process at some moment of its work. Returns how it ended, if it was faster.
    fn kill(&mut self, child: &mut Child) -> Option<ExitStatus> {
        let longest = u64::try_from(self.length.as_micros()).unwrap();
        sleep(Duration::from_micros(self.rng.random_range(0..=longest)));
        child.kill().unwrap();
        self.count(child.wait().unwrap())
    }

    fn count(&mut self, status: ExitStatus) -> Option<ExitStatus> {
        let is_killed = status.signal() == Some(9);
        self.done += usize::from(is_killed);
        if !is_killed {
            self.length = self.length * 9 / 10;
        }
        (!is_killed).then_some(status)
    }

    /// Notes how much a killed program had acknowledged.
    fn note(&mut self, acknowledged: usize) {
        self.acknowledged += acknowledged;
        self.at_work += usize::from(acknowledged > 0);
        if acknowledged == 0 {
            self.length = self.length * 11 / 10;
        }
    }
}

impl Drop for Kills {
    fn drop(&mut self) {
        if !thread::panicking() {
            let seconds = self.since.elapsed().as_secs();
            println!(
                "{}: {} kills in {seconds} s, {} of them after something was acknowledged, {} things in all",
                self.kind, self.done, self.at_work, self.acknowledged
            );
            assert!(self.at_work > 0, "no kill came in the middle of the work");
        }
    }
}

/// Starts a program that reads `input`, and collects what it writes to standard output.
fn start(command: &mut Command, input: String) -> (Child, JoinHandle<String>) {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    thread::spawn(move || {
        // Whoever is killed reads no further.
        let _ = stdin.write_all(input.as_bytes());
    });
    let reader = thread::spawn(move || {
        let mut written = Vec::new();
        stdout.read_to_end(&mut written).unwrap();
        String::from_utf8_lossy(&written).into_owned()
    });
    (child, reader)
}

/// The moves of a game of chance in which nobody passes for some plies.
fn random_game(rng: &mut Rng, plies: usize) -> Vec<String> {
    'games: loop {
        let mut game = Reversi::new(Player::Black);
        let mut names = Vec::new();
        for _ in 0..plies {
            let moves = game.moves();
            let Some(&mv) = moves.get(rng.random_range(0..moves.len().max(1))) else {
                continue 'games;
            };
            names.push(game.move_name(mv));
            let turn = game.turn();
            game.play(mv).unwrap();
            if game.turn() == turn {
                continue 'games;
            }
        }
        return names;
    }
}
