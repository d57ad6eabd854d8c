//! The output of a conversion: standard output, or a file written atomically; records as JSON.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{ConvertOptions, ConvertTarget};
use crate::base::files::NewFile;
use crate::base::terminal::signals::{self, Response};
use crate::base::text::{Printable, printable_lines};
use crate::records::{
    BoardPosition, Entry, Format, GameResult, RecordedMove, TheoreticalScore, TimeSetting,
};
use crate::tools::jobs::source::is_standard;
use crate::tools::jobs::{begin, finish, json_line, known};
use crate::tools::run::ToolError;

pub(super) enum RecordOutput {
    /// Only statistics were requested.
    None,
    Standard(BufWriter<io::Stdout>),
    /// A terminal, which must not act on the content of a record.
    Terminal(io::Stdout),
    File {
        path: PathBuf,
        force: bool,
        file: Box<NewFile>,
        companions: Vec<NewFile>,
    },
}

impl RecordOutput {
    pub(super) fn open(options: &ConvertOptions, target: ConvertTarget) -> Result<Self, ToolError> {
        if target == ConvertTarget::Nothing {
            return Ok(Self::None);
        }
        let Some(path) = options.output.as_deref().filter(|path| !is_standard(path)) else {
            let output = io::stdout();
            if target == ConvertTarget::Format(Format::Wthor) && output.is_terminal() {
                return Err(ToolError::Binary);
            }
            return Ok(if output.is_terminal() {
                Self::Terminal(output)
            } else {
                Self::Standard(BufWriter::new(output))
            });
        };
        signals::on_interrupt(|| {
            NewFile::remove_unfinished();
            Response::End
        });
        let (path, force) = (path.to_owned(), options.force);
        let file = Box::new(begin(&path, force)?);
        Ok(Self::File {
            path,
            force,
            file,
            companions: Vec::new(),
        })
    }

    /// Returns the path of a regular output file; `None` for other outputs.
    pub(super) fn path(&self) -> Option<PathBuf> {
        match self {
            Self::File { path, file, .. } if file.is_regular() => Some(path.clone()),
            _ => None,
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), ToolError> {
        match self {
            Self::None => Ok(()),
            Self::Standard(output) => output.write_all(bytes).map_err(ToolError::standard_output),
            Self::Terminal(output) => {
                let text = printable_lines(&String::from_utf8_lossy(bytes));
                output
                    .write_all(text.as_bytes())
                    .map_err(ToolError::standard_output)
            }
            Self::File { path, file, .. } => {
                file.write_all(bytes).map_err(ToolError::unwritable(path))
            }
        }
    }

    pub(super) fn add_companion(&mut self, path: &Path, content: &[u8]) -> Result<(), ToolError> {
        let Self::File {
            force, companions, ..
        } = self
        else {
            return Ok(());
        };
        let mut companion = begin(path, *force)?;
        companion
            .write_all(content)
            .map_err(ToolError::unwritable(path))?;
        companions.push(companion);
        Ok(())
    }

    /// Moves the written files into place.
    pub(super) fn close(&mut self) -> Result<(), ToolError> {
        match self {
            Self::None => Ok(()),
            Self::Terminal(output) => output.flush().map_err(ToolError::standard_output),
            Self::Standard(output) => output.flush().map_err(ToolError::standard_output),
            Self::File {
                file,
                companions,
                force,
                ..
            } => {
                // Finish the main file last, so that its presence implies the others.
                companions
                    .iter_mut()
                    .chain([&mut **file])
                    .try_for_each(|file| finish(file, *force))
            }
        }
    }
}

#[derive(Serialize)]
struct RecordObject<'a> {
    number: usize,
    byte: u64,
    black: PlayerObject<'a>,
    white: PlayerObject<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<TimeSetting>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theoretical: Option<TheoreticalScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: &'a [RecordedMove],
    board: String,
    over: bool,
}

#[derive(Serialize)]
struct PlayerObject<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Printable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
}

/// Formats a record as a JSON object.
pub(super) fn json(entry: &Entry) -> String {
    let record = &entry.record;
    let [black, white] = record.players.each_ref().map(|player| PlayerObject {
        name: known(&player.name),
        rating: player.rating,
    });
    json_line(&RecordObject {
        number: entry.number,
        byte: entry.offset,
        black,
        white,
        event: known(&record.event),
        place: known(&record.place),
        date: record.date.as_ref().map(ToString::to_string),
        result: record.outcome(),
        time: record.time,
        theoretical: record.theoretical,
        start: (record.start() != BoardPosition::START).then(|| record.start().to_string()),
        moves: record.moves(),
        board: record.board().to_string(),
        over: record.is_over(),
    })
}
