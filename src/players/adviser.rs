//! Chooses Reversi moves for bots, hints, matches and protocols.

use std::sync::Arc;
use std::thread;

use rand::RngExt;

use super::stop::to_move;
use super::{Estimate, Reason, Rng, Stop, Suggestion, limits_of_depth};
use crate::book::{Book, BookMove};
use crate::engine::{Engine, Found, Limits, Line, Position, Selectivity};
use crate::games::{Game, Move, Reversi};

/// The maximum size of the transposition table of one search, in MiB. Searches allocate only what they can use.
pub const HASH_MB: usize = 256;

/// The maximum size of the table of a live analysis, which runs for minutes while other programs need memory.
pub const LIVE_HASH_MB: usize = 64;

/// The maximum number of empty squares of a position to solve.
pub const MAX_EMPTIES_TO_SOLVE: u32 = 30;

/// The default depth of hints and analyses, in plies.
const DEPTH_OF_ADVICE: u8 = 18;

/// The node limits of a hint, for the first move and for each further one: seconds at most, and rarely reached.
const NODES_OF_ADVICE: [u64; 2] = [40_000_000, 10_000_000];

/// Whether a search can use the results of earlier searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// Keep the table: searches get further in the same time, but their results depend on earlier searches.
    Keep,
    /// Clear the table first: on one thread, the same position and limits always give the same answer.
    Forget,
}

/// The number of cores, up to 16: more threads don't speed up the search of one position.
pub fn all_threads() -> usize {
    const MAX_THREADS: usize = 16;
    thread::available_parallelism()
        .map_or(1, Into::into)
        .min(MAX_THREADS)
}

#[derive(Debug, Clone)]
pub struct Resources {
    pub book: Option<Arc<Book>>,
    /// The threads of hints and of bots with a time limit. Levels and depths use one thread, to stay reproducible.
    pub threads: usize,
}

impl Default for Resources {
    fn default() -> Self {
        Self {
            book: None,
            threads: 1,
        }
    }
}

/// Chooses and scores moves of Reversi.
///
/// ```
/// use reversi::games::{Player, Reversi};
/// use reversi::players::{Adviser, Stop};
///
/// let mut adviser = Adviser::new(1, 1);
/// let best = adviser.suggest(&Reversi::new(Player::Black), 2, &Stop::new());
/// assert_eq!(best.len(), 2);
/// ```
#[derive(Debug)]
pub struct Adviser {
    engine: Engine,
    /// The maximum size of the table in MiB, and the number of threads.
    resources: (usize, usize),
    book: Option<Arc<Book>>,
}

impl Default for Adviser {
    fn default() -> Self {
        Self::new(HASH_MB, 1)
    }
}

