//! The row of a game, with the columns that follow from its moves, its result and its date.

use super::game::Written;
use super::same::{discs, position_key, signature};
use super::{HumanSides, JudgedMove, LibraryGame};
use crate::records::{
    BoardPosition, GameRecord, GameResult, Opening, ResultCondition, Termination, is_balanced,
};

/// The maximum number of discs of indexed positions. Later positions are found by a scan of all games.
pub const INDEXED_DISCS: u32 = 24;

/// The row of a game, with everything that takes long to compute.
#[derive(Debug)]
pub struct GameColumns {
    pub written: Written,
    pub year: Option<i64>,
    pub winner: Option<&'static str>,
    /// The last named opening.
    pub opening: Option<&'static str>,
    /// All named openings in lower case, one per line.
    pub openings: String,
    pub balanced: bool,
    pub plies: usize,
    pub signature: i64,
    /// The keys of the indexed positions, in the order of the moves.
    pub keys: Vec<i64>,
    pub judged: Option<Vec<JudgedMove>>,
    pub puzzles_of: Option<HumanSides>,
}

impl GameColumns {
    pub fn of(game: &LibraryGame) -> Self {
        let record = &game.record;
        let boards: Vec<BoardPosition> = record.boards_to_move().collect();
        let positions = || boards.iter().map(|board| board.position());
        let openings: Vec<&'static str> = positions()
            .filter_map(Opening::of)
            .map(|opening| opening.name)
            .collect();
        let result = ResultCondition::of(record);
        Self {
            written: Written::of(game),
            year: record.date.as_ref().map(|date| date.year.into()),
            winner: (result != ResultCondition::Unknown).then(|| result.name()),
            opening: openings.last().copied(),
            openings: openings.join("\n").to_lowercase(),
            balanced: positions().any(is_balanced),
            plies: record.moves().len(),
            signature: signature(record),
            keys: keys(boards).collect(),
            judged: game.judged.clone(),
            puzzles_of: game.puzzles_of,
        }
    }
}

/// The keys of the indexed positions of a game, in the order of the moves.
pub fn indexed_keys(record: &GameRecord) -> impl Iterator<Item = i64> + '_ {
    keys(record.boards_to_move())
}

fn keys(boards: impl IntoIterator<Item = BoardPosition>) -> impl Iterator<Item = i64> {
    let is_indexed = |board: &BoardPosition| discs(*board) <= INDEXED_DISCS;
    boards.into_iter().take_while(is_indexed).map(position_key)
}

/// The result that the last board of a finished game shows, if the stated one contradicts it.
pub fn contradiction(record: &GameRecord) -> Option<[GameResult; 2]> {
    let stated = record.result.filter(|_| record.is_over())?;
    let counted = record.counted();
    let stated_by = stated.difference?;
    let counted_by = counted.difference?;
    let is_wrong =
        stated.ending == Termination::Played && (stated_by - counted_by).abs() > f64::EPSILON;
    is_wrong.then_some([stated, counted])
}
