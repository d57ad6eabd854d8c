//! Whoever thinks about a position: the engine, or the bot of a level.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand::SeedableRng;

use crate::engine::{Engine, Found, Limits, Position};
use crate::games::{Game, Move, Reversi};
use crate::players::{Level, Rng};

/// What the engine may use of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resources {
    /// Memory for the table of positions, in MiB. It is allocated at the first search.
    pub hash_mb: usize,
    /// How many threads search.
    pub threads: usize,
}

/// A position to think about.
#[derive(Debug, Clone)]
pub(super) struct Search {
    /// The game, in which somebody is to move.
    pub(super) game: Box<dyn Game>,
    pub(super) how: How,
    pub(super) resources: Resources,
    /// When the answer has to be there, however far the search is.
    pub(super) deadline: Option<Instant>,
    /// Whether it ends only when it is told to.
    pub(super) is_endless: bool,
}

/// How a position is thought about.
#[derive(Debug, Clone, Copy)]
pub(super) enum How {
    /// By the engine of Reversi. Only with `remember` it makes use of what it found before: then it
    /// gets further in the same time, but what it finds depends on what was asked before.
    Engine { limits: Limits, remember: bool },
    /// As the bot of a level does.
    Bot(Level),
}

/// With less time than this for a move there is a limit of nodes as well.
const HURRY: Duration = Duration::from_millis(20);

/// So many nodes a millisecond any machine searches.
const NODES_A_MILLISECOND: u64 = 1000;

/// The same limits, and for no longer than a time.
///
/// A search looks at the clock again and again, but not all the time; in a hurry that may be too
/// late, and the count of nodes, which is looked at more often the lower it is, ends it.
pub(super) fn within(limits: Limits, time: Duration) -> Limits {
    let time = limits.time.map_or(time, |limit| limit.min(time)).max(Duration::from_millis(1));
    let few = u64::try_from(time.as_millis()).unwrap_or(1) * NODES_A_MILLISECOND;
    let few = (time < HURRY).then_some(few);
    let nodes = [limits.nodes, few].into_iter().flatten().min();
    Limits { time: Some(time), nodes, ..limits }
}

/// What came of thinking.
#[derive(Debug, Clone)]
pub(super) struct Finished {
    /// The best move; `None` if there is none.
    pub(super) mv: Option<Move>,
    /// What the engine says of it, if it was asked.
    pub(super) found: Option<Found>,
    /// How long it took.
    pub(super) time: Duration,
    /// Whether it was told to stop.
    pub(super) is_stopped: bool,
}

/// Thinks about one position after the other.
#[derive(Debug)]
pub(super) struct Thinker {
    engine: Engine,
    resources: Resources,
    rng: Rng,
}

impl Thinker {
    /// One whose chance, where bots leave something to it, starts from `seed`.
    pub(super) fn new(resources: Resources, seed: u64) -> Self {
        let engine = Engine::new(resources.hash_mb, resources.threads);
        Self { engine, resources, rng: Rng::seed_from_u64(seed) }
    }

    /// Thinks until it has come as far as it should, or `stop` becomes true.
    pub(super) fn think(
        &mut self,
        search: &Search,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(&Found),
    ) -> Finished {
        let start = Instant::now();
        let game = &*search.game;
        let (mv, found) = match search.how {
            How::Engine { limits, remember } => {
                if search.resources != self.resources {
                    self.resources = search.resources;
                    let Resources { hash_mb, threads } = search.resources;
                    self.engine = Engine::new(hash_mb, threads);
                } else if !remember {
                    self.engine.clear();
                }
                let position = game.as_any().downcast_ref::<Reversi>().map(Position::from);
                let found = position
                    .map(|position| self.engine.search(position, &limits, stop, observer))
                    .filter(|_| game.turn().is_some());
                (found.as_ref().and_then(Found::best).map(to_move), found)
            }
            How::Bot(level) => (level.bot(game.info()).choose(game, &mut self.rng, stop), None),
        };
        let is_stopped = stop.load(Ordering::Relaxed);
        Finished { mv, found, time: start.elapsed(), is_stopped }
    }
}

/// A square of the engine as a move of the game.
pub(super) fn to_move(square: u32) -> Move {
    Move(u16::try_from(square).unwrap_or(u16::MAX))
}
