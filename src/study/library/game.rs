//! A game of the library, small enough to read many at once.

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

/// A game of the library. All its moves are legal.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "Written")]
pub struct LibraryGame {
    /// The names of Black and White; empty if unknown.
    pub names: [String; 2],
    pub event: String,
    pub date: Option<Date>,
    /// The result; `None` if it is unknown or the game was not finished.
    pub result: Option<GameResult>,
    /// The sides played by humans; `None` for an imported game.
    pub humans: Option<HumanSides>,
    /// The moves that lost discs; `None` if the game has not been judged.
    pub judged: Option<Vec<JudgedMove>>,
    /// The sides whose mistakes have been made into puzzles.
    pub puzzles_of: Option<HumanSides>,
    start: BoardPosition,
    squares: Vec<u8>,
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
    pub fn of(record: &GameRecord, humans: Option<HumanSides>) -> Self {
        let name = |player: Player| printable(&record.players[player.index()].name).to_string();
        let date = record.date.clone().map(|date| Date {
            clock: String::new(),
            ..date
        });
        Self {
            names: Player::BOTH.map(name),
            event: printable(&record.event).to_string(),
            date,
            result: record.outcome(),
            humans,
            judged: None,
            puzzles_of: None,
            start: record.start(),
            squares: record
                .game_moves()
                .filter_map(|mv| u8::try_from(mv.0).ok())
                .collect(),
        }
    }

    pub fn record(&self) -> GameRecord {
        let mut record = GameRecord::from_start(self.start);
        for &square in &self.squares {
            // The moves were legal when the game was created.
            let _ = record.play(Square::from_index(u32::from(square), 8));
        }
        for (details, name) in record.players.iter_mut().zip(&self.names) {
            details.name.clone_from(name);
        }
        record.event.clone_from(&self.event);
        record.date.clone_from(&self.date);
        record.result = self.result;
        record
    }

    pub const fn start(&self) -> BoardPosition {
        self.start
    }

    /// The points of a player: 1 for a win, 0.5 for a draw; `None` without a result.
    pub fn points(&self, player: Player) -> Option<f64> {
        Some(match self.result?.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == player)),
        })
    }

    /// The squares of the moves, from 0 to 63, without passes.
    pub fn squares(&self) -> &[u8] {
        &self.squares
    }

    /// The boards before each move, and the last board. The side to move is the one that can move.
    pub fn boards(&self) -> impl Iterator<Item = BoardPosition> + '_ {
        let mut board = moving(self.start);
        let mut squares = self.squares.iter();
        let mut is_over = false;
        std::iter::from_fn(move || {
            if is_over {
                return None;
            }
            let before = board;
            match squares.next() {
                Some(&square) => {
                    let after = board.position().after(square.into());
                    board = moving(BoardPosition::new(after, board.turn.opponent()));
                }
                None => is_over = true,
            }
            Some(before)
        })
    }

    pub(super) fn written(&self) -> Written {
        let [black, white] = self.names.clone();
        let result = match self.result {
            None => String::new(),
            Some(GameResult {
                difference: Some(difference),
                ..
            }) => format!("{difference:+}"),
            Some(GameResult {
                winner: Some(Player::Black),
                ..
            }) => "B".to_owned(),
            Some(GameResult {
                winner: Some(Player::White),
                ..
            }) => "W".to_owned(),
            Some(GameResult { winner: None, .. }) => "+0".to_owned(),
        };
        let is_usual = self.start == BoardPosition::START;
        let name = |&square: &u8| Square::from_index(u32::from(square), 8).to_string();
        Written {
            black,
            white,
            event: self.event.clone(),
            date: self
                .date
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            result,
            start: if is_usual {
                String::new()
            } else {
                self.start.to_string()
            },
            moves: self.squares.iter().map(name).collect(),
            you: self.humans,
        }
    }
}

/// The board with the side that can move. Black if the game is over, so that equal boards are equal positions.
pub(super) fn moving(board: BoardPosition) -> BoardPosition {
    BoardPosition {
        turn: board.mover().unwrap_or(Player::Black),
        ..board
    }
}

/// A game as texts, for the database and the autosave.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "game")]
pub(super) struct Written {
    pub(super) black: String,
    pub(super) white: String,
    pub(super) event: String,
    pub(super) date: String,
    /// Black's discs minus White's, `B` or `W` for a win by an unknown margin, or empty.
    pub(super) result: String,
    /// The first board; empty for the starting position.
    pub(super) start: String,
    pub(super) moves: String,
    pub(super) you: Option<HumanSides>,
}

#[derive(Debug, Clone, PartialEq, Error)]
pub(super) enum NotAGame {
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
        } = written;
        let date = match &*date {
            "" => None,
            text => Some(
                Date::of_parts(text.split('-'), "")
                    .ok_or_else(|| NotAGame::Date(text.to_owned()))?,
            ),
        };
        let result = result_of(&result).ok_or(NotAGame::Result(result))?;
        let start = if start.is_empty() {
            BoardPosition::START
        } else {
            start.parse()?
        };
        let names = [black, white].map(|name| printable(&name).to_string());
        let event = printable(&event).to_string();
        let squares = legal(start, &moves)?;
        Ok(Self {
            names,
            event,
            date,
            result,
            humans: you,
            judged: None,
            puzzles_of: None,
            start,
            squares,
        })
    }
}

/// Parses a result as in the database, which is `None` if it is unknown. Returns `None` if it is invalid.
#[expect(clippy::option_option, reason = "unknown and invalid results differ")]
pub(super) fn result_of(text: &str) -> Option<Option<GameResult>> {
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

/// Parses a transcript that must be legal from `start`.
pub(super) fn legal(start: BoardPosition, moves: &str) -> Result<Vec<u8>, NotAGame> {
    let unreadable = || NotAGame::Moves(moves.chars().take(12).collect());
    let mut squares = Vec::with_capacity(moves.len() / 2);
    let mut board = moving(start);
    for (number, at) in (1..).zip((0..moves.len()).step_by(2)) {
        let name = moves.get(at..at + 2).ok_or_else(unreadable)?;
        let square = parse_square(name, 8, 8).map_err(|_| unreadable())?;
        let index = square.index(8);
        let position = board.position();
        if position.legal_moves() >> index & 1 == 0 {
            // Play the move on a record to get the reason.
            let refused = GameRecord::from_start(board).play(square);
            let source = refused.err().unwrap_or(MoveError::NotTheirTurn(board.turn));
            return Err(NotAGame::Illegal { number, source });
        }
        let after = position.after(index.into());
        board = moving(BoardPosition::new(after, board.turn.opponent()));
        squares.extend(u8::try_from(index));
    }
    Ok(squares)
}
