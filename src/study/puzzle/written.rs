//! A puzzle as it stands in its file.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Puzzle;
use crate::base::text::printable;
use crate::games::Square;
use crate::records::{BoardError, BoardPosition};
use crate::study::schedule::{self, Rating};
use crate::study::squares;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "puzzle")]
pub(super) struct Written {
    board: String,
    line: String,
    score: i32,
    second: i32,
    played: String,
    lost: u32,
    percent: u8,
    /// The depth of the search, where it did not reach the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    estimated: Option<u32>,
    tempting: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    from: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reviews: Vec<(Date, Rating)>,
}

/// Why a puzzle of the file is none.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum NotAPuzzle {
    #[error("board: {0}")]
    Board(#[from] BoardError),
    #[error("{0:?} is not a list of squares such as f5d6c3")]
    Squares(String),
    #[error("{0} is not a legal move there")]
    Illegal(Square),
    #[error("expected two scores from -64 to 64, higher first")]
    Scores,
    #[error("expected a selectivity of 98, 99 or 100 percent")]
    Percent,
    #[error(
        "an estimate with a depth from 1 to 60 and a confidence from 73 to 100 percent is expected"
    )]
    Estimate,
    #[error("the reviews are not in the order of their days")]
    Reviews,
}

impl From<Puzzle> for Written {
    fn from(puzzle: Puzzle) -> Self {
        let Puzzle { board, score, second, line, played, lost, percent, tempting, .. } = puzzle;
        Self {
            board: board.to_string(),
            line: line.iter().map(ToString::to_string).collect(),
            score,
            second,
            played: played.to_string(),
            lost,
            percent,
            estimated: puzzle.estimated,
            tempting,
            from: puzzle.from,
            reviews: puzzle.reviews,
        }
    }
}

impl TryFrom<Written> for Puzzle {
    type Error = NotAPuzzle;

    fn try_from(written: Written) -> Result<Self, NotAPuzzle> {
        let Written { board, line, score, second, played, lost, percent, tempting, .. } = written;
        let board: BoardPosition = board.parse()?;
        let wrong = |text: &str| NotAPuzzle::Squares(text.chars().take(12).collect());
        let line = squares(&line).ok_or_else(|| wrong(&line))?;
        let (&answer, played) = match (&line[..], squares(&played).as_deref()) {
            ([answer, ..], Some([played])) => (answer, *played),
            _ => return Err(wrong(&played)),
        };
        let legal = board.position().legal_moves();
        if let Some(square) =
            [answer, played].into_iter().find(|square| legal >> square.index(8) & 1 == 0)
        {
            return Err(NotAPuzzle::Illegal(square));
        }
        let range = -64..=64;
        if !range.contains(&score) || !range.contains(&second) || second >= score {
            return Err(NotAPuzzle::Scores);
        }
        match written.estimated {
            None if !(98..=100).contains(&percent) => return Err(NotAPuzzle::Percent),
            Some(depth) if !(1..=60).contains(&depth) || !(73..=100).contains(&percent) => {
                return Err(NotAPuzzle::Estimate);
            }
            _ => {}
        }
        let reviews = written.reviews;
        if !schedule::are_in_order(&reviews) {
            return Err(NotAPuzzle::Reviews);
        }
        let from = printable(&written.from).to_string();
        Ok(Self {
            board,
            answer,
            score,
            second,
            line,
            played,
            lost,
            percent,
            estimated: written.estimated,
            tempting,
            from,
            reviews,
        })
    }
}
