//! The sink of records: a format, and the stream or file that gets what it prints.
//!
//! Every file of records is written by a sink, with the companions of its format, such as the names of WTHOR.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Format, GameRecord, RecordFormat, Unwritable};
use crate::base::files::{NewFile, disk, is_free};
use crate::base::text::today;

/// Writes records to a stream, or to a file that appears under its name when it is complete.
pub(crate) struct Sink {
    /// `None` if everything is written by [`write`](Self::write).
    format: Option<Box<dyn RecordFormat>>,
    destination: Destination,
}

enum Destination {
    Stream {
        name: &'static str,
        stream: Box<dyn Write>,
    },
    File(PlacedFile),
}

/// A file without its name yet.
struct PlacedFile {
    path: PathBuf,
    file: NewFile,
    replaces: bool,
}

/// The error returned when a sink can't take a record, or complete its files.
#[derive(Debug)]
pub(crate) enum SinkError {
    /// A record that the format can't represent.
    Record(Unwritable),
    /// A file or stream that can't be written, or a file that exists and must not be replaced.
    File { path: PathBuf, source: io::Error },
    /// A file with the name of one of its companions.
    PlaceOfNames(PathBuf),
    /// A companion of other records, which would be read as one of these.
    OtherNames(PathBuf),
}

impl Sink {
    /// Begins a file. With `replaces`, it may replace another one.
    pub(crate) fn to_file(path: &Path, replaces: bool) -> Result<Self, SinkError> {
        let file = PlacedFile::begin(path, replaces)?;
        Ok(Self {
            format: None,
            destination: Destination::File(file),
        })
    }

    /// Writes to a stream, without companions. Errors call it by the name.
    pub(crate) fn to_stream(name: &'static str, stream: impl Write + 'static) -> Self {
        let stream = Box::new(stream);
        Self {
            format: None,
            destination: Destination::Stream { name, stream },
        }
    }

    /// Sets the format of the records.
    #[must_use]
    pub(crate) fn with_format(self, format: Format) -> Self {
        Self {
            format: Some(format.open_on(today())),
            ..self
        }
    }

    /// Writes a record.
    pub(crate) fn add(&mut self, record: &GameRecord) -> Result<(), SinkError> {
        let Some(format) = &mut self.format else {
            return Ok(());
        };
        let bytes = format.print(record).map_err(SinkError::Record)?;
        self.write(&bytes)
    }

    /// Writes other bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        match &mut self.destination {
            Destination::Stream { name, stream } => {
                let written = stream.write_all(bytes);
                written.map_err(|source| SinkError::of(Path::new(name), source))
            }
            Destination::File(file) => file.write(bytes),
        }
    }

    /// Whether the names are lost, because companions can't be beside this output.
    pub(crate) fn loses_names(&self) -> bool {
        let Some(format) = self.format.as_ref().filter(|_| !self.is_regular_file()) else {
            return false;
        };
        let companions = format.companions();
        companions.iter().any(|(_, content)| content.is_some())
    }

    /// Whether the records go to a regular file.
    pub(crate) fn is_regular_file(&self) -> bool {
        matches!(&self.destination, Destination::File(file) if file.file.is_regular())
    }

    /// Writes what follows the last record, and gives the files their names.
    pub(crate) fn finish(mut self) -> Result<(), SinkError> {
        if let Some(format) = &mut self.format {
            let rest = format.finish();
            self.write(&rest)?;
        }
        match self.destination {
            Destination::Stream { name, mut stream } => {
                let flushed = stream.flush();
                flushed.map_err(|source| SinkError::of(Path::new(name), source))
            }
            Destination::File(file) => {
                let companions = match self.format {
                    Some(format) if file.file.is_regular() => companions(&*format, &file)?,
                    _ => Vec::new(),
                };
                place(companions, file)
            }
        }
    }
}

/// Writes the companions of a file.
fn companions(format: &dyn RecordFormat, main: &PlacedFile) -> Result<Vec<PlacedFile>, SinkError> {
    let mut files = Vec::new();
    for (extension, content) in format.companions() {
        let path = main.path.with_extension(extension);
        if path == main.path {
            return Err(SinkError::PlaceOfNames(path));
        }
        if let Some(content) = content {
            let mut file = PlacedFile::begin(&path, main.replaces)?;
            file.write(&content)?;
            files.push(file);
        } else if !is_free(&path) {
            return Err(SinkError::OtherNames(path));
        }
    }
    Ok(files)
}

/// Gives files their names, the main file last: if it exists, so do the others.
fn place(companions: Vec<PlacedFile>, mut main: PlacedFile) -> Result<(), SinkError> {
    let mut placed = Vec::new();
    for mut file in companions {
        if let Err(error) = file.place() {
            if error.leaves_ours(&file.path) {
                placed.push(file.path);
            }
            remove_unless(main.replaces, &placed);
            return Err(error);
        }
        placed.push(file.path);
    }
    main.place().inspect_err(|error| {
        let is_main_there = error.leaves_ours(&main.path);
        remove_unless(main.replaces || is_main_there, &placed);
    })
}

/// Removes companions. Without the main file they would only be in the way of the next attempt.
fn remove_unless(must_stay: bool, companions: &[PathBuf]) {
    for path in companions.iter().filter(|_| !must_stay) {
        let _ = disk::remove(path);
    }
}

impl PlacedFile {
    fn begin(path: &Path, replaces: bool) -> Result<Self, SinkError> {
        let failed = |source| SinkError::of(path, source);
        if !replaces && !NewFile::is_special(path) && !is_free(path) {
            return Err(failed(io::ErrorKind::AlreadyExists.into()));
        }
        Ok(Self {
            path: path.to_owned(),
            file: NewFile::begin(path).map_err(failed)?,
            replaces,
        })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        let written = self.file.write_all(bytes);
        written.map_err(|source| SinkError::of(&self.path, source))
    }

    fn place(&mut self) -> Result<(), SinkError> {
        let finished = self.file.finish(self.replaces);
        finished.map_err(|source| SinkError::of(&self.path, source))
    }
}

impl SinkError {
    fn of(path: &Path, source: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            source,
        }
    }

    /// Whether a file that could not be placed has its name all the same.
    fn leaves_ours(&self, path: &Path) -> bool {
        let is_taken = matches!(self, Self::File { source, .. } if source.kind() == io::ErrorKind::AlreadyExists);
        !is_taken && !is_free(path)
    }
}
