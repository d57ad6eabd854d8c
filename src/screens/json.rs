//! Renders replies as JSON, one object per line. `docs/scripting.md` describes the objects.

use std::{fmt, io};

use jiff::Timestamp;
use serde::Serialize;

use super::failure::Failure;
use crate::analysis::Judgment;
use crate::base::text::printable::is_printable;
use crate::desk::Refusal;
use crate::games::{Info, Outcome, Played, Player, REGISTRY, Square};
use crate::interpreter::{
    DrillReport, Event, ExecuteError, GuessReport, LeftGame, LessonReport, ParseProblem, Placing,
    PracticeEnd, PuzzleReport, Reply, Task, Verdict,
};
use crate::players::TimeControl;
use crate::session::{CurrentGame, Ply};
use crate::store::{SaveSummary, UnfinishedGame};
use crate::study::RepertoireExit;

/// The version of the objects. It changes when a field is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// The object for one line.
#[derive(Serialize)]
struct Object<'a> {
    schema: u32,
    line: usize,
    command: &'a str,
    ok: bool,
    reply: Option<ReplyObject<'a>>,
    state: Option<StateObject<'a>>,
    error: Option<ErrorObject>,
}

#[derive(Serialize)]
struct ReplyObject<'a> {
    event: EventObject<'a>,
    plies: Vec<PlyObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    placing: Option<&'a Placing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coach: Option<&'a Judgment>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rating_estimated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<&'a LeftGame>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_repertoire: Option<&'a RepertoireExit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson: Option<&'a LessonReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a PuzzleReport>,
}

/// An event. Lists of games and moves have details for each entry.
#[derive(Serialize)]
#[serde(untagged)]
enum EventObject<'a> {
    Plain(&'a Event),
    List(ListObject<'a>),
    Task(TaskObject<'a>),
    Verdict(&'a Verdict),
    PracticeEnd(&'a PracticeEnd),
}

/// The task of a practice. The fields of lessons and puzzles are not part of the event.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum TaskObject<'a> {
    Learning,
    Puzzle,
    Drill(&'a DrillReport),
    Guess(&'a GuessReport),
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum ListObject<'a> {
    Games {
        games: Vec<GameObject>,
    },
    Moves {
        moves: Vec<PlyObject<'a>>,
        transcript: String,
    },
    Saves {
        saves: Vec<SaveObject<'a>>,
    },
    Unfinished {
        games: Vec<KeptObject<'a>>,
    },
}

#[derive(Serialize)]
struct GameObject {
    code: &'static str,
    name: &'static str,
    rules: &'static str,
}

#[derive(Serialize)]
struct PlyObject<'a> {
    player: Player,
    #[serde(rename = "move")]
    name: String,
    placed: Option<Square>,
    flipped: &'a [Square],
    pushed_out: Option<Square>,
    passed: Option<Player>,
}

#[derive(Serialize)]
struct SaveObject<'a> {
    name: &'a str,
    #[serde(flatten)]
    game: Option<KeptObject<'a>>,
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct KeptObject<'a> {
    saved: Timestamp,
    #[serde(flatten)]
    state: StateObject<'a>,
}

#[derive(Serialize)]
struct StateObject<'a> {
    game: &'static str,
    mode: &'static str,
    black: String,
    white: String,
    board: Vec<String>,
    turn: Option<Player>,
    ply: usize,
    black_discs: Option<usize>,
    white_discs: Option<usize>,
    note: Option<String>,
    /// The legal moves; `None` in a competitive game, which hides them.
    legal: Option<Vec<String>>,
    last: Option<PlyObject<'a>>,
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<ClocksObject>,
}

#[derive(Serialize)]
struct ClocksObject {
    control: TimeControl,
    black_milliseconds: u128,
    white_milliseconds: u128,
}

#[derive(Serialize)]
struct ErrorObject {
    kind: &'static str,
    message: String,
    column: Option<usize>,
}

/// Writes the object for one line, with the state after it.
pub fn write_object(
    out: &mut dyn fmt::Write,
    line: usize,
    command: &str,
    result: Result<&Reply, &Failure>,
    game: Option<&CurrentGame>,
    ascii: bool,
) {
    let object = Object {
        schema: SCHEMA,
        line,
        command,
        ok: result.is_ok(),
        reply: result.ok().map(ReplyObject::from),
        state: game.map(|game| StateObject::new(game, game.is_competitive())),
        error: result.err().map(ErrorObject::from),
    };
    // Plain data with string keys has a text, and the output keeps its own error.
    let _ = serde_json::to_writer(
        Escaping {
            out: &mut *out,
            ascii,
        },
        &object,
    );
    let _ = out.write_char('\n');
}

impl<'a> From<&'a Reply> for ReplyObject<'a> {
    fn from(reply: &'a Reply) -> Self {
        let (lesson, puzzle) = match reply.task() {
            Some(Task::Lesson(lesson)) => (Some(lesson), None),
            Some(Task::Puzzle(puzzle)) => (None, Some(puzzle)),
            Some(Task::Drill(_) | Task::Guess(_)) | None => (None, None),
        };
        Self {
            event: EventObject::from(reply),
            plies: reply.plies().iter().map(PlyObject::from).collect(),
            opening: reply.opening(),
            placing: reply.placing(),
            coach: reply.coached(),
            rating_estimated: reply.has_estimated_rating(),
            left: reply.put_aside(),
            left_repertoire: reply.left_repertoire(),
            lesson,
            puzzle,
        }
    }
}

impl<'a> From<&'a Task> for TaskObject<'a> {
    fn from(task: &'a Task) -> Self {
        match task {
            Task::Lesson(_) => Self::Learning,
            Task::Puzzle(_) => Self::Puzzle,
            Task::Drill(drill) => Self::Drill(drill),
            Task::Guess(guess) => Self::Guess(guess),
        }
    }
}

