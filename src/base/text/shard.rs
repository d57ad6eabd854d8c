//! Shards of numbered tasks, for splitting work across processes or machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

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
