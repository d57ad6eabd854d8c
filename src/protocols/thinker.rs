//! The thinker behind a protocol: the engine, or the bot of a level.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::SeedableRng;

use crate::book::Book;
use crate::engine::{Found, Limits};
use crate::games::{Game, Move, Reversi, Square};
use crate::players::{Adviser, Level, Memory, Progress, Rng, Stop};

/// Memory and threads of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resources {
    /// Memory for the table of positions, in MiB. It is allocated at the first search.
    pub hash_mb: usize,
    /// The number of search threads.
    pub threads: usize,
}

/// A position to think about.
#[derive(Debug, Clone)]
pub(super) struct Search {
    /// The game, in which somebody is to move.
    pub(super) game: Box<dyn Game>,
    pub(super) how: How,
    /// The number of discs that a move from the opening book may lose, where the engine may play one.
    pub(super) book_margin: Option<i32>,
    pub(super) resources: Resources,
    /// The deadline of the answer.
    pub(super) deadline: Option<Instant>,
    /// Whether it ends only on request.
    pub(super) is_endless: bool,
}

/// The method of thinking.
#[derive(Debug, Clone, Copy)]
pub(super) enum How {
    /// By the engine of Reversi.
    Engine { limits: Limits, memory: Memory },
    /// By the bot of a level.
    Bot(Level),
}

/// The result of thinking.
#[derive(Debug, Clone)]
pub(super) struct Finished {
    /// The best move; `None` if there is none.
    pub(super) mv: Option<Move>,
    /// The result of the engine, if it was used.
    pub(super) found: Option<Found>,
    /// The depth of the search in plies, and the number of positions searched; 0 if unknown.
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// Whether the move is from the opening book.
    pub(super) is_book: bool,
    /// The time used.
    pub(super) time: Duration,
    /// Whether it was stopped.
    pub(super) is_stopped: bool,
}

/// Thinks about one position after the other.
#[derive(Debug)]
pub(super) struct Thinker {
    adviser: Adviser,
    book: Option<Arc<Book>>,
    resources: Resources,
    rng: Rng,
}

impl Thinker {
    /// A thinker with an opening book or without one, whose randomised bots start from `seed`.
    pub(super) fn new(resources: Resources, book: Option<Arc<Book>>, seed: u64) -> Self {
        let adviser = Adviser::new(resources.hash_mb, resources.threads).with_book(book.clone());
        Self { adviser, book, resources, rng: Rng::seed_from_u64(seed) }
    }

    /// Thinks until its limits, or until `stop` is requested.
    pub(super) fn think(
        &mut self,
        search: &Search,
        stop: &Stop,
        observer: &mut dyn FnMut(&Found),
    ) -> Finished {
        let start = Instant::now();
        let game = &*search.game;
        let (mut depth, mut nodes) = (0, 0);
        let (mv, found) = match search.how {
            How::Engine { limits, memory } => {
                if search.resources != self.resources {
                    self.resources = search.resources;
                    let Resources { hash_mb, threads } = search.resources;
                    let book = self.book.clone();
                    self.adviser = Adviser::new(hash_mb, threads).with_book(book);
                }
                let reversi = game.as_any().downcast_ref::<Reversi>();
                let from_book = search.book_margin.zip(reversi).and_then(|(margin, game)| {
                    self.adviser.book_move(game, &limits, margin, &mut self.rng)
                });
                if from_book.is_some() {
                    let is_stopped = stop.is_requested();
                    let time = start.elapsed();
                    return Finished {
                        mv: from_book,
                        found: None,
                        depth: 0,
                        nodes: 0,
                        is_book: true,
                        time,
                        is_stopped,
                    };
                }
                let found = reversi
                    .and_then(|game| self.adviser.search(game, &limits, memory, stop, observer));
                (found.as_ref().and_then(Found::best).map(to_move), found)
            }
            How::Bot(level) => {
                let mut bot = level.bot_with_book(game.info(), self.book.clone());
                let mut report = |progress: Progress| {
                    (depth, nodes) = (progress.depth, progress.nodes);
                };
                (bot.choose(game, &mut self.rng, stop, &mut report), None)
            }
        };
        if let Some(found) = &found {
            (depth, nodes) = (found.depth, found.nodes);
        }
        let (time, is_stopped) = (start.elapsed(), stop.is_requested());
        Finished { mv, found, depth, nodes, is_book: false, time, is_stopped }
    }
}

/// A square of the engine as a move of the game.
pub(super) fn to_move(square: u32) -> Move {
    Move(Square::from_index(square, 8).index(8))
}
