//! The output of a conversion: standard output, or a file written atomically.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::super::JobError;
use super::super::whole_file::{begin, finish, unwritable};
use super::{Convert, Target, is_standard};
use crate::base::files::NewFile;
use crate::base::terminal::signals::{self, Response};
use crate::base::text::{printable_lines, today};
use crate::records::{Format, RecordFormat};

/// Prints records of a format.
pub(super) fn writer(format: Format) -> Box<dyn RecordFormat> {
    format.open_on(today())
}

pub(super) enum Output {
    /// Only statistics are wanted.
    None,
    Standard(BufWriter<io::Stdout>),
    /// Standard output is a terminal, which must not act on what a record contains.
    Terminal(io::Stdout),
    File(Box<OutFile>),
}

/// The file being written, with its companion files.
pub(super) struct OutFile {
    path: PathBuf,
    force: bool,
    file: NewFile,
    companions: Vec<NewFile>,
}

impl Output {
    pub(super) fn open(how: &Convert) -> Result<Self, JobError> {
        if matches!(how.to, Target::Nothing | Target::JsonStatistics) {
            return Ok(Self::None);
        }
        let Some(path) = how.output.as_deref().filter(|path| !is_standard(path)) else {
            let output = io::stdout();
            if how.to == Target::Format(Format::Wthor) && output.is_terminal() {
                return Err(JobError::Binary);
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
        let file = begin(path, how.force)?;
        let (path, force) = (path.to_owned(), how.force);
        Ok(Self::File(Box::new(OutFile { path, force, file, companions: Vec::new() })))
    }

    /// The plain file that is written, if it is one.
    pub(super) fn path(&self) -> Option<PathBuf> {
        match self {
            Self::File(out) if out.file.is_regular() => Some(out.path.clone()),
            _ => None,
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), JobError> {
        match self {
            Self::None => Ok(()),
            Self::Standard(output) => output.write_all(bytes).map_err(JobError::standard_output),
            Self::Terminal(output) => {
                let text = printable_lines(&String::from_utf8_lossy(bytes));
                output.write_all(text.as_bytes()).map_err(JobError::standard_output)
            }
            Self::File(out) => {
                out.file.write_all(bytes).map_err(|source| unwritable(&out.path, source))
            }
        }
    }

    /// Writes a companion file.
    pub(super) fn add_companion(
        &mut self,
        path: &Path,
        content: &[u8],
        force: bool,
    ) -> Result<(), JobError> {
        let Self::File(out) = self else { return Ok(()) };
        let mut companion = begin(path, force)?;
        companion.write_all(content).map_err(|source| unwritable(path, source))?;
        out.companions.push(companion);
        Ok(())
    }

    /// Moves the written files into place.
    pub(super) fn close(&mut self) -> Result<(), JobError> {
        match self {
            Self::None => Ok(()),
            Self::Terminal(output) => output.flush().map_err(JobError::standard_output),
            Self::Standard(output) => output.flush().map_err(JobError::standard_output),
            Self::File(out) => {
                let OutFile { file, companions, force, .. } = &mut **out;
                // The main file comes last, so its presence implies the others.
                companions.iter_mut().chain([file]).try_for_each(|file| finish(file, *force))
            }
        }
    }
}
