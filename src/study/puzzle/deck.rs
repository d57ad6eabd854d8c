//! All puzzles, with the answers given so far, in one file.

use std::collections::HashSet;
use std::fmt::Write;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::Puzzle;
use crate::engine::Position;
use crate::store::ValueFile;
use crate::study::schedule::Rating;

/// The file of the puzzles; it has room for some 80,000.
pub const PUZZLES: ValueFile = ValueFile { name: "puzzles.ron", limit: 1 << 25 };

/// All puzzles, in the order in which they were made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "puzzles")]
pub struct Deck {
    puzzles: Vec<Puzzle>,
}

/// How many puzzles there are, and how many should be answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The number of puzzles.
    pub total: usize,
    /// The number that have been answered before and are due.
    pub due: usize,
    /// The number that have never been answered.
    pub new: usize,
    /// The day when the next one is due that isn't yet.
    pub next: Option<Date>,
    /// The number of puzzles of each grade, from 1 to 5.
    pub grades: [usize; 5],
}

impl Deck {
    /// The puzzles, in the order in which they were made.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The positions of the puzzles, one for all symmetric ones.
    pub fn positions(&self) -> HashSet<Position> {
        self.puzzles.iter().map(|puzzle| puzzle.position().canonical()).collect()
    }

    /// Adds puzzles whose positions aren't there yet. Returns how many.
    pub fn add(&mut self, puzzles: impl IntoIterator<Item = Puzzle>) -> usize {
        let mut known = self.positions();
        let before = self.puzzles.len();
        let new = puzzles.into_iter().filter(|puzzle| known.insert(puzzle.position().canonical()));
        self.puzzles.extend(new);
        self.puzzles.len() - before
    }

    /// How many there are, and how many are due on a day.
    pub fn counts(&self, today: Date) -> Counts {
        let mut counts = Counts { total: self.puzzles.len(), ..Counts::default() };
        for puzzle in &self.puzzles {
            let grade = (puzzle.grade() as usize).saturating_sub(1);
            if let Some(count) = counts.grades.get_mut(grade) {
                *count += 1;
            }
            match puzzle.due() {
                None => counts.new += 1,
                Some(day) if day <= today => counts.due += 1,
                Some(day) => counts.next = Some(counts.next.map_or(day, |next| next.min(day))),
            }
        }
        counts
    }

    /// The puzzle to be answered next on a day: the one that has been due for longest, else the easiest one
    /// that has never been answered. `None` if there is nothing to do before the next one is due.
    pub fn next(&self, today: Date) -> Option<&Puzzle> {
        let due = self.puzzles.iter().filter_map(|puzzle| Some((puzzle.due()?, puzzle)));
        let due = due.filter(|(day, _)| *day <= today).min_by_key(|(day, _)| *day);
        let new = || {
            let new = self.puzzles.iter().filter(|puzzle| puzzle.reviews.is_empty());
            new.min_by_key(|puzzle| puzzle.grade())
        };
        due.map(|(_, puzzle)| puzzle).or_else(new)
    }

    /// Notes an answer to the puzzle on a position. Returns when it comes again; `None` if there is no such
    /// puzzle any more.
    pub fn review(&mut self, position: Position, rating: Rating, today: Date) -> Option<Date> {
        let wanted = position.canonical();
        let mut all = self.puzzles.iter_mut();
        let puzzle = all.find(|puzzle| puzzle.position().canonical() == wanted)?;
        // A clock that has been set back doesn't change the order of the days.
        let day = puzzle.reviews.last().map_or(today, |(last, _)| today.max(*last));
        puzzle.reviews.push((day, rating));
        puzzle.due()
    }

    /// When the puzzle on a position comes again; `None` if it is not known.
    pub fn due(&self, position: Position) -> Option<Date> {
        let wanted = position.canonical();
        self.puzzles.iter().find(|puzzle| puzzle.position().canonical() == wanted)?.due()
    }

    /// The progress as text: a line for each puzzle, with when it is due and what was answered.
    pub fn export(&self) -> String {
        let mut text = String::from(
            "# board and side to move; answer; grade; due; days of the answers with their ratings\n",
        );
        for puzzle in &self.puzzles {
            let due = puzzle.due().map_or_else(|| "new".to_owned(), |day| day.to_string());
            let _ = write!(text, "{}; {}; {}; {due};", puzzle.board, puzzle.answer, puzzle.grade());
            for (day, rating) in &puzzle.reviews {
                let rating = match rating {
                    Rating::Again => "again",
                    Rating::Hard => "hard",
                    Rating::Good => "good",
                    Rating::Easy => "easy",
                };
                let _ = write!(text, " {day} {rating}");
            }
            text.push('\n');
        }
        text
    }
}
