//! Where converted records go: standard output, or a file that is there when all of it is.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use jiff::Zoned;

use super::super::JobError;
use super::super::whole_file::{begin, finish, unwritable};
use super::{Convert, Target, is_standard};
use crate::records::{Format, RecordFormat};
use crate::store::NewFile;

/// What prints records of a format.
pub(super) fn writer(format: Format) -> Box<dyn RecordFormat> {
    format.open_on(Zoned::now().date())
}

pub(super) enum Output {
    /// Only statistics are wanted.
    None,
    Standard(BufWriter<io::Stdout>),
    File(Box<OutFile>),
}

/// A file that is being written, with those that belong to it.
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
            return Ok(Self::Standard(BufWriter::new(output)));
        };
        #[cfg(unix)]
        clean_up_when_killed();
        let file = begin(path, how.force)?;
        let (path, force) = (path.to_owned(), how.force);
        Ok(Self::File(Box::new(OutFile { path, force, file, companions: Vec::new() })))
    }

    /// The plain file that is written, if it is one.
    pub(super) fn path(&self) -> Option<PathBuf> {
        match self {
            Self::File(out) if out.file.is_plain() => Some(out.path.clone()),
            _ => None,
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), JobError> {
        match self {
            Self::None => Ok(()),
            Self::Standard(output) => output.write_all(bytes).map_err(JobError::standard_output),
            Self::File(out) => {
                out.file.write(bytes).map_err(|source| unwritable(&out.path, source))
            }
        }
    }

    /// Writes a file that belongs to this one.
    pub(super) fn add_companion(
        &mut self,
        path: &Path,
        content: &[u8],
        force: bool,
    ) -> Result<(), JobError> {
        let Self::File(out) = self else { return Ok(()) };
        let mut companion = begin(path, force)?;
        companion.write(content).map_err(|source| unwritable(path, source))?;
        out.companions.push(companion);
        Ok(())
    }

    /// Puts what has been written in its place.
    pub(super) fn close(&mut self) -> Result<(), JobError> {
        match self {
            Self::None => Ok(()),
            Self::Standard(output) => output.flush().map_err(JobError::standard_output),
            Self::File(out) => {
                let OutFile { file, companions, force, .. } = &mut **out;
                // The main file last: where it is, the others are.
                companions.iter_mut().chain([file]).try_for_each(|file| finish(file, *force))
            }
        }
    }
}

/// Writes to standard output at once.
pub(super) fn to_standard_output(bytes: &[u8]) -> Result<(), JobError> {
    let mut output = io::stdout().lock();
    output.write_all(bytes).and_then(|()| output.flush()).map_err(JobError::standard_output)
}

/// What is unfinished is removed before a signal ends the program.
#[cfg(unix)]
fn clean_up_when_killed() {
    use signal_hook::consts::{SIGINT, SIGTERM};

    // Where that can't be done, a file of a name of its own stays behind, as after a kill.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            NewFile::remove_unfinished();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}
