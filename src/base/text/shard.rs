//! Shards of numbered tasks, for splitting work across processes or machines.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The text in an output name that becomes, say, `2-of-8`.
const PLACE: &str = "{shard}";

/// The tasks whose number, from 1, is congruent to `index` modulo `count`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub index: usize,
    pub count: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected I/N, such as 2/8")]
pub struct ShardError;

impl Shard {
    pub const ALL: Self = Self { index: 1, count: 1 };

    pub fn is_valid(self) -> bool {
        (1..=self.count).contains(&self.index)
    }

    pub fn size_of(self, tasks: usize) -> usize {
        (tasks + self.count - self.index) / self.count
    }

    /// Whether the shard contains a task, by its number from 1.
    pub fn has(self, number: usize) -> bool {
        number % self.count == self.index % self.count
    }

    /// Converts an index in the shard to an index among all tasks, both from 0.
    pub fn task(self, index: usize) -> usize {
        index * self.count + self.index - 1
    }

    /// Returns whether the shard contains each task, given the estimated work of all tasks. The longest tasks come
    /// first, each goes to the shard with the least work, and ties go to the lower number.
    pub fn balanced(self, work: &[u128]) -> Vec<bool> {
        let mut tasks: Vec<usize> = (0..work.len()).collect();
        tasks.sort_by_key(|&task| (Reverse(work[task]), task));
        let mut loads: BTreeSet<(u128, usize)> = (1..=self.count).map(|index| (0, index)).collect();
        let mut is_own = vec![false; work.len()];
        for task in tasks {
            let Some((load, index)) = loads.pop_first() else {
                break;
            };
            is_own[task] = index == self.index;
            // Count tasks without work, too, so that they are spread.
            loads.insert((load + work[task].max(1), index));
        }
        is_own
    }

    /// Replaces `{shard}` in an output name: `rows.{shard}` becomes `rows.2-of-8`.
    pub fn in_name(self, name: &Path) -> PathBuf {
        match name.to_str() {
            Some(text) => text.replace(PLACE, &self.in_words()).into(),
            None => name.to_owned(),
        }
    }

    /// Returns the shard for a file name: `2-of-8`.
    pub fn in_words(self) -> String {
        format!("{}-of-{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (index, count) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| text.parse().map_err(|_| ShardError);
        let shard = Self {
            index: number(index)?,
            count: number(count)?,
        };
        if shard.is_valid() {
            Ok(shard)
        } else {
            Err(ShardError)
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_balanced_and_each_task_in_one_shard() {
        let work = [1, 2, 4, 8, 16, 32, 64, 64, 0, 0, 1 << 100];
        for count in 1..=4 {
            let shards = (1..=count).map(|index| Shard { index, count }.balanced(&work));
            let shards: Vec<Vec<bool>> = shards.collect();
            for task in 0..work.len() {
                assert_eq!(shards.iter().filter(|shard| shard[task]).count(), 1);
            }
        }
        let load = |index| {
            let is_own = Shard { index, count: 3 }.balanced(&work);
            let own = work.iter().zip(is_own).filter(|(_, is_own)| *is_own);
            own.map(|(work, _)| work).sum::<u128>()
        };
        assert_eq!([1, 2, 3].map(load), [1 << 100, 96, 95]);
    }

    #[test]
    fn a_name_has_the_shard_where_it_says_so() {
        let shard = Shard { index: 2, count: 8 };
        assert_eq!(
            shard.in_name(Path::new("a.{shard}.b")),
            Path::new("a.2-of-8.b")
        );
        assert_eq!(shard.in_name(Path::new("a")), Path::new("a"));
    }

    #[test]
    fn every_task_is_in_one_share() {
        for count in 1..6 {
            let shards: Vec<Shard> = (1..=count).map(|index| Shard { index, count }).collect();
            for number in 1..20 {
                assert_eq!(shards.iter().filter(|shard| shard.has(number)).count(), 1);
            }
            for shard in shards {
                let tasks: Vec<usize> = (0..shard.size_of(19))
                    .map(|index| shard.task(index))
                    .collect();
                let wanted: Vec<usize> = (0..19).filter(|task| shard.has(task + 1)).collect();
                assert_eq!(tasks, wanted);
                assert_eq!(shard.to_string().parse(), Ok(shard));
            }
        }
        for text in ["", "1", "0/2", "3/2", "0/0", "1/2/3", "a/b", "-1/2"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError), "{text}");
        }
    }
}
