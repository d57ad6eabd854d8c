//! Reads a game file on any thread: one record for `import`, or all records for the library. The errors of records.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::progress::Progress;
use super::report::SkippedMoves;
use crate::base::files::{self, FileReadError as FileError, NewFile};
use crate::base::language::tr;
use crate::base::text::{printable, printable_path, quoted};
use crate::games::Player;
use crate::players::Stop;
use crate::records::{
    self, BadRecord, BoardError, Entry, Format, GameRecord, MoveError, Problem, ReadError,
    RecordFileError, SinkError, Source, UnknownExtension, Unwritable, open_source,
};

const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// An open regular file, or a game typed instead of a file name.
pub struct RecordSource {
    /// `None` if the path is itself a game.
    file: Option<File>,
    path: PathBuf,
    /// The file name for messages.
    pub shown: String,
    /// The side to move of boards that don't show it.
    turn: Option<Player>,
}

/// Returns a game, or the moves before the one that makes it bad and the skipped moves. Returns the error if there are
/// no moves before it.
pub fn game_of(
    record: Result<Entry, BadRecord>,
) -> Result<(GameRecord, Option<Box<SkippedMoves>>), BadRecord> {
    let mut bad = match record {
        Ok(entry) => return Ok((entry.record, None)),
        Err(bad) => bad,
    };
    let Some(before) = bad.before.take() else {
        return Err(bad);
    };
    let next = before.moves().len() + 1;
    let (ply, name, reason) = match &bad.problem {
        Problem::Move { ply, name, source } => {
            let name = if name.is_empty() { "pass" } else { name };
            (*ply, name.to_owned(), source.to_string())
        }
        problem @ Problem::NotASquare(name) => (next, name.clone(), problem.to_string()),
        problem @ Problem::Code { code, .. } => (next, code.to_string(), problem.to_string()),
        problem => (next, String::new(), problem.to_string()),
    };
    let name = printable(&name).to_string();
    Ok((*before, Some(Box::new(SkippedMoves { ply, name, reason }))))
}

impl RecordSource {
    /// Opens a regular file. Other files could block.
    pub fn open(file: &str) -> Result<Self, RecordError> {
        let path = Path::new(file).to_owned();
        let shown = printable(file).to_string();
        match files::open(&path) {
            Ok(file) => Ok(Self {
                file: Some(file),
                path,
                shown,
                turn: None,
            }),
            Err(FileError::NotAFile) if !path.is_dir() => Err(RecordError::NotAFile(shown)),
            Err(FileError::NotAFile) => {
                let source = io::ErrorKind::IsADirectory.into();
                Err(RecordFileError { path, source }.into())
            }
            Err(_) if records::typed(&path.to_string_lossy()).is_some() => Ok(Self {
                file: None,
                path,
                shown,
                turn: None,
            }),
            Err(error) => Err(RecordFileError {
                path,
                source: error.into(),
            }
            .into()),
        }
    }

    /// Sets the side to move of boards that don't show it.
    pub fn assuming(self, turn: Option<Player>) -> Self {
        Self { turn, ..self }
    }

