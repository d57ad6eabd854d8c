//! The games that came to a position: what was played there, and how they ended.

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
use crate::store::StoreError;

/// How games ended.
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

/// A move that was played in a position, with how the games ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Continuation {
    /// The move, on the board as it was asked for; `None` where games have ended.
    #[serde(rename = "move")]
    pub square: Option<Square>,
    #[serde(flatten)]
    pub results: Results,
}

/// The games that came to a position.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PositionResults {
    #[serde(flatten)]
    pub results: Results,
    /// What was played, the most frequent move first.
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
    /// The results of games that meet all conditions and reached a position, in any of the eight symmetries, with
    /// the games. The moves are named as on `board`.
    pub fn reached(
        &mut self,
        board: BoardPosition,
        conditions: &[Condition],
    ) -> Result<(PositionResults, Vec<GameLine>), StoreError> {
        let board = moving(board);
        let choice = Choice::of(conditions);
        // A move adds a disc: only longer games reach later positions.
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
        self.database.with(|connection| {
            choice.each(connection, |row| {
                let (start, transcript) = (row.get_ref(6)?.as_str()?, row.get_ref(7)?.as_str()?);
                let may_be = !start.is_empty() || {
                    let there = board_after(transcript, moves as usize);
                    there.turn == board.turn && is_alike(there.position(), wanted)
                };
                if may_be && reached.take(board, &game(row)?) {
                    lines.push(row)?;
                }
                Ok(())
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

/// The board after some moves of a transcript that is legal from the starting position.
fn board_after(moves: &str, count: usize) -> BoardPosition {
    let (names, _) = moves.as_bytes().as_chunks::<2>();
    names.iter().take(count).fold(BoardPosition::START, |board, [column, row]| {
        let square = row.wrapping_sub(b'1').wrapping_mul(8).wrapping_add(column.wrapping_sub(b'a'));
        let after = board.position().after(u32::from(square % 64));
        moving(BoardPosition::new(after, board.turn.opponent()))
    })
}

/// Whether a position is another one in any of the eight symmetries, which is `canonical`. The numbers of discs tell
/// most positions apart.
fn is_alike(position: Position, canonical: Position) -> bool {
    let own = |position: Position| position.player().count_ones();
    own(position) == own(canonical) && position.canonical() == canonical
}

impl PositionResults {
    /// Counts a game if it reached the position.
    fn take(&mut self, board: BoardPosition, game: &LibraryGame) -> bool {
        // There is one place in a game where the position can be.
        let Some(moves) = discs(board).checked_sub(discs(game.start())) else { return false };
        let Some(there) = game.boards().nth(moves as usize) else { return false };
        let wanted = board.position().canonical();
        if there.turn != board.turn || there.position().canonical() != wanted {
            return false;
        }
        let played = game.squares().get(moves as usize).map(|&square| {
            let fits = |&symmetry: &u32| there.position().turned(symmetry) == board.position();
            // Where the position is symmetric itself, symmetric moves are one.
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
