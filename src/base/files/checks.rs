//! The checksums of the lines of a resumable file, in a hidden file beside it.
//!
//! After a first line that names the format, it has a line of eight hexadecimal digits for each line
//! of the file, in the same order.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::base::system;
use crate::base::text::checksum;

const HEADER: &str = "reversi checksums 1\n";

/// The bytes of a checksum with its end of line.
const SIZE: usize = 9;

#[derive(Debug)]
pub(super) struct Checks {
    path: PathBuf,
    file: File,
    /// Reads the checksums of earlier runs, until there are no more.
    earlier: Option<BufReader<File>>,
    /// Checksums of lines of earlier runs that have none.
    missing: String,
    /// The bytes that belong to lines in the file.
    kept: u64,
    /// The bytes written.
    length: u64,
}

impl Checks {
    /// The path of the checksums of a file: hidden, so that a pattern such as `rows.*` doesn't name
    /// them.
    pub(super) fn path_beside(path: &Path) -> PathBuf {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(".check");
        path.with_file_name(name)
    }

    /// Begins the checksums of a new file, in place of those of a former one.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let checks = Self::path_beside(path);
        if let Err(error) = fs::remove_file(&checks)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
        Self::open(path)
    }

    /// Opens the checksums of a file. One without any, as version 0.1.0 wrote them, gets them.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let path = Self::path_beside(path);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        // Somebody else may have planted a link or a pipe in a shared folder.
        let mut file = system::without_links(&mut options).open(&path)?;
        if !file.metadata()?.is_file() {
            return Err(super::FileReadError::NotAFile.into());
        }
        let mut found = Vec::new();
        (&mut file).take(HEADER.len() as u64).read_to_end(&mut found)?;
        if !HEADER.as_bytes().starts_with(&found) {
            let reason = "not a checksum file";
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        let earlier = Some(BufReader::new(file.try_clone()?));
        Ok(Self { path, file, earlier, missing: String::new(), kept: 0, length: 0 })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the next line of earlier runs, here without its end, is as it was written. A line without a checksum counts
    /// as unchanged.
    pub(super) fn is_next(&mut self, line: &[u8]) -> io::Result<bool> {
        let expected = checksum([line, b"\n"].concat()) + "\n";
        if let Some(reader) = &mut self.earlier {
            let mut found = Vec::with_capacity(SIZE);
            reader.take(SIZE as u64).read_to_end(&mut found)?;
            if found.len() == SIZE {
                self.kept += SIZE as u64;
                return Ok(found == expected.as_bytes());
            }
            self.earlier = None;
        }
        self.missing += &expected;
        Ok(true)
    }

    /// There are no more lines of earlier runs: drops what follows their checksums, and adds those
    /// that are missing.
    pub(super) fn end_earlier(&mut self) -> io::Result<()> {
        self.earlier = None;
        let missing = std::mem::take(&mut self.missing);
        let header = HEADER.len() as u64;
        if self.file.metadata()?.len() < header {
            self.file.set_len(0)?;
            self.file.rewind()?;
            self.file.write_all(HEADER.as_bytes())?;
        }
        self.kept += header;
        self.cut()?;
        self.append(&missing)?;
        self.keep();
        Ok(())
    }

    /// Adds the checksums of whole lines that are about to be written.
    pub(super) fn add(&mut self, lines: &str) -> io::Result<()> {
        let checks: String =
            lines.split_inclusive('\n').map(|line| checksum(line) + "\n").collect();
        let added = self.append(&checks);
        if added.is_err() {
            let _ = self.cut();
        }
        added
    }

    /// The lines of the last checksums are in the file.
    pub(super) fn keep(&mut self) {
        self.kept = self.length;
    }

    /// Drops the checksums of lines that are not in the file.
    pub(super) fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.kept)?;
        self.length = self.kept;
        self.file.seek(SeekFrom::Start(self.kept)).map(drop)
    }

    fn append(&mut self, checks: &str) -> io::Result<()> {
        self.file.write_all(checks.as_bytes())?;
        self.length += checks.len() as u64;
        Ok(())
    }
}
