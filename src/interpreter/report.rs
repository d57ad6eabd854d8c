//! What replies say of moves, records, levels and saves.

use std::sync::Arc;

use jiff::Timestamp;
use serde::Serialize;

use crate::base::text::printable;
use crate::book::BookMove;
use crate::engine::Position;
use crate::games::{Player, Square};
use crate::players::Method;
use crate::players::ladder::Band;
use crate::records::{GameRecord, Opening};
use crate::session::{CurrentGame, Mode, Placement};
use crate::store::SaveSummary;
use crate::study::{Continuation, PositionResults};

/// A move that the opening book knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BookMoveReport {
    #[serde(rename = "move")]
    pub square: Square,
    pub score: i32,
    /// The level of the search that the score is from; `None` if it is not known.
    pub level: Option<u8>,
    /// The number of lines of the book after it, at most 65535; 0 if it leads out of the book.
    pub lines: u16,
    /// The number of games of the library in which it was played; `None` where the library is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// The named opening that it leads to, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
}

impl BookMoveReport {
    /// A move of a position, and what was played there in the games of the library, if it has any.
    pub(super) fn new(
        position: Position,
        mv: &BookMove,
        reached: Option<&PositionResults>,
    ) -> Self {
        let BookMove { square, score, level, lines } = *mv;
        let after = |square| position.after(square).canonical();
        // Symmetric moves are one in the library.
        let is_it = |played: &&Continuation| {
            played.square.is_some_and(|it| after(it.index(8).into()) == after(square))
        };
        let games = reached.map(|reached| {
            reached.moves.iter().find(is_it).map_or(0, |played| played.results.games)
        });
        let opening = Opening::of(position.after(square)).map(|opening| opening.name);
        let level = Some(level).filter(|&level| level > 0);
        Self { square: Square::from_index(square, 8), score, level, lines, games, opening }
    }
}

/// A level of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LevelReport {
    /// As it is typed; `competitive` is the bot of the competitive mode.
    pub level: String,
    /// Its Elo rating, where level 1 has 0.
    pub rating: i32,
    /// The margin of error (95 %) of the difference to the level below, or to level 1.
    pub error: i32,
    pub name: Band,
    #[serde(flatten)]
    pub method: Method,
}

/// An unfinished game that another one replaced, and that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftGame {
    #[serde(skip)]
    pub mode: Mode,
    pub moves: usize,
    /// The number by which `resume` continues it; `None` if the disk was too slow to tell.
    pub number: Option<usize>,
}

/// An opening after which neither side is ahead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BalancedOpening {
    /// Its moves: `f5d6c3d3c4f4c5b4`.
    pub moves: String,
    /// Its name, if it has one.
    pub name: Option<&'static str>,
}

/// A level that was chosen by a rating.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChosenLevel {
    pub asked: i32,
    pub level: String,
    pub rating: i32,
}

/// What a record says about its game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordReport {
    /// Black's name, if it is known.
    pub black: Option<String>,
    pub white: Option<String>,
    /// When it was played, as much of `2003-12-15` as is known.
    pub date: Option<String>,
    /// How many plies it has; a pass is one.
    pub plies: usize,
}

/// The moves of a record that are skipped: a bad one, and all later ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SkippedMoves {
    /// The ply of the bad move, from 1.
    pub ply: usize,
    #[serde(rename = "move")]
    pub name: String,
    pub reason: String,
}

impl From<&GameRecord> for RecordReport {
    fn from(record: &GameRecord) -> Self {
        let name = |player: Player| {
            let name = &record.players[player.index()].name;
            (!name.is_empty()).then(|| printable(name).to_string())
        };
        Self {
            black: name(Player::Black),
            white: name(Player::White),
            date: record.date.as_ref().map(ToString::to_string),
            plies: record.moves().len(),
        }
    }
}

/// A step of a tutorial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LessonReport {
    /// Its number, from 1.
    pub number: usize,
    pub of: usize,
    /// The idea that it begins with, such as `Mobility`; empty where it goes on.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub title: &'static str,
    pub text: &'static str,
    /// The move that it tells the user to play, if any.
    pub asks: Option<&'static str>,
    /// Whether the user has to find a move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_question: bool,
}

/// A puzzle that is to be solved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PuzzleReport {
    pub player: Player,
    /// How hard it is, from 1 to 5.
    pub grade: u32,
    /// The number of empty squares.
    pub empties: u32,
    /// Whether only one move wins; else one is better than all others by at least this number of discs.
    pub only_win: bool,
    pub from: String,
    /// Whether its scores are estimates, because no search to the end was within reach.
    pub estimated: bool,
    /// The number of puzzles that are due, this one included if it is.
    pub due: usize,
    /// The number of puzzles that have never been answered, this one included if it is one of them.
    pub new: usize,
}

/// What a line of a drill came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LineReport {
    pub right: usize,
    pub close: usize,
    /// The number that were missed at first, or shown.
    pub missed: usize,
    pub due: Option<jiff::civil::Date>,
}

/// The result of a competitive game, and its place in the ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Placing {
    pub nickname: String,
    pub score: u32,
    #[serde(flatten)]
    pub placement: Placement,
    /// Why it could not be written to the ranking's file; it is tried again later.
    pub not_written: Option<String>,
}

/// A line of the list of saves.
#[derive(Debug, Clone, PartialEq)]
pub struct SaveReport {
    pub name: String,
    pub game: Result<KeptGame, String>,
}

/// A game that has been written, and when.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptGame {
    pub saved: Timestamp,
    pub game: Arc<CurrentGame>,
}

impl From<SaveSummary> for SaveReport {
    fn from(summary: SaveSummary) -> Self {
        let name = summary.name.to_string();
        let kept = |(game, saved)| KeptGame { saved, game: Arc::new(game) };
        Self { name, game: summary.game.map(kept).map_err(|error| error.to_string()) }
    }
}
