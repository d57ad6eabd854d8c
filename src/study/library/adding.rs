//! Adds games to the library.

use std::time::Duration;
use std::{mem, thread};

use rusqlite::{Connection, OptionalExtension, Statement, params};
use serde::Serialize;

use super::super::count;
use super::judging::{self, JUDGING_DEPTH};
use super::same::{can_be_the_same, discs, position_key, signature};
use super::{HumanSides, Library, LibraryGame};
use crate::engine::Position;
use crate::records::{BoardPosition, Opening, ResultCondition, is_balanced};
use crate::store::StoreError;

/// The maximum number of games per transaction. The keys of positions are scattered over the whole index, so each
/// transaction writes most of its pages: few large ones write much less. They still end within the time that other
/// programs wait, because everything else is computed before.
const AT_ONCE: usize = 50_000;

/// The pause between two transactions, for other programs.
const PAUSE: Duration = Duration::from_millis(20);

/// The page cache, in KiB, of additions with several games, which then write each page once.
const LARGE_CACHE: i64 = 32 << 10;

/// The maximum number of discs of indexed positions. Later positions are found by a scan of all games.
pub(super) const INDEXED_DISCS: u32 = 24;

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
        let mut additions = Additions::default();
        let mut several = Vec::new();
        for game in games {
            if game.squares().is_empty() {
                additions.empty += 1;
                continue;
            }
            several.push(NewGame::of(game));
            if several.len() == AT_ONCE {
                self.insert(&mem::take(&mut several), &mut additions)?;
                thread::sleep(PAUSE);
            }
        }
        self.insert(&several, &mut additions)?;
        additions.total = self.count()?;
        Ok(additions)
    }

    /// Adds games in one transaction.
    fn insert(&mut self, games: &[NewGame], additions: &mut Additions) -> Result<(), StoreError> {
        if games.is_empty() {
            return Ok(());
        }
        if games.len() > 1 {
            self.database.set_cache(LARGE_CACHE)?;
        }
        let (added, duplicates) =
            self.database.change(|transaction| insert_games(transaction, games))?;
        additions.added += added;
        additions.duplicates += duplicates;
        Ok(())
    }
}

/// A game to add, with everything that takes long to compute.
struct NewGame {
    game: LibraryGame,
    signature: i64,
    result: ResultCondition,
    plies: usize,
    openings: Vec<&'static str>,
    is_balanced: bool,
    /// The keys of the positions in the index.
    keys: Vec<i64>,
}

impl NewGame {
    fn of(game: LibraryGame) -> Self {
        let positions: Vec<Position> = game.boards().map(BoardPosition::position).collect();
        let openings = positions.iter().copied().filter_map(Opening::of);
        let record = game.record();
        let has_index = |board: &BoardPosition| discs(*board) <= INDEXED_DISCS;
        Self {
            signature: signature(&game),
            result: ResultCondition::of(&record),
            plies: record.moves().len(),
            openings: openings.map(|opening| opening.name).collect(),
            is_balanced: positions.iter().copied().any(is_balanced),
            keys: game.boards().take_while(has_index).map(position_key).collect(),
            game,
        }
    }
}

/// Adds games. Returns the numbers of added games and of duplicates.
fn insert_games(connection: &Connection, games: &[NewGame]) -> rusqlite::Result<(usize, usize)> {
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
    let mut players = Names::of(connection, "players")?;
    let mut events = Names::of(connection, "events")?;
    let mut positions = Vec::new();
    let (mut added, mut duplicates) = (0, 0);
    for NewGame { game, signature, result, plies, openings, is_balanced, keys } in games {
        let known =
            similar.query_map([signature], |row| Ok(([row.get(0)?, row.get(1)?], row.get(2)?)))?;
        let known: Vec<([String; 2], String)> = known.collect::<rusqlite::Result<_>>()?;
        if known.iter().any(|(names, date)| can_be_the_same((names, date), game)) {
            duplicates += 1;
            continue;
        }
        let written = game.written();
        game_row.execute(params![
            players.number(&written.black)?,
            players.number(&written.white)?,
            events.number(&written.event)?,
            written.date,
            game.date.as_ref().map(|date| date.year),
            written.result,
            (*result != ResultCondition::Unknown).then(|| result.name()),
            openings.last(),
            openings.join("\n").to_lowercase(),
            is_balanced,
            written.start,
            written.moves,
            plies,
            game.humans.map(HumanSides::name),
            game.judged.is_some().then_some(JUDGING_DEPTH),
            game.puzzles_of.map(HumanSides::name),
            signature,
        ])?;
        let number = connection.last_insert_rowid();
        positions.extend(keys.iter().map(|&key| (key, number)));
        judging::insert(connection, number, game.judged.as_deref().unwrap_or_default())?;
        added += 1;
    }
    insert_positions(connection, positions)?;
    Ok((added, duplicates))
}

/// Adds positions to the index, sorted, so that each page is changed once.
fn insert_positions(
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
