//! A game of the library, and its texts in the database.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::analysis::{Analysis, Judgment};
use crate::base::language::tr;
use crate::base::text::{printable, quoted};
use crate::games::{Player, Square, parse_square};
use crate::records::{
    BoardError, BoardPosition, Date, GameRecord, GameResult, MoveError, Termination,
};

/// A game of the library.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "Written")]
pub struct LibraryGame {
    /// The moves, the names, the event, the date and the result; the library keeps nothing else of a record.
    pub record: GameRecord,
    /// The sides played by humans; `None` for an imported game.
    pub humans: Option<HumanSides>,
    /// Whether a player had help, so that the game is unrated.
    pub is_aided: bool,
    /// The moves that lost discs; `None` if the game has not been judged.
    pub judged: Option<Vec<JudgedMove>>,
    /// The sides whose mistakes have been made into puzzles.
    pub puzzles_of: Option<HumanSides>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum HumanSides {
    Black,
    White,
    Both,
    Neither,
}

impl HumanSides {
    pub const fn new(humans: [bool; 2]) -> Self {
        match humans {
            [true, false] => Self::Black,
            [false, true] => Self::White,
            [true, true] => Self::Both,
            [false, false] => Self::Neither,
        }
    }

    /// The name in the database.
    pub(super) const fn name(self) -> &'static str {
        ["black", "white", "both", "neither"][self as usize]
    }

    /// Whether Black and White are among the sides.
    pub fn both(sides: Option<Self>) -> [bool; 2] {
        Player::BOTH.map(|player| sides.is_some_and(|sides| sides.has(player)))
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        let all = [Self::Black, Self::White, Self::Both, Self::Neither];
        all.into_iter().find(|sides| sides.name() == name)
    }

    /// Whether a human played this side.
    pub fn has(self, player: Player) -> bool {
        match player {
            Player::Black => matches!(self, Self::Black | Self::Both),
            Player::White => matches!(self, Self::White | Self::Both),
        }
    }
}

/// The result of an analysis for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgedMove {
    /// The number of the move, from 1, passes not counted.
    pub number: u8,
    /// The score for the side that moved.
    pub score: i32,
    pub lost: u32,
    pub best: Square,
}

impl JudgedMove {
    pub fn all(analysis: &Analysis) -> Vec<Self> {
        let judged = (1..).zip(&analysis.moves);
        let judged = judged.map(
            |(
                number,
                Judgment {
                    score, lost, best, ..
                },
            )| Self {
                number,
                score: *score,
                lost: *lost,
                best: *best,
            },
        );
        judged.collect()
    }
}

/// A line of a list of games, with empty texts for unknown names. Lines share equal texts, because lists are long.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameLine {
    pub number: usize,
    pub black: Arc<str>,
    pub white: Arc<str>,
    /// The known part of a date such as `2003-12-15`.
    pub date: Option<Arc<str>>,
    pub event: Arc<str>,
    pub opening: Option<Arc<str>>,
    /// Black's discs minus White's at the end; `None` if unknown.
    pub difference: Option<i8>,
    /// The winner; `None` for a draw or an unknown result.
    pub winner: Option<Player>,
    /// The sides played by humans in this program; `None` for an imported game.
    #[serde(skip)]
    pub humans: Option<HumanSides>,
    /// The number of moves, passes not counted.
    pub moves: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

impl LibraryGame {
    /// Creates a game from a record. `humans` is `None` for an imported game.
    pub fn of(mut record: GameRecord, humans: Option<HumanSides>) -> Self {
        record.result = record.outcome();
        Self {
            record,
            humans,
            is_aided: false,
            judged: None,
            puzzles_of: None,
        }
    }

    /// The points of a player: 1 for a win, 0.5 for a draw; `None` without a result.
    pub fn points(&self, player: Player) -> Option<f64> {
        Some(match self.record.result?.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == player)),
        })
    }
}

/// A game as texts, for the database and the autosave.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "game")]
pub struct Written {
    pub black: String,
    pub white: String,
    pub event: String,
    pub date: String,
    /// Black's discs minus White's, `B` or `W` for a win by an unknown margin, or empty.
    pub result: String,
    /// The first board; empty for the starting position.
    pub start: String,
    pub moves: String,
    pub you: Option<HumanSides>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub aided: bool,
}

