//! A resumable file of lines. A killed run leaves at most one torn line, and a later run with the same input and
//! options continues the file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::language::reason;
use crate::base::system;
use crate::base::text::{LineEnd, Shard, checksum, printable, printable_path, read_line};

const MAX_LINE_BYTES: usize = 1 << 16;

const CHECKS_HEADER: &str = "reversi checksums 1\n";

const CHECK_BYTES: usize = 9;

const MAX_SHOWN_CHARS: usize = 300;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    pub path: PathBuf,
    /// Whether an earlier run may have started the file.
    pub resume: bool,
}

impl Output {
    /// Returns the output of a shard, with `{shard}` in the name replaced.
    pub fn of_shard(name: &Path, shard: Shard, resume: bool) -> Self {
        Self {
            path: shard.in_name(name),
            resume,
        }
    }
}

#[derive(Debug, Error)]
pub enum ResumeError {
    #[error("{} already exists: continue it with --resume, or delete it", printable_path(.0))]
    Exists(PathBuf),
    #[error("{} is being written by another run", printable_path(.0))]
    InUse(PathBuf),
    #[error(
        "{}:{line}: written with other input or options{}; file left unchanged", printable_path(.path),
        .difference.as_deref().map_or_else(String::new, |[found, expected]| {
            let found = printable(found).limited(MAX_SHOWN_CHARS);
            format!(" (found {found}, expected {})", printable(expected))
        })
    )]
    Foreign {
        path: PathBuf,
        /// The first different line, from 1.
        line: usize,
        /// The header found, and the header expected.
        difference: Option<Box<[String; 2]>>,
    },
    #[error(
        "{}:{line}: edited since it was written; file left unchanged. Restore the line, or delete \
            {} to accept the change", printable_path(.path),
        printable_path(.checks)
    )]
    Changed {
        path: PathBuf,
        /// The first edited line, from 1.
        line: usize,
        checks: PathBuf,
    },
    #[error("can't read {}: {}", printable_path(.path), reason(.source))]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("can't write {}: {}", printable_path(.path), reason(.source))]
    Unwritable { path: PathBuf, source: io::Error },
}

#[derive(Debug)]
struct GrowingFile {
    path: PathBuf,
    file: File,
    /// Reads the text of earlier runs, until its end.
    earlier: Option<BufReader<File>>,
    /// The length of the whole texts, in bytes.
    length: u64,
}

impl GrowingFile {
    fn new(path: PathBuf, file: File, length: u64) -> Result<Self, ResumeError> {
        let source = match file.metadata() {
            Ok(data) if data.is_file() => match file.try_clone() {
                Ok(clone) => {
                    let earlier = Some(BufReader::new(clone));
                    return Ok(Self {
                        path,
                        file,
                        earlier,
                        length,
                    });
                }
                Err(source) => source,
            },
            // A special file has no end to continue from.
            Ok(_) => system::not_regular(),
            Err(source) => source,
        };
        Err(ResumeError::Unwritable { path, source })
    }

    /// Truncates the file after the whole texts, and seeks there.
    fn cut(&mut self) -> Result<(), ResumeError> {
        let cut = self.file.set_len(self.length);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.length)));
        cut.map(drop).map_err(|source| self.unwritable(source))
    }

    /// Appends a text. On failure, removes the written part, or leaves it to a later run.
    fn append(&mut self, text: &str) -> Result<(), ResumeError> {
        if let Err(source) = self.file.write_all(text.as_bytes()) {
            let _ = self.cut();
            return Err(self.unwritable(source));
        }
        self.length += text.len() as u64;
        Ok(())
    }

    fn unreadable(&self, source: io::Error) -> ResumeError {
        ResumeError::Unreadable {
            path: self.path.clone(),
            source,
        }
    }

    fn unwritable(&self, source: io::Error) -> ResumeError {
        ResumeError::Unwritable {
            path: self.path.clone(),
            source,
        }
    }
}

