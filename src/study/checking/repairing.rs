//! Derives columns and tables anew.

use std::mem;

use rusqlite::{Connection, OptionalExtension, Params, params};

use super::names::NameTable;
use super::references::{OF_GAMES, OF_NAMES};
use crate::store::{Columns, Text};
use crate::study::library::{
    AT_ONCE, GameColumns, LibraryGame, contradiction, game, games_query, indexed_keys,
    insert_positions, is_of_value,
};
use crate::study::puzzle::{self, DRILL, PUZZLE, Puzzle, Reviewed, key, puzzle, reviews};
use crate::study::schedule;

/// The row numbers of what must be derived anew.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the repairs are independent")]
pub struct Repairs {
    pub indexes: bool,
    pub references: bool,
    pub sequence: bool,
    pub positions: bool,
    pub names: Vec<(NameTable, i64)>,
    pub games: Vec<i64>,
    pub judgments: Vec<i64>,
    /// Games with their stored and their right tags.
    pub tags: Vec<(i64, String, String)>,
    pub puzzles: Vec<i64>,
    pub drills: Vec<i64>,
}

impl Repairs {
    pub fn is_empty(&self) -> bool {
        let are_tables = self.indexes || self.references || self.sequence || self.positions;
        let rows = [
            self.names.len(),
            self.games.len(),
            self.judgments.len(),
            self.tags.len(),
            self.puzzles.len(),
            self.drills.len(),
        ];
        !are_tables && rows == [0; 6]
    }

    pub fn apply(&self, connection: &Connection) -> rusqlite::Result<()> {
        if self.indexes {
            connection.execute_batch("REINDEX")?;
        }
        if self.references {
            remove_orphans(connection)?;
            name_unknown(connection)?;
        }
        for (names, number) in &self.names {
            derive_name(connection, *names, *number)?;
        }
        for (game, stored, tag) in &self.tags {
            let change = "UPDATE OR REPLACE tags SET tag = ?3 WHERE game = ?1 AND tag = ?2";
            connection.execute(change, params![game, stored, tag])?;
        }
        for &number in &self.games {
            derive_game(connection, number)?;
        }
        for &number in &self.judgments {
            // Without judgments, the next analysis creates them anew.
            connection.execute("DELETE FROM judgments WHERE game = ?", [number])?;
            connection.execute("UPDATE games SET depth = NULL WHERE id = ?", [number])?;
        }
        if self.positions {
            derive_positions(connection)?;
        }
        for &number in &self.puzzles {
            derive_puzzle(connection, number)?;
        }
        for &number in &self.drills {
            derive_due(connection, DRILL, number)?;
        }
        if self.sequence {
            derive_sequence(connection)?;
        }
        Ok(())
    }
}

/// Deletes rows that belong to no row.
fn remove_orphans(connection: &Connection) -> rusqlite::Result<()> {
    let of_games = OF_GAMES.map(|table| (table, "game", "games"));
    let of_practice = [PUZZLE, DRILL].map(|kind| ("reviews", kind.column, kind.table));
    for (table, column, parents) in of_games.into_iter().chain(of_practice) {
        connection.execute(
            &format!(
                "DELETE FROM {table} \
                 WHERE {column} IS NOT NULL AND {column} NOT IN (SELECT id FROM {parents})"
            ),
            (),
        )?;
    }
    Ok(())
}

/// Gives the empty name, which means unknown, to games whose names are missing.
fn name_unknown(connection: &Connection) -> rusqlite::Result<()> {
    for (column, table) in OF_NAMES {
        let unknown = format!("INSERT OR IGNORE INTO {table} (name, folded) VALUES ('', '')");
        connection.execute(&unknown, ())?;
        connection.execute(
            &format!(
                "UPDATE games SET {column} = (SELECT id FROM {table} WHERE name = '') \
                 WHERE {column} NOT IN (SELECT id FROM {table})"
            ),
            (),
        )?;
    }
    Ok(())
}

