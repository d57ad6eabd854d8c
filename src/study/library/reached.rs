//! Position search: the games that reached a position, their next moves and results.

use rusqlite::Row;
use rusqlite::types::Value;
use serde::Serialize;

use super::adding::INDEXED_DISCS;
use super::finding::{Choice, Lines, game};
use super::game::moving;
use super::same::{discs, position_key, turned};
use super::{GameLine, Library, LibraryGame};
use crate::engine::Position;
use crate::games::{Player, Square};
use crate::records::{BoardPosition, Condition};
use crate::store::{Columns, StoreError};

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Results {
    pub games: usize,
    pub black: usize,
    pub white: usize,
    pub draws: usize,
    /// Black's discs minus White's on average, to a tenth; `None` if no game has a score.
    pub average: Option<f64>,
    #[serde(skip)]
    sum: f64,
    #[serde(skip)]
    scores: u32,
}

/// A move played in a position, with the results of its games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Continuation {
    /// The move on the requested board; `None` for games that ended there.
    #[serde(rename = "move")]
    pub square: Option<Square>,
    #[serde(flatten)]
    pub results: Results,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PositionResults {
    #[serde(flatten)]
    pub results: Results,
    /// The moves played, in order of frequency.
    pub moves: Vec<Continuation>,
}

impl Results {
    fn count(&mut self, game: &LibraryGame) {
        self.games += 1;
        let Some(result) = game.result else { return };
        match result.winner {
            Some(Player::Black) => self.black += 1,
            Some(Player::White) => self.white += 1,
            None => self.draws += 1,
        }
        if let Some(difference) = result.difference {
            self.sum += difference;
            self.scores += 1;
            self.average = Some((self.sum / f64::from(self.scores) * 10.0).round() / 10.0);
        }
    }
}

impl Library {
    /// Finds the games that meet all conditions and reached a position, up to symmetry.
    /// The moves are named as on `board`.
    pub fn reached(
        &mut self,
        board: BoardPosition,
        conditions: &[Condition],
    ) -> Result<(PositionResults, Vec<GameLine>), StoreError> {
        let board = moving(board);
        let choice = Choice::of(conditions);
        // Each move adds a disc, so only longer games reach later positions.
        let moves = discs(board).saturating_sub(4);
        let choice = if discs(board) <= INDEXED_DISCS {
            let has_it = "g.id IN (SELECT game FROM positions WHERE key = ?)";
            choice.and(has_it, [Value::Integer(position_key(board))])
        } else {
            let is_long = "(length(g.moves) >= ? OR g.start <> '')";
            choice.and(is_long, [Value::Integer((2 * moves).into())])
        };
        let (mut reached, mut lines) = (PositionResults::default(), Lines::default());
        let wanted = board.position().canonical();
        let skipped = &mut self.skipped;
        let mut take = |row: &Row<'_>| {
            let may_be = !row.unescaped(6)?.is_empty() || {
                let there = board_after(row.unescaped(7)?, moves as usize);
                there.turn == board.turn && is_alike(there.position(), wanted)
            };
            if may_be {
                let game = game(row)?;
                lines.push(row)?;
                if !reached.take(board, &game) {
                    lines.lines.pop();
                }
            }
            Ok(())
        };
        self.database.with(|connection| {
            choice.each(connection, |row| {
                let taken = take(row);
                skipped.or_value(row, taken).map(drop)
            })
        })?;
        let order =
            |one: &Continuation| (std::cmp::Reverse(one.results.games), one.square.is_none());
        reached.moves.sort_by_key(order);
        let mut lines = lines.lines;
        self.fill_in_tags(&mut lines)?;
        Ok((reached, lines))
    }
}

/// The board after `count` moves from the starting position. The moves must be legal.
fn board_after(moves: &[u8], count: usize) -> BoardPosition {
    let (names, _) = moves.as_chunks::<2>();
    names.iter().take(count).fold(BoardPosition::START, |board, [column, row]| {
        let square = row.wrapping_sub(b'1').wrapping_mul(8).wrapping_add(column.wrapping_sub(b'a'));
        let after = board.position().after(u32::from(square % 64));
        moving(BoardPosition::new(after, board.turn.opponent()))
    })
}

/// Whether a position is symmetric to `canonical`. Comparing the numbers of discs first is faster.
fn is_alike(position: Position, canonical: Position) -> bool {
    let own = |position: Position| position.player().count_ones();
    own(position) == own(canonical) && position.canonical() == canonical
}

impl PositionResults {
    /// Counts a game. Returns whether it reached the position.
    fn take(&mut self, board: BoardPosition, game: &LibraryGame) -> bool {
        // The number of discs determines the only ply where the position can be.
        let Some(moves) = discs(board).checked_sub(discs(game.start())) else { return false };
        let Some(there) = game.boards().nth(moves as usize) else { return false };
        let wanted = board.position().canonical();
        if there.turn != board.turn || there.position().canonical() != wanted {
            return false;
        }
        let played = game.squares().get(moves as usize).map(|&square| {
            let fits = |&symmetry: &u32| there.position().turned(symmetry) == board.position();
            // If the position is symmetric, symmetric moves count as one.
            let images = (0..8).filter(fits).map(|symmetry| turned(square, symmetry));
            Square::from_index(u32::from(images.min().unwrap_or(square)), 8)
        });
        self.results.count(game);
        if let Some(known) = self.moves.iter_mut().find(|one| one.square == played) {
            known.results.count(game);
        } else {
            let mut results = Results::default();
            results.count(game);
            self.moves.push(Continuation { square: played, results });
        }
        true
    }
}
