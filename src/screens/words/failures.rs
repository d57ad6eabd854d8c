//! Why something can't be done, and what to do instead.

use super::counted;
use crate::desk::data::{ExecuteError, IllegalMove, NotKept, SessionError, StoreError};
use crate::desk::{self, Refusal};

use super::super::failure::Failure;

/// Why a line came to nothing.
pub(in super::super) fn failure(failure: &Failure) -> String {
    match failure {
        Failure::Line(error) => error.to_string(),
        Failure::Desk(failure) => at_the_desk(failure),
        Failure::ScoresNotWritten(_) => failure.to_string(),
    }
}

/// Why an action does nothing.
pub(in super::super) fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Failure(failure) => at_the_desk(failure),
        _ => refusal.to_string(),
    }
}

fn at_the_desk(failure: &desk::Failure) -> String {
    match failure {
        desk::Failure::Parse(error) => error.to_string(),
        desk::Failure::Execute(error) => execute(error),
    }
}

fn execute(error: &ExecuteError) -> String {
    match error {
        ExecuteError::Session(error) => session(error),
        ExecuteError::Store(error) => store(error),
        ExecuteError::NoMoves => format!("{error}: play some, then type `analyze`"),
        ExecuteError::TooEarly { .. } => format!("{error}; type `H` for an estimate"),
        ExecuteError::OnlyReversi { command, .. } if command.words[0] != "analyze" => {
            format!("{error}; type `H` for a hint")
        }
        _ => error.to_string(),
    }
}

fn session(error: &SessionError) -> String {
    match error {
        SessionError::NoGame => {
            "no game yet: type `N` for two players, or `A` to play a bot".to_owned()
        }
        SessionError::Over => {
            "the game is over: type `U` to undo, or `N` or `A` for a new game".to_owned()
        }
        SessionError::OverAndCounted => {
            "the game is over and its score is final: type `N`, `A` or `G` for a new one".to_owned()
        }
        SessionError::NotCompetitive(game) => {
            format!("competitive games are Reversi only, and this is {game}: type `play rv` first")
        }
        SessionError::Undo { possible: 0, .. } => "nothing to undo".to_owned(),
        SessionError::Redo { possible: 0, .. } => "nothing to redo".to_owned(),
        SessionError::Undo { possible, .. } => {
            format!("only {} can be undone", counted(*possible, "turn"))
        }
        SessionError::Redo { possible, .. } => {
            format!("only {} can be redone", counted(*possible, "turn"))
        }
        SessionError::GoTo { asked, possible: 0 } => {
            format!("no move {asked}: no moves have been played")
        }
        SessionError::Back { possible: 0, .. } => "already at the start".to_owned(),
        SessionError::Back { possible, .. } => {
            format!("can go back only {}", counted(*possible, "move"))
        }
        SessionError::Forward { possible: 0, .. } => {
            "end of the line: type `variations` to see the others".to_owned()
        }
        SessionError::Forward { possible, .. } => {
            format!("can go forward only {}", counted(*possible, "move"))
        }
        SessionError::Line { asked, possible: 0 } => format!(
            "no line {asked}: there are no \
            variations yet"
        ),
        SessionError::Line { asked, possible } => {
            format!("no line {asked}: use 1 to {possible} (type `variations` to list them)")
        }
        SessionError::Illegal(IllegalMove::PlaceFirst(_)) => format!("{error}, like b3"),
        SessionError::Illegal(IllegalMove::NamePieceFirst) => format!("{error}, for example `J c`"),
        _ => error.to_string(),
    }
}

fn store(error: &StoreError) -> String {
    match error {
        StoreError::NoSuchKept { .. } => format!("{error}; type `resume list` to see them"),
        StoreError::NoSuchSave(_) => format!("{error}: type `T` for a list"),
        _ => error.to_string(),
    }
}

/// The unfinished game can't be kept.
pub(in super::super) fn autosave_failed(error: &StoreError) -> String {
    format!("the autosave failed: {error}")
}

/// What is lost at the end.
pub(in super::super) fn lost(lost: &NotKept) -> String {
    lost.to_string()
}
