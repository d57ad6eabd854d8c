//! The ranking's file.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::document::{self, FORMAT};
use super::{Store, StoreError, files};
use crate::session::Ranking;

/// The largest ranking that is written and read, in bytes: about 280,000 nicknames.
const LARGEST_RANKING: u64 = 1 << 24;

/// The ranking as it stands in its file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "ranking")]
struct RankingFile {
    format: u32,
    ranking: Ranking,
}

impl Store {
    fn ranking_path(&self) -> PathBuf {
        self.root.join("ranking.ron")
    }

    /// Reads the ranking; empty if nothing has been written yet.
    ///
    /// # Errors
    /// [`StoreError`] when it can't be read.
    pub fn ranking(&self) -> Result<Ranking, StoreError> {
        let path = self.ranking_path();
        match files::read(&path, LARGEST_RANKING) {
            Ok(text) => Ok(document::parse::<RankingFile>(&text, &path, FORMAT)?.ranking),
            Err(error) if error.is_not_found() => Ok(Ranking::default()),
            Err(error) => Err(error),
        }
    }

    /// Adds the entries of a ranking to the one in the file, and returns what came of it. Several
    /// processes can do so at once.
    ///
    /// # Errors
    /// [`StoreError`]; the file is then as it was.
    pub fn merge_ranking(&self, entries: &Ranking) -> Result<Ranking, StoreError> {
        let lock = self.lock()?;
        let former = self.ranking()?;
        let ranking = former.merged(entries);
        if ranking == former {
            return Ok(ranking);
        }
        let file = RankingFile { format: FORMAT, ranking };
        lock.write(&self.ranking_path(), &document::print(&file), LARGEST_RANKING)?;
        Ok(file.ranking)
    }
}
