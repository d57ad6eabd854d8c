//! A file of lines that a killed run leaves with at most one torn line, and that a later run with
//! the same input and options continues.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use thiserror::Error;

use super::checks::Checks;
use crate::base::text::{LineEnd, printable, printable_path, read_line, reason};

/// More bytes than a line can have.
const MAX_LINE_BYTES: usize = 1 << 16;

/// The maximum length of a quoted line, in characters.
const MAX_SHOWN_CHARS: usize = 300;

/// Where a run writes its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    pub path: PathBuf,
    /// Whether an earlier run may have begun it.
    pub resume: bool,
}

/// The first line of every file of a run.
#[derive(Debug, Clone, Copy)]
pub enum Beginning<'a> {
    /// With this line, which says how the file was made. It is written before the first line, and is
    /// not one of the lines that are read.
    Header(&'a str),
    /// With these characters of the first line.
    Start(&'a str),
}

/// A file that can't be begun, continued or written.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// It exists, and is not to be continued.
    #[error("{} already exists: continue it with --resume, or delete it", printable_path(.0))]
    Exists(PathBuf),
    /// Another process is writing it.
    #[error("{} is being written by another run", printable_path(.0))]
    InUse(PathBuf),
    /// It has something that this run would not have written.
    #[error(
        "{}:{line}: written with other input or options{}; file left unchanged", printable_path(.path),
        .difference.as_deref().map_or_else(String::new, |[found, expected]| {
            let found = printable(found).limited(MAX_SHOWN_CHARS);
            format!(" (found {found}, expected {})", printable(expected))
        })
    )]
    Foreign {
        path: PathBuf,
        /// The first line that differs, from 1.
        line: usize,
        /// The header that was found, and the one of this run.
        difference: Option<Box<[String; 2]>>,
    },
    /// A line is no longer as it was written.
    #[error(
        "{}:{line}: edited since it was written; file left unchanged. Restore the line, or delete \
            {} to accept the change", printable_path(.path),
        printable_path(.checks)
    )]
    Changed {
        path: PathBuf,
        /// The first line that was changed, from 1.
        line: usize,
        /// The file with its checksums.
        checks: PathBuf,
    },
    /// It can't be read.
    #[error("can't read {}: {}", printable_path(.path), reason(.source))]
    Unreadable { path: PathBuf, source: io::Error },
    /// It can't be written.
    #[error("can't write {}: {}", printable_path(.path), reason(.source))]
    Unwritable { path: PathBuf, source: io::Error },
}

/// A file of lines, written by one process at a time.
///
/// A hidden file beside it, `.NAME.check`, has the checksum of each line, by which a later run finds
/// a line that was changed meanwhile.
///
/// First [`next_earlier`](Self::next_earlier) hands out the whole lines that earlier runs have
/// written, for checking, and drops a torn one at the end; then [`write`](Self::write) adds lines.
/// A file that turns out to be of another run is not changed.
#[derive(Debug)]
pub struct ResumableFile {
    path: PathBuf,
    file: File,
    checks: Checks,
    /// Reads the lines of earlier runs, as long as there are any.
    earlier: Option<BufReader<File>>,
    /// The header, until it is written.
    header: String,
    /// The bytes in whole lines of this run.
    length: u64,
    /// The number of the line that was read last, from 1.
    line: usize,
}

