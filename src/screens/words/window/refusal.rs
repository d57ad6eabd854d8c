//! Why something can't be done in the window, where nothing is typed: what to do about it is a menu or a key.

use crate::desk::data::{ExecuteError, IllegalMove, RecordError, SessionError, StoreError};
use crate::desk::{Failure, Refusal};

/// Why an action does nothing.
pub(in crate::screens) fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Failure(Failure::Execute(error)) => execute(error),
        Refusal::Failure(Failure::Parse(_))
        | Refusal::NothingToStop
        | Refusal::NoGame
        | Refusal::NoSuchMove { .. } => super::super::refusal(refusal),
    }
}

fn execute(error: &ExecuteError) -> String {
    match error {
        ExecuteError::Session(error) => session(error),
        ExecuteError::Store(error) => store(error),
        ExecuteError::Record(error) => record(error),
        ExecuteError::Competitive(_) => "this is disabled in competitive games".to_owned(),
        ExecuteError::Thinking(_) => "this is not available while the bot is thinking".to_owned(),
        ExecuteError::Learning(_) => {
            "this is not available in a lesson: press N to go on".to_owned()
        }
        ExecuteError::Puzzling(_) => {
            "this is not available in a puzzle: leave it in the menu Study".to_owned()
        }
        ExecuteError::Drilling(_) => {
            "this is not available in a drill: leave it in the menu Study".to_owned()
        }
        ExecuteError::NotPuzzling => {
            "no puzzle or drill is open: choose one in the menu Study".to_owned()
        }
        ExecuteError::PuzzleSolved => {
            "puzzle already solved: press N for another, or leave in the menu Study".to_owned()
        }
        ExecuteError::LineOver => {
            "end of this line: press N for another, or leave in the menu Study".to_owned()
        }
        ExecuteError::NoLine(next) => {
            let until = next.map(|next| format!(" before {next}")).unwrap_or_default();
            format!("no line is due{until}: practice one in the menu Study")
        }
        ExecuteError::NoOpening => {
            "no named opening reached yet: practice any in the menu Study".to_owned()
        }
        ExecuteError::NoPuzzle { total: 0, .. } => {
            "no puzzles yet: create some from your mistakes in the menu Study".to_owned()
        }
        ExecuteError::NoPuzzle { next, .. } => {
            let until = next.map(|next| format!(" until {next}")).unwrap_or_default();
            format!("no puzzle is due{until}: create new ones in the menu Study")
        }
        ExecuteError::NoGames { total: 0 } => {
            "the library is empty: finish a game first".to_owned()
        }
        ExecuteError::NoGames { .. } => {
            "no matching games played here: finish a game first".to_owned()
        }
        ExecuteError::Lesson { asks: "" } => "nothing to play in this step: press N".to_owned(),
        ExecuteError::Lesson { asks } => {
            format!("this step needs {asks}: play it, or press N to see it played")
        }
        ExecuteError::NoLessons(game) => {
            format!("no lessons for {game} yet: press F2 for the rules")
        }
        ExecuteError::NotLearning => "no lesson is open".to_owned(),
        ExecuteError::OnlyReversi { game, .. } => {
            format!("this works only in Reversi, and this is {game}")
        }
        // A square in a game of columns, for example, whose column is full.
        ExecuteError::Move(_) => "no move is possible there".to_owned(),
        ExecuteError::Icons(_)
        | ExecuteError::NotInBook(_)
        | ExecuteError::Side { .. }
        | ExecuteError::NoRatings { .. }
        | ExecuteError::NoBook
        | ExecuteError::NoMoves
        | ExecuteError::TooEarly { .. }
        | ExecuteError::NotAscii(_) => error.to_string(),
    }
}

fn session(error: &SessionError) -> String {
    match error {
        SessionError::NoGame => "no game yet: start one in the menu Game".to_owned(),
        SessionError::Over => "the game is over: undo a move, or start a new game".to_owned(),
        SessionError::OverAndCounted => {
            "the game is over and its score is final: start a new game".to_owned()
        }
        SessionError::NotCompetitive(game) => {
            format!("competitive games are Reversi only, and this is {game}")
        }
        SessionError::Undo { possible: 0, .. } => "nothing to undo".to_owned(),
        SessionError::Redo { possible: 0, .. } => "nothing to redo".to_owned(),
        SessionError::TreeFull { most } => {
            format!("too many variations (limit: {most} positions): delete some in the menu Study")
        }
        SessionError::Illegal(IllegalMove::NamePieceFirst) => {
            "no piece to place: choose one for your opponent first".to_owned()
        }
        _ => error.to_string(),
    }
}

fn store(error: &StoreError) -> String {
    match error {
        StoreError::NoSuchSave(name) => format!("no saved game called {name}"),
        _ => error.to_string(),
    }
}

fn record(error: &RecordError) -> String {
    match error {
        RecordError::Taken(file) => format!("{file} already exists: choose another name"),
        RecordError::NothingPasted => {
            "no game found: copy a transcript like f5d6c3, or a board".to_owned()
        }
        RecordError::OtherGame(game) => {
            format!(
                "game records are Reversi only, and this is {game}: start a game of Reversi first"
            )
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_command_of_the_prompt_is_named() {
        let errors = [
            SessionError::NoGame.into(),
            SessionError::Over.into(),
            SessionError::OverAndCounted.into(),
            SessionError::NotCompetitive("Quarto").into(),
            SessionError::TreeFull { most: 9 }.into(),
            SessionError::Forward { asked: 1, possible: 0 }.into(),
            SessionError::Line { asked: 1, possible: 0 }.into(),
            SessionError::Illegal(IllegalMove::NamePieceFirst).into(),
            ExecuteError::Store(StoreError::NothingKept),
            ExecuteError::Store(StoreError::NoSuchKept { asked: 2, kept: 1 }),
            RecordError::NothingPasted.into(),
            RecordError::OtherGame("Quarto").into(),
            RecordError::Taken("a.txt".to_owned()).into(),
            ExecuteError::NotPuzzling,
            ExecuteError::PuzzleSolved,
            ExecuteError::LineOver,
            ExecuteError::NoLine(None),
            ExecuteError::NoOpening,
            ExecuteError::NoPuzzle { total: 0, next: None },
            ExecuteError::NoPuzzle { total: 2, next: None },
            ExecuteError::NoGames { total: 0 },
            ExecuteError::NoGames { total: 2 },
            ExecuteError::Lesson { asks: "" },
            ExecuteError::Lesson { asks: "d3" },
            ExecuteError::NoLessons("Quarto"),
            ExecuteError::NotLearning,
            ExecuteError::NoMoves,
            ExecuteError::TooEarly { empties: 50 },
        ];
        for error in errors {
            let said = refusal(&Refusal::Failure(Failure::Execute(error)));
            assert!(!said.contains('`') && !said.contains("type "), "{said}");
        }
    }
}
