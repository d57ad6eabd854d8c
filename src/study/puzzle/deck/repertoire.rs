//! The lines of the repertoire in the database.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};
use serde::Serialize;

use super::{Deck, insert_line, lines};
use crate::games::{Player, Square};
use crate::store::{Columns, StoreError};
use crate::study::count;
use crate::study::drill::{Course, DrilledLine, Repertoire};

/// The numbers of lines after an addition to the repertoire.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LineAdditions {
    pub added: usize,
    /// Lines that are the beginning of a line of the repertoire, or all of it.
    pub known: usize,
    pub total: usize,
}

impl Deck {
    pub fn repertoire(&mut self) -> Result<Repertoire, StoreError> {
        let lines = self
            .database
            .with(|connection| lines(connection, "WHERE own ORDER BY side, moves", ()))?;
        Ok(Repertoire::of(lines))
    }

    /// Adds lines to the repertoire of a side, in one transaction. A line that continues a known one replaces it, and
    /// keeps its reviews.
    pub fn add_lines(
        &mut self,
        side: Player,
        new: impl IntoIterator<Item = Vec<Square>>,
    ) -> Result<LineAdditions, StoreError> {
        self.database.change(|transaction| {
            let mut ids = ids(transaction, side)?;
            let mut additions = LineAdditions::default();
            for moves in new {
                let line = DrilledLine::new(Course::own(side), &moves);
                let text = line.transcript();
                let after = ids.range(text.clone()..).next();
                if after.is_some_and(|(known, _)| known.starts_with(&text)) {
                    additions.known += 1;
                    continue;
                }
                additions.added += 1;
                let mut beginnings = (1..line.moves.len()).map(|count| &text[..2 * count]);
                let continued = beginnings.find_map(|beginning| ids.remove(beginning));
                let id = match continued {
                    Some(id) => continue_line(transaction, id, &text)?,
                    None => insert_line(transaction, &line)?,
                };
                ids.insert(text, id);
            }
            additions.total = number_of_lines(transaction)?;
            Ok(additions)
        })
    }

    /// Removes the chosen lines from the repertoire, with their reviews. Returns their number, and that of the lines
    /// left.
    pub fn remove_lines(
        &mut self,
        is_chosen: impl Fn(&DrilledLine) -> bool,
    ) -> Result<(usize, usize), StoreError> {
        self.database.change(|transaction| {
            let mut removed = 0;
            let all = lines(transaction, "WHERE own", ())?;
            for line in all.iter().filter(|line| is_chosen(line)) {
                let delete = "DELETE FROM drills WHERE own AND side = ?1 AND moves = ?2";
                let values = params![line.side.to_string(), line.transcript()];
                removed += transaction.execute(delete, values)?;
            }
            Ok((removed, number_of_lines(transaction)?))
        })
    }
}

/// The ids of the lines of a side, by their moves.
fn ids(connection: &Connection, side: Player) -> rusqlite::Result<BTreeMap<String, i64>> {
    let mut query = connection.prepare("SELECT moves, id FROM drills WHERE own AND side = ?")?;
    let rows = query.query_map([side.to_string()], |row| {
        Ok((row.text(0)?.into_owned(), row.column(1)?))
    })?;
    rows.collect()
}

/// Replaces the moves of a line by more. Returns its id.
fn continue_line(connection: &Connection, id: i64, moves: &str) -> rusqlite::Result<i64> {
    let change = "UPDATE drills SET moves = ?2 WHERE id = ?1";
    connection.execute(change, params![id, moves])?;
    Ok(id)
}

fn number_of_lines(connection: &Connection) -> rusqlite::Result<usize> {
    let query = "SELECT count(*) FROM drills WHERE own";
    connection.query_row(query, (), |row| count(row, 0))
}
