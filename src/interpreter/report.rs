//! The reports on moves, records, levels and saves that replies contain.

use serde::Serialize;

use crate::base::text::printable;
use crate::book::{BookMove, LineCounter, LinesToKnow};
use crate::engine::Position;
use crate::games::{Player, Square};
use crate::players::Method;
use crate::players::ladder::Band;
use crate::records::{GameRecord, Opening};
use crate::session::{Placement, Players};
use crate::study::{Continuation, PositionResults};

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BookMoveReport {
    #[serde(rename = "move")]
    pub square: Square,
    pub score: i32,
    /// The level of the search that scored the move; `None` if unknown.
    pub level: Option<u8>,
    /// The number of book lines after the move, at most 65535; 0 if the move leaves the book.
    pub lines: u16,
    /// The lines that the mover and its opponent have to know to hold the score after the move; `None` if there are too
    /// many positions to count.
    pub to_know: Option<LinesToKnow>,
    /// The number of library games with this move; `None` if the library is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// The named opening that the move reaches, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
}

impl BookMoveReport {
    pub(super) fn new(
        position: Position,
        mv: &BookMove,
        counter: &mut LineCounter<'_>,
        reached: Option<&PositionResults>,
    ) -> Self {
        let BookMove {
            square,
            score,
            level,
            lines,
        } = *mv;
        let after = |square| position.after(square).canonical();
        // The library counts symmetric moves as one.
        let is_it = |played: &&Continuation| {
            played
                .square
                .is_some_and(|it| after(it.index(8).into()) == after(square))
        };
        let games = reached.map(|reached| {
            reached
                .moves
                .iter()
                .find(is_it)
                .map_or(0, |played| played.results.games)
        });
        let opening = Opening::of(position.after(square)).map(|opening| opening.name);
        let level = Some(level).filter(|&level| level > 0);
        Self {
            square: Square::from_index(square, 8),
            score,
            level,
            lines,
            to_know: counter.after(position, mv),
            games,
            opening,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LevelReport {
    /// The level as typed; `competitive` is the bot of the competitive mode.
    pub level: String,
    /// The Elo rating; level 1 has 0.
    pub rating: i32,
    /// The margin of error (95%) of the difference from the level below, or from level 1.
    pub error: i32,
    pub name: Band,
    #[serde(flatten)]
    pub method: Method,
}

/// A saved unfinished game that another one replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftGame {
    #[serde(skip)]
    pub players: Players,
    pub moves: usize,
    /// The number to pass to `resume`; `None` if the disk was too slow to determine it.
    pub number: Option<usize>,
}

/// The opening moves that a game starts after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpeningLine {
    /// The transcript: `f5d6c3d3c4f4c5b4`.
    pub moves: String,
    pub name: Option<&'static str>,
    pub plies: usize,
    /// The score for Black, in discs; `None` after a balanced opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

/// A level chosen for a rating.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChosenLevel {
    pub asked: i32,
    pub level: String,
    pub rating: i32,
}

/// The level to try next, with the results that suggest it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NextLevel {
    pub level: u8,
    /// The latest games won and lost at `level`, out of `games`.
    pub won: usize,
    pub lost: usize,
    pub games: usize,
    pub next: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordReport {
    pub black: Option<String>,
    pub white: Option<String>,
    /// The date, as precise as known: `2003-12-15`.
    pub date: Option<String>,
    /// The number of plies, passes included.
    pub plies: usize,
}

/// The skipped moves of a record: the first illegal move and all later ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SkippedMoves {
    /// The ply of the illegal move, from 1.
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

/// The result of a competitive game, and its place in the ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Placing {
    pub nickname: String,
    pub score: u32,
    #[serde(flatten)]
    pub placement: Placement,
    /// The reason why the score is not in the ranking file yet. Writing is retried.
    pub not_written: Option<String>,
}
