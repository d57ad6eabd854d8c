//! `reversi convert`: converts game records between formats, or counts their contents.

mod json;
mod record_output;
mod stats;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap::error::ErrorKind;

use super::source::{format_names, format_parser, is_standard, open_records, readable_format};
use super::{Findings, print, unless_closed};
use crate::base::files::is_free;
use crate::base::text::{counted, printable_path, today};
use crate::records::{Condition, Entry, Format, ReadError, RecordFormat, Unwritable};
use crate::store::RecordFile;
use crate::tools::run::{ToolError, input};

use record_output::RecordOutput;
use stats::Statistics;

/// The options of `reversi convert`.
#[derive(Debug, Clone, Args)]
pub struct ConvertOptions {
    /// Input format [default: by extension or content]
    #[arg(long, value_name = "FORMAT", value_parser = readable_format())]
    from: Option<Format>,

    /// Output format [default: by the extension of OUT; transcripts for .txt and standard output]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(format_names(|_| true)))]
    to: Option<Format>,

    /// Convert only matching records: player= black= white= event= opening= (part of a name),
    /// year=1980..1985, result=black|white|draw|unknown, plies=60.., number=3; repeat to combine
    #[arg(long, value_name = "CONDITION", value_parser = Condition::on_file)]
    select: Vec<Condition>,

    /// Keep only the first N plies of each game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1000))]
    plies: Option<u16>,

    /// Print statistics (results, lengths, years, players); converts only if OUT is given
    #[arg(long)]
    stats: bool,

    /// Print one JSON object per record, or one with the statistics (with --stats)
    #[arg(long, conflicts_with = "to")]
    json: bool,

    /// Overwrite OUT if it exists
    #[arg(long)]
    force: bool,

    /// Input file (- for standard input) [default: standard input, unless it is a terminal]
    #[arg(value_name = "IN")]
    input: Option<PathBuf>,

    /// Output file (- for standard output) [default: standard output]
    #[arg(value_name = "OUT")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConvertTarget {
    Format(Format),
    Json,
    /// Statistics only.
    Nothing,
    JsonStatistics,
}

impl ConvertOptions {
    fn target(&self) -> Result<ConvertTarget, ToolError> {
        let file = self.output.as_deref().filter(|path| !is_standard(path));
        if self.stats && file.is_none() {
            let what = if self.output.is_some() {
                Some("OUT -: give an output file")
            } else if self.to.is_some() {
                Some("--to without OUT: give an output file")
            } else {
                None
            };
            if let Some(what) = what {
                let reason = format!("--stats cannot be used with {what}");
                return Err(usage(ErrorKind::ArgumentConflict, reason));
            }
            return Ok(if self.json {
                ConvertTarget::JsonStatistics
            } else {
                ConvertTarget::Nothing
            });
        }
        if self.json {
            if self.stats {
                let reason = "--json cannot be used with --stats and OUT".to_owned();
                return Err(usage(ErrorKind::ArgumentConflict, reason));
            }
            if let Some(format) =
                file.and_then(|file| Format::of_extension(file.extension()?.to_str()?))
            {
                let reason =
                    format!("--json cannot write {format} files: use another extension for OUT");
                return Err(usage(ErrorKind::ArgumentConflict, reason));
            }
            return Ok(ConvertTarget::Json);
        }
        if let Some(format) = self.to {
            return Ok(ConvertTarget::Format(format));
        }
        let Some(file) = file else { return Ok(ConvertTarget::Format(Format::Transcript)) };
        let extension = file.extension().and_then(|extension| extension.to_str());
        let extension = extension.unwrap_or_default();
        if extension.eq_ignore_ascii_case("txt") {
            return Ok(ConvertTarget::Format(Format::Transcript));
        }
        Format::of_extension(extension).map(ConvertTarget::Format).ok_or_else(|| {
            let formats = format_names(|_| true).join(", ");
            let name = printable_path(file);
            let reason =
                format!("unknown file extension in {name}: use --to with one of {formats}");
            usage(ErrorKind::MissingRequiredArgument, reason)
        })
    }
}

