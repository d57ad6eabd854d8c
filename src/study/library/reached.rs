//! Position search: the games that reached a position, their next moves and results.

use std::collections::HashMap;

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use serde::Serialize;

use super::super::damaged;
use super::derived::INDEXED_DISCS;
use super::finding::{Choice, Lines, games_query};
use super::game::{played, result_of, start_of};
use super::same::{discs, position_key, turned};
use super::{GameLine, Library, Skipped};
use crate::engine::Position;
use crate::games::{Move, Player, Square};
use crate::records::{BoardPosition, Condition, GameResult};
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
    pub(in crate::study) fn count(&mut self, result: Option<GameResult>) {
        self.games += 1;
        let Some(result) = result else { return };
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
    /// Finds the games that meet all conditions and reached a position, up to symmetry. Returns the last `most` of
    /// them, in the order in which they were added. The moves are named as on `board`.
    pub fn reached(
        &mut self,
        board: BoardPosition,
        conditions: &[Condition],
        most: usize,
    ) -> Result<(PositionResults, Vec<GameLine>), StoreError> {
        let mut search = PositionSearch::new(board.moving());
        let skipped = &mut self.skipped;
        let lines = self.database.with(|connection| {
            search.run(connection, Choice::of(conditions), skipped)?;
            search.lines(connection, most, skipped)
        })?;
        let mut reached = search.reached;
        let order =
            |one: &Continuation| (std::cmp::Reverse(one.results.games), one.square.is_none());
        reached.moves.sort_by_key(order);
        let mut lines = lines.lines;
        self.fill_in_tags(&mut lines)?;
        Ok((reached, lines))
    }

    /// Returns the moves that games played in a position, up to symmetry, as on `board`.
    pub fn continuations(
        &mut self,
        board: BoardPosition,
        games: Choice,
    ) -> Result<Vec<Continuation>, StoreError> {
        let mut search = PositionSearch::new(board.moving());
        let skipped = &mut self.skipped;
        self.database
            .with(|connection| search.run(connection, games, skipped))?;
        Ok(search.reached.moves)
    }
}

/// The maximum number of beginnings of games to remember.
const MAX_BEGINNINGS: usize = 10_000;

/// The move that a game played in the wanted position; `None` if the game ended there.
type PlayedMove = Option<Square>;

/// A search for the games that reached a position.
struct PositionSearch {
    wanted: BoardPosition,
    canonical: Position,
    reached: PositionResults,
    numbers: Vec<u32>,
    /// The move played after each beginning of a game from the starting position; `None` if it doesn't reach the
    /// position. Early beginnings are few, and legality takes long to check.
    beginnings: HashMap<Box<[u8]>, Option<PlayedMove>>,
}

impl PositionSearch {
    /// `wanted` must have the side that can move.
    fn new(wanted: BoardPosition) -> Self {
        Self {
            wanted,
            canonical: wanted.position().canonical(),
            reached: PositionResults::default(),
            numbers: Vec::new(),
            beginnings: HashMap::new(),
        }
    }

