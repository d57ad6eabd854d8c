//! The arguments of `reversi convert`.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;

use super::{Arguments, usage};
use crate::base::text::printable_path;
use crate::records::{Condition, Format};
use crate::tools::jobs::{Convert, Target};

/// The arguments of `reversi convert`.
#[derive(Debug, Clone, Args)]
pub struct ConvertArguments {
    /// Input format [default: by extension or content]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(readable()))]
    pub from: Option<String>,

    /// Output format [default: by the extension of OUT; transcripts for .txt and standard output]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(all()))]
    pub to: Option<String>,

    /// Convert only matching records: player= black= white= event= opening= (part of a name),
    /// year=1980..1985, result=black|white|draw|unknown, plies=60.., number=3; repeat to combine
    #[arg(long, value_name = "CONDITION", value_parser = str::parse::<Condition>)]
    pub select: Vec<Condition>,

    /// Keep only the first N plies of each game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub plies: Option<u16>,

    /// Print statistics (results, lengths, years, players); converts only if OUT is given
    #[arg(long)]
    pub stats: bool,

    /// Print one JSON object per record, or one with the statistics (with --stats)
    #[arg(long, conflicts_with = "to")]
    pub json: bool,

    /// Overwrite OUT if it exists
    #[arg(long)]
    pub force: bool,

    /// Input file (- for standard input) [default: standard input, unless it is a terminal]
    #[arg(value_name = "IN")]
    pub input: Option<PathBuf>,

    /// Output file (- for standard output) [default: standard output]
    #[arg(value_name = "OUT")]
    pub output: Option<PathBuf>,
}

impl ConvertArguments {
    /// The task that the arguments describe.
    ///
    /// # Errors
    /// A usage error if there is no input, the output format is unknown or options conflict.
    pub fn task(self) -> Result<Convert, clap::Error> {
        let to = self.target()?;
        let input = usage::input::<Arguments>("convert", self.input, "no records: give IN")?;
        Ok(Convert {
            from: self.from.as_deref().and_then(Format::named),
            to,
            input,
            output: self.output,
            select: self.select,
            plies: self.plies.map(usize::from),
            stats: self.stats,
            force: self.force,
        })
    }

    /// The kind of output.
    fn target(&self) -> Result<Target, clap::Error> {
        let is_standard = |path: &Path| path.as_os_str() == "-";
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
                return Err(usage_error(ErrorKind::ArgumentConflict, reason));
            }
            return Ok(if self.json { Target::JsonStatistics } else { Target::Nothing });
        }
        if self.json {
            if self.stats {
                let reason = "--json cannot be used with --stats and OUT".to_owned();
                return Err(usage_error(ErrorKind::ArgumentConflict, reason));
            }
            if let Some(format) =
                file.and_then(|file| Format::of_extension(file.extension()?.to_str()?))
            {
                let reason =
                    format!("--json cannot write {format} files: use another extension for OUT");
                return Err(usage_error(ErrorKind::ArgumentConflict, reason));
            }
            return Ok(Target::Json);
        }
        if let Some(format) = self.to.as_deref().and_then(Format::named) {
            return Ok(Target::Format(format));
        }
        let Some(file) = file else { return Ok(Target::Format(Format::Transcript)) };
        let extension = file.extension().and_then(|extension| extension.to_str());
        let extension = extension.unwrap_or_default();
        if extension.eq_ignore_ascii_case("txt") {
            return Ok(Target::Format(Format::Transcript));
        }
        Format::of_extension(extension).map(Target::Format).ok_or_else(|| {
            let formats = all().join(", ");
            let name = printable_path(file);
            let reason =
                format!("unknown file extension in {name}: use --to with one of {formats}");
            usage_error(ErrorKind::MissingRequiredArgument, reason)
        })
    }
}

/// The names of all formats.
fn all() -> Vec<&'static str> {
    Format::ALL.iter().map(|format| format.name()).collect()
}

/// The names of the formats that can be read.
pub(super) fn readable() -> Vec<&'static str> {
    Format::ALL.iter().filter(|format| format.is_readable()).map(|format| format.name()).collect()
}

fn usage_error(kind: ErrorKind, reason: String) -> clap::Error {
    usage::error::<Arguments>("convert", kind, reason)
}
