//! The command interpreter: parses a line into a [`Command`], and executes it to a [`Reply`].
//!
//! One table, [`COMMANDS`], describes each command. The parser, the permissions, the help, the completion and
//! `docs/commands.md` are made from it. Nothing here prints, and no command waits for a search:
//! [`Interpreter::begin`] returns long-running work as [`Work`].

mod awaiting;
mod command;
mod completion;
mod execute;
mod files;
mod help;
mod line;
mod options;
mod parse;
mod practice_report;
mod progress;
mod reading;
mod reply;
mod report;
mod row;
mod table;

pub use awaiting::{Awaited, Loss};
#[cfg(feature = "fuzzing")]
pub use command::LibraryTask;
#[cfg(any(feature = "window", feature = "fuzzing"))]
pub use command::PuzzlesTask;
#[cfg(feature = "window")]
pub use command::{AddedLines, Drilled, GuessedGames, RepertoireTask};
pub use command::{
    Command, CopiedPart, MoveInput, NewGame, OpeningSource, PracticeKind, ScreenCommand, Side,
    Variation,
};
pub use completion::{Completion, complete, first_words, missing_arguments};
pub use execute::{
    ExecuteError, Finding, FirstMove, Interpreter, MAX_LISTED_GAMES, PracticeState, PracticeTurn,
    Step, Work,
};
pub use help::{SAME_IN_THE_SHELL, details, help_texts};
#[cfg(feature = "fuzzing")]
pub use help::{help_for, overview};
pub use line::{ParseError, ParseProblem};
pub use options::InterpreterOptions;
pub use practice_report::{
    DrillReport, GuessReport, LessonReport, LineReport, PracticeEnd, PuzzleReport, Task, Verdict,
};
pub use progress::{Progress, Purpose};
pub use reading::RecordError;
pub use reply::{Event, Marks, Reply};
pub use report::{
    BookMoveReport, ChosenLevel, LeftGame, LevelReport, NextLevel, OpeningLine, Placing,
    RecordReport, SkippedMoves,
};
pub use row::{ARGUMENT_WORDS, ArgumentKind, CommandInfo, Situation};
pub use table::{COMMANDS, find};

#[cfg(test)]
mod study_tests;
#[cfg(test)]
mod tests;
