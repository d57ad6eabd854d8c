//! The minimum memorization number: how many lines a side has to know to hold the score of a position.
//!
//! Both sides play only best moves. A side chooses one of its own, but must have an answer to each of its opponent's.
//! A line ends where the book does.
//!
//! Source: the value of Umigame, which Egaroucid calls the minimum memorization number.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;

use super::Book;
use super::moves::{BookMove, after_move};
use crate::engine::Position;

/// The maximum number of positions to visit, because a book in a file can be of any size.
const MAX_POSITIONS: usize = 20_000;

/// The numbers of lines that each side has to know to hold the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LinesToKnow {
    pub mover: u64,
    pub opponent: u64,
}

/// Counts the lines to know from positions of a book, each position once.
#[derive(Debug)]
pub struct LineCounter<'a> {
    book: &'a Book,
    counted: HashMap<Position, LinesToKnow>,
}

impl LinesToKnow {
    /// The end of the book, which is one line.
    const END: Self = Self {
        mover: 1,
        opponent: 1,
    };

    fn swapped(self) -> Self {
        Self {
            mover: self.opponent,
            opponent: self.mover,
        }
    }
}

/// Shows the numbers of the side to move and of its opponent: `3/12`.
impl fmt::Display for LinesToKnow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.mover, self.opponent)
    }
}

impl<'a> LineCounter<'a> {
    pub fn new(book: &'a Book) -> Self {
        Self {
            book,
            counted: HashMap::new(),
        }
    }

    /// Counts the lines from a position on; `None` if there are too many positions.
    pub fn from(&mut self, position: Position) -> Option<LinesToKnow> {
        let canonical = position.canonical();
        if let Some(&counted) = self.counted.get(&canonical) {
            return Some(counted);
        }
        if self.counted.len() >= MAX_POSITIONS {
            return None;
        }
        let moves = self.book.moves(canonical);
        let best = moves.first().map(|best| best.score);
        let best_moves = moves.iter().filter(|mv| Some(mv.score) == best);
        let mut lines = LinesToKnow {
            mover: u64::MAX,
            opponent: 0,
        };
        let mut known = Vec::new();
        for mv in best_moves {
            let next = canonical.after(mv.square).canonical();
            // Symmetric moves are one line.
            if known.contains(&next) {
                continue;
            }
            known.push(next);
            let after = self.after(canonical, mv)?;
            lines.mover = lines.mover.min(after.mover);
            lines.opponent = lines.opponent.saturating_add(after.opponent);
        }
        let lines = if known.is_empty() {
            LinesToKnow::END
        } else {
            lines
        };
        self.counted.insert(canonical, lines);
        Some(lines)
    }

    /// Counts the lines after a move of a position, for the side that moves.
    pub fn after(&mut self, position: Position, mv: &BookMove) -> Option<LinesToKnow> {
        let next = after_move(position, mv.square).filter(|_| mv.lines > 0);
        let Some(next) = next else {
            return Some(LinesToKnow::END);
        };
        let lines = self.from(next.position)?;
        Some(if next.sign < 0 {
            lines.swapped()
        } else {
            lines
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{BookHeader, BookRecord};
    use crate::games::parse_square;

    fn square(name: &str) -> u32 {
        parse_square(name, 8, 8).unwrap().index(8).into()
    }

    fn after(names: &[&str]) -> Position {
        let play = |position: Position, name: &&str| position.after(square(name));
        names.iter().fold(Position::START, play)
    }

    /// The record of a position, with its best move out of the book as named on its board.
    fn record(names: &[&str], score: i8, leaf: Option<(&str, i8)>) -> BookRecord {
        let position = after(names);
        let of_canonical = |name: &str| {
            let symmetry = (0..8)
                .find(|&symmetry| position.turned(symmetry) == position.canonical())
                .unwrap();
            let turned = crate::engine::turned_square(square(name), symmetry);
            u8::try_from(turned).unwrap()
        };
        BookRecord {
            position: position.canonical(),
            score,
            level: 1,
            leaf: leaf.map(|(name, score)| (of_canonical(name), score)),
            lines: 1,
        }
    }

    fn book(mut records: Vec<BookRecord>) -> Book {
        records.sort_by_key(|record| record.position);
        for record in &records {
            assert_eq!(record.check(), Ok(()), "{record:?}");
        }
        Book::in_memory(BookHeader::book(None, 0, &records).leak()).unwrap()
    }

    fn lines(book: &Book, names: &[&str]) -> [u64; 2] {
        let lines = LineCounter::new(book).from(after(names)).unwrap();
        [lines.mover, lines.opponent]
    }

    #[test]
    fn a_side_needs_one_of_its_best_moves_and_an_answer_to_each_of_the_opponent() {
        // White has two best replies to f5. After d6, Black has two best moves (c3, and c4 at the end of the book)
        // and a worse one (c5); after f6, only one.
        let book = book(vec![
            record(&[], 0, None),
            record(&["f5"], 0, Some(("f4", -8))),
            record(&["f5", "d6"], 0, Some(("c4", 0))),
            record(&["f5", "f6"], 0, Some(("e6", 0))),
            record(&["f5", "d6", "c3"], 0, Some(("d3", 0))),
            record(&["f5", "d6", "c5"], 1, Some(("f4", 1))),
        ]);
        for (names, expected) in [
            (&["f5", "d6", "c3"][..], [1, 1]),
            (&["f5", "d6"], [1, 2]),
            (&["f5", "f6"], [1, 1]),
            // Black has a line against d6 and one against f6; White chooses f6.
            (&["f5"], [1, 2]),
            // The four first moves are the same line.
            (&[], [2, 1]),
            (&["f5", "f4"], [1, 1]),
        ] {
            assert_eq!(lines(&book, names), expected, "{names:?}");
        }
        let mut counter = LineCounter::new(&book);
        let pairs: Vec<String> = book
            .moves(after(&["f5"]))
            .iter()
            .map(|mv| counter.after(after(&["f5"]), mv).unwrap().to_string())
            .collect();
        // d6, f6 and the bad move f4.
        assert_eq!(pairs, ["2/1", "1/1", "1/1"]);
    }

    #[test]
    fn symmetric_moves_of_the_shipped_book_have_the_numbers_of_their_position() {
        let book = Book::shipped();
        let mut counter = LineCounter::new(&book);
        let all = counter.from(Position::START).unwrap();
        assert!(all.mover.max(all.opponent) > 1, "{all:?}");
        let after_best: Vec<LinesToKnow> = book
            .moves(Position::START)
            .iter()
            .map(|mv| counter.after(Position::START, mv).unwrap())
            .collect();
        assert_eq!(after_best, vec![all; 4]);
    }
}