impl Adviser {
    /// Creates an adviser with `threads` threads and a transposition table of at most `hash_mb` MiB.
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        Self {
            engine: Engine::new(hash_mb, threads),
            resources: (hash_mb, threads),
            book: None,
        }
    }

    #[must_use]
    pub(crate) fn with_book(self, book: Option<Arc<Book>>) -> Self {
        Self { book, ..self }
    }

    #[must_use]
    pub(crate) fn with_threads(self, threads: usize) -> Self {
        let hash_mb = self.resources.0;
        Self {
            book: self.book,
            ..Self::new(hash_mb, threads)
        }
    }

    /// Takes over the table of an earlier adviser with the same memory and threads.
    pub(crate) fn continue_from(&mut self, earlier: Self) {
        if self.resources == earlier.resources {
            self.engine = earlier.engine;
        }
    }

    /// A random book move that is at most `margin` discs worse than the best one. `None` if the position is not in
    /// the book, or if the book is shallower than a search within `limits`.
    pub(crate) fn book_move(
        &self,
        game: &Reversi,
        limits: &Limits,
        margin: i32,
        rng: &mut Rng,
    ) -> Option<Move> {
        let book = self.book.as_deref()?;
        game.turn()?;
        let position = Position::from(game);
        if !is_deeper(book, position, limits) {
            return None;
        }
        let mut moves = book.moves(position);
        let best = *moves.first()?;
        moves.retain(|mv| best.score - mv.score <= margin);
        Some(to_move(moves[rng.random_range(0..moves.len())].square))
    }

    /// The limits of a live analysis: deeper than people wait for, and exact where that is fast.
    pub(crate) const LIVE: Limits = Limits {
        depth: 40,
        exact_from: 24,
        lines: 5,
        ..Limits::NONE
    };

    /// Returns the default limits of hints and analyses: 18 plies.
    pub fn limits() -> Limits {
        limits_of_depth(DEPTH_OF_ADVICE)
    }

    /// Searches a game within limits; returns `None` if it is over. `observer` receives every iteration.
    pub(crate) fn search(
        &mut self,
        game: &Reversi,
        limits: &Limits,
        memory: Memory,
        stop: &Stop,
        observer: &mut dyn FnMut(&Found),
    ) -> Option<Found> {
        game.turn()?;
        if memory == Memory::Forget {
            self.engine.clear();
        }
        Some(
            self.engine
                .search_with(Position::from(game), limits, stop.flag(), observer),
        )
    }

    /// Returns the `count` best moves, best first; empty if the game is over.
    ///
    /// Book moves have the score of the book. The same position gives the same moves, unless stopped.
    pub fn suggest(&mut self, game: &Reversi, count: usize, stop: &Stop) -> Vec<Suggestion> {
        let mut known = self.known(game);
        if known.len() >= count.max(1) {
            known.truncate(count.max(1));
            return known;
        }
        let lines = count.clamp(1, game.moves().len().max(1));
        let [first, further] = NODES_OF_ADVICE;
        let nodes = Some(first + further * (lines as u64 - 1));
        let limits = Limits {
            nodes,
            lines,
            ..Self::limits()
        };
        let found = self.search(game, &limits, Memory::Forget, stop, &mut |_| ());
        let found = found.map_or_else(Vec::new, |found| suggestions(game, &found));
        let is_new = |one: &Suggestion| known.iter().all(|other| other.mv != one.mv);
        let new: Vec<Suggestion> = found.into_iter().filter(is_new).collect();
        known.extend(new);
        let score = |one: &Suggestion| one.estimate.as_ref().map(|estimate| estimate.score);
        known.sort_by_key(|one| std::cmp::Reverse(score(one)));
        known.truncate(count.max(1));
        known
    }

    fn known(&self, game: &Reversi) -> Vec<Suggestion> {
        self.book
            .as_deref()
            .map_or_else(Vec::new, |book| book_suggestions(book, game))
    }
}

/// Whether the book has looked at a position more deeply than a search within `limits` would.
pub fn is_deeper(book: &Book, position: Position, limits: &Limits) -> bool {
    /// The depth assumed for a timed search when it is compared with the book. Reaching more takes seconds.
    const DEPTH_OF_TIMED: u32 = 18;
    let wanted = if limits.time.is_some() {
        DEPTH_OF_TIMED
    } else {
        limits.depth
    };
    let best = book.moves(position).into_iter().next();
    best.is_some_and(|best| book.reach(position) + u32::from(best.level) > wanted)
}

/// Returns the moves of the book, best first; empty if the game is over or the position is not in the book.
pub fn book_suggestions(book: &Book, game: &Reversi) -> Vec<Suggestion> {
    if game.turn().is_none() {
        return Vec::new();
    }
    let suggestion = |BookMove {
                          square,
                          score,
                          level,
                          ..
                      }| {
        let estimate = Estimate {
            score,
            exact: false,
            depth: level.into(),
            to_the_end: false,
            selectivity: Selectivity::LEAST_SURE,
            book: true,
            line: line_of(book, game, square),
        };
        let mv = to_move(square);
        Suggestion {
            estimate: Some(estimate),
            ..Suggestion::new(game, mv, only(game))
        }
    };
    book.moves(Position::from(game))
        .into_iter()
        .map(suggestion)
        .collect()
}

fn only(game: &Reversi) -> Option<Reason> {
    (game.moves().len() == 1).then_some(Reason::Only)
}

/// The names of a move and of the best book moves after it.
fn line_of(book: &Book, game: &Reversi, square: u32) -> Vec<String> {
    let mut game = game.clone();
    let mut line = Vec::new();
    let mut next = Some(square);
    while let Some(square) = next.take() {
        let mv = to_move(square);
        line.push(game.move_name(mv));
        if game.play(mv).is_ok() && game.turn().is_some() {
            next = book
                .moves(Position::from(&game))
                .first()
                .map(|mv| mv.square);
        }
    }
    line
}

