//! The lines typed at a prompt, in this run and in earlier ones.

use crate::store::{LineHistory, Store};

/// The lines typed at a prompt, oldest first. What can't be read or written is not worth disturbing a game.
#[derive(Debug)]
pub struct TypedLines {
    file: LineHistory,
}

impl TypedLines {
    pub(super) fn new(store: &Store) -> Self {
        Self { file: store.line_history() }
    }

    /// The lines of earlier runs.
    pub fn earlier(&self) -> Vec<String> {
        self.file.read()
    }

    /// Adds a line at once, so that even a kill doesn't lose it.
    pub fn add(&mut self, line: &str) {
        self.file.append(line);
    }
}
