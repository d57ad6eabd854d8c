//! Drills: lines of the opening book, played from the start against weighted random moves, and lines of the repertoire.

mod line;
mod repertoire;
#[cfg(test)]
mod tests;

use rand::{Rng, RngExt};
use serde::Serialize;

use crate::book::{Book, BookMove};
use crate::engine::Position;
use crate::games::{Game, Move, Player, Reversi, Square};
use crate::records::Opening;

pub use line::DrilledLine;
pub use repertoire::{Repertoire, RepertoireExit};

/// The first move, f5 by convention, when the opponent begins.
pub const F5: Square = Square { row: 4, column: 5 };

/// The weight of the opponent's best moves. Each disc that a move loses halves its weight.
const HEAVIEST: u32 = 1 << 16;

/// The lines to drill, and the side to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// The opening that the lines begin with; `None` for the whole book or repertoire.
    pub opening: Option<Opening>,
    /// Whether the lines come from the repertoire.
    pub is_own: bool,
    pub side: Player,
}

/// The lines that a drill repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrillScope {
    /// The due lines of all courses.
    Due,
    Course(Course),
    /// The lines of the repertoire, of one side or both.
    Repertoire(Option<Player>),
}

/// A position up to symmetry, with the side to move; `None` at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PositionKey(Option<Player>, Position);

impl PositionKey {
    pub fn of(game: &Reversi) -> Self {
        Self(game.turn(), Position::from(game).canonical())
    }
}

/// The moves that a drill can ask for.
#[derive(Debug, Clone, Copy)]
pub struct DrillMoves<'a> {
    /// `None` without a book, in a drill of the repertoire.
    pub book: Option<&'a Book>,
    pub own: &'a Repertoire,
    /// The repeated line; empty for a new one.
    pub line: &'a [Square],
}

/// A move that a drill accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrillMove {
    pub square: Square,
    /// The score of the book; `None` if it lacks the move.
    pub score: Option<i32>,
    /// Whether the move continues a line.
    continues: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DrillVerdict {
    /// One of the book's best moves, a move into the opening, or a move of the repertoire.
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
    /// `None` if the book lacks the best move, as it can in the repertoire.
    pub best_score: Option<i32>,
    /// Whether the moves come from the repertoire.
    #[serde(rename = "repertoire", skip_serializing_if = "std::ops::Not::not")]
    pub is_own: bool,
}

impl DrillScope {
    /// Whether a line is in the scope.
    pub fn has(self, line: &DrilledLine) -> bool {
        match self {
            Self::Due => true,
            Self::Course(course) => line.course() == course,
            Self::Repertoire(side) => line.is_own && side.is_none_or(|side| line.side == side),
        }
    }
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
            is_own: false,
            side: side.unwrap_or(last),
        }
    }

    /// The lines of the repertoire for a side.
    pub const fn own(side: Player) -> Self {
        Self {
            opening: None,
            is_own: true,
            side,
        }
    }

    /// Whether the book contains all positions from the start to the end of the opening.
    pub fn is_in(&self, book: &Book) -> bool {
        let mut way = positions(self.squares());
        book.record(Position::START).is_some() && way.all(|game| knows(book, &game))
    }

    /// The best move; `None` at the end of the book, or of the line of the repertoire.
    pub fn best(&self, known: DrillMoves<'_>, game: &Reversi, moves: usize) -> Option<DrillMove> {
        self.allowed(known, game, moves).first().copied()
    }

    /// Judges a move, or the best move if `mv` is `None`. Returns `None` at the end of the line.
    pub fn judge(
        &self,
        known: DrillMoves<'_>,
        game: &Reversi,
        moves: usize,
        mv: Option<Move>,
    ) -> Option<DrillAnswer> {
        let allowed = self.allowed(known, game, moves);
        let best = *allowed.first()?;
        let square = mv.map_or(best.square, |mv| Square::from_index(mv.0, 8));
        let accepted = allowed.iter().find(|one| one.square == square);
        let verdict = match (accepted, best.score) {
            (Some(_), _) if self.is_own => DrillVerdict::Right,
            (Some(mv), score) if mv.score >= score => DrillVerdict::Right,
            (Some(mv), score) if mv.score.map(|score| score + 1) == score => DrillVerdict::Close,
            _ => DrillVerdict::Wrong,
        };
        Some(DrillAnswer {
            square,
            verdict,
            score: known.score(game, square),
            best: best.square,
            best_score: best.score,
            is_own: self.is_own,
        })
    }

    /// The opponent's move; `None` at the end of the line.
    ///
    /// It follows the repeated line if possible, then the opening, then picks a move at random: one of the book by
    /// weight, or any of the repertoire.
    pub fn reply(
        &self,
        known: DrillMoves<'_>,
        game: &Reversi,
        moves: usize,
        rng: &mut impl Rng,
    ) -> Option<Move> {
        if let Some(next) = follow(&known.line.iter().copied(), game, moves).first() {
            return Some(Move(next.index(8)));
        }
        let mut inside = self.allowed(known, game, moves);
        inside.retain(|mv| mv.continues);
        let first = inside.first()?;
        let first_move = (Position::from(game) == Position::START).then_some(F5);
        let written = self.squares().nth(moves).or(first_move);
        if let Some(mv) = inside.iter().find(|mv| Some(mv.square) == written) {
            return Some(Move(mv.square.index(8)));
        }
        let weight = |mv: &DrillMove| match first.score.zip(mv.score) {
            Some((best, score)) if !self.is_own => weight(best - score),
            _ => 1,
        };
        let mut left = rng.random_range(0..inside.iter().map(weight).sum());
        for mv in &inside {
            match left.checked_sub(weight(mv)) {
                Some(rest) => left = rest,
                None => return Some(Move(mv.square.index(8))),
            }
        }
        None
    }

    /// The moves of the course, best first. Before the end of the opening, only moves along it; in the repertoire, the
    /// move of the repeated line first.
    fn allowed(&self, known: DrillMoves<'_>, game: &Reversi, moves: usize) -> Vec<DrillMove> {
        if self.is_own {
            return self.own_moves(known, game, moves);
        }
        let mut allowed = known.of_book(game);
        if self.squares().nth(moves).is_some() {
            let on = follow(&self.squares(), game, moves);
            allowed.retain(|mv| on.contains(&mv.square));
        }
        allowed
    }

    fn own_moves(&self, known: DrillMoves<'_>, game: &Reversi, moves: usize) -> Vec<DrillMove> {
        let asked = follow(&known.line.iter().copied(), game, moves);
        let mut squares = known.own.moves(self.side, game);
        squares.sort_by_key(|square| !asked.contains(square));
        let own = squares.into_iter().map(|square| DrillMove {
            square,
            score: known.score(game, square),
            continues: true,
        });
        own.collect()
    }

    fn squares(&self) -> impl Iterator<Item = Square> + Clone + use<> {
        self.opening.into_iter().flat_map(Opening::squares)
    }
}

impl DrillMoves<'_> {
    /// The moves of the book, best first.
    fn of_book(self, game: &Reversi) -> Vec<DrillMove> {
        let moves = self.book.map(|book| book.moves(Position::from(game)));
        let moves = moves.into_iter().flatten().map(|mv| DrillMove {
            square: square(&mv),
            score: Some(mv.score),
            continues: mv.lines > 0,
        });
        moves.collect()
    }

    /// The score of a move in the book.
    fn score(self, game: &Reversi, square: Square) -> Option<i32> {
        let moves = self.of_book(game);
        moves.iter().find(|mv| mv.square == square)?.score
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