/// The moves found by a search, best first.
pub fn suggestions(game: &Reversi, found: &Found) -> Vec<Suggestion> {
    let reason = only(game);
    let suggestion = |line: &Line| {
        let mv = *line.moves.first()?;
        let estimate = Estimate {
            score: line.score,
            exact: found.is_exact(),
            depth: found.depth,
            to_the_end: found.to_the_end,
            selectivity: found.selectivity,
            book: false,
            line: line.moves.iter().map(|&mv| game.move_name(mv)).collect(),
        };
        Some(Suggestion {
            estimate: Some(estimate),
            ..Suggestion::new(game, mv, reason)
        })
    };
    found.lines.iter().filter_map(suggestion).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::Player;
    use crate::players::{Bot, Random, Request, Rng, Thinker};

    /// The suggestion for Black on a board; missing squares at its end are empty.
    fn advise(board: &str) -> Suggestion {
        Adviser::default()
            .suggest(&Reversi::on_board(board), 1, &Stop::new())
            .remove(0)
    }

    #[test]
    fn reversi_is_judged_by_the_engine() {
        let only = advise("BW-WB");
        assert_eq!((only.mv, only.reason), (Move(2), Some(Reason::Only)));
        // c2 and c3 both wipe White out.
        let wins = advise("B-------BW");
        assert_eq!((wins.estimate.unwrap().score, wins.reason), (64, None));
        let start = Reversi::new(Player::Black);
        // The four first moves are the same up to symmetry, and nearly even.
        let all = Adviser::default().suggest(&start, usize::MAX, &Stop::new());
        assert_eq!(all.len(), 4);
        assert!(
            all.iter()
                .all(|one| one.estimate.as_ref().unwrap().score.abs() < 10)
        );
    }

    #[test]
    fn what_is_suggested_with_few_empty_squares_is_exact() {
        // A position that takes many nodes: after 42 plies, Black wins by far.
        let moves =
            "f5f6e6f4e3c5c4f2g5h5g4f3g6f7c6b3c3b4a3c7d6d7e7d8b6a6f8e8c8b5a4b7g3h2d3a5e2a2a8b8a7g8";
        let mut game = Reversi::new(Player::Black);
        for name in moves.as_bytes().chunks(2) {
            let mv = game.parse_move(str::from_utf8(name).unwrap()).unwrap();
            game.play(mv).unwrap();
        }
        let best = Adviser::default().suggest(&game, 1, &Stop::new()).remove(0);
        let estimate = best.estimate.unwrap();
        assert_eq!((estimate.score, estimate.exact), (58, true));
    }

    #[test]
    fn an_end_is_solved_on_several_threads_with_its_line() {
        let mut rng = Rng::seed_from_u64(2);
        let mut game = Reversi::new(Player::Black);
        for _ in 0..52 {
            let mv = Random.pick(&game, &mut rng).unwrap();
            game.play(mv).unwrap();
        }
        let mut reports = 0;
        let thinker = Thinker::Engine {
            adviser: Adviser::new(1, 2),
            limits: Limits::default(),
            memory: Memory::Forget,
            book_margin: None,
        };
        let request = Request::new(Box::new(game.clone()), thinker);
        let mut answer = request.think(&Stop::new(), &mut |_, _| reports += 1);
        let estimate = answer.best.remove(0).estimate.unwrap();
        assert!(estimate.exact && reports > 0 && answer.nodes > 0);
        let turn = game.turn().unwrap();
        for name in estimate.line {
            game.play(game.parse_move(&name).unwrap()).unwrap();
        }
        let score = game.outcome().unwrap().score.unwrap();
        let [own, other] = [turn, turn.opponent()].map(|player| score.result(player));
        assert_eq!(estimate.score, own.cast_signed() - other.cast_signed());
    }

    #[test]
    fn what_was_searched_before_changes_nothing_unless_it_is_kept() {
        let game = Reversi::new(Player::Black);
        let limits = Limits {
            depth: 10,
            exact_from: 0,
            ..Limits::default()
        };
        let mut adviser = Adviser::new(4, 1);
        let mut nodes = |memory| {
            adviser
                .search(&game, &limits, memory, &Stop::new(), &mut |_| ())
                .unwrap()
                .nodes
        };
        let fresh = nodes(Memory::Forget);
        assert!(nodes(Memory::Keep) < fresh);
        assert_eq!(nodes(Memory::Forget), fresh);
    }
}
