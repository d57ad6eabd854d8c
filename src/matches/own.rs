//! The bots of this program as players of a match.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rand::SeedableRng;

use super::clock::{Allowance, Clocks};
use super::driver::{Answer, Driver, Reply, Turn};
use super::program::Patience;
use super::{Fault, Kind, Rules};
use crate::engine::Limits;
use crate::games::{Square, reversi};
use crate::players::{Bot, Competitive, Positional, Rng, consult};
use crate::records::{GameRecord, RecordedMove};

/// How often is looked whether the match has been stopped.
const LOOK: Duration = Duration::from_millis(20);

/// From so many empty squares on the engine finds the best play at once, so that a game's time is
/// for the moves before.
const SOLVED: u32 = 18;

pub(super) struct Own {
    brain: Brain,
    seed: u64,
    /// Made for each game anew, so that a game doesn't depend on those played before.
    rng: Option<Rng>,
}

enum Brain {
    /// The engine, searching so far.
    Engine(Limits),
    /// The engine, searching as long as the clock lets it.
    Clock,
    Bot(Box<dyn Bot>),
}

impl Own {
    /// The bot of a kind that is no program.
    pub(super) fn new(kind: &Kind, seed: u64) -> Self {
        let brain = match kind {
            Kind::Level(level) => match level.limits() {
                Some(limits) => Brain::Engine(limits),
                None => Brain::Bot(level.bot(&reversi::INFO)),
            },
            Kind::Competitive => Brain::Bot(Box::new(Competitive)),
            Kind::Positional => Brain::Bot(Box::new(Positional)),
            Kind::Clock | Kind::Nboard { .. } | Kind::Gtp { .. } => Brain::Clock,
        };
        Self { brain, seed, rng: None }
    }

    fn think(&mut self, turn: &Turn, stop: &AtomicBool) -> Option<Answer> {
        let game = turn.game.to_game();
        let limits = match &self.brain {
            Brain::Engine(limits) => *limits,
            Brain::Clock => {
                let empties = turn.game.board().position().empties();
                Limits { time: budget(&turn.allowance, empties), ..Limits::default() }
            }
            Brain::Bot(bot) => {
                let rng = self.rng.get_or_insert_with(|| rng(self.seed, turn));
                let mv = bot.choose(&game, rng, stop)?;
                return Some(Answer { reply: Reply::Move(square(mv.0.into())?), evaluation: None });
            }
        };
        let found = consult(&game, &limits, 1, stop, &mut |_| ())?;
        let reply = Reply::Move(square(found.best()?)?);
        Some(Answer { reply, evaluation: Some(f64::from(found.score())) })
    }
}

impl Driver for Own {
    fn begin(&mut self, _: &GameRecord, _: &Rules, _: Patience) -> Result<(), Fault> {
        self.rng = None;
        Ok(())
    }

    fn watch(&mut self, _: &RecordedMove, _: bool, _: Patience) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn, patience: Patience) -> Result<Answer, Fault> {
        // A level without clocks needs nobody who looks at the time.
        let answer = if turn.allowance.left.is_none() {
            self.think(turn, patience.stop)
        } else {
            stopped_in_time(patience, |stop| self.think(turn, stop))
        };
        if patience.stop.load(Ordering::Relaxed) {
            return Err(Fault::Stopped);
        }
        answer.ok_or_else(|| Fault::Crashed("the bot has no move".to_owned()))
    }

    fn end(&mut self) {}
}

/// Does something that can be stopped: when it is time, or when the match is.
fn stopped_in_time<R>(patience: Patience, work: impl FnOnce(&AtomicBool) -> R) -> R {
    let stop = AtomicBool::new(false);
    let (done, is_done) = channel::<()>();
    let is_late = &stop;
    thread::scope(|scope| {
        scope.spawn(move || {
            loop {
                let left = patience.until.saturating_duration_since(Instant::now());
                match is_done.recv_timeout(left.min(LOOK)) {
                    Err(RecvTimeoutError::Timeout)
                        if left.is_zero() || patience.stop.load(Ordering::Relaxed) =>
                    {
                        is_late.store(true, Ordering::Relaxed);
                        return;
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    _ => return,
                }
            }
        });
        let result = work(&stop);
        drop(done);
        result
    })
}

/// How much of its clock the engine uses for a move.
fn budget(allowance: &Allowance, empties: u32) -> Option<Duration> {
    let left = allowance.left?;
    Some(match allowance.clocks {
        // A little is kept for what comes before and after the search.
        Clocks::None | Clocks::Move(_) => {
            left.saturating_sub((left / 10).min(Duration::from_millis(20)))
        }
        Clocks::Game { increment, .. } => {
            let moves = (empties.saturating_sub(SOLVED) / 2).max(2);
            let budget = left / moves + increment * 3 / 4;
            budget.min(left / 2)
        }
    })
}

/// The chance of a player in a game: the same in every run with this seed.
fn rng(seed: u64, turn: &Turn) -> Rng {
    let number = 2 * turn.number as u64 + turn.player.index() as u64;
    // Far apart, so that the games of one seed are not those of the next.
    Rng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number))
}

fn square(number: u32) -> Option<Square> {
    let row = u8::try_from(number / 8).ok().filter(|&row| row < 8)?;
    Some(Square { row, column: u8::try_from(number % 8).ok()? })
}
