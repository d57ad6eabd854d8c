//! The arguments of `reversi solve`, and where it finds its positions.

use std::env;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory};

use super::Arguments;

/// The environment variable in which `HyperQueue` hands a task its entry.
pub(super) const ENTRY: &str = "HQ_ENTRY";

/// What `reversi solve` was asked to do.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option that is given or not")]
pub struct SolveArguments {
    /// Which game: rv Reversi, c4 Connect Four
    #[arg(short, long, value_name = "CODE", default_value = "rv", value_parser = ["rv", "c4"])]
    pub game: String,

    /// Answer with one JSON object a position
    #[arg(long)]
    pub json: bool,

    /// Tell the score of every legal move as well, best first (Reversi)
    #[arg(long, value_name = "WHICH", value_parser = ["all"])]
    pub moves: Option<String>,

    /// Find only whether the side to move wins, draws or loses, which is quicker (Reversi)
    #[arg(long)]
    pub wld: bool,

    /// Leave out times, and solve each position as if it were the first, so that the same line
    /// always gives the same row
    #[arg(long)]
    pub stable: bool,

    /// Memory for the table of positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash_mb: u32,

    /// Search each position on so many threads (Reversi)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Solve only the I-th of every N lines; rows keep the numbers of the lines
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    pub shard: (usize, usize),

    /// Write the rows to OUT, which must not exist, instead of standard output
    #[arg(long, value_name = "OUT")]
    pub out: Option<PathBuf>,

    /// Go on with OUT where an earlier run with the same input and options has stopped
    #[arg(long, requires = "out")]
    pub resume: bool,

    /// Solve this position instead of a file
    #[arg(long, value_name = "POSITION", conflicts_with = "file", allow_hyphen_values = true)]
    pub entry: Option<String>,

    /// The positions; - for standard input. Without it and --entry the position in `HQ_ENTRY` of the
    /// environment
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// Where the positions to solve are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// In a file; `-` is standard input.
    File(PathBuf),
    /// Here.
    Entry(String),
}

impl SolveArguments {
    /// Where the positions are: in the file or the entry that was given, else in the environment.
    ///
    /// # Errors
    /// A usage error when there are none, or an option doesn't go with the game.
    pub fn source(&self) -> Result<Source, clap::Error> {
        let asked = [("--moves", self.moves.is_some()), ("--wld", self.wld)];
        if self.game == "c4"
            && let Some((option, _)) = asked.iter().find(|(_, is_asked)| *is_asked)
        {
            let reason = format!("{option} is for Reversi, and not for -g c4");
            return Err(usage_error(ErrorKind::ArgumentConflict, reason));
        }
        if let Some(file) = &self.file {
            return Ok(Source::File(file.clone()));
        }
        if let Some(entry) = &self.entry {
            return Ok(Source::Entry(entry.clone()));
        }
        let Some(entry) = env::var_os(ENTRY) else {
            let reason = format!("it takes FILE, or --entry, or the variable {ENTRY}");
            return Err(usage_error(ErrorKind::MissingRequiredArgument, reason));
        };
        let entry = entry.to_string_lossy().into_owned();
        // Entries from a JSON file come as JSON, those from lines as they are.
        Ok(Source::Entry(serde_json::from_str(&entry).unwrap_or(entry)))
    }
}

fn usage_error(kind: ErrorKind, reason: String) -> clap::Error {
    let mut command = Arguments::command();
    command.build();
    match command.find_subcommand_mut("solve") {
        Some(solve) => solve.error(kind, reason),
        None => command.error(kind, reason),
    }
}

pub(super) fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').map(|(index, count)| (index.parse(), count.parse()));
    match parts {
        Some((Ok(index), Ok(count))) if (1..=count).contains(&index) => Ok((index, count)),
        _ => Err("it takes I/N, like 2/8, with I from 1 to N".to_owned()),
    }
}
