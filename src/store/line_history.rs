//! The lines typed at the prompt, in `history.txt`.
//!
//! The first line is `#V2`. Each further line is an entry, oldest first, with `\n` and `\\` for line ends and
//! backslashes. Entries are appended; if the file grows too long, it is replaced by its newest entries. Files with
//! another first line are not changed.

use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::Duration;

use super::files::WriteLock;
use super::{Store, StoreError};
use crate::base::files::disk::{self, File};
use crate::base::language::marked;
use crate::base::system;

const HEADER: &str = "#V2\n";

/// The maximum number of entries to read, and to keep when the file grows too long.
const MAX_ENTRIES: usize = 1000;

/// The maximum number of bytes read from the end of the file. Larger files are shortened.
const MAX_BYTES: u64 = 1 << 18;

/// The timeout for the lock. It is short, because the user who typed the line waits, too.
pub const PATIENCE: Duration = Duration::from_secs(1);

/// The lines typed at the prompt. Read and write errors are ignored, so they never disturb a game.
#[derive(Debug, Clone)]
pub struct LineHistory {
    store: Store,
    path: PathBuf,
}

impl Store {
    pub fn line_history(&self) -> LineHistory {
        LineHistory {
            store: self.clone(),
            path: self.root.join("history.txt"),
        }
    }
}

impl LineHistory {
    /// The newest entries, oldest first. Empty if the file is missing or has another format.
    pub fn read(&self) -> Vec<String> {
        self.tail().map(|bytes| entries(&bytes)).unwrap_or_default()
    }

    /// Adds a line, unless it is blank or repeats the last one.
    pub fn append(&self, line: &str) {
        // If the file can't be written, the prompt still has the lines of this run.
        let _ = self.add(&[line.to_owned()], PATIENCE);
    }

    pub(crate) fn add(&self, lines: &[String], patience: Duration) -> Result<(), StoreError> {
        if lines.iter().all(|line| line.trim().is_empty()) {
            return Ok(());
        }
        // Use the lock of the data folder: any process could lock the file itself forever.
        let lock = self.store.lock_within(patience)?;
        self.add_under(&lock, lines)
            .map_err(StoreError::io(marked!("write"), &self.path))
    }

    fn add_under(&self, lock: &WriteLock, lines: &[String]) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        system::for_owner(&mut options);
        let mut file = disk::open_regular(&options, &self.path)?;
        let size = file.metadata()?.len();
        if size == 0 {
            // Write atomically: a file with a partial header would look foreign.
            return self.replace(lock, &new_entries(None, lines));
        }
        let mut text = String::new();
        let tail = read_tail(&mut file)?;
        let new = new_entries(entries(&tail).pop(), lines);
        if new.is_empty() {
            return Ok(());
        }
        // Remove a partial last line, which is from a kill or is too long.
        let whole = tail
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        if whole < tail.len() {
            file.set_len(size - (tail.len() - whole) as u64)?;
        }
        if tail.is_empty() && size > HEADER.len() as u64 {
            text.push('\n');
        }
        text.extend(new.iter().map(|line| escaped(line)));
        file.write_all(text.as_bytes())?;
        if size > MAX_BYTES {
            self.replace(lock, &self.read())?;
        }
        Ok(())
    }

    fn replace(&self, lock: &WriteLock, entries: &[String]) -> io::Result<()> {
        let lines = entries.iter().map(|line| escaped(line));
        let text: String = [HEADER.to_owned()].into_iter().chain(lines).collect();
        lock.write(&self.path, text.as_bytes(), u64::MAX)
            .map_err(io::Error::other)
    }

    fn tail(&self) -> io::Result<Vec<u8>> {
        read_tail(&mut disk::open_regular(
            OpenOptions::new().read(true),
            &self.path,
        )?)
    }
}

/// Skips blank lines and repeated lines.
fn new_entries(mut last: Option<String>, lines: &[String]) -> Vec<String> {
    let mut new = Vec::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        if last.as_ref() != Some(line) {
            new.push(line.clone());
            last = Some(line.clone());
        }
    }
    new
}