impl<'a> From<&'a Reply> for EventObject<'a> {
    fn from(reply: &'a Reply) -> Self {
        Self::List(match reply.head() {
            Event::Task(task) => return Self::Task(task.into()),
            Event::Judged(verdict) => return Self::Verdict(verdict),
            Event::PracticeEnded(end) => return Self::PracticeEnd(end),
            Event::Games => {
                let games = REGISTRY.iter();
                let games = games.map(
                    |&&Info {
                         code, name, rules, ..
                     }| GameObject { code, name, rules },
                );
                ListObject::Games {
                    games: games.collect(),
                }
            }
            Event::Moves => {
                let moves = reply.game.as_ref().map_or(&[][..], |game| game.history());
                ListObject::Moves {
                    moves: moves.iter().map(PlyObject::from).collect(),
                    transcript: moves.iter().map(Ply::name).collect(),
                }
            }
            Event::Saves { saves } => ListObject::Saves {
                saves: saves.iter().map(SaveObject::from).collect(),
            },
            Event::Unfinished { games } => {
                let hides = |kept: &UnfinishedGame| kept.game.players().is_competitive();
                let games = games.iter().map(|kept| KeptObject::new(kept, hides(kept)));
                ListObject::Unfinished {
                    games: games.collect(),
                }
            }
            event => return Self::Plain(event),
        })
    }
}

impl<'a> From<&'a Ply> for PlyObject<'a> {
    fn from(ply: &'a Ply) -> Self {
        let Played {
            player,
            placed,
            ref flipped,
            pushed_out,
            passed,
        } = ply.played;
        Self {
            player,
            name: ply.name(),
            placed,
            flipped,
            pushed_out,
            passed,
        }
    }
}

impl<'a> From<&'a SaveSummary> for SaveObject<'a> {
    fn from(SaveSummary { name, game }: &'a SaveSummary) -> Self {
        let kept = game.as_ref().ok().map(|kept| KeptObject::new(kept, false));
        Self {
            name: name.as_str(),
            game: kept,
            error: game.as_ref().err().map(String::as_str),
        }
    }
}

impl<'a> KeptObject<'a> {
    fn new(UnfinishedGame { game, at, .. }: &'a UnfinishedGame, hides_moves: bool) -> Self {
        Self {
            saved: *at,
            state: StateObject::new(game, hides_moves),
        }
    }
}

impl<'a> StateObject<'a> {
    fn new(current: &'a CurrentGame, hides_moves: bool) -> Self {
        let game = current.game();
        let players = current.players();
        let [black, white] = Player::BOTH.map(|player| players.of(player).to_string());
        let [black_discs, white_discs] = [0, 1].map(|side| Some(game.counts()?[side]));
        let moves = || current.turn().map_or_else(Vec::new, |_| game.moves());
        let names = || moves().into_iter().map(|mv| game.move_name(mv)).collect();
        Self {
            game: game.info().code,
            mode: players.mode(),
            black,
            white,
            board: game.grid().to_rows(),
            turn: current.turn(),
            ply: current.plies(),
            black_discs,
            white_discs,
            note: game.note().map(|note| note.to_string()),
            legal: (!hides_moves).then(names),
            last: current.history().last().map(PlyObject::from),
            outcome: current.outcome(),
            clocks: current.clocks().map(|clocks| {
                let left = |player| current.time_left(player).unwrap_or_default().as_millis();
                ClocksObject {
                    control: clocks.control(),
                    black_milliseconds: left(Player::Black),
                    white_milliseconds: left(Player::White),
                }
            }),
        }
    }
}

impl From<&Failure> for ErrorObject {
    fn from(failure: &Failure) -> Self {
        let message = failure.to_string();
        let (kind, column) = match failure {
            Failure::Line(_) => ("line", None),
            Failure::Desk(Refusal::Parse(error)) => {
                let column = Some(error.column).filter(|_| error.problem != ParseProblem::Empty);
                ("command", column)
            }
            Failure::Desk(Refusal::Execute(error)) => (ExecuteError::kind(error), None),
            Failure::Desk(_) => ("game", None),
            Failure::ScoresNotWritten(_) | Failure::Problems(_) => ("file", None),
        };
        Self {
            kind,
            message,
            column,
        }
    }
}

/// Escapes the characters that `is_kept` rejects. They occur only in strings, where JSON allows `\u`.
fn escape(out: &mut dyn fmt::Write, text: &str, is_kept: impl Fn(char) -> bool) -> fmt::Result {
    if text.bytes().all(|byte| byte < 0x7f) {
        return out.write_str(text);
    }
    for character in text.chars() {
        if character != '\u{7f}' && is_kept(character) {
            out.write_char(character)?;
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
        }
    }
    Ok(())
}

/// An output for JSON, which escapes characters that terminals could take for commands.
struct Escaping<'a> {
    out: &'a mut dyn fmt::Write,
    ascii: bool,
}

impl io::Write for Escaping<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The serializer writes whole characters.
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        let is_kept =
            |character: char| character.is_ascii() || !self.ascii && is_printable(character);
        escape(self.out, text, is_kept).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
