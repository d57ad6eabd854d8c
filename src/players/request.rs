//! A position to think about and what came of it, as values that go to another thread and back.

use std::fmt;
use std::time::{Duration, Instant};

use rand::SeedableRng;

use super::adviser::suggestions;
use super::{
    Adviser, Bot, Clock, Memory, Progress, Resources, Rng, Stop, Suggestion, stopped_at, suggest,
};
use crate::engine::{Found, Limits};
use crate::games::{Cell, Game, Move, Reversi};

/// A state of a game. It differs after every change that a move depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stamp(u64);

impl Stamp {
    /// The stamp after a change.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Who thinks about a position, and what is wanted.
pub enum Thinker {
    /// A bot chooses a move.
    Bot(Box<dyn Bot>),
    /// The engine searches Reversi.
    Engine {
        /// Its memory and threads.
        adviser: Adviser,
        /// The limits of the search.
        limits: Limits,
        /// Whether earlier searches help.
        memory: Memory,
        /// The number of discs that a move of the opening book may lose, where one will do without a search.
        book_margin: Option<i32>,
    },
    /// The best moves for a person.
    Hint {
        /// Their number.
        count: usize,
        /// What it thinks with.
        resources: Resources,
    },
}

/// A position to think about with all that it takes, detached from the state that it is for.
///
/// The bot and a copy of the random number generator travel with it, and return with the [`Answer`]. A
/// request that is dropped therefore draws nothing, and a seed repeats a game.
pub struct Request {
    /// The game, in which somebody is to move.
    pub game: Box<dyn Game>,
    /// Who thinks about it.
    pub thinker: Thinker,
    /// The randomness of the thinker.
    pub rng: Rng,
    /// The state that the answer is for: in another one it is stale.
    pub stamp: Stamp,
    /// The clock that a bot has to keep to, if it plays with one.
    pub clock: Option<Clock>,
}

/// What came of a [`Request`].
#[derive(Debug)]
pub struct Answer {
    /// The request, with the bot and the generator as they are now.
    pub request: Request,
    /// The best move; `None` if there is none.
    pub mv: Option<Move>,
    /// The moves that were searched or are known, best first; none of a bot.
    pub best: Vec<Suggestion>,
    /// The result of the engine, if it searched.
    pub found: Option<Found>,
    /// The depth of the search in plies; 0 if unknown.
    pub depth: u32,
    /// The number of positions searched; 0 if unknown.
    pub nodes: u64,
    /// Whether the engine took the move from the opening book.
    pub is_book: bool,
    /// The time used.
    pub time: Duration,
    /// Whether the end was requested before it came by itself.
    pub is_stopped: bool,
}

impl Request {
    /// A request that is for no state, and whose randomness starts from 0.
    pub fn new(game: Box<dyn Game>, thinker: Thinker) -> Self {
        Self { game, thinker, rng: Rng::seed_from_u64(0), stamp: Stamp::default(), clock: None }
    }

    /// Thinks, here and now. Once `stop` is requested the answer follows within milliseconds, with what was
    /// found until then. `report` also gets what the engine has found, if it searches.
    pub fn think(
        mut self,
        stop: &Stop,
        report: &mut dyn FnMut(Progress, Option<&Found>),
    ) -> Answer {
        let start = Instant::now();
        let (mut mv, mut best, mut found) = (None, Vec::new(), None);
        let (mut depth, mut nodes, mut is_book) = (0, 0, false);
        match &mut self.thinker {
            Thinker::Bot(bot) => {
                let report = &mut |progress: Progress| {
                    (depth, nodes) = (progress.depth, progress.nodes);
                    report(progress, None);
                };
                let (game, rng) = (&*self.game, &mut self.rng);
                let mut choose = |stop: &Stop| bot.choose(game, rng, stop, report);
                mv = match self.clock.map(|clock| start + clock.budget(empties(game)).target) {
                    // Without a thread that watches the clock it is not watched.
                    Some(until) => {
                        stopped_at(until, stop, &mut choose).unwrap_or_else(|_| choose(stop))
                    }
                    None => choose(stop),
                };
            }
            Thinker::Engine { adviser, limits, memory, book_margin } => {
                if let Some(game) = self.game.as_any().downcast_ref::<Reversi>() {
                    let rng = &mut self.rng;
                    mv = book_margin.and_then(|most| adviser.book_move(game, limits, most, rng));
                    is_book = mv.is_some();
                    if !is_book {
                        let observer = &mut |found: &Found| report(found.into(), Some(found));
                        found = adviser.search(game, limits, *memory, stop, observer);
                    }
                    if let Some(found) = &found {
                        (depth, nodes) = (found.depth, found.nodes);
                        mv = found.best();
                        best = suggestions(game, found);
                    }
                }
            }
            Thinker::Hint { count, resources } => {
                best = suggest(&*self.game, *count, resources, stop);
                mv = best.first().map(|best| best.mv);
            }
        }
        let (time, is_stopped) = (start.elapsed(), stop.is_requested());
        Answer { request: self, mv, best, found, depth, nodes, is_book, time, is_stopped }
    }
}

/// The number of empty cells of a board.
fn empties(game: &dyn Game) -> u32 {
    let cells = game.grid().cells;
    let count = cells.iter().filter(|&&cell| cell == Cell::Empty).count();
    u32::try_from(count).unwrap_or_default()
}

impl fmt::Debug for Thinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bot(_) => "Bot",
            Self::Engine { .. } => "Engine",
            Self::Hint { .. } => "Hint",
        })
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, thinker, stamp, .. } = self;
        let mut debug = f.debug_struct("Request");
        debug.field("game", game).field("thinker", thinker).field("stamp", stamp);
        debug.finish_non_exhaustive()
    }
}

/// Requests and answers go to other threads and back.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Request>();
    is_send::<Answer>();
};
