//! The answers by position, up to symmetry: known ones, and answers of this run for duplicates.

use std::collections::HashMap;
use std::hash::Hash;

use serde::Serialize;

use super::solved::{CanonicalKey, Solved, sort};
use crate::engine::turned_square;
use crate::games::Square;

/// Where a row comes from that was not searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// A row of a `--known` file.
    Known,
    /// An earlier row of this run.
    Duplicate,
}

/// An answer for the canonical position, in little memory: there can be millions.
struct StoredAnswer {
    score: i8,
    origin: Origin,
    line: Box<[Square]>,
    moves: Option<Box<[PackedMove]>>,
}

/// A move with its score; `None` is a pass.
type PackedMove = (Option<Square>, i8);

/// The maximum number of answers of this run to keep. They take about 150 bytes each, and an input can be endless.
const MAX_OWN: usize = 1 << 22;

/// All answers that need no search.
pub struct StoredAnswers<K> {
    answers: HashMap<K, StoredAnswer>,
    /// The number of answers of this run, and their limit.
    own: usize,
    max_own: usize,
}

impl<K: Eq + Hash> StoredAnswers<K> {
    pub fn new() -> Self {
        Self::with_limit(MAX_OWN)
    }

    fn with_limit(max_own: usize) -> Self {
        Self {
            answers: HashMap::new(),
            own: 0,
            max_own,
        }
    }

    pub fn has(&self, key: &CanonicalKey<K>) -> bool {
        self.answers.contains_key(&key.canonical)
    }

    /// Adds an answer, unless the position has one. Returns its score. At the limit, forgets the answers of this run.
    pub fn add(&mut self, key: CanonicalKey<K>, origin: Origin, solved: &Solved) -> i32 {
        if let Some(answer) = self.answers.get(&key.canonical) {
            return answer.score.into();
        }
        if origin == Origin::Duplicate {
            if self.own == self.max_own {
                self.answers
                    .retain(|_, answer| answer.origin == Origin::Known);
                self.own = 0;
            }
            self.own += 1;
        }
        let answer = StoredAnswer::new(solved, origin, key.symmetry);
        self.answers.insert(key.canonical, answer);
        solved.score
    }

    /// Returns the answer for a position or one of its images.
    pub fn get(&self, key: &CanonicalKey<K>) -> Option<(Solved, Origin)> {
        let answer = self.answers.get(&key.canonical)?;
        Some((answer.solved(inverse(key.symmetry)), answer.origin))
    }
}

impl StoredAnswer {
    fn new(solved: &Solved, origin: Origin, symmetry: u32) -> Self {
        let line = solved.line.iter().map(|&square| turned(square, symmetry));
        let of_move = |&(square, score): &(Option<Square>, i32)| {
            let square = square.map(|square| turned(square, symmetry));
            (square, narrow(score))
        };
        let moves = solved.moves.as_ref();
        Self {
            score: narrow(solved.score),
            origin,
            line: line.collect(),
            moves: moves.map(|moves| moves.iter().map(of_move).collect()),
        }
    }

    /// Returns the answer for the image of the position under a symmetry. It needs no nodes.
    fn solved(&self, symmetry: u32) -> Solved {
        let line = self.line.iter().map(|&square| turned(square, symmetry));
        let line: Vec<Square> = line.collect();
        let of_move = |&(square, score): &PackedMove| {
            let square = square.map(|square| turned(square, symmetry));
            (square, i32::from(score))
        };
        let moves = self.moves.as_ref().map(|moves| {
            let mut moves: Vec<_> = moves.iter().map(of_move).collect();
            sort(&mut moves, line.first().copied());
            moves
        });
        Solved {
            score: self.score.into(),
            line,
            moves,
            nodes: 0,
        }
    }
}

fn turned(square: Square, symmetry: u32) -> Square {
    Square::from_index(turned_square(square.index(8).into(), symmetry), 8)
}

/// Returns the symmetry that undoes another one.
fn inverse(symmetry: u32) -> u32 {
    // All eight images of b1 differ.
    const B1: u32 = 1;
    let image = turned_square(B1, symmetry);
    let undoes = |&other: &u32| turned_square(image, other) == B1;
    (0..8).find(undoes).unwrap_or_default()
}

/// Scores have at most 64 discs.
fn narrow(score: i32) -> i8 {
    i8::try_from(score).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Position;

    fn square(index: u32) -> Square {
        Square::from_index(index, 8)
    }

    #[test]
    fn an_endless_input_does_not_fill_the_memory_and_known_answers_stay() {
        let key = |canonical: u32| CanonicalKey {
            canonical,
            symmetry: 0,
        };
        let solved = Solved {
            score: 2,
            line: Vec::new(),
            moves: None,
            nodes: 1,
        };
        let mut answers = StoredAnswers::with_limit(3);
        answers.add(key(0), Origin::Known, &solved);
        for position in 1..=4 {
            answers.add(key(position), Origin::Duplicate, &solved);
            // Repetitions don't count.
            answers.add(key(position), Origin::Duplicate, &solved);
        }
        let kept: Vec<u32> = (0..=4).filter(|&at| answers.has(&key(at))).collect();
        assert_eq!(kept, [0, 4]);
    }

    #[test]
    fn an_answer_is_mapped_to_every_image_and_back() {
        let squares = [19, 26, 1].map(square);
        let solved = Solved {
            score: -64,
            line: squares.to_vec(),
            moves: Some(vec![(Some(squares[0]), -64), (None, -64)]),
            nodes: 7,
        };
        for first in 0..8 {
            let mut answers = StoredAnswers::new();
            let key = |symmetry| CanonicalKey {
                canonical: Position::START,
                symmetry,
            };
            answers.add(key(first), Origin::Known, &solved);
            let (same, origin) = answers.get(&key(first)).unwrap();
            assert_eq!((origin, same.nodes, same.score), (Origin::Known, 0, -64));
            assert_eq!(
                (same.line, same.moves),
                (solved.line.clone(), solved.moves.clone())
            );
            for other in 0..8 {
                let (image, _) = answers.get(&key(other)).unwrap();
                for (from, to) in squares.iter().zip(image.line) {
                    assert_eq!(turned(*from, first), turned(to, other));
                }
            }
        }
    }
}
