//! All puzzles and drilled lines in the database, with their answers.

mod guesses;
mod repertoire;

use std::collections::HashSet;
use std::fmt::Write;

use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension, Params, Row, Statement, params};
use serde::Serialize;
use thiserror::Error;

use super::{Puzzle, written};
use crate::base::language::tr;
use crate::base::text::quoted;
use crate::engine::Position;
use crate::games::Player;
use crate::players::Stop;
use crate::records::BoardPosition;
use crate::store::{Columns, Database, Store, StoreError, Text};
use crate::study::drill::{DrillScope, DrilledLine};
use crate::study::library::{is_of_value, position_key};
use crate::study::schedule::{self, Rating};
use crate::study::{count, damaged, interrupt_on, is_there, open, open_to_read};

pub use repertoire::LineAdditions;

#[derive(Debug)]
pub struct Deck {
    database: Database,
}

/// A kind of reviewable item: its table, and its column in the table of reviews.
#[derive(Debug, Clone, Copy)]
pub struct Reviewed {
    pub table: &'static str,
    pub column: &'static str,
}

pub const PUZZLE: Reviewed = Reviewed {
    table: "puzzles",
    column: "puzzle",
};
pub const DRILL: Reviewed = Reviewed {
    table: "drills",
    column: "drill",
};

/// The numbers of puzzles: all, due (answered before) and new (never answered).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub total: usize,
    pub due: usize,
    pub new: usize,
    /// The next due date after today.
    pub next: Option<Date>,
    /// The number of puzzles of each grade, from 1 to 5.
    pub grades: [usize; 5],
    pub drills: DrillCounts,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct DrillCounts {
    pub total: usize,
    pub due: usize,
    pub next: Option<Date>,
}

impl Reviewed {
    /// The query of the reviews of an item.
    pub fn reviews(self) -> String {
        format!(
            "SELECT day, rating FROM reviews WHERE {} = ? ORDER BY id",
            self.column
        )
    }
}

impl From<Database> for Deck {
    fn from(database: Database) -> Self {
        Self { database }
    }
}

impl Deck {
    /// Opens or creates the deck.
    pub fn open(store: &Store) -> Result<Self, StoreError> {
        open(store)
    }

    /// Opens the deck for reading, or an empty one if no file exists.
    pub fn open_to_read(store: &Store) -> Result<Self, StoreError> {
        open_to_read(store)
    }

    pub fn is_there(store: &Store) -> bool {
        is_there(store)
    }

    /// Makes queries and waits end with [`StoreError::Interrupted`] once a stop is requested.
    pub fn stopping_on(mut self, stop: &Stop) -> Result<Self, StoreError> {
        interrupt_on(&mut self.database, stop)?;
        Ok(self)
    }

    /// Whether there is neither a puzzle nor a drilled line.
    pub fn is_empty(&mut self) -> Result<bool, StoreError> {
        let query =
            "SELECT NOT EXISTS (SELECT 1 FROM puzzles) AND NOT EXISTS (SELECT 1 FROM drills)";
        self.database
            .with(|connection| connection.query_row(query, (), |row| row.column(0)))
    }

    pub fn puzzles(&mut self) -> Result<Vec<Puzzle>, StoreError> {
        self.database
            .with(|connection| puzzles(connection, "ORDER BY id", ()))
    }

    /// The positions of the puzzles in canonical form.
    pub fn positions(&mut self) -> Result<HashSet<Position>, StoreError> {
        let puzzles = self.puzzles()?;
        Ok(puzzles
            .iter()
            .map(|puzzle| puzzle.position().canonical())
            .collect())
    }

    /// Adds puzzles on new positions. Returns the number added.
    pub fn add(&mut self, puzzles: impl IntoIterator<Item = Puzzle>) -> Result<usize, StoreError> {
        self.database.change(|connection| {
            let mut added = 0;
            for puzzle in puzzles {
                if id_of_position(connection, puzzle.position())?.is_none() {
                    insert_puzzle(connection, None, &puzzle)?;
                    added += 1;
                }
            }
            Ok(added)
        })
    }

    pub fn remove(&mut self, position: Position) -> Result<(), StoreError> {
        self.database.change(|connection| {
            let id = id_of_position(connection, position)?;
            id.map_or(Ok(()), |id| delete_puzzle(connection, id))
        })
    }

