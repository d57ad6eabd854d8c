//! A position to think about and its answer, as values that can be sent to another thread.

use std::fmt;
use std::time::{Duration, Instant};

use rand::SeedableRng;

use super::adviser::suggestions;
use super::rule::{Tactics, is_threatened};
use super::{
    Adviser, Bot, Clock, HASH_MB, Level, Memory, Reason, Resources, Rng, SearchProgress, Stop,
    Suggestion, stopped_at,
};
use crate::engine::{Found, Limits};
use crate::games::{Game, Move, Reversi};

/// A version of the state of a game; it changes with everything that a move depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stamp(u64);

impl Stamp {
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

#[expect(clippy::large_enum_variant, reason = "one for each search")]
pub enum Thinker {
    Bot(Box<dyn Bot>),
    Engine {
        adviser: Adviser,
        limits: Limits,
        memory: Memory,
        /// The maximum loss of a book move played without a search, in discs; `None` for no book.
        book_margin: Option<i32>,
    },
    /// The best moves for the user.
    Hint {
        count: usize,
        resources: Resources,
    },
}

/// A position to think about, independent of the state that it was created from.
///
/// It carries the bot and a copy of the random number generator, and the [`Answer`] returns them. So a dropped
/// request draws no random numbers, and a seed reproduces a game.
pub struct Request {
    /// The game, which must not be over.
    pub game: Box<dyn Game>,
    pub thinker: Thinker,
    pub rng: Rng,
    /// The state that the answer is for; in any other state, it is stale.
    pub stamp: Stamp,
    pub clock: Option<Clock>,
}

/// The result of a [`Request`].
#[derive(Debug)]
pub struct Answer {
    /// The request, with the updated bot and generator.
    pub request: Request,
    pub mv: Option<Move>,
    /// The searched or known moves, best first; empty for bots.
    pub best: Vec<Suggestion>,
    /// The result of the engine, if it searched.
    pub found: Option<Found>,
    /// The search depth in plies; 0 if unknown.
    pub depth: u32,
    /// The number of nodes searched; 0 if unknown.
    pub nodes: u64,
    /// Whether the engine took the move from the opening book.
    pub is_book: bool,
    pub time: Duration,
    /// Whether a stop was requested before the end of the thought.
    pub is_stopped: bool,
}

impl Request {
    /// Creates a request that belongs to no state, with the random seed 0.
    pub fn new(game: Box<dyn Game>, thinker: Thinker) -> Self {
        Self {
            game,
            thinker,
            rng: Rng::seed_from_u64(0),
            stamp: Stamp::default(),
            clock: None,
        }
    }

    /// The answer with a known move, without a thought.
    pub(crate) fn answered(self, mv: Move) -> Answer {
        Answer {
            request: self,
            mv: Some(mv),
            best: Vec::new(),
            found: None,
            depth: 0,
            nodes: 0,
            is_book: false,
            time: Duration::ZERO,
            is_stopped: false,
        }
    }

    /// Thinks on the calling thread. After `stop` is requested, the answer follows within milliseconds. `report`
    /// also receives the results of the engine, if it searches.
    pub fn think(
        mut self,
        stop: &Stop,
        report: &mut dyn FnMut(SearchProgress, Option<&Found>),
    ) -> Answer {
        let start = Instant::now();
        let mut mv = None;
        let mut best = Vec::new();
        let mut found = None;
        let mut depth = 0;
        let mut nodes = 0;
        let mut is_book = false;
        match &mut self.thinker {
            Thinker::Bot(bot) => {
                let report = &mut |progress: SearchProgress| {
                    (depth, nodes) = (progress.depth, progress.nodes);
                    report(progress, None);
                };
                let game = &*self.game;
                let rng = &mut self.rng;
                let mut choose = |stop: &Stop| bot.choose(game, rng, stop, report);
                mv = match self
                    .clock
                    .map(|clock| start + clock.budget(game.grid().empties()).target)
                {
                    // If the thread that watches the clock can't be started, ignore the clock.
                    Some(until) => {
                        stopped_at(until, stop, &mut choose).unwrap_or_else(|_| choose(stop))
                    }
                    None => choose(stop),
                };
            }
            Thinker::Engine {
                adviser,
                limits,
                memory,
                book_margin,
            } => {
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
        let time = start.elapsed();
        let is_stopped = stop.is_requested();
        Answer {
            request: self,
            mv,
            best,
            found,
            depth,
            nodes,
            is_book,
            time,
            is_stopped,
        }
    }
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
        let Self {
            game,
            thinker,
            stamp,
            ..
        } = self;
        let mut debug = f.debug_struct("Request");
        debug
            .field("game", game)
            .field("thinker", thinker)
            .field("stamp", stamp);
        debug.finish_non_exhaustive()
    }
}

/// Requests and answers are sent to other threads.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Request>();
    is_send::<Answer>();
};

/// The level that advises in games other than Reversi.
const ADVISER: Level = Level::Number(6);

/// The best moves for the side to move: one, or up to `count` in Reversi; empty if the game is over. In Reversi, an
/// opening book has priority over a search. The same position gives the same moves, unless stopped.
fn suggest(game: &dyn Game, count: usize, resources: &Resources, stop: &Stop) -> Vec<Suggestion> {
    match game.as_any().downcast_ref::<Reversi>() {
        Some(reversi) => {
            let adviser = Adviser::new(HASH_MB, resources.threads);
            adviser
                .with_book(resources.book.clone())
                .suggest(reversi, count, stop)
        }
        None => suggest_by_search(game, stop).into_iter().collect(),
    }
}

fn suggest_by_search(game: &dyn Game, stop: &Stop) -> Option<Suggestion> {
    let moves = game.moves();
    let suggest = |mv, reason| Some(Suggestion::new(game, mv, reason));
    if let [mv] = moves[..] {
        return suggest(mv, Some(Reason::Only));
    }
    let Tactics { winning, safe } = Tactics::of(game);
    if let Some(&mv) = winning.first() {
        return suggest(mv, Some(Reason::Wins));
    }
    let reason = if safe.is_empty() {
        Some(Reason::Lost)
    } else {
        (safe.len() < moves.len() && is_threatened(game)).then_some(Reason::Blocks)
    };
    if let [only] = safe[..] {
        return suggest(only, reason);
    }
    let mut adviser = ADVISER.bot(game.info());
    let mv = adviser.choose(game, &mut Rng::seed_from_u64(0), stop, &mut |_| ())?;
    suggest(
        mv,
        reason.filter(|&reason| reason != Reason::Blocks || safe.contains(&mv)),
    )
}
