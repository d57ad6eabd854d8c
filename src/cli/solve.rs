//! The arguments of `reversi solve`.

use std::env;
use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;
use clap::error::ErrorKind;

use super::{Arguments, MachineArguments, usage};
use crate::base::files::{Output, Shard, ShardError};
use crate::games::{Info, connect_four, reversi};
use crate::tools::jobs::{Input, Rows, Solve};

/// The environment variable that holds the entry of a `HyperQueue` task.
const ENTRY: &str = "HQ_ENTRY";

/// The arguments of `reversi solve`.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option that is given or not")]
pub struct SolveArguments {
    /// Game: rv or c4
    #[arg(short, long, value_name = "GAME", default_value = reversi::INFO.word(), value_parser = game())]
    pub game: &'static Info,

    /// Print one JSON object per position
    #[arg(long)]
    pub json: bool,

    /// Print the score of every legal move, best first (Reversi)
    #[arg(long)]
    pub all_moves: bool,

    /// Solve for win, draw or loss only, which is faster (Reversi)
    #[arg(long)]
    pub wld: bool,

    /// Print reproducible rows: no times, hash table cleared for each position
    #[arg(long)]
    pub reproducible: bool,

    /// Memory and threads of the engine
    #[command(flatten)]
    pub machine: MachineArguments,

    /// Solve every N-th line from line I; line numbers are kept
    #[arg(long, value_name = "I/N", default_value_t = Shard::ALL)]
    pub shard: Shard,

    /// Write results to the new file OUT
    #[arg(long, value_name = "OUT")]
    pub out: Option<PathBuf>,

    /// Continue an interrupted run with the same input and options, from OUT
    #[arg(long, requires = "out")]
    pub resume: bool,

    /// Solve this position instead of a file
    #[arg(long, value_name = "POSITION", conflicts_with = "file", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// File of positions (- for standard input) [default: the position in `$HQ_ENTRY`, or standard input, unless
    /// it is a terminal]
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
}

impl SolveArguments {
    /// The task that the arguments describe, and its input: the file, the entry, `$HQ_ENTRY`, or standard
    /// input.
    ///
    /// # Errors
    /// A usage error if there is no input, or the game doesn't support an option.
    pub fn task(self) -> Result<(Solve, Input), clap::Error> {
        let asked = [("--all-moves", self.all_moves), ("--wld", self.wld)];
        if self.game.code != reversi::INFO.code
            && let Some((option, _)) = asked.iter().find(|(_, is_asked)| *is_asked)
        {
            let reason = format!("{option} is for Reversi, and not for -g {}", self.game.code);
            return Err(usage::error::<Arguments>("solve", ErrorKind::ArgumentConflict, reason));
        }
        let input = match (self.file, self.position) {
            (Some(file), _) => Input::File(file),
            (None, Some(entry)) => Input::Entry(entry),
            (None, None) => match entry_of_environment() {
                Some(entry) => Input::Entry(entry),
                None => Input::File(usage::input::<Arguments>(
                    "solve",
                    None,
                    "no position to solve: give FILE, --position POSITION",
                )?),
            },
        };
        let how = Solve {
            game: self.game,
            rows: Rows {
                json: self.json,
                all_moves: self.all_moves,
                wld: self.wld,
                stable: self.reproducible,
            },
            hash_mb: self.machine.hash as usize,
            threads: self.machine.threads.into(),
            shard: self.shard,
            out: self.out.map(|path| Output { path, resume: self.resume }),
        };
        Ok((how, input))
    }
}

/// The entry of this `HyperQueue` task. Entries from a JSON file are JSON strings, others plain text.
fn entry_of_environment() -> Option<String> {
    let entry = env::var_os(ENTRY)?.to_string_lossy().into_owned();
    Some(serde_json::from_str(&entry).unwrap_or(entry))
}

/// The shard from the arguments, or from the `HyperQueue` task, or else everything.
pub(super) fn shard_or_entry(asked: Option<Shard>) -> Result<Shard, String> {
    match (asked, entry_of_environment()) {
        (Some(shard), _) => Ok(shard),
        (None, None) => Ok(Shard::ALL),
        (None, Some(entry)) => {
            let wrong =
                |reason: ShardError| format!("${ENTRY} is {entry:?}, not a shard: {reason}");
            entry.trim().parse().map_err(wrong)
        }
    }
}

/// A game whose positions can be solved.
fn game() -> impl TypedValueParser<Value = &'static Info> {
    const SOLVED: &[&Info] = &[&reversi::INFO, &connect_four::INFO];
    super::GameParser(SOLVED)
}
