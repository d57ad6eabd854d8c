//! The command interpreter: from a line to a [`Command`], from a command to a [`Reply`].
//!
//! One table, [`COMMANDS`], holds what there is to know of each command; the parser, the help, the
//! completion and `docs/commands.md` are made from it. Nothing here prints.

mod asking;
mod command;
mod completion;
mod execute;
mod help;
mod reply;
mod table;
mod words;

pub use command::{Command, Piece};
pub use completion::{Completion, complete, missing_arguments};
pub use execute::{ExecuteError, Interpreter, Keeping, NotKept, Progress, RecordError, Searching};
pub use help::{commands_markdown, games_markdown, help_for, overview, wrapped};
pub use reply::{
    EstimateReport, Event, GameReport, Marks, Placing, PlyReport, RecordReport, Reply, SaveReport,
    State, SuggestionReport,
};
pub use table::{Argument, ArgumentKind, COMMANDS, CommandInfo, find};
pub use words::ParseError;

#[cfg(test)]
mod tests;
