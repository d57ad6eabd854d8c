//! The actions a screen sends to the desk, and the notices it receives.

use thiserror::Error;

use crate::base::language::tr;
use crate::games::Player;
use crate::interpreter::{Command, ExecuteError, NewGame, ParseError, Reply};
use crate::store::UnsavedData;

/// A user action on a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A command from a click, a key, a menu or pasted text. A board without a side to move causes a question.
    Command(Command),
    /// A new game with all settings of a dialog.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    NewGame(Box<NewGame>),
    /// A typed line: an answer to the pending question, or a command.
    Line(String),
    /// The answer to the question about the side to move of a board.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    Side(Player),
    /// Ends the current thought, and plays or shows its result so far.
    MoveNow,
    /// Cancels the pending question or paste.
    StopAsking,
    /// Shows the position after a number of moves. The last one follows the game again.
    Browse(usize),
    /// Starts a background study.
    Study(Study),
    /// Stops a background study. Its results stay.
    StopStudy(Study),
}

/// A background study, independent of the current thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Study {
    /// The analysis of the current game.
    Game,
    /// The live analysis of the displayed position, whichever it is.
    Position,
}

/// The error returned when an action is refused or a line fails. Nothing has changed.
#[derive(Debug, Error)]
pub enum Refusal {
    #[error(transparent)]
    Parse(#[from] ParseError),
    #[error(transparent)]
    Execute(#[from] ExecuteError),
    #[error("{}", tr!("nothing to stop"))]
    NothingToStop,
    #[error("{}", tr!("no game yet"))]
    NoGame,
    #[error("{}", tr!("no move {asked}: the game has {has}", asked, has))]
    NoSuchMove {
        asked: usize,
        /// The number of moves in the game.
        has: usize,
    },
}

/// An event at the desk.
#[derive(Debug)]
pub enum Notice {
    /// The reply to a command, or to its part before a thought.
    Reply(Box<Reply>),
    /// An error in the rest of a command, after a thought.
    Failed(ExecuteError),
    /// A failed write, which will be tried again.
    NotKept(UnsavedData),
    /// A panic of a thinking thread, which is a bug.
    Died,
}
