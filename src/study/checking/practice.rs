//! The check of puzzles and drilled lines, with their reviews.

use jiff::civil::Date;
use rusqlite::{Connection, Row, Statement};

use super::{Findings, Reason};
use crate::records::GameRecord;
use crate::store::{Columns, Text, sqlite_reason};
use crate::study::library::is_of_value;
use crate::study::puzzle::{COLUMNS, DRILL, PUZZLE, Puzzle, key, line, puzzle, reviews};
use crate::study::schedule::{self, Rating};

pub fn check_puzzles(connection: &Connection, findings: &mut Findings) -> rusqlite::Result<()> {
    let mut of_one = connection.prepare(&PUZZLE.reviews())?;
    let query = format!("SELECT {COLUMNS}, key, grade, due FROM puzzles ORDER BY id");
    each(connection, &query, findings, |findings, row, number| {
        let reviews = reviews(&mut of_one, number)?;
        let puzzle = Puzzle {
            reviews,
            ..puzzle(row)?
        };
        let mut reasons = Vec::new();
        let key = key(puzzle.position());
        let found: i64 = row.column(11)?;
        Findings::compare(
            &mut reasons,
            "key",
            Some(found.to_string()),
            Some(key.to_string()),
        );
        let found: i64 = row.column(12)?;
        let grade = puzzle.grade().to_string();
        Findings::compare(&mut reasons, "grade", Some(found.to_string()), Some(grade));
        compare_due(&mut reasons, row, 13, &puzzle.reviews)?;
        if !reasons.is_empty() {
            findings.repairs.puzzles.push(number);
        }
        if !is_legal(&puzzle) {
            reasons.push(Reason::Line.to_string());
        }
        Ok(reasons)
    })
}

pub fn check_drills(connection: &Connection, findings: &mut Findings) -> rusqlite::Result<()> {
    let mut of_one = connection.prepare(&DRILL.reviews())?;
    let query = "SELECT id, opening, own, side, moves, due FROM drills ORDER BY id";
    each(connection, query, findings, |findings, row, number| {
        let line = line(row, reviews(&mut of_one, number)?)?;
        let mut reasons = Vec::new();
        compare_due(&mut reasons, row, 5, &line.reviews)?;
        if !reasons.is_empty() {
            findings.repairs.drills.push(number);
        }
        Ok(reasons)
    })
}

/// Adds a problem for each row of which `check` returns reasons, or an error of a value.
fn each(
    connection: &Connection,
    query: &str,
    findings: &mut Findings,
    mut check: impl FnMut(&mut Findings, &Row<'_>, i64) -> rusqlite::Result<Vec<String>>,
) -> rusqlite::Result<()> {
    let kind = if query.contains("FROM puzzles") {
        PUZZLE.column
    } else {
        DRILL.column
    };
    let mut statement: Statement<'_> = connection.prepare(query)?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let number = row.column(0)?;
        match check(findings, row, number) {
            Err(error) if is_of_value(&error) => {
                findings.add_row(kind, number, &sqlite_reason(&error));
            }
            reasons => {
                let reasons = reasons?;
                if !reasons.is_empty() {
                    findings.add_row(kind, number, &reasons.join("; "));
                }
            }
        }
    }
    Ok(())
}

fn compare_due(
    reasons: &mut Vec<String>,
    row: &Row<'_>,
    column: usize,
    reviews: &[(Date, Rating)],
) -> rusqlite::Result<()> {
    let found: Option<Text> = row.column(column)?;
    let expected = schedule::next_review(reviews).map(|day| day.to_string());
    Findings::compare(reasons, "due", found.map(String::from), expected);
    Ok(())
}

/// Whether the line can be played, with passes where they are needed.
fn is_legal(puzzle: &Puzzle) -> bool {
    let mut record = GameRecord::from_start(puzzle.board);
    puzzle
        .line
        .iter()
        .all(|&square| record.play(square).is_ok())
}
