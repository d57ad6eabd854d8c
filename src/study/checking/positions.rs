//! The check of the index of positions. It compares sums, because millions of rows don't fit in memory.

use std::collections::BTreeSet;
use std::collections::HashMap;

use rusqlite::Connection;

use super::{Findings, Problem};
use crate::store::Columns;

/// The number of positions of a game, and the sum of their scattered keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KeySum {
    rows: i64,
    keys: u64,
}

/// The sums of the index, by game.
pub struct Index(HashMap<i64, KeySum>);

impl KeySum {
    /// Counts each of the keys of a game once.
    pub fn of(keys: Vec<i64>) -> Self {
        let keys = BTreeSet::from_iter(keys);
        let mut sum = Self::default();
        for key in keys {
            sum.add(key);
        }
        sum
    }

    fn add(&mut self, key: i64) {
        self.rows += 1;
        self.keys = self.keys.wrapping_add(scattered(key));
    }
}

/// A mixed number, so that sums of different keys differ (the finalizer of `SplitMix64`).
fn scattered(key: i64) -> u64 {
    let mixed = key.cast_unsigned().wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl Index {
    pub fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let mut sums: HashMap<i64, KeySum> = HashMap::new();
        let mut statement = connection.prepare("SELECT key, game FROM positions")?;
        let mut rows = statement.query(())?;
        while let Some(row) = rows.next()? {
            sums.entry(row.column(1)?).or_default().add(row.column(0)?);
        }
        Ok(Self(sums))
    }

    /// Removes the sum of a game.
    pub fn take(&mut self, game: i64) -> KeySum {
        self.0.remove(&game).unwrap_or_default()
    }

    /// Reports the remaining games as missing.
    pub fn report(self, findings: &mut Findings) {
        let mut left: Vec<(i64, KeySum)> = self.0.into_iter().collect();
        left.sort_unstable_by_key(|(number, _)| *number);
        for (number, KeySum { rows, .. }) in left {
            findings.add(&Problem::NoGame {
                number,
                rows,
                table: "positions",
            });
            findings.repairs.positions = true;
        }
    }
}
