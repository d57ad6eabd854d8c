//! `reversi convert`: convert game records between formats, or count what is in them.

mod json;
mod output;
pub(super) mod source;
mod stats;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Findings, JobError, print, unless_closed};
use crate::base::files::is_free;
use crate::base::text::{counted, printable_path};
use crate::records::{Condition, Entry, Format, ReadError, RecordFormat, Unwritable};

use output::Output;
use source::Source;
use stats::Statistics;

/// The settings of a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Convert {
    /// The file of records; `-` is standard input.
    pub input: PathBuf,
    /// The output file; standard output if missing or `-`.
    pub output: Option<PathBuf>,
    /// The input format; `None` for detection by name or content.
    pub from: Option<Format>,
    /// The kind of output.
    pub to: Target,
    /// The conditions that a record must meet.
    pub select: Vec<Condition>,
    /// The maximum number of plies to keep of each game.
    pub plies: Option<usize>,
    /// Whether to write statistics to standard output.
    pub stats: bool,
    /// Whether to overwrite an existing file.
    pub force: bool,
}

/// The target of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A format.
    Format(Format),
    /// One JSON object per record.
    Json,
    /// Nothing but statistics.
    Nothing,
    /// Statistics as a JSON object.
    JsonStatistics,
}

/// Converts the records of a file, and reports bad ones on standard error.
///
/// # Errors
/// A [`JobError`] if the input can't be read or the output can't be written. A closed pipe is not
/// an error.
pub fn convert(how: &Convert) -> Result<Findings, JobError> {
    let source = Source::open(&how.input, how.from)?;
    let output = Output::open(how)?;
    let job = Job {
        how,
        name: source.name.clone(),
        output,
        statistics: Statistics::default(),
        bad: 0,
        is_empty: false,
        written: 0,
    };
    job.run(source)
}

struct Job<'a> {
    how: &'a Convert,
    name: String,
    output: Output,
    statistics: Statistics,
    /// Records that can't be read or written.
    bad: usize,
    /// There was no record, not even a bad one.
    is_empty: bool,
    written: usize,
}

impl Job<'_> {
    fn run(mut self, source: Source) -> Result<Findings, JobError> {
        unless_closed(self.convert_all(source))?;
        Ok(Findings { wrong: self.bad + usize::from(self.is_empty), ..Findings::default() })
    }

    fn convert_all(&mut self, source: Source) -> Result<(), JobError> {
        let format = source.format;
        let mut writer: Option<Box<dyn RecordFormat>> = match self.how.to {
            Target::Format(to) => Some(output::writer(to)),
            _ => None,
        };
        let mut count = 0;
        for found in source.records {
            count += 1;
            match found {
                Ok(entry) if self.how.select.iter().all(|condition| condition.holds(&entry)) => {
                    self.take(entry, &mut writer)?;
                }
                Ok(_) => {}
                Err(ReadError::Bad(bad)) => self.complain(&format!("{bad}")),
                Err(ReadError::Io(source)) => {
                    return Err(JobError::Unreadable { name: self.name.clone(), source });
                }
            }
        }
        if count == 0 {
            self.is_empty = true;
            self.say(&format!("no record found, read as {format}"));
        }
        if let Some(mut writer) = writer {
            self.output.write(&writer.finish())?;
            self.write_companions(writer.as_ref())?;
        }
        if self.how.stats {
            let text = match self.how.to {
                Target::JsonStatistics => json::statistics(&self.statistics, self.bad),
                _ => self.statistics.text(self.bad),
            };
            print(&text)?;
        }
        if self.written == 0 && self.bad == 0 && !self.is_empty && self.output.path().is_some() {
            self.complain("no record matches --select: nothing written");
        }
        if self.written == 0 && (self.bad > 0 || self.is_empty) {
            // An empty file would look like an answer.
            return Ok(());
        }
        self.output.close()?;
        if self.bad > 0 {
            let records = counted(count, "record");
            say(&format!("{}: converted {} of {records}", self.name, self.written));
        }
        Ok(())
    }

    fn take(
        &mut self,
        mut entry: Entry,
        writer: &mut Option<Box<dyn RecordFormat>>,
    ) -> Result<(), JobError> {
        if let Some(plies) = self.how.plies {
            entry.record.truncate(plies);
        }
        let printed = match (self.how.to, writer) {
            (Target::Json, _) => Ok(json::record(&entry).into_bytes()),
            (_, Some(writer)) => writer.print(&entry.record),
            (_, None) => Ok(Vec::new()),
        };
        match printed {
            Ok(bytes) => {
                self.written += 1;
                self.statistics.add(&entry.record);
                self.output.write(&bytes)
            }
            Err(reason @ Unwritable::OnlyOne(_)) => Err(JobError::OnlyOne(reason)),
            Err(reason) => {
                self.complain(&format!("record {}: {reason}", entry.number));
                Ok(())
            }
        }
    }

    fn write_companions(&mut self, writer: &dyn RecordFormat) -> Result<(), JobError> {
        let companions = writer.companions();
        let Some(path) = self.output.path() else {
            if companions.iter().any(|(_, content)| content.is_some()) {
                say(
                    "player and event names are not written: WTHOR stores them in files beside OUT",
                );
            }
            return Ok(());
        };
        for (extension, content) in companions {
            let beside = path.with_extension(extension);
            if beside == path {
                return Err(JobError::PlaceOfNames(printable_path(&path).to_string()));
            }
            match content {
                Some(content) => self.output.add_companion(&beside, &content, self.how.force)?,
                None if !is_free(&beside) => {
                    return Err(JobError::OtherNames(printable_path(&beside).to_string()));
                }
                None => {}
            }
        }
        Ok(())
    }

    fn complain(&mut self, what: &str) {
        self.bad += 1;
        self.say(what);
    }

    /// Reports something about the input.
    fn say(&self, what: &str) {
        say(&format!("{}: {what}", self.name));
    }
}

fn say(line: &str) {
    // Standard error may be closed; then nobody reads the report.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Whether a path stands for a standard stream.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}
