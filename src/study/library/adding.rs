//! Adds games to the library.

use std::borrow::Cow;
use std::time::Duration;
use std::{mem, thread};

use rusqlite::{Connection, OptionalExtension, Row, Statement, params};
use serde::Serialize;

use super::super::count;
use super::derived::GameColumns;
use super::game::Written;
use super::judging::{self, JUDGING_DEPTH};
use super::same::can_be_the_same;
use super::skipped::is_of_value;
use super::{HumanSides, Library, LibraryGame};
use crate::store::{Columns, StoreError};

/// The maximum number of games per transaction. The keys of positions are scattered over the whole index, so each
/// transaction writes most of its pages: few large ones write much less. They still end within the time that other
/// programs wait, because everything else is computed before.
pub const AT_ONCE: usize = 20_000;

/// The pause between two transactions, for other programs.
const PAUSE: Duration = Duration::from_millis(20);

/// The page cache, in KiB, of additions with several games, which then write each page once.
pub const LARGE_CACHE: i64 = 32 << 10;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Additions {
    pub added: usize,
    /// Games that the library already has, up to symmetry.
    pub duplicates: usize,
    pub empty: usize,
    pub total: usize,
    /// Whether it was interrupted, so that there may be more games.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_interrupted: bool,
}

impl Library {
    /// Adds new games. Games before a failure stay added. An interruption undoes the current transaction.
    ///
    /// A duplicate has the same moves as a game of the library, up to symmetry, and no contradicting names or date.
    pub fn add(
        &mut self,
        games: impl IntoIterator<Item = LibraryGame>,
    ) -> Result<Additions, StoreError> {
        let mut additions = Additions::default();
        let mut rows: Vec<GameColumns> = Vec::new();
        for game in games {
            if game.record.game_moves().next().is_none() {
                additions.empty += 1;
                continue;
            }
            rows.push(GameColumns::of(&game));
            if rows.len() == AT_ONCE {
                self.insert(&mem::take(&mut rows), &mut additions)?;
                thread::sleep(PAUSE);
            }
        }
        self.insert(&rows, &mut additions)?;
        additions.total = self.count()?;
        Ok(additions)
    }

    /// Adds games in one transaction.
    fn insert(
        &mut self,
        rows: &[GameColumns],
        additions: &mut Additions,
    ) -> Result<(), StoreError> {
        if rows.is_empty() {
            return Ok(());
        }
        if rows.len() > 1 {
            self.database.set_cache(LARGE_CACHE)?;
        }
        let change = self
            .database
            .change(|transaction| insert_games(transaction, rows));
        if let Err(StoreError::Interrupted) = change {
            additions.is_interrupted = true;
            return Ok(());
        }
        let (added, duplicates) = change?;
        additions.added += added;
        additions.duplicates += duplicates;
        Ok(())
    }
}

/// Adds games. Returns the numbers of added games and of duplicates.
fn insert_games(connection: &Connection, rows: &[GameColumns]) -> rusqlite::Result<(usize, usize)> {
    let mut similar = connection.prepare(SIMILAR)?;
    let mut inserted = InsertedRows::of(connection)?;
    let mut positions = Vec::new();
    let mut added = 0;
    let mut duplicates = 0;
    for row in rows {
        if has_same(&mut similar, row)? {
            duplicates += 1;
            continue;
        }
        inserted.insert(row)?;
        let number = connection.last_insert_rowid();
        positions.extend(row.keys.iter().map(|&key| (key, number)));
        judging::insert(
            connection,
            number,
            row.judged.as_deref().unwrap_or_default(),
        )?;
        added += 1;
    }
    insert_positions(connection, positions)?;
    Ok((added, duplicates))
}

/// The games with a signature: their names and dates.
const SIMILAR: &str = "SELECT b.name, w.name, g.date FROM games g \
    JOIN players b ON b.id = g.black JOIN players w ON w.id = g.white \
    WHERE g.signature = ?1 AND g.id NOT IN (SELECT game FROM bin)";

/// Whether one of the games with the same signature can be the same.
fn has_same(similar: &mut Statement<'_>, row: &GameColumns) -> rusqlite::Result<bool> {
    let text = |row: &Row<'_>, column| row.text(column).map(Cow::into_owned);
    let games = similar.query_map([row.signature], |row| {
        Ok(Written {
            black: text(row, 0)?,
            white: text(row, 1)?,
            date: text(row, 2)?,
            ..Written::default()
        })
    })?;
    // A game that can't be read is no duplicate.
    let games = games.filter(|game| !game.as_ref().is_err_and(is_of_value));
    let games: Vec<Written> = games.collect::<rusqlite::Result<_>>()?;
    Ok(games.iter().any(|game| can_be_the_same(game, &row.written)))
}

/// Inserts rows of games, with the numbers of their names.
struct InsertedRows<'a> {
    row: Statement<'a>,
    players: NameNumbers<'a>,
    events: NameNumbers<'a>,
}

impl<'a> InsertedRows<'a> {
    fn of(connection: &'a Connection) -> rusqlite::Result<Self> {
        let row = connection.prepare(
            "INSERT INTO games (black, white, event, date, year, result, winner, opening, openings, \
             balanced, start, moves, plies, humans, aided, depth, puzzles_of, signature) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
        )?;
        Ok(Self {
            row,
            players: NameNumbers::of(connection, "players")?,
            events: NameNumbers::of(connection, "events")?,
        })
    }

    fn insert(&mut self, row: &GameColumns) -> rusqlite::Result<()> {
        let written = &row.written;
        self.row.execute(params![
            self.players.number(&written.black)?,
            self.players.number(&written.white)?,
            self.events.number(&written.event)?,
            written.date,
            row.year,
            written.result,
            row.winner,
            row.opening,
            row.openings,
            row.balanced,
            written.start,
            written.moves,
            row.plies,
            written.you.map(HumanSides::name),
            written.aided,
            row.judged.is_some().then_some(JUDGING_DEPTH),
            row.puzzles_of.map(HumanSides::name),
            row.signature,
        ])?;
        Ok(())
    }
}

/// Adds positions to the index, sorted, so that each page is changed once.
pub fn insert_positions(
    connection: &Connection,
    mut positions: Vec<(i64, i64)>,
) -> rusqlite::Result<()> {
    let mut row =
        connection.prepare("INSERT OR IGNORE INTO positions (key, game) VALUES (?1, ?2)")?;
    positions.sort_unstable();
    for (key, game) in positions {
        row.execute([key, game])?;
    }
    Ok(())
}

struct NameNumbers<'a> {
    known: Statement<'a>,
    new: Statement<'a>,
}

impl<'a> NameNumbers<'a> {
    fn of(connection: &'a Connection, table: &str) -> rusqlite::Result<Self> {
        let known = connection.prepare(&format!("SELECT id FROM {table} WHERE name = ?1"))?;
        let new = format!("INSERT INTO {table} (name, folded) VALUES (?1, ?2) RETURNING id");
        Ok(Self {
            known,
            new: connection.prepare(&new)?,
        })
    }

    fn number(&mut self, name: &str) -> rusqlite::Result<usize> {
        let known = self
            .known
            .query_row([name], |row| count(row, 0))
            .optional()?;
        match known {
            Some(number) => Ok(number),
            None => self
                .new
                .query_row([name, &name.to_lowercase()], |row| count(row, 0)),
        }
    }
}