    pub fn counts(&mut self, today: Date) -> Result<Counts, StoreError> {
        self.database.with(|connection| {
            let (total, due, new, next) = tally(connection, DRILL, today)?;
            // A line that was never drilled is due.
            let drills = DrillCounts {
                total,
                due: due + new,
                next,
            };
            let (total, due, new, next) = tally(connection, PUZZLE, today)?;
            let mut counts = Counts {
                total,
                due,
                new,
                next,
                drills,
                ..Counts::default()
            };
            let mut grades =
                connection.prepare("SELECT grade, count(*) FROM puzzles GROUP BY grade")?;
            let grades = grades.query_map((), |row| Ok((count(row, 0)?, count(row, 1)?)))?;
            for grade in grades {
                let (grade, number) = grade?;
                if let Some(count) = counts.grades.get_mut(grade.saturating_sub(1)) {
                    *count = number;
                }
            }
            Ok(counts)
        })
    }

    /// The next puzzle to answer: the longest overdue, or the easiest new one.
    /// `None` if there is nothing to do before the next due date.
    pub fn next(&mut self, today: Date) -> Result<Option<Puzzle>, StoreError> {
        self.database.with(|connection| {
            let due = "WHERE due <= ? ORDER BY due, id";
            let new = "WHERE due IS NULL ORDER BY grade, id";
            match first_puzzle(connection, due, &[today.to_string()])? {
                Some(puzzle) => Ok(Some(puzzle)),
                None => first_puzzle(connection, new, &()),
            }
        })
    }

    /// Records an answer. Returns the next due date, or `None` if the puzzle no longer exists.
    pub fn review(
        &mut self,
        position: Position,
        rating: Rating,
        today: Date,
    ) -> Result<Option<Date>, StoreError> {
        self.database
            .change(|connection| match id_of_position(connection, position)? {
                Some(id) => note(connection, PUZZLE, id, rating, today),
                None => Ok(None),
            })
    }

    /// The next due date of a puzzle; `None` if it doesn't exist or is new.
    pub fn next_review(&mut self, position: Position) -> Result<Option<Date>, StoreError> {
        self.database.with(|connection| {
            let Some(id) = id_of_position(connection, position)? else {
                return Ok(None);
            };
            Ok(schedule::next_review(&reviews(
                &mut connection.prepare(&PUZZLE.reviews())?,
                id,
            )?))
        })
    }

    pub fn drills(&mut self) -> Result<Vec<DrilledLine>, StoreError> {
        self.database
            .with(|connection| lines(connection, "ORDER BY id", ()))
    }

    /// The longest overdue line of a scope; a line that was never drilled is due today. `None` if none is due. In the
    /// scope of the repertoire, the line that is due first, even if it is not due yet.
    pub fn next_drill(
        &mut self,
        scope: DrillScope,
        today: Date,
    ) -> Result<Option<DrilledLine>, StoreError> {
        let due = self.database.with(|connection| {
            let clause = "WHERE ifnull(due, ?1) <= ?1 OR ?2 \
                ORDER BY ifnull(due, ?1), due IS NULL, id";
            let is_any_day = matches!(scope, DrillScope::Repertoire(_));
            lines(connection, clause, params![today.to_string(), is_any_day])
        })?;
        Ok(due.into_iter().find(|line| scope.has(line)))
    }

    /// Records the rating of a line, and adds the line if it is new. Only the first rating of a day counts.
    /// Returns the next due date.
    pub fn drilled(
        &mut self,
        line: &DrilledLine,
        rating: Rating,
        today: Date,
    ) -> Result<Option<Date>, StoreError> {
        self.database.change(|connection| {
            let id = match id_of_line(connection, line)? {
                Some(id) => id,
                None => insert_line(connection, line)?,
            };
            let reviews = reviews(&mut connection.prepare(&DRILL.reviews())?, id)?;
            if reviews.last().is_none_or(|(last, _)| *last < today) {
                note(connection, DRILL, id, rating, today)
            } else {
                Ok(schedule::next_review(&reviews))
            }
        })
    }

