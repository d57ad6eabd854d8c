//! The ranking file.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::document::{self, FORMAT};
use super::{Store, StoreError};
use crate::session::Ranking;

/// The maximum size of a ranking, in bytes: about 280,000 nicknames.
const MAX_RANKING_BYTES: u64 = 1 << 24;

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

    /// Reads the ranking; empty if the file doesn't exist.
    pub fn ranking(&self) -> Result<Ranking, StoreError> {
        let path = self.ranking_path();
        let file: Option<RankingFile> = document::read(&path, MAX_RANKING_BYTES)?;
        Ok(file.map(|file| file.ranking).unwrap_or_default())
    }

    /// Adds entries to the ranking file, and returns its new content. Several processes can do so at once.
    pub fn merge_ranking(&self, entries: &Ranking) -> Result<Ranking, StoreError> {
        let lock = self.lock()?;
        let former = self.ranking()?;
        let ranking = former.merged(entries);
        if ranking == former {
            return Ok(ranking);
        }
        let file = RankingFile { format: FORMAT, ranking };
        lock.write(&self.ranking_path(), &document::print(&file), MAX_RANKING_BYTES)?;
        Ok(file.ranking)
    }
}
