//! Checks the database against what follows from the moves, and repairs what can be derived from them.

mod games;
mod names;
mod positions;
mod practice;
mod references;
mod repairing;
#[cfg(test)]
mod tests;

use rusqlite::{Connection, ErrorCode};
use serde::Serialize;
use thiserror::Error;

use super::library::LARGE_CACHE;
use super::{Library, count, open_to_read};
use crate::base::language::{tr, translated};
use crate::base::text::printable;
use crate::players::Stop;
use crate::store::{Database, Store, StoreError, sqlite_reason};
use repairing::Repairs;

/// The maximum number of problems to name.
const MAX_NAMED: usize = 100;

/// The maximum number of repairs, each of which can reveal further problems.
const MAX_REPAIRS: usize = 3;

/// The maximum length of a value in a problem, in characters.
const MAX_VALUE: usize = 20;

/// The result of a check, and of a repair if one was requested.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    pub games: usize,
    /// The number of problems that are left.
    pub total: usize,
    /// The first of them.
    pub problems: Vec<String>,
    pub repaired_total: usize,
    /// The first repaired problems.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repaired: Vec<String>,
    /// Whether some of the problems that are left can be repaired.
    pub is_repairable: bool,
}

/// A row or a table that this program would not have written.
#[derive(Debug, Error)]
enum Problem {
    #[error("{}", tr!("file: {text}", text = .0))]
    File(String),
    #[error("{}", tr!("table {table}: {reason}", table, reason))]
    Table { table: &'static str, reason: String },
    #[error("{} {number}: {reasons}", translated(.row))]
    Row {
        row: &'static str,
        number: i64,
        reasons: String,
    },
    #[error("{}", tr!(
        "game {number} does not exist: {rows} of {table} belong to it",
        number,
        rows,
        table
    ))]
    NoGame {
        number: i64,
        rows: i64,
        table: &'static str,
    },
    #[error("{}", tr!(
        "{kind} {number} does not exist: {rows} of reviews belong to it",
        kind,
        number,
        rows
    ))]
    NothingReviewed {
        kind: &'static str,
        number: i64,
        rows: i64,
    },
    #[error("{}", tr!("numbers of deleted games would be given again"))]
    Sequence,
}

/// A reason why a row is wrong.
#[derive(Debug, Error)]
enum Reason {
    #[error("{}", tr!("{column} is {found}, not {expected}", column, found, expected))]
    Column {
        column: &'static str,
        found: String,
        expected: String,
    },
    #[error("{}", tr!(
        "its result is {stated}, but its moves end with {counted}",
        stated = format_args!("{:+}", stated),
        counted = format_args!("{:+}", counted)
    ))]
    Result { stated: f64, counted: f64 },
    #[error("{}", tr!("its judgments don't fit its moves"))]
    Judgments,
    #[error("{}", tr!("its positions are not in the index"))]
    Positions,
    #[error("{}", tr!("the name contains unprintable characters"))]
    Unprintable,
    #[error("{}", tr!("{text} is not a tag", text = .0))]
    Tag(String),
    #[error("{}", tr!("the line is not legal"))]
    Line,
}

/// The problems of a database, and the repairs that they need.
#[derive(Debug, Default)]
struct Findings {
    total: usize,
    problems: Vec<String>,
    repairs: Repairs,
}

impl Findings {
    fn add(&mut self, problem: &Problem) {
        self.total += 1;
        if self.problems.len() < MAX_NAMED {
            self.problems
                .push(printable(&problem.to_string()).to_string());
        }
    }

    fn add_row(&mut self, row: &'static str, number: i64, reason: &dyn ToString) {
        self.add(&Problem::Row {
            row,
            number,
            reasons: reason.to_string(),
        });
    }

    /// Notes a column with another value than the expected one.
    fn compare(
        reasons: &mut Vec<String>,
        column: &'static str,
        found: Option<String>,
        expected: Option<String>,
    ) {
        if found != expected {
            let [found, expected] = [found, expected].map(shown);
            reasons.push(
                Reason::Column {
                    column,
                    found,
                    expected,
                }
                .to_string(),
            );
        }
    }
}

fn shown(value: Option<String>) -> String {
    match value {
        None => "NULL".to_owned(),
        Some(text) if text.is_empty() => "empty".to_owned(),
        Some(text) => printable(&text).limited(MAX_VALUE).to_string(),
    }
}

/// Checks all tables. `repairs` derives anew what can be derived, in one transaction. A request to stop ends both, and
/// nothing is changed.
pub fn check(store: &Store, repairs: bool, stop: &Stop) -> Result<CheckReport, StoreError> {
    let mut database = Database::from(open_to_read::<Library>(store)?.stopping_on(stop)?);
    if repairs {
        database.set_cache(LARGE_CACHE)?;
        database.change(|transaction| repaired(transaction))
    } else {
        // In a transaction, all tables are from the same moment.
        database.with(|connection| report(&*connection.transaction()?))
    }
}

fn report(connection: &Connection) -> rusqlite::Result<CheckReport> {
    let Findings {
        total,
        problems,
        repairs,
    } = findings(connection)?;
    let is_repairable = !repairs.is_empty();
    let games = number_of_games(connection)?;
    Ok(CheckReport {
        games,
        total,
        problems,
        is_repairable,
        ..CheckReport::default()
    })
}

fn repaired(connection: &Connection) -> rusqlite::Result<CheckReport> {
    let before = findings(connection)?;
    let (mut left, mut repairs) = (before.total, before.repairs);
    let mut problems = before.problems.clone();
    for _ in 0..MAX_REPAIRS {
        if repairs.is_empty() {
            break;
        }
        repairs.apply(connection)?;
        let after = findings(connection)?;
        (left, problems, repairs) = (after.total, after.problems, after.repairs);
    }
    let is_left = |problem: &String| problems.contains(problem);
    Ok(CheckReport {
        games: number_of_games(connection)?,
        total: left,
        repaired_total: before.total.saturating_sub(left),
        repaired: before
            .problems
            .into_iter()
            .filter(|problem| !is_left(problem))
            .collect(),
        problems,
        is_repairable: false,
    })
}

fn number_of_games(connection: &Connection) -> rusqlite::Result<usize> {
    connection.query_row("SELECT count(*) FROM games", (), |row| count(row, 0))
}

/// The check of a part of the database.
type Check = fn(&Connection, &mut Findings) -> rusqlite::Result<()>;

const CHECKS: [(&str, Check); 7] = [
    ("players", |connection, findings| {
        names::check(connection, names::PLAYERS, findings)
    }),
    ("events", |connection, findings| {
        names::check(connection, names::EVENTS, findings)
    }),
    ("games", games::check),
    ("tags", names::check_tags),
    ("puzzles", practice::check_puzzles),
    ("drills", practice::check_drills),
    ("references", references::check),
];

fn findings(connection: &Connection) -> rusqlite::Result<Findings> {
    let mut findings = Findings::default();
    references::check_file(connection, &mut findings)?;
    for (table, check) in CHECKS {
        match check(connection, &mut findings) {
            // Other tables can still be intact.
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
                findings.add(&Problem::Table {
                    table,
                    reason: sqlite_reason(&error),
                });
            }
            result => result?,
        }
    }
    Ok(findings)
}
