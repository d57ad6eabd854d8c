//! Options shared by jobs and stages, with their parsers.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args};

use super::ToolError;
use crate::base::text::{Shard, ShardError};
use crate::games::{self, Info};

/// The environment variable that holds the entry of a `HyperQueue` task.
const ENTRY: &str = "HQ_ENTRY";

/// The beginning of the environment variables for a task of a Slurm array.
const ARRAY: &str = "SLURM_ARRAY_TASK";

/// Memory and threads of the engine.
#[derive(Debug, Clone, Copy, Args)]
pub struct EngineOptions {
    /// Memory for the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536).map(|mib| mib as usize))]
    pub hash: usize,

    /// Number of search threads (Reversi)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    pub threads: usize,
}

pub fn thread_count() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u16).range(1..=256).map(usize::from)
}

/// Returns the input of a subcommand: `file`, or standard input (`-`) unless it is a terminal.
pub fn input(
    subcommand: &'static str,
    file: Option<PathBuf>,
    missing: &str,
) -> Result<PathBuf, ToolError> {
    match file {
        Some(file) => Ok(file),
        // Don't wait for typed input: the user would not know that the program is waiting.
        None if io::stdin().is_terminal() => {
            let reason = format!("{missing}, or - for standard input");
            Err(ToolError::usage(
                subcommand,
                ErrorKind::MissingRequiredArgument,
                reason,
            ))
        }
        None => Ok(PathBuf::from("-")),
    }
}

/// The part of a job that one process does.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct ShardOption {
    /// Do part I of N of the work [default: `$HQ_ENTRY`, the task of a Slurm array, or everything]
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    pub shard: Option<Shard>,
}

impl ShardOption {
    /// Returns the shard from the arguments, the `HyperQueue` task or the Slurm array, or `Shard::ALL`, in this order.
    pub fn get(self, subcommand: &'static str) -> Result<Shard, ToolError> {
        if let Some(shard) = self.shard {
            return Ok(shard);
        }
        let given = shard_of_entry().or_else(shard_of_array).transpose();
        given
            .map(|shard| shard.unwrap_or(Shard::ALL))
            .map_err(|reason| ToolError::usage(subcommand, ErrorKind::ValueValidation, reason))
    }
}

/// Returns the shard of this `HyperQueue` task. Entries from a JSON file are JSON strings; others are plain text.
fn shard_of_entry() -> Option<Result<Shard, String>> {
    let entry = env::var_os(ENTRY)?.to_string_lossy().into_owned();
    let entry = serde_json::from_str(&entry).unwrap_or(entry);
    let wrong = |error: ShardError| format!("${ENTRY} is {entry:?}, not a shard: {error}");
    Some(entry.trim().parse().map_err(wrong))
}

/// Returns the shard of this task of a Slurm array.
fn shard_of_array() -> Option<Result<Shard, String>> {
    let of = |name: &str| env::var(format!("{ARRAY}_{name}")).unwrap_or_default();
    let task = env::var(format!("{ARRAY}_ID")).ok()?;
    let [number, first, count] =
        [&task, &of("MIN"), &of("COUNT")].map(|text| text.parse::<usize>().ok());
    let shard = || {
        let index = number?.checked_sub(first?)? + 1;
        let count = count?;
        Some(Shard { index, count }).filter(|shard| shard.is_valid())
    };
    let wrong = || {
        format!(
            "${ARRAY}_ID is {task:?}, not one of ${ARRAY}_COUNT ({:?}) consecutive tasks from \
             ${ARRAY}_MIN ({:?}): use --array=1-N, or --shard I/N",
            of("COUNT"),
            of("MIN")
        )
    };
    Some(shard().ok_or_else(wrong))
}

/// Parses the name of one of these games, in any spelling. Help and completions list one word per game.
#[derive(Debug, Clone, Copy)]
pub struct GameParser(pub &'static [&'static Info]);

impl TypedValueParser for GameParser {
    type Value = &'static Info;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let name = value.to_string_lossy();
        games::find_named(&name)
            .filter(|info| self.0.contains(info))
            .ok_or_else(|| {
                let option = argument.map(ToString::to_string).unwrap_or_default();
                let reason = format!(
                    "invalid value '{name}' for '{option}': use {}",
                    games::names(self.0)
                );
                command.clone().error(ErrorKind::ValueValidation, reason)
            })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |info: &&'static Info| PossibleValue::new(info.word()).help(info.rules);
        Some(Box::new(self.0.iter().map(value)))
    }
}
