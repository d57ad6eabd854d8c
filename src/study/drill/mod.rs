//! Drills: lines of the opening book, played from the start against weighted random moves.

mod line;
#[cfg(test)]
mod tests;

use rand::{Rng, RngExt};
use serde::Serialize;

use crate::book::{Book, BookMove};
use crate::engine::Position;
use crate::games::{Game, Move, Player, Reversi, Square};
use crate::records::Opening;

pub use line::DrilledLine;

/// The first move, f5 by convention, when the opponent begins.
const F5: Square = Square { row: 4, column: 5 };

/// The weight of the opponent's best moves. Each disc that a move loses halves its weight.
const HEAVIEST: u32 = 1 << 16;

/// The lines to drill, and the side to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// The opening that the lines begin with; `None` for the whole book.
    pub opening: Option<Opening>,
    pub side: Player,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DrillVerdict {
    /// One of the book's best moves, or a move into the opening.
    Right,
    /// A move that loses one disc. Scores are whole discs, so the true loss may be smaller.
    Close,
    /// A move that loses more, leads to another opening, or is not in the book.
    Wrong,
}

/// The book's verdict on a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DrillAnswer {
    #[serde(rename = "move")]
    pub square: Square,
    pub verdict: DrillVerdict,
    /// The score for the side that moves; `None` if the move is not in the book.
    pub score: Option<i32>,
    pub best: Square,
    pub best_score: i32,
}

impl Course {
    /// Creates a course. The default side makes the last move of the opening, or is Black if there is no opening.
    pub fn new(opening: Option<Opening>, side: Option<Player>) -> Self {
        let is_even = opening.is_some_and(|opening| opening.squares().count().is_multiple_of(2));
        let last = if is_even {
            Player::White
        } else {
            Player::Black
        };
        Self {
            opening,
            side: side.unwrap_or(last),
        }
    }

    /// Whether the book contains all positions from the start to the end of the opening.
    pub fn is_in(&self, book: &Book) -> bool {
        let mut way = positions(self.squares());
        book.record(Position::START).is_some() && way.all(|game| knows(book, &game))
    }

    /// The book's move; `None` at the end of the book.
    pub fn best(&self, book: &Book, game: &Reversi, moves: usize) -> Option<BookMove> {
        self.allowed(&book.moves(Position::from(game)), game, moves)
            .first()
            .copied()
    }

    /// Judges a move, or the book's move if `mv` is `None`. Returns `None` if the position is not in the book.
    pub fn judge(
        &self,
        book: &Book,
        game: &Reversi,
        moves: usize,
        mv: Option<Move>,
    ) -> Option<DrillAnswer> {
        let known = book.moves(Position::from(game));
        let allowed = self.allowed(&known, game, moves);
        let best = *allowed.first()?;
        let square = mv.map_or(self::square(&best), |mv| Square::from_index(mv.0, 8));
        let score = |moves: &[BookMove]| {
            moves
                .iter()
                .find(|one| self::square(one) == square)
                .map(|one| one.score)
        };
        let verdict = match score(&allowed) {
            Some(score) if score >= best.score => DrillVerdict::Right,
            Some(score) if score + 1 == best.score => DrillVerdict::Close,
            _ => DrillVerdict::Wrong,
        };
        let (score, best_score) = (score(&known), best.score);
        Some(DrillAnswer {
            square,
            verdict,
            score,
            best: self::square(&best),
            best_score,
        })
    }

    /// The opponent's move; `None` at the end of the book.
    ///
    /// It follows `line` if possible, then the opening, then picks a book move at random by weight.
    pub fn reply(
        &self,
        book: &Book,
        game: &Reversi,
        moves: usize,
        line: &[Square],
        rng: &mut impl Rng,
    ) -> Option<Move> {
        let position = Position::from(game);
        if let Some(next) = follow(&line.iter().copied(), game, moves).first() {
            return Some(Move(next.index(8)));
        }
        let known = book.moves(position);
        let mut inside = self.allowed(&known, game, moves);
        inside.retain(|mv| mv.lines > 0);
        let first = inside.first()?;
        let first_move = (position == Position::START).then_some(F5);
        let written = self.squares().nth(moves).or(first_move);
        if let Some(mv) = inside.iter().find(|mv| Some(square(mv)) == written) {
            return Some(Move(square(mv).index(8)));
        }
        let weight = |mv: &BookMove| weight(first.score - mv.score);
        let mut left = rng.random_range(0..inside.iter().map(weight).sum());
        for mv in &inside {
            match left.checked_sub(weight(mv)) {
                Some(rest) => left = rest,
                None => return Some(Move(square(mv).index(8))),
            }
        }
        None
    }

    /// The moves of the course, best first. Before the end of the opening, only moves along it.
    fn allowed(&self, known: &[BookMove], game: &Reversi, moves: usize) -> Vec<BookMove> {
        let mut allowed = known.to_vec();
        if self.squares().nth(moves).is_some() {
            let on = follow(&self.squares(), game, moves);
            allowed.retain(|mv| on.contains(&square(mv)));
        }
        allowed
    }

    fn squares(&self) -> impl Iterator<Item = Square> + Clone + use<> {
        self.opening.into_iter().flat_map(Opening::squares)
    }
}

/// The weight of a move that loses `lost` discs: 2 to the power of `16 - lost`.
fn weight(lost: i32) -> u32 {
    HEAVIEST >> lost.clamp(0, 16)
}

/// The game after each move of a line, up to the first illegal move.
fn positions(line: impl Iterator<Item = Square>) -> impl Iterator<Item = Reversi> {
    let mut game = Reversi::new(Player::Black);
    line.map_while(move |square| {
        game.play(Move(square.index(8))).ok()?;
        Some(game.clone())
    })
}

fn knows(book: &Book, game: &Reversi) -> bool {
    game.turn().is_some() && book.record(Position::from(game)).is_some()
}

/// The moves that continue a line after `moves` moves, up to symmetry; the line's own move is first.
/// Empty if the game has left the line, or the line ends.
fn follow(
    line: &(impl Iterator<Item = Square> + Clone),
    game: &Reversi,
    moves: usize,
) -> Vec<Square> {
    let key = |game: &Reversi| (game.turn(), Position::from(game).canonical());
    let start = Reversi::new(Player::Black);
    let mut games = std::iter::once(start)
        .chain(positions(line.clone()))
        .skip(moves);
    let (Some(here), Some(next)) = (games.next(), games.next()) else {
        return Vec::new();
    };
    if key(&here) != key(game) {
        return Vec::new();
    }
    let leads_there = |&mv: &Move| {
        let mut after = game.clone();
        after.play(mv).is_ok() && key(&after) == key(&next)
    };
    let written = line.clone().nth(moves);
    let found = game.moves().into_iter().filter(leads_there);
    let mut found: Vec<Square> = found.map(|mv| Square::from_index(mv.0, 8)).collect();
    found.sort_by_key(|&square| Some(square) != written);
    found
}

fn square(mv: &BookMove) -> Square {
    Square::from_index(mv.square, 8)
}
