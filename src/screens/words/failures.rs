//! Error messages, with advice on what to do instead.

use super::Voice;
use super::voice::Way;
use crate::base::language::tr;
use crate::desk::Refusal;
use crate::games::{IllegalMove, ParseMoveError};
use crate::interpreter::{
    CommandInfo, ExecuteError, ParseError, ParseProblem, PracticeKind, RecordError, Situation,
};
use crate::session::SessionError;
use crate::store::{StoreError, UnsavedData};

use super::super::failure::Failure;

pub fn failure(voice: Voice, failure: &Failure) -> String {
    match failure {
        Failure::Desk(failure) => refusal(voice, failure),
        Failure::Line(_) | Failure::ScoresNotWritten(_) | Failure::Problems(_) => {
            failure.to_string()
        }
    }
}

pub fn refusal(voice: Voice, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Parse(error) => parse(voice, error),
        Refusal::Execute(error) => execute(voice, error),
        _ => refusal.to_string(),
    }
}

fn parse(voice: Voice, error: &ParseError) -> String {
    let with = |ways: &[Way<'_>]| voice.with(error.to_string(), ": ", ways);
    match &error.problem {
        ParseProblem::UnknownCommand {
            suggestion: None, ..
        } => with(&[(&["help"], tr!("for a list"))]),
        ParseProblem::Empty => {
            let help = voice.command("help");
            tr!("{error}: type a command, or {help}", error, help)
        }
        ParseProblem::Missing { example, .. } => {
            tr!(
                "{error}. For example: {example}",
                error,
                example = voice.command(example)
            )
        }
        ParseProblem::LevelWithoutSide { command, .. } => {
            let example = voice.command(&format!("{command} B 3"));
            tr!("{error}: name one first, as in {example}", error, example)
        }
        ParseProblem::LevelInWords(_) => with(&[(&["levels"], tr!("for a list"))]),
        ParseProblem::Controller(_) => {
            tr!(
                "{error} ({levels} lists them)",
                error,
                levels = voice.command("levels")
            )
        }
        ParseProblem::Make(_) => with(&[(&["make a move"], "")]),
        ParseProblem::Topic(_) => with(&[(&["help all"], tr!("for a list"))]),
        _ => error.to_string(),
    }
}

fn execute(voice: Voice, error: &ExecuteError) -> String {
    let with = |ways: &[Way<'_>]| voice.with(error.to_string(), ": ", ways);
    let also = |ways: &[Way<'_>]| voice.with(error.to_string(), "; ", ways);
    match error {
        ExecuteError::Session(error) => session(voice, error),
        ExecuteError::Store(error) => store(voice, error),
        ExecuteError::Record(error) => record(voice, error),
        ExecuteError::Move(ParseMoveError::Form { text, example }) if voice.types() => tr!(
            "{text} is not a square or a command: type a square like {example}, or {help}",
            text = format_args!("{text:?}"),
            example = voice.name(&example.to_string()),
            help = voice.command("help")
        ),
        // For example, the click was on a square of a column game.
        ExecuteError::Move(_) if voice == Voice::Window => {
            tr!("no move is possible there").to_owned()
        }
        ExecuteError::Unavailable {
            command,
            typed,
            situation,
        } => unavailable(voice, command, typed.as_deref(), situation),
        ExecuteError::Several {
            game: Some(game), ..
        } => {
            let paste = format!("paste {game}");
            voice.with(
                error.to_string(),
                "; ",
                &[(&[&paste], tr!("to play it from the start"))],
            )
        }
        ExecuteError::NoGames { total: 0 } => voice.with(
            tr!("{error}: finish a game", error),
            tr!(", or "),
            &[(&["library add FILE"], "")],
        ),
        ExecuteError::NoGames { .. } => {
            with(&[(&["puzzles make player=NAME"], tr!("for other games"))])
        }
        ExecuteError::NoLessons(_) => with(&[(&["rules"], tr!("instead"))]),
        ExecuteError::NoMoves => tr!("{error}: play some first", error),
        ExecuteError::TooEarly { .. } => also(&[(&["H"], tr!("for an estimate"))]),
        _ => practice(voice, error),
    }
}

/// Says why a command is not available now, and how to leave what refuses it.
fn unavailable(
    voice: Voice,
    command: &CommandInfo,
    typed: Option<&str>,
    situation: &Situation,
) -> String {
    let said = situation.refuses(&voice.subject(command, typed));
    let leave = match situation {
        Situation::Practice(PracticeKind::Lesson) => "learn off",
        Situation::Practice(PracticeKind::Puzzle) => "puzzle off",
        Situation::Practice(PracticeKind::Drill) => "drill off",
        Situation::Practice(PracticeKind::Guess) => "guess off",
        Situation::Thinking | Situation::Script => return said,
        Situation::Competitive => {
            let leave: &[Way<'_>] = &[(&["N"], tr!("to leave it"))];
            return voice.with(tr!("{said}: finish it", said), tr!(", or "), leave);
        }
        Situation::OtherGame(_) => {
            let hint: &[Way<'_>] = &[(&["H"], tr!("for a hint"))];
            let ways = if command.words[0] == "analyze" {
                &[]
            } else {
                hint
            };
            return voice.with(said, "; ", ways);
        }
    };
    voice.with(said, ": ", &[(&[leave], tr!("to leave it"))])
}

/// Says what to do about an error in lessons, puzzles and drills.
fn practice(voice: Voice, error: &ExecuteError) -> String {
    let with = |ways: &[Way<'_>]| voice.with(error.to_string(), ": ", ways);
    match error {
        ExecuteError::NotPracticing(PracticeKind::Lesson) => {
            with(&[(&["learn"], tr!("to start one"))])
        }
        ExecuteError::NotPracticing(_) => with(&[(&["puzzle", "drill"], "")]),
        ExecuteError::GameGuessed => with(&[
            (&["next"], tr!("for another")),
            (&["guess off"], tr!("to leave")),
        ]),
        ExecuteError::PuzzleSolved => with(&[
            (&["next"], tr!("for another")),
            (&["puzzle off"], tr!("to leave")),
        ]),
        ExecuteError::LineOver => with(&[
            (&["next"], tr!("for another")),
            (&["drill off"], tr!("to leave")),
        ]),
        ExecuteError::NoLine(_) => {
            with(&[(&["drill black", "drill tiger"], tr!("to practice one"))])
        }
        ExecuteError::NoOpening => with(&[(&["drill black", "drill tiger"], "")]),
        ExecuteError::NoPuzzle { total: 0, .. } => {
            with(&[(&["puzzles make"], tr!("to create some from your mistakes"))])
        }
        ExecuteError::NoPuzzle { .. } => with(&[(&["puzzles make"], tr!("for new ones"))]),
        ExecuteError::Lesson { asks: "", .. } => {
            with(&[(&["next"], ""), (&["learn off"], tr!("to leave"))])
        }
        ExecuteError::Lesson { hint: "", .. } => voice.with(
            tr!("{error}: play it", error),
            tr!(", or "),
            &[(&["next"], tr!("to see it played"))],
        ),
        ExecuteError::Lesson { .. } => {
            voice.with(error.to_string(), "; ", &[(&["next"], tr!("to see it"))])
        }
        _ => error.to_string(),
    }
}

fn session(voice: Voice, error: &SessionError) -> String {
    let with = |ways: &[Way<'_>]| voice.with(error.to_string(), ": ", ways);
    match error {
        SessionError::NoGame => {
            let new: &[Way<'_>] = match voice {
                // A dialog asks who plays.
                Voice::Window => &[(&["N"], tr!("to start one"))],
                // A script must name side and level.
                Voice::Script => &[
                    (&["N"], tr!("for two players")),
                    (&["A B 1"], tr!("to play a bot")),
                ],
                _ => &[
                    (&["N"], tr!("for two players")),
                    (&["A"], tr!("to play a bot")),
                ],
            };
            voice.with(tr!("no game yet"), ": ", new)
        }
        SessionError::GameOver => with(&[
            (&["U"], tr!("to undo")),
            (&["N", "A"], tr!("for a new game")),
        ]),
        SessionError::GameOverAndCounted => with(&[(&["N", "A", "G"], tr!("for a new one"))]),
        SessionError::NotCompetitive(game) => {
            let said = tr!(
                "competitive games are Reversi only, and this is {game}",
                game
            );
            voice.with(said, ": ", &[(&["play rv"], tr!("first"))])
        }
        SessionError::TreeFull { .. } => with(&[(&["prune"], tr!("to delete some"))]),
        SessionError::Illegal(IllegalMove::PlaceFirst { free, .. }) => {
            let example = voice.name(&free.to_string());
            tr!("{error}, like {example}", error, example)
        }
        SessionError::Illegal(IllegalMove::NamePieceFirst(piece)) if voice.types() => {
            let example = voice.command(&format!("J {piece}"));
            tr!("{error}, for example {example}", error, example)
        }
        _ => too_far(voice, error),
    }
}

/// Says how far a command can go in the moves of a game.
fn too_far(voice: Voice, error: &SessionError) -> String {
    match error {
        SessionError::Undo { possible: 0, .. } => tr!("nothing to undo").to_owned(),
        SessionError::Redo { possible: 0, .. } => tr!("nothing to redo").to_owned(),
        SessionError::Undo { possible, .. } => {
            tr!(
                "only {n} turn can be undone" | "only {n} turns can be undone",
                n = *possible
            )
        }
        SessionError::Redo { possible, .. } => {
            tr!(
                "only {n} turn can be redone" | "only {n} turns can be redone",
                n = *possible
            )
        }
        SessionError::GoTo { asked, possible: 0 } => {
            tr!("no move {asked}: no moves have been played", asked)
        }
        SessionError::Back { possible: 0, .. } => tr!("already at the start").to_owned(),
        SessionError::Back { possible, .. } => {
            tr!(
                "can go back only {n} move" | "can go back only {n} moves",
                n = *possible
            )
        }
        SessionError::Forward { possible: 0, .. } => voice.with(
            tr!("end of the line"),
            ": ",
            &[(&["variations"], tr!("to see the others"))],
        ),
        SessionError::Forward { possible, .. } => {
            tr!(
                "can go forward only {n} move" | "can go forward only {n} moves",
                n = *possible
            )
        }
        SessionError::Line { asked, possible: 0 } => {
            tr!("no line {asked}: there are no variations yet", asked)
        }
        SessionError::Line { asked, possible } => {
            let list = voice.advice(&[(&["variations"], tr!("to list them"))]);
            let list = list.map(|list| format!(" ({list})")).unwrap_or_default();
            tr!("no line {asked}: use 1 to {possible}", asked, possible) + &list
        }
        _ => error.to_string(),
    }
}

fn store(voice: Voice, error: &StoreError) -> String {
    match error {
        StoreError::NoSuchKept { .. } => voice.with(
            error.to_string(),
            "; ",
            &[(&["resume list"], tr!("to see them"))],
        ),
        StoreError::NoSuchSave(_) => {
            voice.with(error.to_string(), ": ", &[(&["T"], tr!("for a list"))])
        }
        _ => error.to_string(),
    }
}

fn record(voice: Voice, error: &RecordError) -> String {
    match error {
        RecordError::AlreadyExists(file) if voice == Voice::Window => {
            tr!("{file} already exists: choose another name", file)
        }
        RecordError::OtherGame(_) => {
            voice.with(error.to_string(), ": ", &[(&["play rv"], tr!("first"))])
        }
        error if error.is_save() => {
            let ways: [Way<'_>; 1] = [(&["L NAME"], tr!("to load it"))];
            voice.with(
                voice.with(error.to_string(), ": ", &ways),
                tr!(", then "),
                &[(&["export"], "")],
            )
        }
        _ => error.to_string(),
    }
}

/// Reports a failed write that will be retried.
pub fn not_kept(what: &UnsavedData) -> String {
    match what {
        UnsavedData::Game(error) => tr!("the autosave failed: {error}", error),
        UnsavedData::Library { .. } => {
            tr!("{what} (reversi keeps trying until it ends)", what)
        }
        UnsavedData::Scores(_) => what.to_string(),
    }
}

/// Reports data that was lost at the end.
pub fn lost(lost: &UnsavedData) -> String {
    match lost {
        UnsavedData::Library { are_kept: true, .. } => {
            tr!("{what} (the next start adds it)", what = lost)
        }
        _ => lost.to_string(),
    }
}
