//! The command line, as clap reads it. Help, man page and completions are made from it.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// Reversi (Othello) for the terminal: for two people, against bots, or for a place in the
/// ranking.
///
/// On a terminal it is a prompt; help lists the commands there. Fed by a pipe or given a file it
/// runs the commands in it: no prompt, no colour, errors on standard error with their line number.
#[derive(Debug, Clone, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option that is given or not")]
#[command(
    name = "reversi",
    version,
    after_help = "Exit codes: 0 done, 1 a command failed, 2 wrong usage, 3 unreadable input, \
                  130 interrupted.\n\
                  Data lives in --data-dir, else $REVERSI_HOME, else the user's data folder."
)]
pub struct Arguments {
    /// Run the commands in FILE (- for standard input), then end
    #[arg(value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Answer with one JSON object a command
    #[arg(long)]
    pub json: bool,

    /// Stop at the first error
    #[arg(long)]
    pub strict: bool,

    /// Start chance from N, so that a run repeats exactly
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Go on with the game that was left unfinished
    #[arg(long)]
    pub resume: bool,

    /// Keep to ASCII in everything that is written
    #[arg(long)]
    pub ascii: bool,

    /// When to use colour
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,

    /// Keep saves, ranking and autosave in DIR
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` or `TERM=dumb` forbids it; anywhere with `CLICOLOR_FORCE`
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}
