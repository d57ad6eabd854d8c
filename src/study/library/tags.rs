//! Tags: words that users attach to games.

use rusqlite::params;

use super::{GameLine, Library};
use crate::base::text::printable;
use crate::store::StoreError;
use crate::study::database::count;

/// The maximum length of a tag, in characters.
pub const MAX_TAG_CHARS: usize = 40;

/// Parses a tag, in lower case; `None` if it is too long or empty.
pub fn tag(text: &str) -> Option<String> {
    let tag = printable(text.trim()).to_string().to_lowercase();
    (1..=MAX_TAG_CHARS).contains(&tag.chars().count()).then_some(tag)
}

impl Library {
    /// Adds or removes a tag. Returns all tags of the game, or `None` if there is no such game.
    pub fn tag(
        &mut self,
        number: usize,
        tag: &str,
        is_given: bool,
    ) -> Result<Option<Vec<String>>, StoreError> {
        let change = if is_given {
            "INSERT OR IGNORE INTO tags (game, tag) SELECT id, ?2 FROM games WHERE id = ?1"
        } else {
            "DELETE FROM tags WHERE game = ?1 AND tag = ?2"
        };
        self.database.change(|connection| {
            connection.execute(change, params![number, tag])?;
            let known = "SELECT count(*) FROM games WHERE id = ?";
            if connection.query_row(known, [number], |row| count(row, 0))? == 0 {
                return Ok(None);
            }
            let tags = "SELECT tag FROM tags WHERE game = ? ORDER BY tag";
            let mut tags = connection.prepare(tags)?;
            let tags = tags.query_map([number], |row| row.get(0))?;
            tags.collect::<rusqlite::Result<_>>().map(Some)
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
                    lines[at].tags.push(row.get(1)?);
                }
            }
            Ok(())
        })
    }
}
