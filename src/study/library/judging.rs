//! The analyses and the tags of games in the library.

use std::borrow::Cow;

use rusqlite::{Connection, Row, params};
use serde::Serialize;

use super::super::{count, damaged};
use super::game::Written;
use super::same::signature;
use super::{GameLine, HumanSides, JudgedMove, Library, LibraryGame};
use crate::analysis::Analysis;
use crate::base::text::printable;
use crate::games::parse_square;
use crate::store::{Columns, StoreError};

/// The depth of searches for mistakes, in plies. Shallower judgments are not stored.
pub const JUDGING_DEPTH: u32 = 10;

/// The depth of an analysis whose searches all reached the end of the game.
const WHOLE_GAME: u32 = 60;

impl Library {
    /// Stores the analysis of a complete game, unless the stored one is better.
    /// It applies to all games of the library with the same moves.
    pub fn judge(&mut self, game: &LibraryGame, analysis: &Analysis) -> Result<(), StoreError> {
        let estimates = analysis.moves.iter().filter(|judged| !judged.exact);
        let depth = estimates
            .map(|judged| judged.depth)
            .min()
            .unwrap_or(WHOLE_GAME);
        if !analysis.complete || depth < JUDGING_DEPTH {
            return Ok(());
        }
        let judged = JudgedMove::all(analysis);
        let written = Written::of(game);
        let signature = signature(&game.record);
        self.database.change(|transaction| {
            let known = "SELECT id FROM games WHERE signature = ?1 AND start = ?2 AND moves = ?3 \
                AND ifnull(depth, 0) <= ?4";
            let mut known = transaction.prepare(known)?;
            let asked = params![signature, written.start, written.moves, depth];
            let numbers = known.query_map(asked, |row| row.column::<i64>(0))?;
            for number in numbers.collect::<rusqlite::Result<Vec<_>>>()? {
                transaction.execute(
                    "UPDATE games SET depth = ?2 WHERE id = ?1",
                    params![number, depth],
                )?;
                insert(transaction, number, &judged)?;
            }
            Ok(())
        })
    }

    /// Records the sides whose mistakes have been made into puzzles.
    pub fn note_puzzles(&mut self, number: usize, sides: HumanSides) -> Result<(), StoreError> {
        let change = "UPDATE games SET puzzles_of = ?2 WHERE id = ?1";
        self.database
            .with(|connection| connection.execute(change, params![number, sides.name()]))?;
        Ok(())
    }
}

pub fn insert(connection: &Connection, game: i64, judged: &[JudgedMove]) -> rusqlite::Result<()> {
    let mut row = connection.prepare(
        "INSERT OR REPLACE INTO judgments (game, number, score, lost, best) \
         VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for JudgedMove {
        number,
        score,
        lost,
        best,
    } in judged
    {
        row.execute(params![game, number, score, lost, best.to_string()])?;
    }
    Ok(())
}

/// The judgments of a game, with the columns that `judged_move` reads.
pub const MISTAKES: &str =
    "SELECT number, score, lost, best FROM judgments WHERE game = ? AND lost > 0 ORDER BY number";

pub fn judged_move(row: &Row<'_>) -> rusqlite::Result<JudgedMove> {
    let best = parse_square(&row.text(3)?, 8, 8).map_err(|error| damaged(3, error))?;
    Ok(JudgedMove {
        number: row.column(0)?,
        score: row.column(1)?,
        lost: row.column(2)?,
        best,
    })
}

/// The maximum length of a tag, in characters.
pub const MAX_TAG_CHARS: usize = 40;

/// Parses a tag, in lower case; `None` if it is too long or empty.
pub fn tag(text: &str) -> Option<String> {
    let tag = printable(text.trim()).to_string().to_lowercase();
    (1..=MAX_TAG_CHARS)
        .contains(&tag.chars().count())
        .then_some(tag)
}

/// A game with all its tags.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaggedGame {
    pub number: usize,
    /// The tags, in lower case, sorted.
    pub tags: Vec<String>,
}

impl Library {
    /// Adds a tag to games or removes it, in one transaction. Returns the games with all their tags. If a number has
    /// no game, nothing is changed, and the number is returned as an error.
    pub fn tag(
        &mut self,
        numbers: &[usize],
        tag: &str,
        is_given: bool,
    ) -> Result<Result<Vec<TaggedGame>, usize>, StoreError> {
        let change = if is_given {
            "INSERT OR IGNORE INTO tags (game, tag) VALUES (?1, ?2)"
        } else {
            "DELETE FROM tags WHERE game = ?1 AND tag = ?2"
        };
        self.database.change(|connection| {
            if let Some(missing) = first_missing(connection, numbers)? {
                return Ok(Err(missing));
            }
            let mut change = connection.prepare(change)?;
            let mut tags =
                connection.prepare("SELECT tag FROM tags WHERE game = ? ORDER BY tag")?;
            let mut tagged = Vec::new();
            for &number in numbers {
                change.execute(params![number, tag])?;
                let tags = tags.query_map([number], |row| row.text(0).map(Cow::into_owned))?;
                tagged.push(TaggedGame {
                    number,
                    tags: tags.collect::<rusqlite::Result<_>>()?,
                });
            }
            Ok(Ok(tagged))
        })
    }

    /// Fills in the tags of games. The lines must be sorted by number.
    pub(super) fn fill_in_tags(&mut self, lines: &mut [GameLine]) -> Result<(), StoreError> {
        self.database.with(|connection| {
            let mut tags = connection.prepare("SELECT game, tag FROM tags ORDER BY tag")?;
            let mut rows = tags.query(())?;
            while let Some(row) = rows.next()? {
                let number = count(row, 0)?;
                if let Ok(at) = lines.binary_search_by_key(&number, |line| line.number) {
                    lines[at].tags.push(row.text(1)?.into_owned());
                }
            }
            Ok(())
        })
    }
}

/// The first of several numbers that no game outside the bin has.
pub fn first_missing(
    connection: &Connection,
    numbers: &[usize],
) -> rusqlite::Result<Option<usize>> {
    let mut row = connection
        .prepare("SELECT 1 FROM games WHERE id = ?1 AND id NOT IN (SELECT game FROM bin)")?;
    for number in numbers {
        if !row.exists([number])? {
            return Ok(Some(*number));
        }
    }
    Ok(None)
}
