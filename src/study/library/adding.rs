//! Adds games to the library.

use std::borrow::Cow;

use rusqlite::{Connection, OptionalExtension, Row, Statement, params};
use serde::Serialize;

use super::super::count;
use super::derived::Derived;
use super::judging::{self, JUDGING_DEPTH};
use super::same::{can_be_the_same, signature};
use super::skipped::is_of_value;
use super::{HumanSides, Library, LibraryGame};
use crate::store::{Columns, StoreError};

/// The number of games per transaction. Other programs can write between two of them.
const AT_ONCE: usize = 500;

/// The maximum number of discs of indexed positions. Later positions are found by a scan of all games.
pub(in crate::study) const INDEXED_DISCS: u32 = 24;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Additions {
    pub added: usize,
    /// Games that the library already has, up to symmetry.
    pub duplicates: usize,
    pub empty: usize,
    pub total: usize,
    /// Whether the input was interrupted, so that there may be more games.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_interrupted: bool,
}

impl Library {
    /// Adds new games. Games before a failure stay added.
    ///
    /// A duplicate has the same moves as a game of the library, up to symmetry, and no contradicting names or date.
    pub fn add(
        &mut self,
        games: impl IntoIterator<Item = LibraryGame>,
    ) -> Result<Additions, StoreError> {
        let mut games = games.into_iter();
        let mut additions = Additions::default();
        loop {
            let several: Vec<LibraryGame> = games.by_ref().take(AT_ONCE).collect();
            let is_last = several.len() < AT_ONCE;
            if !several.is_empty() {
                self.database.change(|transaction| add(transaction, &several, &mut additions))?;
            }
            if is_last {
                break;
            }
        }
        additions.total = self.count()?;
        Ok(additions)
    }
}

fn add(
    connection: &Connection,
    games: &[LibraryGame],
    additions: &mut Additions,
) -> rusqlite::Result<()> {
    let mut similar = connection.prepare(
        "SELECT b.name, w.name, g.date FROM games g \
         JOIN players b ON b.id = g.black JOIN players w ON w.id = g.white \
         WHERE g.signature = ?1",
    )?;
    let mut game_row = connection.prepare(
        "INSERT INTO games (black, white, event, date, year, result, winner, opening, openings, \
         balanced, start, moves, plies, humans, depth, puzzles_of, signature) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
    )?;
    let mut position_row =
        connection.prepare("INSERT OR IGNORE INTO positions (key, game) VALUES (?1, ?2)")?;
    let mut players = Names::of(connection, "players")?;
    let mut events = Names::of(connection, "events")?;
    for game in games {
        if game.squares().is_empty() {
            additions.empty += 1;
            continue;
        }
        let signature = signature(game);
        let text = |row: &Row<'_>, column| row.text(column).map(Cow::into_owned);
        let known = similar
            .query_map([signature], |row| Ok(([text(row, 0)?, text(row, 1)?], text(row, 2)?)))?;
        // A game that can't be read is no duplicate.
        let known = known.filter(|game| !game.as_ref().is_err_and(is_of_value));
        let known: Vec<([String; 2], String)> = known.collect::<rusqlite::Result<_>>()?;
        if known.iter().any(|(names, date)| can_be_the_same((names, date), game)) {
            additions.duplicates += 1;
            continue;
        }
        let written = game.written();
        let [black, white] = [&written.black, &written.white].map(|name| players.number(name));
        let derived = Derived::of(game);
        game_row.execute(params![
            black?,
            white?,
            events.number(&written.event)?,
            written.date,
            derived.year,
            derived.result,
            derived.winner,
            derived.opening,
            derived.openings,
            derived.balanced,
            derived.start,
            derived.moves,
            derived.plies,
            game.humans.map(HumanSides::name),
            game.judged.is_some().then_some(JUDGING_DEPTH),
            game.puzzles_of.map(HumanSides::name),
            signature,
        ])?;
        let number = connection.last_insert_rowid();
        for key in game.indexed_keys() {
            position_row.execute(params![key, number])?;
        }
        judging::insert(connection, number, game.judged.as_deref().unwrap_or_default())?;
        additions.added += 1;
    }
    Ok(())
}

struct Names<'a> {
    known: Statement<'a>,
    new: Statement<'a>,
}

impl<'a> Names<'a> {
    fn of(connection: &'a Connection, table: &str) -> rusqlite::Result<Self> {
        let known = connection.prepare(&format!("SELECT id FROM {table} WHERE name = ?1"))?;
        let new = format!("INSERT INTO {table} (name, folded) VALUES (?1, ?2) RETURNING id");
        Ok(Self { known, new: connection.prepare(&new)? })
    }

    fn number(&mut self, name: &str) -> rusqlite::Result<usize> {
        let known = self.known.query_row([name], |row| count(row, 0)).optional()?;
        match known {
            Some(number) => Ok(number),
            None => self.new.query_row([name, &name.to_lowercase()], |row| count(row, 0)),
        }
    }
}
