//! The error that ended a job or a stage.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use thiserror::Error;

use crate::base::files::{NoThread, ResumeError};
use crate::base::text::{printable, printable_path, reason};
use crate::records::Unwritable;
use crate::tools::matches::StartError;

/// The error that ended a job or a stage.
#[derive(Debug, Error)]
pub enum ToolError {
    /// Options that don't go together, or miss something.
    #[error("{reason}")]
    Usage { subcommand: &'static str, kind: ErrorKind, reason: String },
    #[error("can't read {name}: {}", reason(.source))]
    Unreadable { name: String, source: io::Error },
    #[error("can't write {name}: {}", reason(.source))]
    Unwritable { name: String, source: io::Error },
    /// A file of openings or weights, or a book, that can't be used.
    #[error("{name}: {source}")]
    Invalid { name: String, source: Box<dyn Error + Send + Sync> },
    /// An invalid line; lines count from 1.
    #[error("{name}, line {line}: {reason}")]
    Damaged { name: String, line: usize, reason: String },
    /// The file for the rows can't be begun, continued or written.
    #[error(transparent)]
    Output(#[from] ResumeError),
    #[error(transparent)]
    NoPlayer(#[from] StartError),
    #[error(transparent)]
    NoThread(#[from] NoThread),
    #[error("not enough memory for a {0} MiB table: use a smaller --hash")]
    NoMemory(usize),
    #[error("{name} already exists: {advice}")]
    Exists { name: String, advice: &'static str },
    /// A file would be written where another one is read or written.
    #[error("{name} is {input}: choose another output name")]
    Overwrites { name: String, input: &'static str },
    #[error("{0} is reserved for player names: give the game file the extension .wtb")]
    PlaceOfNames(String),
    #[error("{0} belongs to other games: move it, or choose another output name")]
    OtherNames(String),
    /// There are more records than a file of the format can hold.
    #[error("{0}")]
    OnlyOne(Unwritable),
    #[error("WTHOR is binary: give an output file")]
    Binary,
    /// A text is not a position.
    #[error("{text:?} is not a position: {why}")]
    Position { text: String, why: String },
    /// Shards that don't make a whole.
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
    OtherRun { path: PathBuf, found: String, wanted: String },
    /// A stage in a child process, which has reported the reason.
    #[error("{0} has failed")]
    Stage(String),
}

impl ToolError {
    pub fn usage(subcommand: &'static str, kind: ErrorKind, reason: impl Into<String>) -> Self {
        Self::Usage { subcommand, kind, reason: reason.into() }
    }

    /// For `map_err`: this file can't be read.
    pub fn unreadable<E: Into<io::Error>>(path: &Path) -> impl Fn(E) -> Self {
        move |source| Self::Unreadable { name: name(path), source: source.into() }
    }

    /// For `map_err`: this file can't be written.
    pub fn unwritable<E: Into<io::Error>>(path: &Path) -> impl Fn(E) -> Self {
        move |source| Self::Unwritable { name: name(path), source: source.into() }
    }

    pub fn standard_output(source: io::Error) -> Self {
        Self::Unwritable { name: "standard output".to_owned(), source }
    }

    /// For `map_err`: the content of this file can't be used.
    pub fn invalid<E: Error + Send + Sync + 'static>(path: &Path) -> impl Fn(E) -> Self {
        move |source| Self::Invalid { name: name(path), source: Box::new(source) }
    }

    /// Whether the input is at fault.
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
