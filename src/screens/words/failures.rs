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
        ExecuteError::NoMoves => format!("{error}: analyze judges the moves so far"),
        ExecuteError::TooEarly { .. } => format!("{error}; H looks as far as it can"),
        ExecuteError::OnlyReversi { command, .. } if command.words[0] != "analyze" => {
            format!("{error}; H suggests a move")
        }
        _ => error.to_string(),
    }
}

fn session(error: &SessionError) -> String {
    match error {
        SessionError::NoGame => {
            "there is no game: N starts one for two people, A one against a bot".to_owned()
        }
        SessionError::Over => {
            "the game is over: U takes a move back, N or A starts a new one".to_owned()
        }
        SessionError::OverAndCounted => {
            "the game is over and counted: N, A or G starts a new one".to_owned()
        }
        SessionError::NotCompetitive(game) => {
            format!(
                "competitive games and their ranking are Reversi's, this is {game}: play rv first"
            )
        }
        SessionError::Undo { possible: 0, .. } => "there is nothing to take back".to_owned(),
        SessionError::Redo { possible: 0, .. } => "there is nothing to redo".to_owned(),
        SessionError::Undo { possible, .. } => {
            format!("only {} can be taken back", counted(*possible, "turn"))
        }
        SessionError::Redo { possible, .. } => {
            format!("only {} can be redone", counted(*possible, "turn"))
        }
        SessionError::GoTo { asked, possible: 0 } => {
            format!("there is no move {asked}: the game is at its start")
        }
        SessionError::Back { possible: 0, .. } => "the board shows the start".to_owned(),
        SessionError::Back { possible, .. } => {
            format!("only {} to go back", counted(*possible, "move"))
        }
        SessionError::Forward { possible: 0, .. } => {
            "the line ends here: variations lists the others".to_owned()
        }
        SessionError::Forward { possible, .. } => {
            format!("only {} to go forward", counted(*possible, "move"))
        }
        SessionError::Line { asked, possible: 0 } => format!("there is no line {asked} yet"),
        SessionError::Line { asked, possible } => {
            format!("there is no line {asked}: variations lists 1 to {possible}")
        }
        SessionError::Illegal(IllegalMove::PlaceFirst(_)) => format!("{error}, like b3"),
        SessionError::Illegal(IllegalMove::NamePieceFirst) => format!("{error}, J a to J p"),
        _ => error.to_string(),
    }
}

fn store(error: &StoreError) -> String {
    match error {
        StoreError::NoSuchKept { .. } => format!("{error}: resume list lists them"),
        StoreError::NoSuchSave(_) => format!("{error}: T lists the saves"),
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
