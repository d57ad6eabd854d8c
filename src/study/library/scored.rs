//! The positions of analyzed games in the library, with their scores.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::super::count;
use super::finding::{game, games_query};
use super::{Library, LibraryGame};
use crate::engine::Position;
use crate::games::{Player, Square};
use crate::records::BoardPosition;
use crate::store::{Columns, StoreError};

/// A position with its score, and the moves that lead to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoredPosition {
    /// The moves from the starting position, without passes.
    pub moves: Vec<Square>,
    pub board: BoardPosition,
    /// The score for Black, in discs.
    pub score: i32,
}

impl ScoredPosition {
    /// Returns the position up to symmetry. After a pass, the other side can have the same position.
    pub(in crate::study) fn key(&self) -> (Player, Position) {
        (self.board.turn, self.board.position().canonical())
    }
}

/// The analyzed games outside the bin that began from the starting position, in the order of their numbers.
const ANALYZED: &str = "WHERE g.depth IS NOT NULL AND g.start = '' \
    AND g.id NOT IN (SELECT game FROM bin) ORDER BY g.id";

/// The score of each position of a game for the side to move.
const SCORES: &str = "SELECT number, score + lost FROM judgments WHERE game = ?";

impl Library {
    /// Returns the analyzed positions after `plies` plies, in the order of the games. Games that can't be read are
    /// skipped.
    pub(in crate::study) fn scored_positions(
        &mut self,
        plies: &RangeInclusive<usize>,
    ) -> Result<Vec<ScoredPosition>, StoreError> {
        let skipped = &mut self.skipped;
        self.database.with(|connection| {
            let mut scores = connection.prepare(SCORES)?;
            let mut games = connection.prepare(&games_query(ANALYZED))?;
            let mut rows = games.query(())?;
            let mut positions = Vec::new();
            while let Some(row) = rows.next()? {
                let number: i64 = row.column(0)?;
                let scores = scores.query_map([number], |row| Ok((count(row, 0)?, row.column(1)?)));
                let scores = scores?.collect::<rusqlite::Result<_>>();
                let game = scores.and_then(|scores| Ok((game(row)?, scores)));
                if let Some((game, scores)) = skipped.or_value(row, game)? {
                    positions.extend(scored(&game, &scores, plies));
                }
            }
            Ok(positions)
        })
    }
}

/// The positions of a game after `plies` plies. `scores` has the scores before moves, numbered from 1
/// without passes.
fn scored(
    game: &LibraryGame,
    scores: &HashMap<usize, i32>,
    plies: &RangeInclusive<usize>,
) -> Vec<ScoredPosition> {
    let record = &game.record;
    let line = record.moves().iter().zip(record.boards()).enumerate();
    let mut moves = Vec::new();
    let mut positions = Vec::new();
    for (ply, (mv, board)) in line {
        let Some(square) = mv.square else { continue };
        let score = scores.get(&(moves.len() + 1));
        if let Some(&score) = score.filter(|_| plies.contains(&ply)) {
            positions.push(ScoredPosition {
                moves: moves.clone(),
                board,
                score: if board.turn == Player::Black {
                    score
                } else {
                    -score
                },
            });
        }
        moves.push(square);
    }
    positions
}
