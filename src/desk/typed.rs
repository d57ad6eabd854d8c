//! The lines typed at a prompt, in this run and in earlier ones.

use std::time::Duration;

use crate::store::{LINE_PATIENCE, LineHistory, Store, StoreError};

/// The lines typed at a prompt, oldest first. Errors are ignored, because they aren't worth interrupting a game.
#[derive(Debug)]
pub struct TypedLines {
    file: LineHistory,
    /// The lines not yet written, because another process holds the lock.
    unwritten: Vec<String>,
}

impl TypedLines {
    pub(super) fn new(store: &Store) -> Self {
        Self {
            file: store.line_history(),
            unwritten: Vec::new(),
        }
    }

    pub fn earlier(&self) -> Vec<String> {
        let mut lines = self.file.read();
        lines.extend(self.unwritten.iter().cloned());
        lines
    }

    /// Adds a line and writes it at once, so that even a kill doesn't lose it. If another process holds the lock, a
    /// later line writes it, without waiting for the lock again.
    pub fn add(&mut self, line: &str) {
        let patience = if self.unwritten.is_empty() {
            LINE_PATIENCE
        } else {
            Duration::ZERO
        };
        self.unwritten.push(line.to_owned());
        self.write(patience);
    }

    pub(super) fn write_rest(&mut self) {
        self.write(Duration::ZERO);
    }

    fn write(&mut self, patience: Duration) {
        if !matches!(
            self.file.add(&self.unwritten, patience),
            Err(StoreError::Busy { .. })
        ) {
            self.unwritten.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_a_lock_holds_back_are_written_later_and_waited_for_once() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path());
        let mut typed = TypedLines::new(&store);
        typed.add("N");
        let lock = std::fs::File::open(home.path().join("lock")).unwrap();
        lock.lock().unwrap();
        for line in ["d3", "c3", "c4"] {
            typed.add(line);
        }
        assert_eq!(store.line_history().read(), ["N"]);
        assert_eq!(typed.earlier(), ["N", "d3", "c3", "c4"]);
        drop(lock);
        typed.add("S");
        assert_eq!(store.line_history().read(), ["N", "d3", "c3", "c4", "S"]);
    }
}