fn usage(kind: ErrorKind, reason: String) -> ToolError {
    ToolError::usage("convert", kind, reason)
}

pub fn convert(options: &ConvertOptions) -> Result<Findings, ToolError> {
    let target = options.target()?;
    let input = input("convert", options.input.clone(), "no records: give IN")?;
    let (name, source) = open_records(&input, options.from)?;
    let output = RecordOutput::open(options, target)?;
    let job = ConvertJob {
        options,
        target,
        name,
        output,
        statistics: Statistics::default(),
        bad: 0,
        is_empty: false,
        written: 0,
    };
    job.run(source)
}

struct ConvertJob<'a> {
    options: &'a ConvertOptions,
    target: ConvertTarget,
    name: String,
    output: RecordOutput,
    statistics: Statistics,
    /// Records that can't be read or written.
    bad: usize,
    /// Whether the input has no records, not even bad ones.
    is_empty: bool,
    written: usize,
}

impl ConvertJob<'_> {
    fn run(mut self, source: RecordFile) -> Result<Findings, ToolError> {
        unless_closed(self.convert_all(source))?;
        Ok(Findings { wrong: self.bad + usize::from(self.is_empty), ..Findings::default() })
    }

    fn convert_all(&mut self, source: RecordFile) -> Result<(), ToolError> {
        let format = source.format;
        let mut writer: Option<Box<dyn RecordFormat>> = match self.target {
            ConvertTarget::Format(to) => Some(to.open_on(today())),
            _ => None,
        };
        let mut count = 0;
        for found in source.records {
            count += 1;
            match found {
                Ok(entry)
                    if self.options.select.iter().all(|condition| condition.holds(&entry)) =>
                {
                    self.take(entry, &mut writer)?;
                }
                Ok(_) => {}
                Err(ReadError::Bad(bad)) => self.complain(&format!("{bad}")),
                Err(ReadError::Io(source)) => {
                    return Err(ToolError::Unreadable { name: self.name.clone(), source });
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
        if self.options.stats {
            let text = match self.target {
                ConvertTarget::JsonStatistics => json::statistics(&self.statistics, self.bad),
                _ => self.statistics.text(self.bad),
            };
            print(&text)?;
        }
        if self.written == 0 && self.bad == 0 && !self.is_empty && self.output.path().is_some() {
            self.complain("no record matches --select: nothing written");
        }
        if self.written == 0 && (self.bad > 0 || self.is_empty) {
            // Don't write an empty file, which would look like a result.
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
    ) -> Result<(), ToolError> {
        if let Some(plies) = self.options.plies {
            entry.record.truncate(plies.into());
        }
        let printed = match (self.target, writer) {
            (ConvertTarget::Json, _) => Ok(json::record(&entry).into_bytes()),
            (_, Some(writer)) => writer.print(&entry.record),
            (_, None) => Ok(Vec::new()),
        };
        match printed {
            Ok(bytes) => {
                self.written += 1;
                self.statistics.add(&entry.record);
                self.output.write(&bytes)
            }
            Err(reason @ Unwritable::OnlyOne(_)) => Err(ToolError::OnlyOne(reason)),
            Err(reason) => {
                self.complain(&format!("record {}: {reason}", entry.number));
                Ok(())
            }
        }
    }

    fn write_companions(&mut self, writer: &dyn RecordFormat) -> Result<(), ToolError> {
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
                return Err(ToolError::PlaceOfNames(printable_path(&path).to_string()));
            }
            match content {
                Some(content) => {
                    self.output.add_companion(&beside, &content, self.options.force)?;
                }
                None if !is_free(&beside) => {
                    return Err(ToolError::OtherNames(printable_path(&beside).to_string()));
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

    fn say(&self, what: &str) {
        say(&format!("{}: {what}", self.name));
    }
}

fn say(line: &str) {
    // Ignore the error: standard error may be closed.
    let _ = writeln!(io::stderr(), "{line}");
}
