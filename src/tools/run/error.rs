//! The error type of jobs and stages.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use thiserror::Error;

use crate::base::files::{NoThread, ResumeError};
use crate::base::language::reason;
use crate::base::text::{printable, printable_path};
use crate::records::{SinkError, Unwritable};
use crate::tools::matches::StartError;

#[derive(Debug, Error)]
pub enum ToolError {
    /// Conflicting, missing or invalid options, reported in the style of clap.
    #[error("{reason}")]
    Usage {
        subcommand: &'static str,
        kind: ErrorKind,
        reason: String,
    },
    #[error("can't read {name}: {}", reason(.source))]
    Unreadable { name: String, source: io::Error },
    #[error("can't write {name}: {}", reason(.source))]
    Unwritable { name: String, source: io::Error },
    /// An unusable file: openings, weights, a book or a rating list.
    #[error("{name}: {source}")]
    Invalid {
        name: String,
        source: Box<dyn Error + Send + Sync>,
    },
    /// An invalid line. Lines count from 1.
    #[error("{name}, line {line}: {reason}")]
    Damaged {
        name: String,
        line: usize,
        reason: String,
    },
    /// A resumable output file that can't be created, continued or written.
    #[error(transparent)]
    Output(#[from] ResumeError),
    #[error(transparent)]
    NoPlayer(#[from] StartError),
    #[error(transparent)]
    NoThread(#[from] NoThread),
    #[error("not enough memory for a {0} MiB table: use a smaller --hash")]
    NoMemory(usize),
    #[error("{} already exists: {advice}", printable_path(.path))]
    Exists { path: PathBuf, advice: &'static str },
    /// An output file that is also an input or another output.
    #[error("{} is {input}: choose another output name", printable_path(.path))]
    Overwrites { path: PathBuf, input: &'static str },
    #[error(
        "{} is reserved for player names: give the game file the extension .wtb",
        printable_path(.0)
    )]
    PlaceOfNames(PathBuf),
    #[error("{} belongs to other games: move it, or choose another output name", printable_path(.0))]
    OtherNames(PathBuf),
    /// A record that the format can't hold, or not in the same file.
    #[error("{0}")]
    Unrepresentable(Unwritable),
    #[error("WTHOR is binary: give an output file")]
    Binary,
    #[error("{text:?} is not a position: {why}")]
    Position { text: String, why: String },
    /// Shards that can't be merged: missing, duplicate, or from different runs.
    #[error("{what}: {reason}")]
    Shards { what: &'static str, reason: String },
    #[error("no training positions: all are held out, or the files are empty")]
    NoPositions,
    #[error("{} is in use: another run works in it", printable_path(.0))]
    InUse(PathBuf),
    #[error(
        "{} belongs to a run with {}, not {wanted}: use the same options or another folder",
        printable_path(.path), printable(.found)
    )]
    OtherRun {
        path: PathBuf,
        found: String,
        wanted: String,
    },
    /// A failed stage in a child process, which has already reported the reason.
    #[error("{0} has failed")]
    Stage(String),
}

impl From<SinkError> for ToolError {
    fn from(error: SinkError) -> Self {
        match error {
            SinkError::Record(reason) => Self::Unrepresentable(reason),
            SinkError::File { path, source } => Self::not_written(&path)(source),
            SinkError::PlaceOfNames(path) => Self::PlaceOfNames(path),
            SinkError::OtherNames(path) => Self::OtherNames(path),
        }
    }
}

impl ToolError {
    pub fn usage(subcommand: &'static str, kind: ErrorKind, reason: impl Into<String>) -> Self {
        Self::Usage {
            subcommand,
            kind,
            reason: reason.into(),
        }
    }

    /// Creates a closure for `map_err`: `path` can't be read.
    pub fn unreadable<E: Into<io::Error>>(path: &Path) -> impl Fn(E) -> Self {
        move |source| Self::Unreadable {
            name: name(path),
            source: source.into(),
        }
    }

    pub fn unwritable<E: Into<io::Error>>(path: &Path) -> impl Fn(E) -> Self {
        move |source| Self::Unwritable {
            name: name(path),
            source: source.into(),
        }
    }

    /// Creates a closure for `map_err`: `path`, of a job with `--force`, can't be written, or exists.
    pub fn not_written(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| match source.kind() {
            io::ErrorKind::AlreadyExists => Self::Exists {
                path: path.to_owned(),
                advice: "use --force to overwrite it",
            },
            _ => Self::unwritable(path)(source),
        }
    }

    pub fn standard_output(source: io::Error) -> Self {
        Self::Unwritable {
            name: "standard output".to_owned(),
            source,
        }
    }

    pub fn invalid<E: Error + Send + Sync + 'static>(path: &Path) -> impl Fn(E) -> Self {
        move |source| Self::Invalid {
            name: name(path),
            source: Box::new(source),
        }
    }

    pub fn damaged(path: &Path, line: usize, reason: impl Into<String>) -> Self {
        Self::Damaged {
            name: name(path),
            line,
            reason: reason.into(),
        }
    }

    /// Whether the input caused the error.
    pub fn is_of_input(&self) -> bool {
        matches!(
            self,
            Self::Unreadable { .. }
                | Self::Invalid { .. }
                | Self::Damaged { .. }
                | Self::Shards { .. }
                | Self::NoPositions
                | Self::Output(ResumeError::Unreadable { .. })
        )
    }
}

fn name(path: &Path) -> String {
    printable_path(path).to_string()
}