    /// The progress as text: one line per puzzle and drilled line, with due date and answers.
    pub fn export(&mut self) -> Result<String, StoreError> {
        let mut text = String::from("# position; answer; difficulty; due; reviews (day, rating)\n");
        for puzzle in self.puzzles()? {
            let _ = write!(
                text,
                "{}; {}; {}",
                puzzle.board,
                puzzle.answer,
                puzzle.grade()
            );
            write_reviews(&mut text, &puzzle.reviews);
        }
        let drills = self.drills()?;
        if !drills.is_empty() {
            text += "# drilled line; side; opening; due; reviews (day, rating)\n";
        }
        for line in drills {
            let any = if line.is_own {
                "repertoire"
            } else {
                "any opening"
            };
            let opening = line.opening.as_deref().unwrap_or(any);
            let _ = write!(text, "{}; {}; {opening}", line.transcript(), line.side);
            write_reviews(&mut text, &line.reviews);
        }
        Ok(text)
    }
}

/// The numbers of all, due and new items, and the next due date.
fn tally(
    connection: &Connection,
    Reviewed { table, .. }: Reviewed,
    today: Date,
) -> rusqlite::Result<(usize, usize, usize, Option<Date>)> {
    let query = format!(
        "SELECT count(*), count(*) FILTER (WHERE due <= ?1), count(*) FILTER (WHERE due IS NULL), \
         min(due) FILTER (WHERE due > ?1) FROM {table}"
    );
    connection.query_row(&query, [today.to_string()], |row| {
        let next: Option<Text> = row.column(3)?;
        // A damaged date is no reason to hide the numbers.
        let next = next.and_then(|day| day_of(3, day.as_ref()).ok());
        Ok((count(row, 0)?, count(row, 1)?, count(row, 2)?, next))
    })
}

fn puzzles(
    connection: &Connection,
    clause: &str,
    values: impl Params,
) -> rusqlite::Result<Vec<Puzzle>> {
    chosen(
        connection,
        PUZZLE,
        &format!("SELECT {} FROM puzzles {clause}", written::COLUMNS),
        values,
        |row, reviews| {
            Ok(Puzzle {
                reviews,
                ..written::puzzle(row)?
            })
        },
    )
}

/// The first puzzle that a clause selects and that is not damaged.
fn first_puzzle(
    connection: &Connection,
    clause: &str,
    values: &(impl Params + Clone),
) -> rusqlite::Result<Option<Puzzle>> {
    let number = "SELECT count(*) FROM puzzles";
    let number = connection.query_row(number, (), |row| count(row, 0))?;
    for passed_over in 0..number {
        let clause = [clause, "LIMIT 1 OFFSET", &passed_over.to_string()].join(" ");
        if let Some(puzzle) = puzzles(connection, &clause, values.clone())?.pop() {
            return Ok(Some(puzzle));
        }
    }
    Ok(None)
}

fn lines(
    connection: &Connection,
    clause: &str,
    values: impl Params,
) -> rusqlite::Result<Vec<DrilledLine>> {
    let query = format!("SELECT id, opening, own, side, moves FROM drills {clause}");
    chosen(connection, DRILL, &query, values, line)
}

/// Parses a row with the id, the opening, whether it is of the repertoire, the side and the moves as a line.
pub fn line(row: &Row<'_>, reviews: Vec<(Date, Rating)>) -> rusqlite::Result<DrilledLine> {
    // The table allows only two values.
    let side = if &*row.text(3)? == "white" {
        Player::White
    } else {
        Player::Black
    };
    let opening = row.text(1)?;
    let is_own = row.column(2)?;
    let moves = row.text(4)?;
    DrilledLine::of_texts(&opening, is_own, side, &moves, reviews)
        .map_err(|error| damaged(4, error))
}