impl Written {
    pub fn of(game: &LibraryGame) -> Self {
        let LibraryGame { record, humans, .. } = game;
        let [black, white] = record
            .players
            .each_ref()
            .map(|player| printable(&player.name).to_string());
        let start = record.start();
        let squares = record.moves().iter().filter_map(|mv| mv.square);
        Self {
            black,
            white,
            event: printable(&record.event).to_string(),
            date: record
                .date
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            result: record.result.map(result_text).unwrap_or_default(),
            start: if start == BoardPosition::START {
                String::new()
            } else {
                start.to_string()
            },
            moves: squares.map(|square| square.to_string()).collect(),
            you: *humans,
            aided: game.is_aided,
        }
    }
}

fn result_text(result: GameResult) -> String {
    match (result.difference, result.winner) {
        (Some(difference), _) => format!("{difference:+}"),
        (None, Some(Player::Black)) => "B".to_owned(),
        (None, Some(Player::White)) => "W".to_owned(),
        (None, None) => "+0".to_owned(),
    }
}

#[derive(Debug, Clone, PartialEq, Error)]
pub enum NotAGame {
    #[error("{}", tr!("{text} is not a date: use 2003, 2003-12 or 2003-12-15", text = quoted(.0)))]
    Date(String),
    #[error("{}", tr!(
        "{text} is not a result: use a disc difference such as +12, or B or W",
        text = quoted(.0)
    ))]
    Result(String),
    #[error("{}", tr!("start: {error}", error = .0))]
    Start(#[from] BoardError),
    #[error("{}", tr!("{text} is not a list of squares such as f5d6c3", text = quoted(.0)))]
    Moves(String),
    #[error("{}", tr!("move {number}: {error}", number, error = source))]
    Illegal { number: usize, source: MoveError },
}

impl TryFrom<Written> for LibraryGame {
    type Error = NotAGame;

    fn try_from(written: Written) -> Result<Self, NotAGame> {
        let Written {
            black,
            white,
            event,
            date,
            result,
            start,
            moves,
            you,
            aided,
        } = written;
        let date = match &*date {
            "" => None,
            text => Some(
                Date::of_parts(text.split('-'), "")
                    .ok_or_else(|| NotAGame::Date(text.to_owned()))?,
            ),
        };
        let result = result_of(&result).ok_or(NotAGame::Result(result))?;
        let mut record = played(start_of(&start)?, &moves)?;
        for (player, name) in record.players.iter_mut().zip([black, white]) {
            player.name = printable(&name).to_string();
        }
        record.event = printable(&event).to_string();
        (record.date, record.result) = (date, result);
        Ok(Self {
            record,
            humans: you,
            is_aided: aided,
            judged: None,
            puzzles_of: None,
        })
    }
}

/// Parses a first board as in the database.
pub fn start_of(text: &str) -> Result<BoardPosition, BoardError> {
    if text.is_empty() {
        Ok(BoardPosition::START)
    } else {
        text.parse()
    }
}

/// Parses a result as in the database, which is `None` if it is unknown. Returns `None` if it is invalid.
#[expect(clippy::option_option, reason = "unknown and invalid results differ")]
pub fn result_of(text: &str) -> Option<Option<GameResult>> {
    Some(match text {
        "" => None,
        "B" => Some(GameResult::won(Player::Black, Termination::Played)),
        "W" => Some(GameResult::won(Player::White, Termination::Played)),
        text => {
            let difference = text
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite())?;
            let is_on_board = difference.abs() <= 64.0;
            is_on_board.then(|| GameResult::by_difference(difference, Termination::Played))
        }
    })
}

/// Plays a list of squares, which must be legal from `start`.
pub fn played(start: BoardPosition, squares: &str) -> Result<GameRecord, NotAGame> {
    let unreadable = || NotAGame::Moves(squares.chars().take(12).collect());
    let mut record = GameRecord::from_start(start);
    for (number, at) in (1..).zip((0..squares.len()).step_by(2)) {
        let name = squares.get(at..at + 2).ok_or_else(unreadable)?;
        let square = parse_square(name, 8, 8).map_err(|_| unreadable())?;
        record
            .play(square)
            .map_err(|source| NotAGame::Illegal { number, source })?;
    }
    Ok(record)
}