/// A resumable file of lines, written by one process at a time.
///
/// The hidden file `.NAME.check` has the checksum of each line, so that a later run detects edited lines. Its first
/// line names the format. One line of eight hexadecimal digits follows per line of the file.
///
/// First, [`next_earlier`](Self::next_earlier) returns the whole lines of earlier runs, for checking, and drops a
/// torn last line. Then [`write`](Self::write) appends lines. The file of a different run is never changed.
#[derive(Debug)]
pub struct ResumableFile {
    lines: GrowingFile,
    checks: GrowingFile,
    /// The missing checksums of earlier lines.
    missing: String,
    /// The header, until it is written.
    header: String,
    line: usize,
}

impl ResumableFile {
    /// Opens the file for this process only, and checks its header, the line that says how the file was made. The
    /// header is written before the first line, and is not returned when reading.
    pub fn open(output: &Output, header: &str) -> Result<Self, ResumeError> {
        let path = output.path.clone();
        let mut options = OpenOptions::new();
        options.read(true).write(true).truncate(false);
        options.create(output.resume).create_new(!output.resume);
        let file = match system::open_regular(&options, &path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(ResumeError::Exists(path));
            }
            Err(source) => return Err(ResumeError::Unwritable { path, source }),
        };
        // Where locks are not supported, users must not start a second run.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(ResumeError::InUse(path));
        }
        let lines = GrowingFile::new(path, file, 0)?;
        let path = checks_beside(&output.path);
        let checks = match open_checks(&path, output.resume) {
            Ok(file) => GrowingFile::new(path, file, CHECKS_HEADER.len() as u64)?,
            Err(source) => return Err(ResumeError::Unwritable { path, source }),
        };
        let mut file = Self {
            lines,
            checks,
            missing: String::new(),
            header: String::new(),
            line: 0,
        };
        file.begin(header)?;
        Ok(file)
    }

    /// Checks the header of the file. If it is missing or torn, starts a new file.
    fn begin(&mut self, header: &str) -> Result<(), ResumeError> {
        let expected = format!("{header}\n");
        let mut found = Vec::new();
        let file = &mut self.lines.file;
        let read = Read::take(&mut *file, expected.len() as u64).read_to_end(&mut found);
        let read = read.and_then(|_| file.rewind());
        read.map_err(|source| self.lines.unreadable(source))?;
        if !expected.as_bytes().starts_with(&found) {
            let found = found
                .split(|&byte| byte == b'\n')
                .next()
                .unwrap_or_default();
            let found = String::from_utf8_lossy(found).into_owned();
            let difference = Some(Box::new([found, header.to_owned()]));
            return Err(ResumeError::Foreign {
                path: self.lines.path.clone(),
                line: 1,
                difference,
            });
        }
        if found.len() == expected.len() {
            return self.next_earlier().map(drop);
        }
        self.header = expected;
        self.end_earlier()
    }

    /// Returns the next whole line of earlier runs, without its end; `None` at the end.
    ///
    /// # Errors
    /// Returns [`ResumeError::Changed`] for an edited line, [`ResumeError::Foreign`] for a line of a different run,
    /// or the system's error.
    pub fn next_earlier(&mut self) -> Result<Option<String>, ResumeError> {
        let Some(reader) = &mut self.lines.earlier else {
            return Ok(None);
        };
        let mut line = Vec::new();
        let end = read_line(reader, MAX_LINE_BYTES, &mut line);
        match end.map_err(|source| self.lines.unreadable(source))? {
            Some(LineEnd::Feed) => {}
            Some(LineEnd::Limit) => {
                self.line += 1;
                return Err(self.foreign());
            }
            Some(LineEnd::Input) | None => return self.end_earlier().map(|()| None),
        }
        self.line += 1;
        self.lines.length += line.len() as u64 + 1;
        if !self
            .is_unchanged(&line)
            .map_err(|source| self.lines.unreadable(source))?
        {
            return Err(ResumeError::Changed {
                path: self.lines.path.clone(),
                line: self.line,
                checks: self.checks.path.clone(),
            });
        }
        String::from_utf8(line)
            .map(Some)
            .map_err(|_| self.foreign())
    }

    /// Whether the next earlier line is unchanged, which is assumed if it has no checksum.
    fn is_unchanged(&mut self, line: &[u8]) -> io::Result<bool> {
        let expected = checksum_line([line, b"\n"].concat());
        if let Some(reader) = &mut self.checks.earlier {
            let mut found = Vec::with_capacity(CHECK_BYTES);
            reader.take(CHECK_BYTES as u64).read_to_end(&mut found)?;
            if found.len() == CHECK_BYTES {
                self.checks.length += CHECK_BYTES as u64;
                return Ok(found == expected.as_bytes());
            }
            self.checks.earlier = None;
        }
        self.missing += &expected;
        Ok(true)
    }

    /// Returns the error for a line, the one read last, that belongs to a different run.
    pub fn foreign(&self) -> ResumeError {
        ResumeError::Foreign {
            path: self.lines.path.clone(),
            line: self.line,
            difference: None,
        }
    }

    /// Writes whole lines, with their ends, at once. Writes the header before the first ones.
    ///
    /// # Errors
    /// Returns [`ResumeError::Unwritable`] on failure; the file then has none of these lines.
    pub fn write(&mut self, lines: &str) -> Result<(), ResumeError> {
        let text = std::mem::take(&mut self.header) + lines;
        let checks: String = text.split_inclusive('\n').map(checksum_line).collect();
        let before = self.checks.length;
        // Write checksums first: then every line has one, wherever the program is killed.
        self.checks.append(&checks)?;
        self.lines.append(&text).inspect_err(|_| {
            self.checks.length = before;
            let _ = self.checks.cut();
        })
    }

    /// Ends the reading of earlier lines: drops the text after them and its checksums, and adds missing checksums.
    fn end_earlier(&mut self) -> Result<(), ResumeError> {
        (self.lines.earlier, self.checks.earlier) = (None, None);
        self.lines.cut()?;
        let data = self.checks.file.metadata();
        let size = data.map_err(|source| self.checks.unwritable(source))?.len();
        if size < CHECKS_HEADER.len() as u64 {
            self.checks.length = 0;
            self.checks.cut()?;
            self.checks.append(CHECKS_HEADER)?;
        }
        self.checks.cut()?;
        self.checks.append(&std::mem::take(&mut self.missing))
    }
}