/// The items that a query selects, with their reviews, without damaged ones. The first column must be the id.
fn chosen<T>(
    connection: &Connection,
    kind: Reviewed,
    query: &str,
    values: impl Params,
    take: impl Fn(&Row<'_>, Vec<(Date, Rating)>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    let mut statement = connection.prepare(query)?;
    let mut of_one = connection.prepare(&kind.reviews())?;
    let found = statement.query_map(values, |row| {
        let reviews = reviews(&mut of_one, row.column(0)?)?;
        take(row, reviews)
    })?;
    found
        .filter(|item| !item.as_ref().is_err_and(is_of_value))
        .collect()
}

pub fn reviews(statement: &mut Statement<'_>, id: i64) -> rusqlite::Result<Vec<(Date, Rating)>> {
    let found = statement.query_map([id], |row| {
        let day = row.text(0)?;
        let rating = row.text(1)?;
        // The table allows only the names of ratings.
        Ok((
            day_of(0, &day)?,
            Rating::named(&rating).unwrap_or(Rating::Again),
        ))
    })?;
    found.collect()
}

#[derive(Debug, Error)]
#[error("{}", tr!("{text} is not a day such as 2003-12-15", text = quoted(.0)))]
struct NotADay(String);

fn day_of(column: usize, text: &str) -> rusqlite::Result<Date> {
    text.parse()
        .map_err(|_| damaged(column, NotADay(text.to_owned())))
}

/// Records an answer. Returns the next due date.
fn note(
    connection: &Connection,
    kind: Reviewed,
    id: i64,
    rating: Rating,
    today: Date,
) -> rusqlite::Result<Option<Date>> {
    let mut all = reviews(&mut connection.prepare(&kind.reviews())?, id)?;
    schedule::note(&mut all, rating, today);
    insert_reviews(connection, kind, id, &all[all.len() - 1..])?;
    Ok(schedule::next_review(&all))
}

fn insert_reviews(
    connection: &Connection,
    kind: Reviewed,
    id: i64,
    new: &[(Date, Rating)],
) -> rusqlite::Result<()> {
    let Reviewed { table, column } = kind;
    let insert = format!("INSERT INTO reviews ({column}, day, rating) VALUES (?1, ?2, ?3)");
    for (day, rating) in new {
        connection.execute(&insert, params![id, day.to_string(), rating.name()])?;
    }
    let due = schedule::next_review(&reviews(&mut connection.prepare(&kind.reviews())?, id)?);
    let change = format!("UPDATE {table} SET due = ?2 WHERE id = ?1");
    connection.execute(&change, params![id, due.map(|due| due.to_string())])?;
    Ok(())
}

/// The key of a position, independent of the colors.
pub fn key(position: Position) -> i64 {
    position_key(BoardPosition::new(position, Player::Black))
}

fn id_of_position(connection: &Connection, position: Position) -> rusqlite::Result<Option<i64>> {
    let query = "SELECT id FROM puzzles WHERE key = ?";
    connection
        .query_row(query, [key(position)], |row| row.column(0))
        .optional()
}

fn delete_puzzle(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    connection
        .execute("DELETE FROM puzzles WHERE id = ?", [id])
        .map(drop)
}

/// Adds a puzzle with its reviews. `id` keeps the number of the puzzle that it replaces.
fn insert_puzzle(
    connection: &Connection,
    id: Option<i64>,
    puzzle: &Puzzle,
) -> rusqlite::Result<()> {
    let line: String = puzzle.line.iter().map(ToString::to_string).collect();
    connection.execute(
        "INSERT INTO puzzles (id, key, board, line, score, second, played, lost, percent, \
         estimated, tempting, source, grade) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        params![
            id,
            key(puzzle.position()),
            puzzle.board.to_string(),
            line,
            puzzle.score,
            puzzle.second,
            puzzle.played.to_string(),
            puzzle.lost,
            puzzle.percent,
            puzzle.estimated,
            puzzle.tempting,
            puzzle.from,
            puzzle.grade(),
        ],
    )?;
    insert_reviews(
        connection,
        PUZZLE,
        connection.last_insert_rowid(),
        &puzzle.reviews,
    )
}

fn id_of_line(connection: &Connection, line: &DrilledLine) -> rusqlite::Result<Option<i64>> {
    let query =
        "SELECT id FROM drills WHERE moves = ?1 AND side = ?2 AND opening = ?3 AND own = ?4";
    connection
        .query_row(query, values_of(line), |row| row.column(0))
        .optional()
}

fn insert_line(connection: &Connection, line: &DrilledLine) -> rusqlite::Result<i64> {
    let insert = "INSERT INTO drills (moves, side, opening, own) VALUES (?1, ?2, ?3, ?4)";
    connection.execute(insert, values_of(line))?;
    Ok(connection.last_insert_rowid())
}

/// The columns that identify a line.
fn values_of(line: &DrilledLine) -> impl Params {
    (
        line.transcript(),
        line.side.to_string(),
        line.opening.clone().unwrap_or_default(),
        line.is_own,
    )
}

fn write_reviews(text: &mut String, reviews: &[(Date, Rating)]) {
    let due = schedule::next_review(reviews);
    let due = due.map_or_else(|| "new".to_owned(), |day| day.to_string());
    let _ = write!(text, "; {due};");
    for (day, rating) in reviews {
        let _ = write!(text, " {day} {}", rating.name());
    }
    text.push('\n');
}
