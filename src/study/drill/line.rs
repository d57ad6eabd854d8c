//! Drilled lines: moves of the book or of the repertoire, with the reviews that schedule them.

use jiff::civil::Date;
use thiserror::Error;

use super::{Course, F5, PositionKey, positions};
use crate::base::language::tr;
use crate::base::text::{printable, quoted};
use crate::engine::{Position, turned_square};
use crate::games::{Player, Reversi, Square};
use crate::records::Opening;
use crate::study::schedule::{self, Rating};
use crate::study::squares;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrilledLine {
    /// The name of the opening; `None` if the whole book was drilled, and in the repertoire.
    pub opening: Option<String>,
    /// Whether it is a line of the repertoire.
    pub is_own: bool,
    pub side: Player,
    /// The moves of both sides from the start, beginning with f5, without passes.
    pub moves: Vec<Square>,
    /// The ratings, at most one per day, in order. Only a line of the repertoire can have none.
    pub reviews: Vec<(Date, Rating)>,
}

impl DrilledLine {
    /// Creates an unrated line from a game, turned so that it begins with f5.
    pub fn new(course: Course, moves: &[Square]) -> Self {
        let image = |square: Square, symmetry| {
            Square::from_index(turned_square(square.index(8).into(), symmetry), 8)
        };
        let fits = |&symmetry: &u32| {
            let first = moves.first().map(|&first| image(first, symmetry));
            Position::START.turned(symmetry) == Position::START && first == Some(F5)
        };
        let symmetry = (0..8).find(fits).unwrap_or(0);
        Self {
            opening: course.opening.map(|opening| opening.name.to_owned()),
            is_own: course.is_own,
            side: course.side,
            moves: moves
                .iter()
                .map(|&square| image(square, symmetry))
                .collect(),
            reviews: Vec::new(),
        }
    }

    /// The course of the line. An opening that no longer exists is replaced by the whole book.
    pub fn course(&self) -> Course {
        let opening = Opening::all().find(|one| self.opening.as_deref() == Some(one.name));
        Course {
            opening,
            is_own: self.is_own,
            side: self.side,
        }
    }

    /// Whether the line reaches a position, up to symmetry.
    pub fn passes(&self, position: PositionKey) -> bool {
        self.games().any(|game| PositionKey::of(&game) == position)
    }

    /// The game after each move.
    pub(in crate::study) fn games(&self) -> impl Iterator<Item = Reversi> + '_ {
        positions(self.moves.iter().copied())
    }

    /// The moves as a text such as `f5d6c3`.
    pub fn transcript(&self) -> String {
        self.moves.iter().map(ToString::to_string).collect()
    }

    /// Parses a line from its columns in the database; `opening` may be empty.
    pub(in crate::study) fn of_texts(
        opening: &str,
        is_own: bool,
        side: Player,
        moves: &str,
        reviews: Vec<(Date, Rating)>,
    ) -> Result<Self, NotALine> {
        let shown = || moves.chars().take(12).collect();
        let squares = squares(moves).filter(|squares| !squares.is_empty());
        let squares = squares.ok_or_else(|| NotALine::Squares(shown()))?;
        let legal = positions(squares.iter().copied()).count();
        if legal < squares.len() {
            return Err(NotALine::Illegal(legal + 1));
        }
        if reviews.is_empty() && !is_own || !schedule::are_in_order(&reviews) {
            return Err(NotALine::Reviews);
        }
        let opening = printable(opening).to_string();
        let opening = Some(opening).filter(|opening| !opening.is_empty());
        Ok(Self {
            opening,
            is_own,
            side,
            moves: squares,
            reviews,
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotALine {
    #[error("{}", tr!("{text} is not a list of squares such as f5d6c3", text = quoted(.0)))]
    Squares(String),
    #[error("{}", tr!("move {n} of the line is not legal", n = .0))]
    Illegal(usize),
    #[error("{}", tr!("the reviews are missing or not in the order of their days"))]
    Reviews,
}
