//! Divides the positions of an input between shards, with about equal work.

use std::collections::HashMap;

use super::answers::StoredAnswers;
use super::solvers::SolverOfGame;
use crate::base::text::Shard;

/// The positions of a shard, from a first reading of the input.
pub struct ShardWork {
    /// Whether the shard has each of the next positions.
    pub is_own: std::vec::IntoIter<bool>,
    /// The number of valid positions in all shards.
    pub all: usize,
    /// The number of valid positions in this shard.
    pub rows: usize,
    /// The estimated work of the shard.
    pub work: u128,
    /// A checksum of all positions of the input.
    pub input: String,
}

/// The positions of an input, as tasks for shards. Duplicates belong to the task of their first position.
pub struct Tasks<S: SolverOfGame> {
    /// The task of each position.
    of_position: Vec<usize>,
    is_valid: Vec<bool>,
    /// The estimated work of each task; 0 for invalid and known positions.
    work: Vec<u128>,
    /// The tasks that must be solved.
    firsts: HashMap<S::Key, usize>,
}

impl<S: SolverOfGame> Default for Tasks<S> {
    fn default() -> Self {
        Self {
            of_position: Vec::new(),
            is_valid: Vec::new(),
            work: Vec::new(),
            firsts: HashMap::new(),
        }
    }
}

impl<S: SolverOfGame> Tasks<S> {
    pub fn add(&mut self, text: &str, answers: &StoredAnswers<S::Key>) {
        let new = self.work.len();
        let position = S::read(text).unwrap_or_default();
        self.is_valid.push(position.is_some());
        let mut task = new;
        let mut work = 0;
        if let Some(position) = position {
            let key = S::key(&position.position);
            if !answers.has(&key) {
                task = *self.firsts.entry(key.canonical).or_insert(new);
                work = S::work(&position);
            }
        }
        self.of_position.push(task);
        if task == new {
            self.work.push(work);
        }
    }

    /// Returns the part of a shard.
    pub fn part_of(self, shard: Shard, input: String) -> ShardWork {
        let is_own_task = shard.balanced(&self.work);
        let own_work = self.work.iter().zip(&is_own_task);
        let own_work = own_work.filter(|(_, is_own)| **is_own);
        let is_own: Vec<bool> = self
            .of_position
            .iter()
            .map(|&task| is_own_task[task])
            .collect();
        let all = self.is_valid.iter().filter(|is_valid| **is_valid).count();
        let rows = is_own.iter().zip(self.is_valid);
        let rows = rows.filter(|&(is_own, is_valid)| *is_own && is_valid);
        ShardWork {
            all,
            rows: rows.count(),
            work: own_work.map(|(work, _)| work).sum(),
            is_own: is_own.into_iter(),
            input,
        }
    }
}
