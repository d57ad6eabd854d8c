//! The sink of records: a format, and the stream or file that gets what it prints.
//!
//! A sink writes each record file with the companions of its format, such as the names of WTHOR.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Format, GameRecord, RecordFormat, Unwritable};
use crate::base::files::{NewFile, disk, is_free};
use crate::base::language::{reason, tr};
use crate::base::text::{printable_path, today};

/// Writes records to a stream, or to a file that appears under its name when it is complete.
pub struct Sink {
    /// `None` if everything is written by [`write`](Self::write).
    format: Option<Box<dyn RecordFormat>>,
    destination: Destination,
}

enum Destination {
    Stream {
        name: &'static str,
        stream: Box<dyn Write>,
    },
    File(NewFile),
}

/// The error returned when a sink can't take a record, or complete its files.
#[derive(Debug, Error)]
pub enum SinkError {
    /// A record that the format can't represent.
    #[error("{0}")]
    Record(Unwritable),
    /// A file or stream that can't be written, or a file that exists and must not be replaced.
    #[error("{}", tr!(
        "can't write {file}: {reason}",
        file = printable_path(.path),
        reason = reason(.source)
    ))]
    File { path: PathBuf, source: io::Error },
    /// A file with the name of one of its companions.
    #[error("{}", belongs_to_others(.0))]
    PlaceOfNames(PathBuf),
    /// A companion of other records, which would be read as one of these.
    #[error("{}", belongs_to_others(.0))]
    OtherNames(PathBuf),
}

fn belongs_to_others(path: &Path) -> String {
    tr!(
        "{file} belongs to other games: move it, or choose another name",
        file = printable_path(path)
    )
}

impl Sink {
    /// Begins a file. With `replaces`, it may replace another one.
    pub fn to_file(path: &Path, replaces: bool) -> Result<Self, SinkError> {
        let file = NewFile::begin(path, replaces).map_err(SinkError::of(path))?;
        Ok(Self {
            format: None,
            destination: Destination::File(file),
        })
    }

    /// Writes to a stream, without companions. Errors call it by the name.
    pub fn to_stream(name: &'static str, stream: impl Write + 'static) -> Self {
        let stream = Box::new(stream);
        Self {
            format: None,
            destination: Destination::Stream { name, stream },
        }
    }

    /// Sets the format of the records.
    #[must_use]
    pub fn with_format(self, format: Format) -> Self {
        Self {
            format: Some(format.open_on(today())),
            ..self
        }
    }

    /// Writes a record.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), SinkError> {
        let Some(format) = &mut self.format else {
            return Ok(());
        };
        let bytes = format.print(record).map_err(SinkError::Record)?;
        self.write(&bytes)
    }

    /// Writes other bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        match &mut self.destination {
            Destination::Stream { name, stream } => {
                let written = stream.write_all(bytes);
                written.map_err(SinkError::of(Path::new(name)))
            }
            Destination::File(file) => write(file, bytes),
        }
    }

    /// Whether the names are lost, because companions can't be beside this output.
    pub fn loses_names(&self) -> bool {
        let Some(format) = self.format.as_ref().filter(|_| !self.is_regular_file()) else {
            return false;
        };
        let companions = format.companions();
        companions.iter().any(|(_, content)| content.is_some())
    }

    /// Whether the records go to a regular file.
    pub fn is_regular_file(&self) -> bool {
        matches!(&self.destination, Destination::File(file) if file.is_regular())
    }

    /// Writes what follows the last record, and gives the files their names.
    pub fn finish(mut self) -> Result<(), SinkError> {
        if let Some(format) = &mut self.format {
            let rest = format.finish();
            self.write(&rest)?;
        }
        match self.destination {
            Destination::Stream { name, mut stream } => {
                let flushed = stream.flush();
                flushed.map_err(SinkError::of(Path::new(name)))
            }
            Destination::File(file) => {
                let companions = match self.format {
                    Some(format) if file.is_regular() => companions(&*format, &file)?,
                    _ => Vec::new(),
                };
                place(companions, file)
            }
        }
    }
}

/// Writes the companions of a file.
fn companions(format: &dyn RecordFormat, main: &NewFile) -> Result<Vec<NewFile>, SinkError> {
    let mut files = Vec::new();
    for (extension, content) in format.companions() {
        let path = main.path().with_extension(extension);
        if path == main.path() {
            return Err(SinkError::PlaceOfNames(path));
        }
        if let Some(content) = content {
            let file = NewFile::begin(&path, main.replaces());
            let mut file = file.map_err(SinkError::of(&path))?;
            write(&mut file, &content)?;
            files.push(file);
        } else if !is_free(&path) {
            return Err(SinkError::OtherNames(path));
        }
    }
    Ok(files)
}

fn write(file: &mut NewFile, bytes: &[u8]) -> Result<(), SinkError> {
    let written = file.write_all(bytes);
    written.map_err(SinkError::of(file.path()))
}

/// Gives files their names, the main file last: if it exists, so do the others.
fn place(companions: Vec<NewFile>, main: NewFile) -> Result<(), SinkError> {
    let last = companions.len();
    let mut placed = Vec::new();
    for (index, mut file) in companions.into_iter().chain([main]).enumerate() {
        let path = file.path().to_owned();
        let Err(source) = file.finish() else {
            placed.push(path);
            continue;
        };
        // A file has its name if only the folder can't be synced.
        let is_there = source.kind() != io::ErrorKind::AlreadyExists && !is_free(&path);
        let is_complete = is_there && index == last;
        // Without the main file, the companions would only be in the way of the next attempt.
        if !file.replaces() && !is_complete {
            placed.extend(is_there.then(|| path.clone()));
            for companion in placed {
                let _ = disk::remove(&companion);
            }
        }
        return Err(SinkError::of(&path)(source));
    }
    Ok(())
}

impl SinkError {
    /// Creates a closure for `map_err`: `path` can't be written.
    fn of(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}
