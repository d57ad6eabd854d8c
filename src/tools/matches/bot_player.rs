//! The bots of this program as players of a match.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rand::SeedableRng;

use super::clock::{Allowance, Clocks};
use super::live_player::{Answer, LivePlayer, Reply, Turn};
use super::program::Patience;
use super::{Fault, Kind, Rules};
use crate::base::text::reason;
use crate::book::Book;
use crate::engine::Limits;
use crate::games::{Square, reversi};
use crate::players::{
    Bot, Clock, Competitive, EngineBot, Positional, Progress, Rng, Stop, mix_seed, move_budget,
    within,
};
use crate::records::{GameRecord, RecordedMove};

/// The interval at which a stop of the match is checked.
const LOOK: Duration = Duration::from_millis(20);

pub(super) struct BotPlayer {
    kind: Kind,
    book: Option<Arc<Book>>,
    seed: u64,
    /// The bot of the current game. Each game has its own, so games don't depend on each other.
    seat: Option<(Strategy, Rng)>,
}

/// The method of choosing moves.
enum Strategy {
    /// The engine with a clock.
    Clock(EngineBot),
    Bot(Box<dyn Bot>),
}

impl Strategy {
    /// The choice of a kind that is not a program.
    fn new(kind: &Kind, book: Option<&Arc<Book>>) -> Self {
        match kind {
            Kind::Level(level) => Self::Bot(level.bot(&reversi::INFO)),
            Kind::Book(level) => Self::Bot(level.bot_with_book(&reversi::INFO, book.cloned())),
            Kind::Competitive => Self::Bot(Box::new(Competitive)),
            Kind::Positional => Self::Bot(Box::new(Positional)),
            Kind::Clock | Kind::Nboard { .. } | Kind::Gtp { .. } => {
                Self::Clock(EngineBot::new(Limits::default()))
            }
        }
    }

    /// The bot, ready for a turn.
    fn bot(&mut self, turn: &Turn) -> &mut dyn Bot {
        match self {
            Self::Bot(bot) => bot.as_mut(),
            Self::Clock(bot) => {
                bot.set_limits(limits(&turn.allowance, turn.game.board().position().empties()));
                bot
            }
        }
    }
}

impl BotPlayer {
    /// The bot of a kind that is not a program.
    pub(super) fn new(kind: &Kind, book: Option<&Arc<Book>>, seed: u64) -> Self {
        Self { kind: kind.clone(), book: book.cloned(), seed, seat: None }
    }

    fn think(&mut self, turn: &Turn, stop: &Stop) -> Option<Answer> {
        let (strategy, rng) = self.seat.get_or_insert_with(|| {
            (Strategy::new(&self.kind, self.book.as_ref()), rng(self.seed, turn))
        });
        let mut evaluation = None;
        let report = &mut |progress: Progress| evaluation = progress.score.map(f64::from);
        let mv = strategy.bot(turn).choose(&turn.game.to_game(), rng, stop, report)?;
        Some(Answer { reply: Reply::Move(Square::from_index(mv.0, 8)), evaluation })
    }
}

impl LivePlayer for BotPlayer {
    fn begin(&mut self, _: &GameRecord, _: &Rules, _: Patience) -> Result<(), Fault> {
        self.seat = None;
        Ok(())
    }

    fn watch(&mut self, _: &RecordedMove, _: bool, _: Patience) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn, patience: Patience) -> Result<Answer, Fault> {
        // A level without clocks needs no timer.
        let answer = if turn.allowance.left.is_none() {
            self.think(turn, patience.stop)
        } else {
            stopped_in_time(patience, |stop| self.think(turn, stop))?
        };
        if patience.stop.is_requested() {
            return Err(Fault::Stopped);
        }
        answer.ok_or_else(|| Fault::Crashed("the bot has no move".to_owned()))
    }

    fn end(&mut self) {}
}

/// Runs something that is stopped when the time is over, or when the match is stopped.
///
/// # Errors
/// [`Fault::Crashed`] where no thread can be started to watch the time.
fn stopped_in_time<R>(patience: Patience, work: impl FnOnce(&Stop) -> R) -> Result<R, Fault> {
    let stop = Stop::new();
    let (done, is_done) = channel::<()>();
    let is_late = &stop;
    thread::scope(|scope| {
        let watch = move || {
            loop {
                let left = patience.until.saturating_duration_since(Instant::now());
                match is_done.recv_timeout(left.min(LOOK)) {
                    Err(RecvTimeoutError::Timeout)
                        if left.is_zero() || patience.stop.is_requested() =>
                    {
                        is_late.request();
                        return;
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    _ => return,
                }
            }
        };
        let no_thread =
            |error| Fault::Crashed(format!("no thread can be started: {}", reason(&error)));
        thread::Builder::new().spawn_scoped(scope, watch).map_err(no_thread)?;
        let result = work(&stop);
        drop(done);
        Ok(result)
    })
}

/// The limits of a search with this share of its clock.
fn limits(allowance: &Allowance, empties: u32) -> Limits {
    let budget = allowance.left.map(|left| match allowance.clocks {
        Clocks::None | Clocks::Move(_) => move_budget(left),
        Clocks::Game { increment, .. } => Clock { left, increment, moves: None }.budget(empties),
    });
    budget.map_or_else(Limits::default, |budget| within(Limits::default(), budget))
}

/// The random number generator of a player in a game: the same in every run with this seed.
fn rng(seed: u64, turn: &Turn) -> Rng {
    let number = 2 * turn.number as u64 + turn.player.index() as u64;
    Rng::seed_from_u64(mix_seed(seed).wrapping_add(number))
}