/// The path of the checksum file. It is hidden from patterns such as `rows.*`.
fn checks_beside(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".check");
    path.with_file_name(name)
}

/// Opens a checksum file after its header, and creates a missing one. With a new file, replaces an old checksum file.
fn open_checks(path: &Path, resume: bool) -> io::Result<File> {
    if !resume
        && let Err(error) = fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    // Another user may have planted a link or a pipe in a shared folder.
    let mut file = system::without_links(&mut options).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(system::not_regular());
    }
    let mut found = Vec::new();
    (&mut file)
        .take(CHECKS_HEADER.len() as u64)
        .read_to_end(&mut found)?;
    if !CHECKS_HEADER.as_bytes().starts_with(&found) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "not a checksum file",
        ));
    }
    Ok(file)
}

fn checksum_line(line: impl AsRef<[u8]>) -> String {
    checksum(line) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "head";

    fn output(content: impl AsRef<[u8]>) -> (tempfile::TempDir, Output) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        fs::write(&path, content).unwrap();
        (folder, Output { path, resume: true })
    }

    fn earlier(file: &mut ResumableFile) -> Vec<String> {
        std::iter::from_fn(|| file.next_earlier().unwrap()).collect()
    }

    /// Checks that a file is refused for line `number`, and left unchanged.
    fn check_foreign(content: &[u8], number: usize) {
        let (_folder, output) = output(content);
        let refused = ResumableFile::open(&output, HEADER).and_then(|mut file| {
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
            assert_eq!(
                fs::read_to_string(&output.path).unwrap(),
                whole,
                "cut at {cut}"
            );
        }
    }

    #[test]
    fn a_foreign_file_is_refused_and_left_as_it_is() {
        for foreign in ["x", "headx", "hex\n", "head \none\n", "\n"] {
            check_foreign(foreign.as_bytes(), 1);
        }
        check_foreign(b"head\none\n\xff\xfe\ntorn", 3);
        check_foreign(&[&b"head\n"[..], &vec![b'x'; 1 << 17]].concat(), 2);
        let (_folder, output) = output("h\u{1b}x\n1\n");
        let error = ResumableFile::open(&output, HEADER)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("(found h\\u{1b}x, expected head)"),
            "{error}"
        );
    }

    #[test]
    fn the_caller_refuses_a_line_before_the_file_is_changed() {
        let content = "head\n{1}\n{2}\n{3";
        let (_folder, output) = output(content);
        let mut file = ResumableFile::open(&output, HEADER).unwrap();
        assert_eq!(file.next_earlier().unwrap().as_deref(), Some("{1}"));
        assert_eq!(file.next_earlier().unwrap().as_deref(), Some("{2}"));
        assert!(matches!(
            file.foreign(),
            ResumeError::Foreign { line: 3, .. }
        ));
        assert_eq!(fs::read_to_string(&output.path).unwrap(), content);
    }

    /// Writes three lines, lets `change` edit the file, and returns the messages of the next run.
    fn resumed(change: impl FnOnce(&std::path::Path)) -> (tempfile::TempDir, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let mut output = Output {
            path: path.clone(),
            resume: false,
        };
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
        fs::remove_file(&checks).unwrap();
        let output = Output {
            path: folder.path().join("lines"),
            resume: true,
        };
        let mut file = ResumableFile::open(&output, HEADER).unwrap();
        assert_eq!(earlier(&mut file), ["one", "twx", "three"]);
    }

    #[test]
    fn a_file_without_checksums_or_with_too_few_gets_them() {
        let all = |folder: &tempfile::TempDir| {
            let lines = fs::read_to_string(folder.path().join("lines")).unwrap();
            let checks = lines
                .lines()
                .map(|line| crate::base::text::checksum(format!("{line}\n")) + "\n");
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
        // A line that was killed before it was written, or a torn one.
        let (folder, said) = resumed(|path| fs::write(path, "head\none\ntw").unwrap());
        assert_eq!(said, ["one"]);
        all(&folder);
    }

    #[test]
    fn a_new_file_does_not_take_the_checksums_of_a_former_one() {
        let (folder, _) = resumed(|_| ());
        let output = Output {
            path: folder.path().join("lines"),
            resume: false,
        };
        fs::remove_file(&output.path).unwrap();
        ResumableFile::open(&output, HEADER)
            .unwrap()
            .write("other\n")
            .unwrap();
        let mut file = ResumableFile::open(
            &Output {
                resume: true,
                ..output
            },
            HEADER,
        )
        .unwrap();
        assert_eq!(earlier(&mut file), ["other"]);
    }

    #[test]
    fn a_foreign_file_of_that_name_is_left_alone() {
        let (folder, said) =
            resumed(|path| fs::write(path.with_file_name(".lines.check"), "mine").unwrap());
        assert!(
            said[0].contains(".lines.check: not a checksum file"),
            "{said:?}"
        );
        assert_eq!(
            fs::read_to_string(folder.path().join(".lines.check")).unwrap(),
            "mine"
        );
    }

    #[test]
    fn one_run_writes_and_a_file_is_continued_only_on_demand() {
        let (folder, output) = output("head\n");
        let _first = ResumableFile::open(&output, HEADER).unwrap();
        let second = ResumableFile::open(&output, HEADER);
        assert!(matches!(second, Err(ResumeError::InUse(_))));
        let again = ResumableFile::open(
            &Output {
                resume: false,
                ..output
            },
            HEADER,
        );
        assert!(matches!(again, Err(ResumeError::Exists(_))));
        let inside = folder.path().to_owned();
        let folder = ResumableFile::open(
            &Output {
                path: inside,
                resume: true,
            },
            HEADER,
        );
        assert!(matches!(folder, Err(ResumeError::Unwritable { .. })));
    }
}
