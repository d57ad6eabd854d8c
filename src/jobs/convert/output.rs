//! Where converted records go: standard output, or a file that is there when all of it is.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use jiff::Zoned;

use super::super::{JobError, shown};
use super::{Convert, Target, is_standard};
use crate::records::{Format, RecordFormat, Wthor};

/// What prints records of a format.
pub(super) fn writer(format: Format) -> Box<dyn RecordFormat> {
    if format != Format::Wthor {
        return format.open();
    }
    let today = Zoned::now().date();
    let mut wthor = Wthor::default();
    wthor.set_date(
        today.year().unsigned_abs(),
        today.month().unsigned_abs(),
        today.day().unsigned_abs(),
    );
    Box::new(wthor)
}

pub(super) enum Output {
    /// Only statistics are wanted.
    None,
    Standard(BufWriter<io::Stdout>),
    /// Something like a device, which is written to as it is.
    Device {
        name: String,
        file: BufWriter<File>,
    },
    File(Box<NewFile>),
}

/// A file that is written beside its place, with those that belong to it.
pub(super) struct NewFile {
    path: PathBuf,
    force: bool,
    temporary: Temporary,
    companions: Vec<Temporary>,
}

/// A file under a name of its own, until it is finished.
struct Temporary {
    file: Option<BufWriter<File>>,
    path: PathBuf,
    target: PathBuf,
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
        if let Ok(data) = fs::metadata(path)
            && !data.is_file()
        {
            let name = shown(path);
            let file = OpenOptions::new().write(true).open(path);
            let file =
                file.map_err(|source| JobError::Unwritable { name: name.clone(), source })?;
            return Ok(Self::Device { name, file: BufWriter::new(file) });
        }
        if !how.force {
            check_free(path)?;
        }
        let temporary = Temporary::make(path)?;
        let (path, force) = (path.to_owned(), how.force);
        Ok(Self::File(Box::new(NewFile { path, force, temporary, companions: Vec::new() })))
    }

    /// The file that is written, if it is one.
    pub(super) fn path(&self) -> Option<PathBuf> {
        match self {
            Self::File(file) => Some(file.path.clone()),
            _ => None,
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), JobError> {
        match self {
            Self::None => Ok(()),
            Self::Standard(output) => output.write_all(bytes).map_err(JobError::standard_output),
            Self::Device { name, file } => file
                .write_all(bytes)
                .map_err(|source| JobError::Unwritable { name: name.clone(), source }),
            Self::File(file) => file.temporary.write(bytes),
        }
    }

    /// Writes a file that belongs to this one.
    pub(super) fn add_companion(
        &mut self,
        path: &Path,
        content: &[u8],
        force: bool,
    ) -> Result<(), JobError> {
        let Self::File(file) = self else { return Ok(()) };
        if !force {
            check_free(path)?;
        }
        let mut companion = Temporary::make(path)?;
        companion.write(content)?;
        file.companions.push(companion);
        Ok(())
    }

    /// Puts what has been written in its place.
    pub(super) fn close(&mut self) -> Result<(), JobError> {
        match self {
            Self::None => Ok(()),
            Self::Standard(output) => output.flush().map_err(JobError::standard_output),
            Self::Device { name, file } => {
                file.flush().map_err(|source| JobError::Unwritable { name: name.clone(), source })
            }
            Self::File(file) => {
                let NewFile { temporary, companions, force, .. } = &mut **file;
                // The main file last: where it is, the others are.
                for file in companions.iter_mut().chain([temporary]) {
                    file.finish(*force)?;
                }
                Ok(())
            }
        }
    }
}

/// Writes to standard output at once.
pub(super) fn to_standard_output(bytes: &[u8]) -> Result<(), JobError> {
    let mut output = io::stdout().lock();
    output.write_all(bytes).and_then(|()| output.flush()).map_err(JobError::standard_output)
}

fn check_free(path: &Path) -> Result<(), JobError> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        _ => Err(JobError::Taken(shown(path))),
    }
}

impl Temporary {
    /// Makes a file beside the one it is to become.
    fn make(target: &Path) -> Result<Self, JobError> {
        // What a link leads to is replaced, not the link.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let mut name = std::ffi::OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(format!(".{}.tmp", std::process::id()));
        let path = target.with_file_name(name);
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        match file {
            Ok(file) => Ok(Self { file: Some(BufWriter::new(file)), path, target }),
            Err(source) => Err(JobError::Unwritable { name: shown(&target), source }),
        }
    }

    fn unwritable(&self, source: io::Error) -> JobError {
        JobError::Unwritable { name: shown(&self.target), source }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), JobError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(bytes).map_err(|source| self.unwritable(source))
    }

    fn finish(&mut self, force: bool) -> Result<(), JobError> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let finished = file.into_inner().map_err(io::IntoInnerError::into_error);
        finished
            .and_then(|file| {
                if let Ok(data) = fs::metadata(&self.target) {
                    file.set_permissions(data.permissions())?;
                }
                file.sync_all()?;
                self.put(force)
            })
            .map_err(|source| match source.kind() {
                io::ErrorKind::AlreadyExists => JobError::Taken(shown(&self.target)),
                _ => self.unwritable(source),
            })
    }

    /// Gives the file its name. Without `force` that fails if somebody else has taken the name in
    /// the meantime, where files can have two names for a moment.
    fn put(&self, force: bool) -> io::Result<()> {
        if !force {
            match fs::hard_link(&self.path, &self.target) {
                Ok(()) => {
                    let _ = fs::remove_file(&self.path);
                    return self.sync_folder();
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) => {}
            }
        }
        fs::rename(&self.path, &self.target)?;
        self.sync_folder()
    }

    /// Makes the name last through a power cut. Only Unix lets a folder be opened.
    fn sync_folder(&self) -> io::Result<()> {
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty());
        if cfg!(unix) {
            File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        }
        Ok(())
    }
}

impl Drop for Temporary {
    /// Leaves nothing behind of a job that has failed.
    fn drop(&mut self) {
        if self.file.take().is_some() || self.path.exists() {
            let _ = fs::remove_file(&self.path);
        }
    }
}