    fn run(
        &mut self,
        connection: &Connection,
        choice: Choice,
        skipped: &mut Skipped,
    ) -> rusqlite::Result<()> {
        const COLUMNS: &str = "SELECT g.id, g.start, g.moves, g.result";
        let count = discs(self.wanted);
        // Each move adds a disc, so only longer games reach later positions.
        let (condition, first, order) = if count <= INDEXED_DISCS {
            // The index has the games of a position in order.
            (
                "positions p CROSS JOIN games g ON g.id = p.game WHERE p.key = ?",
                position_key(self.wanted),
                "p.game",
            )
        } else {
            (
                "games g WHERE (length(g.moves) >= ? OR g.start <> '')",
                (2 * count.saturating_sub(4)).into(),
                "g.id",
            )
        };
        let query = format!(
            "{COLUMNS} FROM {condition} AND {} ORDER BY {order}",
            choice.text
        );
        let mut statement = connection.prepare(&query)?;
        let values = [Value::Integer(first)].into_iter().chain(choice.values);
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            let taken = self.take(row);
            skipped.or_value(row, taken)?;
        }
        Ok(())
    }

    /// Counts a game if it reached the position.
    fn take(&mut self, row: &Row<'_>) -> rusqlite::Result<()> {
        let Some(played) = self.played(&row.text(1)?, row.unescaped(2)?)? else {
            return Ok(());
        };
        let result = result_of(&row.text(3)?).flatten();
        self.reached.count(played, result);
        self.numbers.extend(u32::try_from(row.column::<i64>(0)?));
        Ok(())
    }

    /// The move that a game played in the position; `None` if it didn't reach the position.
    fn played(&mut self, start: &str, moves: &[u8]) -> rusqlite::Result<Option<PlayedMove>> {
        let start = start_of(start).map_err(|error| damaged(1, error))?;
        // The number of discs determines the only move before which the position can be.
        let Some(before) = discs(self.wanted).checked_sub(discs(start)) else {
            return Ok(None);
        };
        let before = before as usize;
        let beginning = &moves[..moves.len().min(2 * before + 2)];
        if start != BoardPosition::START {
            return self.played_after(start, beginning, before);
        }
        if let Some(played) = self.beginnings.get(beginning) {
            return Ok(*played);
        }
        // Replaying without checks is fast, and most late positions differ.
        let there = board_after(beginning, before);
        let may_be = there.turn == self.wanted.turn && is_alike(there.position(), self.canonical);
        let played = if may_be {
            self.played_after(start, beginning, before)?
        } else {
            None
        };
        if self.beginnings.len() < MAX_BEGINNINGS {
            self.beginnings.insert(beginning.into(), played);
        }
        Ok(played)
    }

    /// The move after `before` moves from `start`, as on the wanted board; `None` if the position is another one.
    fn played_after(
        &self,
        start: BoardPosition,
        moves: &[u8],
        before: usize,
    ) -> rusqlite::Result<Option<PlayedMove>> {
        let moves = str::from_utf8(moves).map_err(|error| damaged(2, error))?;
        let record = played(start, moves).map_err(|error| damaged(2, error))?;
        let Some(there) = record.boards_to_move().nth(before) else {
            return Ok(None);
        };
        let position = there.position();
        if there.turn != self.wanted.turn || position.canonical() != self.canonical {
            return Ok(None);
        }
        Ok(Some(record.game_moves().nth(before).map(|Move(square)| {
            let fits = |&symmetry: &u32| position.turned(symmetry) == self.wanted.position();
            // If the position is symmetric, symmetric moves count as one.
            let images = (0..8)
                .filter(fits)
                .map(|symmetry| turned(square.into(), symmetry));
            Square::from_index(images.min().map_or(square, u16::from), 8)
        })))
    }

    /// The lines of the last `most` games.
    fn lines(
        &self,
        connection: &Connection,
        most: usize,
        skipped: &mut Skipped,
    ) -> rusqlite::Result<Lines> {
        let mut lines = Lines::default();
        let mut game = connection.prepare(&games_query("WHERE g.id = ?"))?;
        let last = &self.numbers[self.numbers.len().saturating_sub(most)..];
        lines.lines.reserve_exact(last.len());
        for number in last {
            let mut rows = game.query([number])?;
            // Another program may have deleted it.
            if let Some(row) = rows.next()? {
                let pushed = lines.push(row);
                skipped.or_value(row, pushed)?;
            }
        }
        Ok(lines)
    }
}

/// The board after `count` moves from the starting position. The moves must be legal.
fn board_after(moves: &[u8], count: usize) -> BoardPosition {
    let (names, _) = moves.as_chunks::<2>();
    names
        .iter()
        .take(count)
        .fold(BoardPosition::START, |board, [column, row]| {
            let square = row
                .wrapping_sub(b'1')
                .wrapping_mul(8)
                .wrapping_add(column.wrapping_sub(b'a'));
            let after = board.position().after(u32::from(square % 64));
            BoardPosition::new(after, board.turn.opponent()).moving()
        })
}

/// Whether a position is symmetric to `canonical`. Comparing the numbers of discs first is faster.
fn is_alike(position: Position, canonical: Position) -> bool {
    let own = |position: Position| position.player().count_ones();
    own(position) == own(canonical) && position.canonical() == canonical
}

impl PositionResults {
    fn count(&mut self, played: PlayedMove, result: Option<GameResult>) {
        self.results.count(result);
        if let Some(known) = self.moves.iter_mut().find(|one| one.square == played) {
            known.results.count(result);
        } else {
            let mut results = Results::default();
            results.count(result);
            self.moves.push(Continuation {
                square: played,
                results,
            });
        }
    }
}