/// The end of the file from the beginning of a line, without the header.
fn read_tail(file: &mut File) -> io::Result<Vec<u8>> {
    let mut start = [0; HEADER.len()];
    file.rewind()?;
    file.read_exact(&mut start)?;
    if start != HEADER.as_bytes() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let size = file.metadata()?.len();
    let skipped = size.saturating_sub(MAX_BYTES).max(HEADER.len() as u64);
    // One byte before, to see whether a line begins there.
    file.seek(SeekFrom::Start(skipped - 1))?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    let first = bytes
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(bytes.len(), |end| end + 1);
    Ok(bytes.split_off(first))
}

/// The entries in complete lines. Skips invalid lines: a power cut can leave zeros.
fn entries(bytes: &[u8]) -> Vec<String> {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let mut entries: Vec<String> = lines
        .filter_map(|line| std::str::from_utf8(line).ok()?.strip_suffix('\n'))
        .filter(|line| !line.contains('\0'))
        .map(unescaped)
        .filter(|line| !line.is_empty())
        .collect();
    entries.split_off(entries.len().saturating_sub(MAX_ENTRIES))
}

fn escaped(entry: &str) -> String {
    entry.replace('\\', "\\\\").replace('\n', "\\n") + "\n"
}

fn unescaped(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => text.push('\n'),
                Some(other) => text.push(other),
                None => text.push('\\'),
            },
            _ => text.push(character),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn history() -> (tempfile::TempDir, LineHistory) {
        let folder = tempfile::tempdir().unwrap();
        let history = Store::at(folder.path().join("data")).line_history();
        (folder, history)
    }

    #[test]
    fn lines_come_back_in_order_whatever_is_in_them() {
        let (_folder, history) = history();
        assert_eq!(history.read(), Vec::<String>::new());
        for line in ["N", "d3", "d3", "  ", "C ● ○", "a\\b\nc", "\\n"] {
            history.append(line);
        }
        assert_eq!(history.read(), ["N", "d3", "C ● ○", "a\\b\nc", "\\n"]);
        let text = fs::read_to_string(&history.path).unwrap();
        assert_eq!(text, "#V2\nN\nd3\nC ● ○\na\\\\b\\nc\n\\\\n\n");
    }

    #[test]
    fn neither_a_lock_on_the_file_nor_one_on_the_folder_holds_up_a_line() {
        let (_folder, history) = history();
        history.append("N");
        let foreign = fs::File::open(&history.path).unwrap();
        foreign.lock_shared().unwrap();
        history.append("d3");
        assert_eq!(history.read(), ["N", "d3"]);
        let lock = fs::File::open(history.store.root().join("lock")).unwrap();
        lock.lock().unwrap();
        let line = ["c3".to_owned()];
        let refused = history.add(&line, Duration::ZERO);
        assert!(
            matches!(refused, Err(StoreError::Busy { .. })),
            "{refused:?}"
        );
        drop(lock);
        history.add(&line, Duration::ZERO).unwrap();
        assert_eq!(history.read(), ["N", "d3", "c3"]);
    }

    #[test]
    fn a_torn_line_is_cut_off_before_the_next_one() {
        let (_folder, history) = history();
        history.append("N");
        fs::write(&history.path, "#V2\nN\nd").unwrap();
        history.append("c4");
        assert_eq!(history.read(), ["N", "c4"]);
        fs::write(&history.path, "#V2\nd").unwrap();
        history.append("c4");
        assert_eq!(history.read(), ["c4"]);
        fs::write(&history.path, b"#V2\nN\n\xff\nc4\n").unwrap();
        assert_eq!(history.read(), ["N", "c4"]);
    }

    #[test]
    fn a_long_file_is_cut_down_and_a_foreign_one_left_alone() {
        let (_folder, history) = history();
        history.append("first");
        let long = format!(
            "#V2\n{}",
            "A B 12 # a line that is repeated\n".repeat(20_000)
        );
        fs::write(&history.path, &long).unwrap();
        history.append("last");
        let read = history.read();
        assert_eq!(
            (read.len(), read.last().unwrap().as_str()),
            (MAX_ENTRIES, "last")
        );
        assert!(fs::metadata(&history.path).unwrap().len() < MAX_BYTES);
        for foreign in ["my diary\n", "", "#V2", "#V3\nx\n"] {
            fs::write(&history.path, foreign).unwrap();
            history.append("N");
            let after = fs::read_to_string(&history.path).unwrap();
            let expected = if foreign.is_empty() {
                "#V2\nN\n"
            } else {
                foreign
            };
            assert_eq!(after, expected);
        }
    }
}
