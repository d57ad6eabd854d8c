//! What a screen asks of the desk, and what it hears back.

use thiserror::Error;

use crate::interpreter::{Command, ExecuteError, NewGame, ParseError, Reply};
use crate::store::UnsavedData;

/// What a person does on a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A command, from a click, a key or a menu.
    Command(Command),
    /// Begin a new game with all that can be chosen for it.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    NewGame(Box<NewGame>),
    /// A typed line: an answer if one is awaited, else a command.
    Line(String),
    /// Play the best move found so far, or show what was found: the thought ends at once.
    MoveNow,
    /// Forget the question that has been asked, or what has been pasted.
    StopAsking,
    /// Show the position after this number of moves; the last one follows the game again.
    Browse(usize),
    /// Begin to study in the background.
    Study(Study),
    /// Stop studying; what was found stays.
    StopStudy(Study),
}

/// What is studied in the background, beside whatever is thought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Study {
    /// The moves of the game so far are judged.
    Game,
    /// The position shown is searched deeper and deeper; another one when that is shown.
    Position,
}

/// Why an action does nothing. Nothing has changed.
#[derive(Debug, Error)]
pub enum Refusal {
    /// The command is refused.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// Nobody is thinking.
    #[error("nothing to stop")]
    NothingToStop,
    /// No game has begun, so none can be browsed.
    #[error("no game yet")]
    NoGame,
    /// The game has fewer moves.
    #[error("no move {asked}: the game has {has}")]
    NoSuchMove {
        /// The number of moves asked for.
        asked: usize,
        /// The number of moves there are.
        has: usize,
    },
}

/// Why a line came to nothing.
#[derive(Debug, Error)]
pub enum Failure {
    /// It is no command.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The command can't be carried out.
    #[error(transparent)]
    Execute(#[from] ExecuteError),
}

/// What has happened at the desk.
#[derive(Debug)]
pub enum Notice {
    /// A command is carried out, or the part of it that comes before a thought.
    Reply(Box<Reply>),
    /// The rest of a command can't be carried out.
    Failed(ExecuteError),
    /// A write failed and will be tried again.
    NotKept(UnsavedData),
    /// The thread that was thinking has died: there is a bug in the program.
    Died,
}
