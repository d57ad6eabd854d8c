//! All puzzles and drilled lines, with the answers given so far, in one file.

use std::collections::HashSet;
use std::fmt::Write;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{Check, Puzzle};
use crate::engine::Position;
use crate::store::ValueFile;
use crate::study::drill::{Course, DrilledLine};
use crate::study::schedule::{self, Rating};

/// The file of the puzzles; it has room for some 80,000.
pub const PUZZLES: ValueFile = ValueFile { name: "puzzles.ron", limit: 1 << 25 };

/// All puzzles and drilled lines, each in the order in which they were made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "puzzles")]
pub struct Deck {
    puzzles: Vec<Puzzle>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drills: Vec<DrilledLine>,
}

/// The numbers of puzzles that were checked by exact search, corrected and removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CheckTotals {
    pub checked: usize,
    /// The number whose answer or scores were wrong, and are right now.
    pub corrected: usize,
    pub removed: usize,
}

impl CheckTotals {
    /// Both together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            checked: self.checked + other.checked,
            corrected: self.corrected + other.corrected,
            removed: self.removed + other.removed,
        }
    }

    /// Whether something was wrong.
    pub fn has_changed(self) -> bool {
        self.corrected + self.removed > 0
    }

    /// Whether nothing was checked.
    pub fn is_none(&self) -> bool {
        self.checked == 0
    }
}

/// How many puzzles there are, and how many should be answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub total: usize,
    /// The number that have been answered before and are due.
    pub due: usize,
    /// The number that have never been answered.
    pub new: usize,
    /// The day when the next one is due that isn't yet.
    pub next: Option<Date>,
    /// The number of puzzles of each grade, from 1 to 5.
    pub grades: [usize; 5],
    pub drills: DrillCounts,
}

