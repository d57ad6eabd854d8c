//! The columns of a game that follow from its moves, its result and its date.

use super::LibraryGame;
use super::same::{discs, position_key, signature};
use crate::engine::Position;
use crate::records::{
    BoardPosition, GameResult, Opening, ResultCondition, Termination, is_balanced,
};

/// The maximum number of discs of indexed positions. Later positions are found by a scan of all games.
pub(super) const INDEXED_DISCS: u32 = 24;

#[derive(Debug)]
pub(in crate::study) struct Derived {
    pub(in crate::study) year: Option<i64>,
    pub(in crate::study) result: String,
    pub(in crate::study) winner: Option<&'static str>,
    /// The last named opening.
    pub(in crate::study) opening: Option<&'static str>,
    /// All named openings in lower case, one per line.
    pub(in crate::study) openings: String,
    pub(in crate::study) balanced: bool,
    pub(in crate::study) start: String,
    pub(in crate::study) moves: String,
    pub(in crate::study) plies: usize,
    pub(in crate::study) signature: i64,
}

impl Derived {
    pub(in crate::study) fn of(game: &LibraryGame) -> Self {
        let written = game.written();
        let positions: Vec<Position> = game.boards().map(BoardPosition::position).collect();
        let openings = positions.iter().copied().filter_map(Opening::of);
        let openings: Vec<&'static str> = openings.map(|opening| opening.name).collect();
        let record = game.record();
        let result = ResultCondition::of(&record);
        Self {
            year: game.date.as_ref().map(|date| date.year.into()),
            result: written.result,
            winner: (result != ResultCondition::Unknown).then(|| result.name()),
            opening: openings.last().copied(),
            openings: openings.join("\n").to_lowercase(),
            balanced: positions.into_iter().any(is_balanced),
            start: written.start,
            moves: written.moves,
            plies: record.moves().len(),
            signature: signature(game),
        }
    }
}

impl LibraryGame {
    /// The keys of the indexed positions, in the order of the moves.
    pub(in crate::study) fn indexed_keys(&self) -> impl Iterator<Item = i64> + '_ {
        let is_indexed = |board: &BoardPosition| discs(*board) <= INDEXED_DISCS;
        self.boards().take_while(is_indexed).map(position_key)
    }

    /// The result that the last board of a finished game shows, if the stated one contradicts it.
    pub(in crate::study) fn contradiction(&self) -> Option<[GameResult; 2]> {
        let mut record = self.record();
        let stated = record.result.take().filter(|_| record.is_over())?;
        let counted = record.counted();
        let (stated_by, counted_by) = (stated.difference?, counted.difference?);
        let is_wrong =
            stated.ending == Termination::Played && (stated_by - counted_by).abs() > f64::EPSILON;
        is_wrong.then_some([stated, counted])
    }
}
