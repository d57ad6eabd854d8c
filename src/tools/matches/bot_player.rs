//! The bots of this program as players of a match.

use std::sync::Arc;
use std::time::Duration;

use rand::SeedableRng;

use super::live_player::{Deadline, Fault, LivePlayer, PlayerChoice};
use super::{Kind, Rules, TimeLimits};
use crate::base::language::reason;
use crate::book::Book;
use crate::engine::Limits;
use crate::games::{Square, reversi};
use crate::players::{
    Adviser, Clock, Competitive, Memory, Positional, Request, Resources, Rng, Stop, Thinker,
    TimeControl, mix_seed, move_budget, stopped_at, within,
};
use crate::records::{GameRecord, RecordedMove};

pub struct BotPlayer {
    kind: Kind,
    book: Option<Arc<Book>>,
    rules: Rules,
    number: usize,
    /// The bot of the current game, with its random generator. Separate per game, so that games are independent.
    seat: Option<Request>,
}

impl BotPlayer {
    pub fn new(kind: &Kind, book: Option<&Arc<Book>>, rules: Rules) -> Self {
        Self {
            kind: kind.clone(),
            book: book.cloned(),
            rules,
            number: 0,
            seat: None,
        }
    }

    fn thinker(&self) -> Thinker {
        let book = self.book.clone();
        Thinker::Bot(match &self.kind {
            Kind::Level(level) => level.bot(&reversi::INFO),
            Kind::Book(level) => level.bot_with(&reversi::INFO, &Resources { book, threads: 1 }),
            Kind::Competitive => Box::new(Competitive),
            Kind::Positional => Box::new(Positional),
            Kind::Clock | Kind::Nboard { .. } | Kind::Gtp { .. } => {
                let adviser = Adviser::default();
                let limits = Limits::default();
                let memory = Memory::Forget;
                return Thinker::Engine {
                    adviser,
                    limits,
                    memory,
                    book_margin: None,
                };
            }
        })
    }

    fn think(
        &mut self,
        game: &GameRecord,
        left: Option<Duration>,
        stop: &Stop,
    ) -> Option<PlayerChoice> {
        let board = Box::new(game.to_game());
        let mut request = if let Some(seat) = self.seat.take() {
            Request {
                game: board,
                ..seat
            }
        } else {
            // Seed by game and side, so that all runs with this seed play the same games.
            let player = game.turn().map_or(0, |player| player.index() as u64);
            let number = 2 * self.number as u64 + player;
            let rng = Rng::seed_from_u64(mix_seed(self.rules.seed).wrapping_add(number));
            Request {
                rng,
                ..Request::new(board, self.thinker())
            }
        };
        if let Thinker::Engine { limits, memory, .. } = &mut request.thinker {
            *limits = self.limits(left, game.board().position().empties());
            *memory = if limits.time.is_some() {
                Memory::Keep
            } else {
                Memory::Forget
            };
        }
        let mut evaluation = None;
        let answer = request.think(stop, &mut |progress, _| {
            evaluation = progress.score.map(f64::from);
        });
        self.seat = Some(answer.request);
        Some(PlayerChoice::Move(
            Square::from_index(answer.mv?.0, 8),
            evaluation,
        ))
    }

    fn limits(&self, left: Option<Duration>, empties: u32) -> Limits {
        let Some(left) = left else {
            return Limits::default();
        };
        let budget = match self.rules.clocks {
            TimeLimits::None | TimeLimits::Move(_) => move_budget(left),
            TimeLimits::Game(TimeControl { increment, .. }) => Clock {
                left,
                increment,
                moves: None,
            }
            .budget(empties),
        };
        within(Limits::default(), budget)
    }
}

impl LivePlayer for BotPlayer {
    fn begin(&mut self, number: usize, _: &GameRecord, _: Deadline) -> Result<(), Fault> {
        (self.number, self.seat) = (number, None);
        Ok(())
    }

    fn watch(&mut self, _: &RecordedMove, _: bool, _: Deadline) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &GameRecord, deadline: Deadline) -> Result<PlayerChoice, Fault> {
        let left = deadline.left;
        let choice = if left.is_none() {
            self.think(game, left, deadline.stop)
        } else {
            stopped_at(deadline.until, deadline.stop, |stop| {
                self.think(game, left, stop)
            })
            .map_err(|error| {
                Fault::Crashed(format!("no thread can be started: {}", reason(&error)))
            })?
        };
        if deadline.stop.is_requested() {
            return Err(Fault::Stopped);
        }
        choice.ok_or_else(|| Fault::Crashed("the bot has no move".to_owned()))
    }

    fn end(&mut self) {}
}
