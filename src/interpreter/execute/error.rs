//! The errors of commands.

use thiserror::Error;

use super::RecordError;
use crate::base::language::{date, tr, translated, with_typed};
use crate::base::text::quoted;
use crate::games::ParseMoveError;
use crate::interpreter::command::PracticeKind;
use crate::interpreter::row::{CommandInfo, Situation};
use crate::players::MAX_EMPTIES_TO_SOLVE;
use crate::records::InLanguage;
use crate::session::{IconsError, SessionError};
use crate::store::StoreError;
use crate::study::PositionsError;

/// The error returned when a command fails. Session and store are unchanged.
#[derive(Debug, Error)]
pub enum ExecuteError {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}", .0.in_language())]
    Move(#[from] ParseMoveError),
    #[error("{}", tr!("move {number} ({name}): {reason}", number, name, reason))]
    Several {
        /// The number of the move in the text, from 1.
        number: usize,
        name: String,
        reason: String,
        /// The whole text if it is a game from the starting position.
        game: Option<String>,
    },
    #[error("{}", tr!(
        "one move at a time here: type the first move alone, such as {name}",
        name = .0
    ))]
    OneMove(String),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Icons(#[from] IconsError),
    #[error("{}", situation.refuses(.typed.as_deref().unwrap_or(.command.word())))]
    Unavailable {
        command: &'static CommandInfo,
        /// The command as typed; `None` if it was not typed.
        typed: Option<String>,
        /// Where the command is refused.
        situation: Situation,
    },
    #[error("{}", match .0 {
        PracticeKind::Lesson => tr!("no lesson is open"),
        _ => tr!("no puzzle or drill is open"),
    })]
    NotPracticing(PracticeKind),
    #[error("{}", tr!("puzzle already solved"))]
    PuzzleSolved,
    #[error("{}", tr!("end of this line"))]
    LineOver,
    #[error("{}", tr!("end of this game"))]
    GameGuessed,
    #[error("{}", tr!("interrupted: the guess is not rated"))]
    GuessNotRated,
    #[error("{}", tr!("game {number} has no moves to guess for this side", number))]
    NoGuess { number: usize },
    #[error("{}", match .0 {
        Some(next) => tr!("no line is due before {day}", day = date(*next)),
        None => tr!("no line is due").to_owned(),
    })]
    NoLine(Option<jiff::civil::Date>),
    #[error("{}", tr!("{opening} is not in the opening book: use another book with --book FILE", opening = match .0 {
        Some(opening) => opening,
        None => tr!("the starting position"),
    }))]
    NotInBook(Option<&'static str>),
    #[error("{}", tr!("no named opening reached yet"))]
    NoOpening,
    #[error("{}", match (.total, .next) {
        (0, _) => tr!("no puzzles yet").to_owned(),
        (_, Some(next)) => tr!("no puzzle is due until {day}", day = date(*next)),
        _ => tr!("no puzzle is due").to_owned(),
    })]
    NoPuzzle {
        total: usize,
        next: Option<jiff::civil::Date>,
    },
    #[error("{}", match .total {
        0 => tr!("the library is empty"),
        _ => tr!("no matching games played here"),
    })]
    NoGames { total: usize },
    #[error("{}", match (*.asks, *.hint) {
        ("", _) => tr!("nothing to play in this step").to_owned(),
        (asks, "") => tr!("this step needs {mv}", mv = translated(asks)),
        (_, hint) => tr!("there is a better move: {hint}", hint = translated(hint)),
    })]
    Lesson {
        /// The requested move, or an empty string.
        asks: &'static str,
        /// A hint for the move, or an empty string if the move itself is shown.
        hint: &'static str,
    },
    #[error("{}", with_typed(&tr!(
        "no game {number} in the library: `find` and `library` show the numbers",
        number
    )))]
    NoLibraryGame { number: usize },
    #[error("{}", with_typed(&tr!("no game {number} in the bin: `library restore` lists them", number)))]
    NotInBin { number: usize },
    #[error("{}", tr!("you never left the opening book by a bad move in the games played here"))]
    NoDeviation,
    #[error("{}", with_typed(match .here {
        true => tr!("no line of your repertoire reaches this position: `repertoire` lists them"),
        false => tr!("no such lines: `repertoire add` adds the moves on the board to your repertoire"),
    }))]
    NoLines {
        /// Whether lines through the position on the board were requested.
        here: bool,
    },
    #[error("{}", with_typed(tr!(
        "no moves on the board: type `repertoire remove all` to remove all lines"
    )))]
    AllLines,
    #[error("{}", tr!("name the side of the lines: repertoire add black find player=ann"))]
    NoSideOfLines,
    #[error("{}", tr!("lines of the repertoire begin from the starting position"))]
    NotFromStart,
    #[error("{}", tr!("no lessons for {game} yet", game = .0))]
    NoLessons(&'static str),
    #[error("{}", tr!(
        "{word} is not a side: use {black} or {white}",
        word = quoted(word),
        black,
        white
    ))]
    Side {
        word: String,
        black: String,
        white: String,
    },
    #[error("{}", with_typed(tr!(
        "no bot plays here: type `A B 5` to play level 5, or `player white 5`"
    )))]
    NoOpponent,
    #[error("{}", with_typed(tr!("openings are for Reversi: type `play reversi` first")))]
    NoOpenings,
    #[error(transparent)]
    Positions(#[from] PositionsError),
    #[error("{}", tr!("no opening book: reversi was started with --no-book"))]
    NoBook,
    #[error("{}", tr!("no move has been played yet"))]
    NoMoves,
    #[error("{}", with_typed(tr!("interrupted: type `why` to try again")))]
    NotExplained,
    #[error("{}", tr!(
        "too early to solve: {empties} empty squares, at most {most} are possible",
        empties,
        most = MAX_EMPTIES_TO_SOLVE
    ))]
    TooEarly { empties: u32 },
    #[error("{}", tr!("{symbol} is not ASCII, but reversi was started with --ascii", symbol = .0))]
    NotAscii(char),
}

impl ExecuteError {
    /// Adds the typed line to the error, which names the refused command as the user did.
    #[must_use]
    pub fn typed_as(self, line: &str) -> Self {
        match self {
            Self::Unavailable {
                command,
                typed: None,
                situation,
            } => Self::Unavailable {
                command,
                typed: command.typed_in(line),
                situation,
            },
            error => error,
        }
    }

    /// Returns the category of the error, for programs: `game`, `file`, `argument` or `command`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Store(_) | Self::Positions(PositionsError::Store(_)) => "file",
            Self::Unavailable {
                situation: Situation::Script,
                ..
            } => "command",
            Self::Record(error) => error.kind(),
            Self::Move(_)
            | Self::Several { .. }
            | Self::Icons(_)
            | Self::Side { .. }
            | Self::NoSideOfLines
            | Self::NotAscii(_) => "argument",
            _ => "game",
        }
    }
}