    /// Reads record `number`, from 1.
    pub fn record(
        &self,
        number: usize,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<ReadRecord, RecordError> {
        let mut reader = self.read(stop, report)?;
        let wanted = reader.nth(number - 1).map(game_of).transpose();
        let wanted = wanted.map_err(|source| RecordError::Bad {
            file: self.shown.clone(),
            source,
        })?;
        let has_more = reader.next().is_some();
        let count = reader.records.number();
        let format = reader.records.format();
        let unread = reader.take_unread();
        if !has_more {
            reader.end()?;
        }
        let (record, skipped) = wanted.ok_or_else(|| RecordError::TooFew {
            file: self.shown.clone(),
            count,
            format,
        })?;
        Ok(ReadRecord {
            record,
            skipped,
            has_more,
            unread,
        })
    }

    pub fn read<'a>(
        &'a self,
        stop: &'a Stop,
        report: &'a mut dyn FnMut(Progress),
    ) -> Result<SourceReader<'a>, RecordError> {
        let read = Rc::<Cell<u64>>::default();
        let (size, file): (u64, Box<dyn Read>) = match &self.file {
            Some(file) => {
                let size = file.metadata().map_or(0, |data| data.len());
                let file = file.try_clone().map_err(|source| self.unreadable(source))?;
                (size, Box::new(file))
            }
            None => (0, Box::new(Cursor::new(self.shown.clone().into_bytes()))),
        };
        let bytes = Stoppable {
            file,
            read: Rc::clone(&read),
            stop: stop.clone(),
        };
        let typed = if self.file.is_some() {
            None
        } else {
            records::typed(&self.shown)
        };
        let opened = open_source(bytes, &self.path, typed);
        let records = opened.map_err(|error| {
            if stop.is_requested() {
                self.interrupted(0)
            } else {
                error.into()
            }
        })?;
        Ok(SourceReader {
            source: self,
            records: records.assuming(self.turn),
            read,
            size,
            stop,
            report,
            reported: Instant::now(),
            failure: None,
            is_done: false,
        })
    }

    fn interrupted(&self, records: usize) -> RecordError {
        RecordError::Interrupted {
            file: self.shown.clone(),
            records,
        }
    }

    fn unreadable(&self, source: io::Error) -> RecordError {
        let path = self.path.clone();
        RecordFileError { path, source }.into()
    }
}

/// A record of a file.
pub struct ReadRecord {
    pub record: GameRecord,
    pub skipped: Option<Box<SkippedMoves>>,
    /// Whether more records follow.
    pub has_more: bool,
    /// The text beside the games that is not understood, with its line.
    pub unread: Option<String>,
}

/// Iterates over the records of a file until a stop is requested.
pub struct SourceReader<'a> {
    source: &'a RecordSource,
    records: Source<'static>,
    read: Rc<Cell<u64>>,
    size: u64,
    stop: &'a Stop,
    report: &'a mut dyn FnMut(Progress),
    reported: Instant,
    failure: Option<io::Error>,
    is_done: bool,
}

impl SourceReader<'_> {
    /// Takes the report on the text beside the games, after the last game.
    pub fn take_unread(&mut self) -> Option<String> {
        self.records.take_unread().map(|unread| unread.to_string())
    }

    /// Finishes reading. Returns false if it was interrupted.
    ///
    /// # Errors
    /// Returns a [`RecordError`] if the rest can't be read.
    pub fn end_or_stop(self) -> Result<bool, RecordError> {
        let is_stopped = self.stop.is_requested();
        match self.end() {
            Err(_) if is_stopped => Ok(false),
            ended => ended.map(|()| true),
        }
    }

    /// Checks that all records have been read.
    pub fn end(self) -> Result<(), RecordError> {
        match self.failure {
            _ if self.is_done => Ok(()),
            Some(source) if !self.stop.is_requested() => Err(self.source.unreadable(source)),
            _ => Err(self.source.interrupted(self.records.number())),
        }
    }
}

impl Iterator for SourceReader<'_> {
    type Item = Result<Entry, BadRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failure.is_some() || self.stop.is_requested() {
            return None;
        }
        let Some(found) = self.records.next() else {
            self.is_done = true;
            return None;
        };
        let found = match found {
            Ok(entry) => Ok(entry),
            Err(ReadError::Bad(bad)) => Err(bad),
            Err(ReadError::Io(source)) => {
                self.failure = Some(source);
                return None;
            }
        };
        if self.reported.elapsed() >= REPORT_INTERVAL {
            self.reported = Instant::now();
            let percent = (self.read.get() * 100)
                .checked_div(self.size)
                .unwrap_or(0)
                .min(100);
            let percent = u8::try_from(percent).unwrap_or(100);
            (self.report)(Progress::Records {
                records: self.records.number(),
                percent,
            });
        }
        Some(found)
    }
}

/// Counts the bytes read, and stops on request even within a long record.
struct Stoppable {
    file: Box<dyn Read>,
    read: Rc<Cell<u64>>,
    stop: Stop,
}

