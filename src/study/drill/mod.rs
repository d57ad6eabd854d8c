//! Drills: lines of the opening book, played from the start against moves that are chosen by weight.

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

/// The first move of a line that the person doesn't begin, f5, as openings are written.
const F5: Square = Square { row: 4, column: 5 };

/// The weight of the opponent's best moves. Each disc that a move loses against them halves its weight.
const HEAVIEST: u32 = 1 << 16;

/// What is drilled: the lines of the book that begin with an opening, or all of them, as one of the sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// The opening; `None` for the whole book.
    pub opening: Option<Opening>,
    pub side: Player,
}

/// How good an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is one of the book's best moves, or leads into the opening.
    Right,
    /// It loses one disc. Scores are whole discs, so that it may be less than one in truth.
    Close,
    /// It loses more, leads to another opening or is not in the book.
    Wrong,
}

/// What the book says of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DrillAnswer {
    #[serde(rename = "move")]
    pub square: Square,
    pub verdict: Verdict,
    /// Its score for whoever moves; `None` if the book doesn't know it.
    pub score: Option<i32>,
    /// The move that the book plays.
    pub best: Square,
    pub best_score: i32,
}

impl Course {
    /// The course of an opening, as the side that makes its last move unless another one is named; without an
    /// opening as Black.
    pub fn new(opening: Option<Opening>, side: Option<Player>) -> Self {
        let is_even = opening.is_some_and(|opening| opening.squares().count().is_multiple_of(2));
        let last = if is_even { Player::White } else { Player::Black };
        Self { opening, side: side.unwrap_or(last) }
    }

    /// Whether a book knows all positions from the start to the end of the opening.
    pub fn is_in(&self, book: &Book) -> bool {
        let mut way = positions(self.squares());
        book.record(Position::START).is_some() && way.all(|game| knows(book, &game))
    }

    /// The move that a book plays; `None` where it ends.
    pub fn best(&self, book: &Book, game: &Reversi, moves: usize) -> Option<BookMove> {
        self.allowed(&book.moves(Position::from(game)), game, moves).first().copied()
    }

    /// What a book says of an answer, or of its best move; `None` if it doesn't know the position.
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
            moves.iter().find(|one| self::square(one) == square).map(|one| one.score)
        };
        let verdict = match score(&allowed) {
            Some(score) if score >= best.score => Verdict::Right,
            Some(score) if score + 1 == best.score => Verdict::Close,
            _ => Verdict::Wrong,
        };
        let (score, best_score) = (score(&known), best.score);
        Some(DrillAnswer { square, verdict, score, best: self::square(&best), best_score })
    }

    /// The move of the opponent: that of the line as long as the game follows it, then that of the opening,
    /// then one of the book by weight. `None` where the book ends.
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

    /// The moves that belong to the course, best first: on the way into the opening those that go on with it.
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

/// The weight of a move that loses this number of discs against the best one: 2 to the power of 16 - lost.
fn weight(lost: i32) -> u32 {
    HEAVIEST >> lost.clamp(0, 16)
}

/// The games along a line, one after each move; they end where a move is illegal.
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

/// The moves that go on with a line after this number of moves, in any symmetry: that of the line itself first.
/// None where the game has left the line, or it ends.
fn follow(
    line: &(impl Iterator<Item = Square> + Clone),
    game: &Reversi,
    moves: usize,
) -> Vec<Square> {
    let key = |game: &Reversi| (game.turn(), Position::from(game).canonical());
    let start = Reversi::new(Player::Black);
    let mut games = std::iter::once(start).chain(positions(line.clone())).skip(moves);
    let (Some(here), Some(next)) = (games.next(), games.next()) else { return Vec::new() };
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
