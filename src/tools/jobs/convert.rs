//! `reversi convert`: converts game records between formats, or counts their contents.

mod record_output;
mod stats;

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::error::ErrorKind;

use super::source::{
    complaint, format_names, format_parser, is_standard, open_records, readable_format, turn,
};
use super::{Findings, print, unless_closed};
use crate::base::text::{counted, printable_path};
use crate::games::Player;
use crate::records::{Condition, Entry, Format, ReadError, Sink, SinkError, Source, Unwritable};
use crate::tools::run::{ToolError, input};

use stats::Statistics;

/// The options of `reversi convert`.
#[derive(Debug, Clone, Args)]
pub struct ConvertOptions {
    /// Input format [default: by extension or content]
    #[arg(long, value_name = "FORMAT", value_parser = readable_format())]
    from: Option<Format>,

    /// Side to move of boards that don't show it: B or W
    #[arg(long, value_name = "SIDE", value_parser = turn)]
    turn: Option<Player>,

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
}

impl ConvertOptions {
    fn target(&self) -> Result<ConvertTarget, ToolError> {
        let conflict = |reason: &str| Err(usage(ErrorKind::ArgumentConflict, reason.to_owned()));
        let file = self.output.as_deref().filter(|path| !is_standard(path));
        if self.stats && file.is_none() {
            if self.output.is_some() {
                return conflict("--stats cannot be used with OUT -: give an output file");
            }
            if self.to.is_some() {
                return conflict(
                    "--stats cannot be used with --to without OUT: give an output file",
                );
            }
            return Ok(ConvertTarget::Nothing);
        }
        let extension = file
            .and_then(Path::extension)
            .and_then(OsStr::to_str)
            .unwrap_or_default();
        let by_extension = Format::of_extension(extension);
        if self.json {
            if self.stats {
                return conflict("--json cannot be used with --stats and OUT");
            }
            return match by_extension {
                Some(format) => conflict(&format!(
                    "--json cannot write {format} files: use another extension for OUT"
                )),
                None => Ok(ConvertTarget::Json),
            };
        }
        let is_text = file.is_none() || extension.eq_ignore_ascii_case("txt");
        let format = self
            .to
            .or(is_text.then_some(Format::Transcript))
            .or(by_extension);
        format.map(ConvertTarget::Format).ok_or_else(|| {
            let formats = format_names(|_| true).join(", ");
            let name = printable_path(file.unwrap_or(Path::new("-")));
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
    let sink = record_output::open(options, target)?;
    let mut job = ConvertJob {
        options,
        target,
        name,
        sink,
        statistics: Statistics::default(),
        bad: 0,
        is_empty: false,
        written: 0,
    };
    unless_closed(job.convert(source.assuming(options.turn)))?;
    Ok(Findings {
        wrong: job.bad + usize::from(job.is_empty),
        ..Findings::default()
    })
}

struct ConvertJob<'a> {
    options: &'a ConvertOptions,
    target: ConvertTarget,
    name: String,
    /// `None` if only statistics were requested, or after the end.
    sink: Option<Sink>,
    statistics: Statistics,
    /// Records that can't be read or written.
    bad: usize,
    /// Whether the input has no records, not even bad ones.
    is_empty: bool,
    written: usize,
}

impl ConvertJob<'_> {
    fn convert(&mut self, mut source: Source<'static>) -> Result<(), ToolError> {
        self.take_all(&mut source)?;
        if self.sink.as_ref().is_some_and(Sink::loses_names) {
            say("player and event names are not written: WTHOR stores them in files beside OUT");
        }
        if self.options.stats {
            let statistics = &self.statistics;
            let is_json = self.options.json;
            print(&if is_json {
                statistics.json(self.bad)
            } else {
                statistics.text(self.bad)
            })?;
        }
        self.finish(source.number())
    }

    /// Reads all records, and writes those that are selected.
    fn take_all(&mut self, source: &mut Source<'static>) -> Result<(), ToolError> {
        let select = &self.options.select;
        for found in source.by_ref() {
            match found {
                Ok(entry) if select.iter().all(|condition| condition.holds(&entry)) => {
                    self.take(entry)?;
                }
                Ok(_) => {}
                Err(ReadError::Bad(bad)) => self.complain(&complaint(&bad)),
                Err(ReadError::Io(source)) => {
                    let name = self.name.clone();
                    return Err(ToolError::Unreadable { name, source });
                }
            }
        }
        if let Some(unread) = source.take_unread() {
            self.complain(&unread.to_string());
        }
        self.is_empty = source.number() == 0;
        if self.is_empty {
            self.say(&format!("no record found, read as {}", source.format()));
        }
        Ok(())
    }

    fn take(&mut self, mut entry: Entry) -> Result<(), ToolError> {
        if let Some(plies) = self.options.plies {
            entry.record.truncate(plies.into());
        }
        let written = match &mut self.sink {
            None => Ok(()),
            Some(sink) if self.target == ConvertTarget::Json => {
                sink.write(record_output::json(&entry).as_bytes())
            }
            Some(sink) => sink.add(&entry.record),
        };
        match written {
            Ok(()) => {
                self.written += 1;
                self.statistics.add(&entry.record);
            }
            Err(SinkError::Record(reason)) if !matches!(reason, Unwritable::OnlyOne(_)) => {
                self.complain(&format!("record {}: {reason}", entry.number));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Ends the output, if there is something in it. `count` is the number of records in the input.
    fn finish(&mut self, count: usize) -> Result<(), ToolError> {
        let is_file = self.sink.as_ref().is_some_and(Sink::is_regular_file);
        if self.written == 0 && self.bad == 0 && !self.is_empty && is_file {
            self.complain("no record matches --select: nothing written");
        }
        if self.written == 0 && (self.bad > 0 || self.is_empty) {
            // Don't write an empty file, which would look like a result.
            return Ok(());
        }
        if let Some(sink) = self.sink.take() {
            sink.finish()?;
        }
        if self.bad > 0 {
            let records = counted(count, "record");
            self.say(&format!("converted {} of {records}", self.written));
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