/// How many lines have been drilled, and how many come again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct DrillCounts {
    pub total: usize,
    pub due: usize,
    /// The day when the next one is due that isn't yet.
    pub next: Option<Date>,
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

    /// Takes what an exact search says of the puzzle on a position. Its answers so far are kept unless its
    /// answer was wrong.
    pub fn settle(&mut self, position: Position, check: Check) -> CheckTotals {
        let Some(index) = self.index(position) else { return CheckTotals::default() };
        let mut checked = CheckTotals { checked: 1, ..CheckTotals::default() };
        match (check, self.puzzles.get_mut(index)) {
            (Check::Puzzle(new), Some(puzzle)) if puzzle.board == new.board => {
                let facts = |of: &Puzzle| (of.answer, of.score, of.second, of.lost);
                checked.corrected = usize::from(facts(&new) != facts(puzzle));
                let from = std::mem::take(&mut puzzle.from);
                let mut reviews = std::mem::take(&mut puzzle.reviews);
                if new.answer != puzzle.answer {
                    reviews.clear();
                }
                *puzzle = Puzzle { from, reviews, ..*new };
                checked
            }
            // Another puzzle has taken its place.
            (Check::Puzzle(_), _) => CheckTotals::default(),
            (Check::NoPuzzle, _) => {
                self.puzzles.remove(index);
                CheckTotals { removed: 1, ..checked }
            }
        }
    }

    /// Removes the puzzle on a position, if it is there.
    pub fn remove(&mut self, position: Position) {
        if let Some(index) = self.index(position) {
            self.puzzles.remove(index);
        }
    }

    fn index(&self, position: Position) -> Option<usize> {
        let wanted = position.canonical();
        self.puzzles.iter().position(|puzzle| puzzle.position().canonical() == wanted)
    }

    /// How many there are, and how many are due on a day.
    pub fn counts(&self, today: Date) -> Counts {
        let (due, _, next) = tally(self.drills.iter().map(DrilledLine::next_review), today);
        let drills = DrillCounts { total: self.drills.len(), due, next };
        let (due, new, next) = tally(self.puzzles.iter().map(Puzzle::next_review), today);
        let total = self.puzzles.len();
        let mut counts = Counts { total, due, new, next, drills, ..Counts::default() };
        for puzzle in &self.puzzles {
            let grade = (puzzle.grade() as usize).saturating_sub(1);
            if let Some(count) = counts.grades.get_mut(grade) {
                *count += 1;
            }
        }
        counts
    }

    /// The puzzle to be answered next on a day: the one that has been due for longest, else the easiest one
    /// that has never been answered. `None` if there is nothing to do before the next one is due.
    pub fn next(&self, today: Date) -> Option<&Puzzle> {
        let due = self.puzzles.iter().filter_map(|puzzle| Some((puzzle.next_review()?, puzzle)));
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
        let puzzle = self.index(position).and_then(|index| self.puzzles.get_mut(index))?;
        schedule::note(&mut puzzle.reviews, rating, today);
        puzzle.next_review()
    }

    /// When the puzzle on a position comes again; `None` if it is not known.
    pub fn next_review(&self, position: Position) -> Option<Date> {
        self.puzzles.get(self.index(position)?)?.next_review()
    }

    /// The lines that have been drilled, in the order in which they were first played.
    #[cfg(test)]
    pub fn drills(&self) -> &[DrilledLine] {
        &self.drills
    }

    /// The drilled line, of a course or of any, that has been due for longest on a day; `None` if none is due.
    pub fn next_drill(&self, course: Option<Course>, today: Date) -> Option<&DrilledLine> {
        let fits = |line: &&DrilledLine| course.is_none_or(|course| line.course() == course);
        let due =
            self.drills.iter().filter(fits).filter_map(|line| Some((line.next_review()?, line)));
        due.filter(|(day, _)| *day <= today).min_by_key(|(day, _)| *day).map(|(_, line)| line)
    }

    /// Notes how well a line was known; a new one is added. The first time of a day counts. Returns when it
    /// comes again.
    pub fn drilled(&mut self, line: DrilledLine, rating: Rating, today: Date) -> Option<Date> {
        let known = self.drills.iter().position(|known| known.is(&line));
        let index = known.unwrap_or(self.drills.len());
        if known.is_none() {
            self.drills.push(line);
        }
        let line = self.drills.get_mut(index)?;
        if line.reviews.last().is_none_or(|(last, _)| *last < today) {
            schedule::note(&mut line.reviews, rating, today);
        }
        line.next_review()
    }

    /// The progress as text: a line for each puzzle and each drilled line, with when it is due and what was
    /// answered.
    pub fn export(&self) -> String {
        let mut text = String::from("# position; answer; difficulty; due; reviews (day, rating)\n");
        for puzzle in &self.puzzles {
            let _ = write!(text, "{}; {}; {}", puzzle.board, puzzle.answer, puzzle.grade());
            write_reviews(&mut text, puzzle.next_review(), &puzzle.reviews);
        }
        if !self.drills.is_empty() {
            text += "# drilled line; side; opening; due; reviews (day, rating)\n";
        }
        for line in &self.drills {
            let moves: String = line.moves.iter().map(ToString::to_string).collect();
            let opening = line.opening.as_deref().unwrap_or("any opening");
            let _ = write!(text, "{moves}; {}; {opening}", line.side);
            write_reviews(&mut text, line.next_review(), &line.reviews);
        }
        text
    }
}

/// Of things with the days when they come again: how many are due, how many are new, and the next day.
fn tally(days: impl Iterator<Item = Option<Date>>, today: Date) -> (usize, usize, Option<Date>) {
    let (mut due, mut new, mut next) = (0, 0, None);
    for day in days {
        match day {
            None => new += 1,
            Some(day) if day <= today => due += 1,
            Some(day) => next = Some(next.map_or(day, |next: Date| next.min(day))),
        }
    }
    (due, new, next)
}

/// Ends a line of the text with the day when it is due, and the answers.
fn write_reviews(text: &mut String, due: Option<Date>, reviews: &[(Date, Rating)]) {
    let due = due.map_or_else(|| "new".to_owned(), |day| day.to_string());
    let _ = write!(text, "; {due};");
    for (day, rating) in reviews {
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
