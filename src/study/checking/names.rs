//! The check of players, events and tags.

use rusqlite::Connection;

use super::{Findings, Reason};
use crate::store::{Columns, sqlite_reason};
use crate::study::library::is_of_value;
use crate::study::tag;

/// A table of names.
#[derive(Debug, Clone, Copy)]
pub struct NameTable {
    pub table: &'static str,
    row: &'static str,
}

pub const PLAYERS: NameTable = NameTable {
    table: "players",
    row: "player",
};
pub const EVENTS: NameTable = NameTable {
    table: "events",
    row: "event",
};

pub fn check(
    connection: &Connection,
    names: NameTable,
    findings: &mut Findings,
) -> rusqlite::Result<()> {
    let NameTable { table, row: kind } = names;
    let query = format!("SELECT id, name, folded FROM {table} ORDER BY id");
    let mut statement = connection.prepare(&query)?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let number = row.column(0)?;
        let name = match row.text(1) {
            Err(error) if is_of_value(&error) => {
                findings.add_row(kind, number, &sqlite_reason(&error));
                continue;
            }
            name => name?,
        };
        let mut reasons = Vec::new();
        if row.unescaped(1)? != name.as_bytes() {
            reasons.push(Reason::Unprintable.to_string());
        }
        let folded = String::from_utf8_lossy(row.unescaped(2)?).into_owned();
        Findings::compare(
            &mut reasons,
            "folded",
            Some(folded),
            Some(name.to_lowercase()),
        );
        if !reasons.is_empty() {
            findings.add_row(kind, number, &reasons.join("; "));
            findings.repairs.names.push((names, number));
        }
    }
    Ok(())
}

pub fn check_tags(connection: &Connection, findings: &mut Findings) -> rusqlite::Result<()> {
    let mut statement = connection.prepare("SELECT game, tag FROM tags ORDER BY game, tag")?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let number = row.column(0)?;
        let text = match row.text(1) {
            Err(error) if is_of_value(&error) => {
                findings.add_row("game", number, &sqlite_reason(&error));
                continue;
            }
            text => text?,
        };
        let expected = tag(&text);
        let stored = row.unescaped(1)?;
        if expected.as_ref().is_none_or(|tag| tag.as_bytes() != stored) {
            findings.add_row("game", number, &Reason::Tag(text.into_owned()));
            let stored = String::from_utf8_lossy(stored).into_owned();
            findings
                .repairs
                .tags
                .extend(expected.map(|tag| (number, stored, tag)));
        }
    }
    Ok(())
}