impl ResumableFile {
    /// Opens the file for this process alone, and checks its beginning.
    pub fn open(output: &Output, beginning: Beginning) -> Result<Self, ResumeError> {
        let path = output.path.clone();
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if output.resume {
            options.create(true).truncate(false);
        } else {
            options.create_new(true);
        }
        let file = match options.open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(ResumeError::Exists(path));
            }
            Err(source) => return Err(ResumeError::Unwritable { path, source }),
        };
        // Where files can't be locked, people have to take care not to start a second run.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(ResumeError::InUse(path));
        }
        match file.metadata() {
            Ok(data) if data.is_file() => {}
            // A special file has no end to continue from.
            Ok(_) => {
                let source = super::FileReadError::NotAFile.into();
                return Err(ResumeError::Unwritable { path, source });
            }
            Err(source) => return Err(ResumeError::Unwritable { path, source }),
        }
        let reader = match file.try_clone() {
            Ok(file) => BufReader::new(file),
            Err(source) => return Err(ResumeError::Unreadable { path, source }),
        };
        let checks = if output.resume { Checks::open(&path) } else { Checks::create(&path) };
        let checks = checks.map_err(|source| ResumeError::Unwritable {
            path: Checks::path_beside(&path),
            source,
        })?;
        let (earlier, header) = (Some(reader), String::new());
        let mut file = Self { path, file, checks, earlier, header, length: 0, line: 0 };
        file.begin(beginning)?;
        Ok(file)
    }

    /// Checks the beginning of the file. If there is at most a torn part of it, the file is begun
    /// anew.
    fn begin(&mut self, beginning: Beginning) -> Result<(), ResumeError> {
        let expected = match beginning {
            Beginning::Header(line) => format!("{line}\n"),
            Beginning::Start(text) => text.to_owned(),
        };
        let mut found = Vec::new();
        let read = (&mut self.file).take(expected.len() as u64).read_to_end(&mut found);
        let read = read.and_then(|_| self.file.rewind());
        read.map_err(|source| self.unreadable(source))?;
        if !expected.as_bytes().starts_with(&found) {
            let found = found.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let found = String::from_utf8_lossy(found).into_owned();
            let is_header = matches!(beginning, Beginning::Header(_));
            let difference = is_header.then(|| Box::new([found, expected.trim_end().to_owned()]));
            return Err(ResumeError::Foreign { path: self.path.clone(), line: 1, difference });
        }
        let is_begun = found.len() == expected.len();
        match beginning {
            Beginning::Header(_) if is_begun => self.next_earlier().map(drop),
            Beginning::Header(_) => {
                self.header = expected;
                self.end_earlier()
            }
            Beginning::Start(_) if is_begun => Ok(()),
            Beginning::Start(_) => self.end_earlier(),
        }
    }

    /// The next whole line, without its end, that an earlier run has written; `None` when there are
    /// no more, and from then on.
    ///
    /// # Errors
    /// [`ResumeError::Changed`] for a line that was changed, [`ResumeError::Foreign`] for one that no
    /// run would have written; otherwise the system's.
    pub fn next_earlier(&mut self) -> Result<Option<String>, ResumeError> {
        let Some(reader) = &mut self.earlier else { return Ok(None) };
        let mut line = Vec::new();
        let end = read_line(reader, MAX_LINE_BYTES, &mut line);
        match end.map_err(|source| self.unreadable(source))? {
            Some(LineEnd::Feed) => {}
            Some(LineEnd::Limit) => {
                self.line += 1;
                return Err(self.foreign());
            }
            Some(LineEnd::Input) | None => return self.end_earlier().map(|()| None),
        }
        self.line += 1;
        self.length += line.len() as u64 + 1;
        if !self.checks.is_next(&line).map_err(|source| self.unreadable(source))? {
            let (path, checks) = (self.path.clone(), self.checks.path().to_owned());
            return Err(ResumeError::Changed { path, line: self.line, checks });
        }
        String::from_utf8(line).map(Some).map_err(|_| self.foreign())
    }

    /// The error for a line that the caller finds to be of another run: the one read last.
    pub fn foreign(&self) -> ResumeError {
        ResumeError::Foreign { path: self.path.clone(), line: self.line, difference: None }
    }

    /// Writes whole lines, with their ends, at once, and the header before the first ones.
    ///
    /// # Errors
    /// [`ResumeError::Unwritable`]; none of these lines is in the file then.
    pub fn write(&mut self, lines: &str) -> Result<(), ResumeError> {
        let text = std::mem::take(&mut self.header) + lines;
        // First, so that every line in the file has one, wherever the program is killed.
        self.checks.add(&text).map_err(|source| self.checks_unwritable(source))?;
        match self.file.write_all(text.as_bytes()) {
            Ok(()) => {
                self.length += text.len() as u64;
                self.checks.keep();
                Ok(())
            }
            Err(source) => {
                // A torn line is worth nothing. If this fails as well, --resume drops it.
                let _ = self.cut();
                let _ = self.checks.cut();
                Err(self.unwritable(source))
            }
        }
    }

    /// There are no more whole lines of earlier runs.
    fn end_earlier(&mut self) -> Result<(), ResumeError> {
        self.earlier = None;
        self.cut().map_err(|source| self.unwritable(source))?;
        self.checks.end_earlier().map_err(|source| self.checks_unwritable(source))
    }

    /// Cuts off what follows the whole lines, and goes there.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(drop)
    }

    fn unreadable(&self, source: io::Error) -> ResumeError {
        ResumeError::Unreadable { path: self.path.clone(), source }
    }

    fn checks_unwritable(&self, source: io::Error) -> ResumeError {
        ResumeError::Unwritable { path: self.checks.path().to_owned(), source }
    }

    fn unwritable(&self, source: io::Error) -> ResumeError {
        ResumeError::Unwritable { path: self.path.clone(), source }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const HEADER: Beginning = Beginning::Header("head");

    fn output(content: impl AsRef<[u8]>) -> (tempfile::TempDir, Output) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        fs::write(&path, content).unwrap();
        (folder, Output { path, resume: true })
    }

    fn earlier(file: &mut ResumableFile) -> Vec<String> {
        std::iter::from_fn(|| file.next_earlier().unwrap()).collect()
    }

    /// A file of this content is refused for this line, and left as it is.
    fn check_foreign(content: &[u8], beginning: Beginning, number: usize) {
        let (_folder, output) = output(content);
        let refused = ResumableFile::open(&output, beginning).and_then(|mut file| {
            while file.next_earlier()?.is_some() {}
            Ok(())
        });
        match refused.unwrap_err() {
            ResumeError::Foreign { line, .. } => assert_eq!(line, number),
            error => panic!("{error}"),
        }
        assert_eq!(fs::read(&output.path).unwrap(), content);
    }

    #[test]
    fn wherever_a_run_was_killed_the_file_is_completed() {
        let whole = "head\none\ntwo\nthree\n";
        for cut in 0..=whole.len() {
            let (_folder, output) = output(&whole[..cut]);
            let mut file = ResumableFile::open(&output, HEADER).unwrap();
            let found = earlier(&mut file);
            let kept = whole[..cut].matches('\n').count().saturating_sub(1);
            assert_eq!(found, ["one", "two", "three"][..kept], "cut at {cut}");
            for line in &["one\n", "two\n", "three\n"][kept..] {
                file.write(line).unwrap();
            }
            assert_eq!(fs::read_to_string(&output.path).unwrap(), whole, "cut at {cut}");
        }
    }

    #[test]
    fn a_foreign_file_is_refused_and_left_as_it_is() {
        for foreign in ["x", "headx", "hex\n", "head \none\n", "\n"] {
            check_foreign(foreign.as_bytes(), HEADER, 1);
        }
        check_foreign(b"head\none\n\xff\xfe\ntorn", HEADER, 3);
        check_foreign(&[&b"head\n"[..], &vec![b'x'; 1 << 17]].concat(), HEADER, 2);
        check_foreign(b"[1]\n", Beginning::Start("{"), 1);
        let (_folder, output) = output("h\u{1b}x\n1\n");
        let error = ResumableFile::open(&output, HEADER).unwrap_err().to_string();
        assert!(error.contains("(found h\\u{1b}x, expected head)"), "{error}");
    }

    #[test]
    fn the_caller_refuses_a_line_before_the_file_is_changed() {
        let content = "{1}\n{2}\n{3";
        let (_folder, output) = output(content);
        let mut file = ResumableFile::open(&output, Beginning::Start("{")).unwrap();
        assert_eq!(file.next_earlier().unwrap().as_deref(), Some("{1}"));
        assert_eq!(file.next_earlier().unwrap().as_deref(), Some("{2}"));
        assert!(matches!(file.foreign(), ResumeError::Foreign { line: 2, .. }));
        assert_eq!(fs::read_to_string(&output.path).unwrap(), content);
    }

    /// A run of three lines, after which the file is changed by hand, and what the next run says.
    fn resumed(change: impl FnOnce(&std::path::Path)) -> (tempfile::TempDir, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let mut output = Output { path: path.clone(), resume: false };
        let mut file = ResumableFile::open(&output, HEADER).unwrap();
        file.write("one\n").unwrap();
        file.write("two\nthree\n").unwrap();
        drop(file);
        change(&path);
        output.resume = true;
        let before = fs::read(&path).unwrap();
        let mut said = Vec::new();
        let mut file = match ResumableFile::open(&output, HEADER) {
            Ok(file) => file,
            Err(error) => return (folder, vec![error.to_string()]),
        };
        loop {
            match file.next_earlier() {
                Ok(Some(line)) => said.push(line),
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(fs::read(&path).unwrap(), before);
                    said.push(error.to_string());
                    return (folder, said);
                }
            }
        }
        file.write("four\n").unwrap();
        (folder, said)
    }

    #[test]
    fn a_changed_line_is_refused_and_the_file_left_as_it_is() {
        let (folder, said) = resumed(|path| fs::write(path, "head\none\ntwx\nthree\n").unwrap());
        assert_eq!(said[0], "one");
        let checks = folder.path().join(".lines.check");
        let expected = format!(
            "{}:3: edited since it was written; file left unchanged. Restore the line, or delete {} to accept the change",
            folder.path().join("lines").display(),
            checks.display()
        );
        assert_eq!(said[1], expected);
        // As the message says.
        fs::remove_file(&checks).unwrap();
        let output = Output { path: folder.path().join("lines"), resume: true };
        let mut file = ResumableFile::open(&output, HEADER).unwrap();
        assert_eq!(earlier(&mut file), ["one", "twx", "three"]);
    }

    #[test]
    fn a_file_without_checksums_or_with_too_few_gets_them() {
        let all = |folder: &tempfile::TempDir| {
            let lines = fs::read_to_string(folder.path().join("lines")).unwrap();
            let checks =
                lines.lines().map(|line| crate::base::text::checksum(format!("{line}\n")) + "\n");
            let checks = checks.collect::<String>();
            let found = fs::read_to_string(folder.path().join(".lines.check")).unwrap();
            assert_eq!(found, format!("reversi checksums 1\n{checks}"));
        };
        let whole = ["one", "two", "three"];
        for kept in 0..20 + 4 * 9 {
            let (folder, said) = resumed(|path| {
                let checks = path.with_file_name(".lines.check");
                let file = OpenOptions::new().write(true).open(checks).unwrap();
                file.set_len(kept).unwrap();
            });
            assert_eq!(said, whole, "{kept}");
            all(&folder);
        }
        let (folder, said) =
            resumed(|path| fs::remove_file(path.with_file_name(".lines.check")).unwrap());
        assert_eq!(said, whole);
        all(&folder);
        // A line that a kill has kept from the file, or a torn one.
        let (folder, said) = resumed(|path| fs::write(path, "head\none\ntw").unwrap());
        assert_eq!(said, ["one"]);
        all(&folder);
    }

    #[test]
    fn a_new_file_does_not_take_the_checksums_of_a_former_one() {
        let (folder, _) = resumed(|_| ());
        let output = Output { path: folder.path().join("lines"), resume: false };
        fs::remove_file(&output.path).unwrap();
        ResumableFile::open(&output, HEADER).unwrap().write("other\n").unwrap();
        let mut file = ResumableFile::open(&Output { resume: true, ..output }, HEADER).unwrap();
        assert_eq!(earlier(&mut file), ["other"]);
    }

    #[test]
    fn a_foreign_file_of_that_name_is_left_alone() {
        let (folder, said) =
            resumed(|path| fs::write(path.with_file_name(".lines.check"), "mine").unwrap());
        assert!(said[0].contains(".lines.check: not a checksum file"), "{said:?}");
        assert_eq!(fs::read_to_string(folder.path().join(".lines.check")).unwrap(), "mine");
    }

    #[test]
    fn one_run_writes_and_a_file_is_continued_only_on_demand() {
        let (folder, output) = output("head\n");
        let _first = ResumableFile::open(&output, HEADER).unwrap();
        let second = ResumableFile::open(&output, HEADER);
        assert!(matches!(second, Err(ResumeError::InUse(_))));
        let again = ResumableFile::open(&Output { resume: false, ..output }, HEADER);
        assert!(matches!(again, Err(ResumeError::Exists(_))));
        let inside = folder.path().to_owned();
        let folder = ResumableFile::open(&Output { path: inside, resume: true }, HEADER);
        assert!(matches!(folder, Err(ResumeError::Unwritable { .. })));
    }
}
