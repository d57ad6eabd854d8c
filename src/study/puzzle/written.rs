//! A puzzle as texts and numbers, for the database.

use std::borrow::Cow;

use rusqlite::Row;
use thiserror::Error;

use super::super::damaged;
use super::Puzzle;
use crate::base::language::tr;
use crate::base::text::{printable, quoted};
use crate::games::Square;
use crate::records::{BoardError, BoardPosition};
use crate::store::Columns;
use crate::study::squares;

struct PuzzleTexts {
    board: String,
    line: String,
    score: i32,
    second: i32,
    played: String,
    lost: u32,
    percent: u8,
    estimated: Option<u32>,
    tempting: u32,
    from: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotAPuzzle {
    #[error("{}", tr!("board: {error}", error = .0))]
    Board(#[from] BoardError),
    #[error("{}", tr!("{text} is not a list of squares such as f5d6c3", text = quoted(.0)))]
    Squares(String),
    #[error("{}", tr!("{square} is not a legal move there", square = .0))]
    Illegal(Square),
    #[error("{}", tr!("expected two scores from -64 to 64, higher first"))]
    Scores,
    #[error("{}", tr!("expected a selectivity of 98, 99 or 100 percent"))]
    Percent,
    #[error("{}", tr!(
        "an estimate with a depth from 1 to 60 and a confidence from 73 to 100 percent is expected"
    ))]
    Estimate,
}

/// The columns of a puzzle, in the order in which [`puzzle`] reads them.
pub const COLUMNS: &str = "id, board, line, score, second, played, lost, percent, \
    estimated, tempting, source";

/// Parses a row as a puzzle, without its reviews.
pub fn puzzle(row: &Row<'_>) -> rusqlite::Result<Puzzle> {
    let text = |column| row.text(column).map(Cow::into_owned);
    let written = PuzzleTexts {
        board: text(1)?,
        line: text(2)?,
        score: row.column(3)?,
        second: row.column(4)?,
        played: text(5)?,
        lost: row.column(6)?,
        percent: row.column(7)?,
        estimated: row.column(8)?,
        tempting: row.column(9)?,
        from: text(10)?,
    };
    written.try_into().map_err(|error| damaged(1, error))
}

impl TryFrom<PuzzleTexts> for Puzzle {
    type Error = NotAPuzzle;

    fn try_from(written: PuzzleTexts) -> Result<Self, NotAPuzzle> {
        let PuzzleTexts {
            board,
            line,
            score,
            second,
            played,
            lost,
            percent,
            tempting,
            ..
        } = written;
        let board: BoardPosition = board.parse()?;
        let wrong = |text: &str| NotAPuzzle::Squares(text.chars().take(12).collect());
        let line = squares(&line).ok_or_else(|| wrong(&line))?;
        let (&answer, played) = match (&line[..], squares(&played).as_deref()) {
            ([answer, ..], Some([played])) => (answer, *played),
            _ => return Err(wrong(&played)),
        };
        let legal = board.position().legal_moves();
        if let Some(square) = [answer, played]
            .into_iter()
            .find(|square| legal >> square.index(8) & 1 == 0)
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
            reviews: Vec::new(),
        })
    }
}
