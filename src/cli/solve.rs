//! The arguments of `reversi solve`.

use std::env;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;

use super::{Arguments, MachineArguments, usage};
use crate::files::{Output, Shard};
use crate::games::{self, Info, connect_four, reversi};
use crate::jobs::{Input, Rows, Solve};

/// The environment variable in which `HyperQueue` hands a task its entry.
pub(super) const ENTRY: &str = "HQ_ENTRY";

/// What `reversi solve` was asked to do.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option that is given or not")]
pub struct SolveArguments {
    /// Which game: rv Reversi, c4 Connect Four
    #[arg(short, long, value_name = "CODE", default_value = reversi::INFO.code, value_parser = game())]
    pub game: &'static Info,

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

    /// What the engine may use of the machine
    #[command(flatten)]
    pub machine: MachineArguments,

    /// Solve only the I-th of every N lines; rows keep the numbers of the lines
    #[arg(long, value_name = "I/N", default_value_t = Shard::ALL)]
    pub shard: Shard,

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

impl SolveArguments {
    /// What to solve, and where the positions are: in the file or the entry that was given, else in
    /// the environment.
    ///
    /// # Errors
    /// A usage error when there are none, or an option doesn't go with the game.
    pub fn task(self) -> Result<(Solve, Input), clap::Error> {
        let asked = [("--moves", self.moves.is_some()), ("--wld", self.wld)];
        if self.game.code != reversi::INFO.code
            && let Some((option, _)) = asked.iter().find(|(_, is_asked)| *is_asked)
        {
            let reason = format!("{option} is for Reversi, and not for -g {}", self.game.code);
            return Err(usage::error::<Arguments>("solve", ErrorKind::ArgumentConflict, reason));
        }
        let input = match (self.file, self.entry) {
            (Some(file), _) => Input::File(file),
            (None, Some(entry)) => Input::Entry(entry),
            (None, None) => Input::Entry(entry_of_environment().ok_or_else(|| {
                let reason = format!("it takes FILE, or --entry, or the variable {ENTRY}");
                usage::error::<Arguments>("solve", ErrorKind::MissingRequiredArgument, reason)
            })?),
        };
        let how = Solve {
            game: self.game,
            rows: Rows {
                json: self.json,
                all_moves: self.moves.is_some(),
                wld: self.wld,
                stable: self.stable,
            },
            hash_mb: self.machine.hash_mb as usize,
            threads: self.machine.threads.into(),
            shard: self.shard,
            out: self.out.map(|path| Output { path, resume: self.resume }),
        };
        Ok((how, input))
    }
}

/// What `HyperQueue` hands to this task. Entries from a JSON file come as JSON, those from lines as
/// they are.
pub(super) fn entry_of_environment() -> Option<String> {
    let entry = env::var_os(ENTRY)?.to_string_lossy().into_owned();
    Some(serde_json::from_str(&entry).unwrap_or(entry))
}

/// A game whose positions can be solved.
fn game() -> impl TypedValueParser<Value = &'static Info> {
    let codes = PossibleValuesParser::new([reversi::INFO.code, connect_four::INFO.code]);
    codes.map(|code| games::find(&code).unwrap_or(&reversi::INFO))
}
