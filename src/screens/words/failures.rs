//! Error messages, with advice on what to do instead.

use super::voice::Way;
use super::{Voice, counted};
use crate::desk::Refusal;
use crate::games::{IllegalMove, ParseMoveError};
use crate::interpreter::{
    ExecuteError, ParseError, ParseProblem, PracticeKind, RecordError, Situation,
};
use crate::session::SessionError;
use crate::store::{StoreError, UnsavedData};

use super::super::failure::Failure;

pub(in super::super) fn failure(voice: Voice, failure: &Failure) -> String {
    match failure {
        Failure::Desk(failure) => refusal(voice, failure),
        Failure::Line(_) | Failure::ScoresNotWritten(_) => failure.to_string(),
    }
}

pub(in super::super) fn refusal(voice: Voice, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Parse(error) => parse(voice, error),
        Refusal::Execute(error) => execute(voice, error),
        _ => refusal.to_string(),
    }
}

fn parse(voice: Voice, error: &ParseError) -> String {
    let with = |ways: &[Way<'_>]| voice.with(error, ": ", ways);
    match &error.problem {
        ParseProblem::UnknownCommand { suggestion: None, .. } => with(&[(&["help"], "for a list")]),
        ParseProblem::Empty => format!("{error}: type a command, or {}", voice.command("help")),
        ParseProblem::Missing { example, .. } => {
            format!("{error}. For example: {}", voice.command(example))
        }
        ParseProblem::LevelWithoutSide { command, .. } => {
            let example = voice.command(&format!("{command} B 3"));
            format!("{error}: name one first, as in {example}")
        }
        ParseProblem::LevelInWords(_) => with(&[(&["levels"], "for a list")]),
        ParseProblem::Controller(_) => {
            format!("{error} ({} lists them)", voice.command("levels"))
        }
        ParseProblem::Make(_) => with(&[(&["make a move"], "")]),
        ParseProblem::Topic(_) => with(&[(&["help all"], "for a list")]),
        _ => error.to_string(),
    }
}

fn execute(voice: Voice, error: &ExecuteError) -> String {
    let with = |ways: &[Way<'_>]| voice.with(error, ": ", ways);
    let also = |ways: &[Way<'_>]| voice.with(error, "; ", ways);
    match error {
        ExecuteError::Session(error) => session(voice, error),
        ExecuteError::Store(error) => store(voice, error),
        ExecuteError::Record(error) => record(voice, error),
        ExecuteError::Move(ParseMoveError::Form { text, example }) if voice.types() => format!(
            "{text:?} is not a square or a command: type a square like {}, or {}",
            voice.name(&example.to_string()),
            voice.command("help")
        ),
        // For example, the click was on a square of a column game.
        ExecuteError::Move(_) if voice == Voice::Window => "no move is possible there".to_owned(),
        ExecuteError::Unavailable { command, situation } => {
            let said = format!("{} {situation}", voice.subject(command));
            let leave = match situation {
                Situation::Lesson => "learn off",
                Situation::Puzzle => "puzzle off",
                Situation::Drill => "drill off",
                Situation::Thinking => return said,
                Situation::Competitive => {
                    let leave: &[Way<'_>] = &[(&["N"], "to leave it")];
                    return voice.with(format!("{said}: finish it"), ", or ", leave);
                }
                Situation::OtherGame(_) => {
                    let hint: &[Way<'_>] = &[(&["H"], "for a hint")];
                    let ways = if command.words[0] == "analyze" { &[] } else { hint };
                    return voice.with(said, "; ", ways);
                }
            };
            voice.with(said, ": ", &[(&[leave], "to leave it")])
        }
        ExecuteError::NotPracticing(PracticeKind::Lesson) => with(&[(&["learn"], "to start one")]),
        ExecuteError::NotPracticing(_) => with(&[(&["puzzle", "drill"], "")]),
        ExecuteError::Several { game: Some(game), .. } => {
            let paste = format!("paste {game}");
            voice.with(error, "; ", &[(&[&paste], "to play it from the start")])
        }
        ExecuteError::PuzzleSolved => {
            with(&[(&["next"], "for another"), (&["puzzle off"], "to leave")])
        }
        ExecuteError::LineOver => with(&[(&["next"], "for another"), (&["drill off"], "to leave")]),
        ExecuteError::NoLine(_) => with(&[(&["drill black", "drill tiger"], "to practice one")]),
        ExecuteError::NoOpening => with(&[(&["drill black", "drill tiger"], "")]),
        ExecuteError::NoPuzzle { total: 0, .. } => {
            with(&[(&["puzzles make"], "to create some from your mistakes")])
        }
        ExecuteError::NoPuzzle { .. } => with(&[(&["puzzles make"], "for new ones")]),
        ExecuteError::NoGames { total: 0 } => {
            voice.with(format!("{error}: finish a game"), ", or ", &[(&["library add FILE"], "")])
        }
        ExecuteError::NoGames { .. } => with(&[(&["puzzles make player=NAME"], "for other games")]),
        ExecuteError::Lesson { asks: "", .. } => {
            with(&[(&["next"], ""), (&["learn off"], "to leave")])
        }
        ExecuteError::Lesson { hint: "", .. } => {
            voice.with(format!("{error}: play it"), ", or ", &[(&["next"], "to see it played")])
        }
        ExecuteError::Lesson { .. } => also(&[(&["next"], "to see it")]),
        ExecuteError::NoLessons(_) => with(&[(&["rules"], "instead")]),
        ExecuteError::NoMoves => {
            voice.with(format!("{error}: play some"), ", then ", &[(&["analyze"], "")])
        }
        ExecuteError::TooEarly { .. } => also(&[(&["H"], "for an estimate")]),
        _ => error.to_string(),
    }
}

fn session(voice: Voice, error: &SessionError) -> String {
    let with = |ways: &[Way<'_>]| voice.with(error, ": ", ways);
    match error {
        SessionError::NoGame => {
            let new: &[Way<'_>] = match voice {
                // A dialog asks who plays.
                Voice::Window => &[(&["N"], "to start one")],
                _ => &[(&["N"], "for two players"), (&["A"], "to play a bot")],
            };
            voice.with("no game yet", ": ", new)
        }
        SessionError::GameOver => with(&[(&["U"], "to undo"), (&["N", "A"], "for a new game")]),
        SessionError::GameOverAndCounted => with(&[(&["N", "A", "G"], "for a new one")]),
        SessionError::NotCompetitive(game) => {
            let said = format!("competitive games are Reversi only, and this is {game}");
            voice.with(said, ": ", &[(&["play rv"], "first")])
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
            voice.with("end of the line", ": ", &[(&["variations"], "to see the others")])
        }
        SessionError::Forward { possible, .. } => {
            format!("can go forward only {}", counted(*possible, "move"))
        }
        SessionError::Line { asked, possible: 0 } => {
            format!("no line {asked}: there are no variations yet")
        }
        SessionError::Line { asked, possible } => {
            let list = voice.advice(&[(&["variations"], "to list them")]);
            let list = list.map(|list| format!(" ({list})")).unwrap_or_default();
            format!("no line {asked}: use 1 to {possible}{list}")
        }
        SessionError::TreeFull { .. } => with(&[(&["prune"], "to delete some")]),
        SessionError::Illegal(IllegalMove::PlaceFirst(_)) => {
            format!("{error}, like {}", voice.name("b3"))
        }
        SessionError::Illegal(IllegalMove::NamePieceFirst) if voice.types() => {
            format!("{error}, for example {}", voice.command("J c"))
        }
        _ => error.to_string(),
    }
}

fn store(voice: Voice, error: &StoreError) -> String {
    match error {
        StoreError::NoSuchKept { .. } => {
            voice.with(error, "; ", &[(&["resume list"], "to see them")])
        }
        StoreError::NoSuchSave(_) => voice.with(error, ": ", &[(&["T"], "for a list")]),
        _ => error.to_string(),
    }
}

fn record(voice: Voice, error: &RecordError) -> String {
    match error {
        RecordError::AlreadyExists(file) if voice == Voice::Window => {
            format!("{file} already exists: choose another name")
        }
        RecordError::OtherGame(_) => voice.with(error, ": ", &[(&["play rv"], "first")]),
        error if error.is_save() => {
            let ways: [Way<'_>; 1] = [(&["L NAME"], "to load it")];
            voice.with(voice.with(error, ": ", &ways), ", then ", &[(&["export"], "")])
        }
        _ => error.to_string(),
    }
}

/// Reports a failed write that will be retried.
pub(in super::super) fn not_kept(what: &UnsavedData) -> String {
    match what {
        UnsavedData::Game(error) => format!("the autosave failed: {error}"),
        UnsavedData::Library { .. } => format!("{what} (reversi keeps trying until it ends)"),
        UnsavedData::Scores(_) => what.to_string(),
    }
}

/// Reports data that was lost at the end.
pub(in super::super) fn lost(lost: &UnsavedData) -> String {
    lost.to_string()
}
