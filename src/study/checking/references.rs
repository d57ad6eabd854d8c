//! The check of the file, and of rows that belong to other rows.

use rusqlite::Connection;

use super::{Findings, MAX_NAMED, Problem};
use crate::store::Columns;
use crate::study::puzzle::{DRILL, PUZZLE, Reviewed};

/// The tables of data on games. The index of positions is checked with the games.
pub const OF_GAMES: [&str; 3] = ["judgments", "tags", "bin"];

/// The columns of games with names, and their tables.
pub const OF_NAMES: [(&str, &str); 3] = [
    ("black", "players"),
    ("white", "players"),
    ("event", "events"),
];

/// Checks the file with the means of `SQLite`.
pub fn check_file(connection: &Connection, findings: &mut Findings) -> rusqlite::Result<()> {
    let query = format!("PRAGMA integrity_check({MAX_NAMED})");
    let mut statement = connection.prepare(&query)?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let text = row.text(0)?;
        if text != "ok" {
            findings.add(&Problem::File(text.into_owned()));
            findings.repairs.indexes = true;
        }
    }
    Ok(())
}

pub fn check(connection: &Connection, findings: &mut Findings) -> rusqlite::Result<()> {
    for table in OF_GAMES {
        each_orphan(connection, table, "game", "games", |number, rows| {
            findings.add(&Problem::NoGame {
                number,
                rows,
                table,
            });
            findings.repairs.references = true;
        })?;
    }
    for Reviewed {
        table,
        column: kind,
    } in [PUZZLE, DRILL]
    {
        each_orphan(connection, "reviews", kind, table, |number, rows| {
            findings.add(&Problem::NothingReviewed { kind, number, rows });
            findings.repairs.references = true;
        })?;
    }
    for (column, table) in OF_NAMES {
        // The games are reported already.
        each_orphan(connection, "games", column, table, |_, _| {
            findings.repairs.references = true;
        })?;
    }
    let query = "SELECT ifnull(max(id), 0) > ifnull((SELECT max(seq) FROM sqlite_sequence \
        WHERE name = 'games'), 0) FROM games";
    if connection.query_row(query, (), |row| row.column(0))? {
        findings.add(&Problem::Sequence);
        findings.repairs.sequence = true;
    }
    Ok(())
}

/// Calls `take` with each number in a column that is missing in another table, and the number of its rows.
fn each_orphan(
    connection: &Connection,
    table: &str,
    column: &str,
    parents: &str,
    mut take: impl FnMut(i64, i64),
) -> rusqlite::Result<()> {
    let query = format!(
        "SELECT {column}, count(*) FROM {table} \
         WHERE {column} IS NOT NULL AND {column} NOT IN (SELECT id FROM {parents}) GROUP BY 1"
    );
    let mut statement = connection.prepare(&query)?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        take(row.column(0)?, row.column(1)?);
    }
    Ok(())
}