/// Escapes a name, and folds its case.
fn derive_name(connection: &Connection, names: NameTable, number: i64) -> rusqlite::Result<()> {
    let query = format!("SELECT name FROM {} WHERE id = ?", names.table);
    let name: Text = connection.query_row(&query, [number], |row| row.column(0))?;
    // The escaped name may exist already.
    let change = format!(
        "UPDATE OR IGNORE {} SET name = ?2, folded = ?3 WHERE id = ?1",
        names.table
    );
    connection.execute(
        &change,
        params![number, name.as_ref(), name.as_ref().to_lowercase()],
    )?;
    Ok(())
}

/// Derives the columns of a game. The result of a finished game is counted.
fn derive_game(connection: &Connection, number: i64) -> rusqlite::Result<()> {
    let Some(mut game) = games(connection, "WHERE g.id = ?", [number])?.pop() else {
        return Ok(());
    };
    if let Some([_, counted]) = contradiction(&game.record) {
        game.record.result = Some(counted);
    }
    let columns = GameColumns::of(&game);
    let written = &columns.written;
    connection.execute(
        "UPDATE games SET year = ?2, result = ?3, winner = ?4, opening = ?5, openings = ?6, \
         balanced = ?7, start = ?8, moves = ?9, plies = ?10, signature = ?11 WHERE id = ?1",
        params![
            number,
            columns.year,
            written.result,
            columns.winner,
            columns.opening,
            columns.openings,
            columns.balanced,
            written.start,
            written.moves,
            columns.plies,
            columns.signature
        ],
    )?;
    Ok(())
}

/// The readable games that a clause selects.
fn games(
    connection: &Connection,
    clause: &str,
    values: impl Params,
) -> rusqlite::Result<Vec<LibraryGame>> {
    let mut statement = connection.prepare(&games_query(clause))?;
    let games = statement.query_map(values, game)?;
    games
        .filter(|game| !game.as_ref().is_err_and(is_of_value))
        .collect()
}

/// Builds the index of positions anew.
fn derive_positions(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM positions", ())?;
    let mut statement = connection.prepare(&games_query("ORDER BY g.id"))?;
    let mut rows = statement.query(())?;
    let mut positions = Vec::new();
    let mut games = 0;
    while let Some(row) = rows.next()? {
        let number: i64 = row.column(0)?;
        match game(row) {
            Err(error) if is_of_value(&error) => {}
            game => positions.extend(indexed_keys(&game?.record).map(|key| (key, number))),
        }
        games += 1;
        if games % AT_ONCE == 0 {
            insert_positions(connection, mem::take(&mut positions))?;
        }
    }
    insert_positions(connection, positions)
}

fn derive_puzzle(connection: &Connection, number: i64) -> rusqlite::Result<()> {
    let query = format!("SELECT {} FROM puzzles WHERE id = ?", puzzle::COLUMNS);
    let puzzle: Option<Puzzle> = connection.query_row(&query, [number], puzzle).optional()?;
    if let Some(puzzle) = puzzle {
        // Another puzzle may have the key.
        let change = "UPDATE OR IGNORE puzzles SET key = ?2, grade = ?3 WHERE id = ?1";
        connection.execute(
            change,
            params![number, key(puzzle.position()), puzzle.grade()],
        )?;
    }
    derive_due(connection, PUZZLE, number)
}

fn derive_due(connection: &Connection, kind: Reviewed, number: i64) -> rusqlite::Result<()> {
    let reviews = reviews(&mut connection.prepare(&kind.reviews())?, number)?;
    let due = schedule::next_review(&reviews).map(|day| day.to_string());
    let change = format!("UPDATE {} SET due = ?2 WHERE id = ?1", kind.table);
    connection.execute(&change, params![number, due])?;
    Ok(())
}

/// Makes new games get numbers after all others.
fn derive_sequence(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'games'", ())?;
    let last = "INSERT INTO sqlite_sequence (name, seq) SELECT 'games', max(id) FROM games";
    connection.execute(last, ())?;
    Ok(())
}