impl Read for Stoppable {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_requested() {
            return Err(io::Error::other(tr!("interrupted")));
        }
        let count = self.file.read(bytes)?;
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}

/// The maximum size of pasted text, in bytes.
pub const MAX_PASTE_BYTES: usize = 1 << 20;

/// The error returned when a game record can't be read, written or used.
#[derive(Debug, Error)]
pub enum RecordError {
    #[error(transparent)]
    File(#[from] RecordFileError),
    #[error("{}", tr!("{file} is not a file", file = .0))]
    NotAFile(String),
    #[error("{}", tr!(
        "interrupted after {n} record of {file}: nothing was changed"
            | "interrupted after {n} records of {file}: nothing was changed",
        n = *.records,
        file
    ))]
    Interrupted { file: String, records: usize },
    #[error("{0}")]
    Unwritable(SinkError),
    #[error("{}", tr!("{file} already exists: use --force to overwrite it", file = .0))]
    AlreadyExists(String),
    #[error("{file}: {source}")]
    Bad { file: String, source: BadRecord },
    #[error("{}", match *.count {
        0 => tr!("{file} (read as {format}) has no games", file, format),
        count => tr!(
            "{file} (read as {format}) has only {n} game" | "{file} (read as {format}) has only {n} games",
            n = count,
            file,
            format
        ),
    })]
    TooFew {
        file: String,
        count: usize,
        format: Format,
    },
    #[error("{}", tr!("no game found: paste a transcript like f5d6c3, or a board"))]
    NothingPasted,
    #[error("{0}")]
    Pasted(BadRecord),
    #[error("{}", tr!("pasted text is too long: at most {most} bytes", most = MAX_PASTE_BYTES))]
    TooLong,
    #[error("{0}")]
    Board(#[from] BoardError),
    #[error("{0}")]
    Extension(#[from] UnknownExtension),
    #[error("{}", tr!(
        "unknown file extension in {file}: use txt, ggf, sgf, pgn, obf, wtb, svg, gif or html",
        file = quoted(.0)
    ))]
    GameExtension(String),
    #[error("{}", tr!(
        "can't write {file}: only the menu of the window writes PNG pictures; use gif or svg",
        file = quoted(.0)
    ))]
    Png(String),
    #[error(transparent)]
    Unrepresentable(#[from] Unwritable),
    #[error("{}", tr!("can't replay the game: {error}", error = .0))]
    Replay(#[from] MoveError),
    #[error("{}", tr!("game records are Reversi only, and this is {game}", game = .0))]
    OtherGame(&'static str),
}

impl From<SinkError> for RecordError {
    fn from(error: SinkError) -> Self {
        let shown = |path: &Path| printable_path(path).to_string();
        match error {
            SinkError::Record(reason) => Self::Unrepresentable(reason),
            SinkError::File { path, .. } if NewFile::is_special(&path) => {
                Self::NotAFile(shown(&path))
            }
            SinkError::File { path, source } if source.kind() == io::ErrorKind::AlreadyExists => {
                Self::AlreadyExists(shown(&path))
            }
            error => Self::Unwritable(error),
        }
    }
}

impl RecordError {
    /// Whether the record is actually a save.
    pub fn is_save(&self) -> bool {
        match self {
            Self::Bad { source, .. } | Self::Pasted(source) => source.is_save(),
            _ => false,
        }
    }

    /// Whether the record is a board whose side to move is unknown.
    pub(super) fn is_missing_side(&self) -> bool {
        match self {
            Self::Bad { source, .. } | Self::Pasted(source) => source.is_missing_side(),
            _ => false,
        }
    }

    /// Returns the category of the error, for programs: `file`, `argument` or `game`.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Board(_)
            | Self::NothingPasted
            | Self::Pasted(_)
            | Self::TooLong
            | Self::Extension(_)
            | Self::GameExtension(_)
            | Self::Png(_) => "argument",
            Self::OtherGame(_) | Self::Replay(_) => "game",
            _ => "file",
        }
    }
}
