//! The games that came to a position: what was played there, and how they ended.

use serde::Serialize;

use super::game::moving;
use super::same::turned;
use super::{Library, LibraryGame};
use crate::games::{Player, Square};
use crate::records::BoardPosition;

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
    /// The numbers of the games in the library, from 1.
    #[serde(skip)]
    pub numbers: Vec<usize>,
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
    /// Those of these games, by their numbers, that came to a position, in any of the eight symmetries. The
    /// moves are named as on `board`.
    pub fn reached(&self, board: BoardPosition, numbers: &[usize]) -> PositionResults {
        let board = moving(board);
        let wanted = board.position().canonical();
        let mut reached = PositionResults::default();
        for &number in numbers {
            let Some(game) = number.checked_sub(1).and_then(|index| self.games().get(index)) else {
                continue;
            };
            // A move adds a disc, so that there is one place in a game where it can be.
            let discs = |board: BoardPosition| (board.black | board.white).count_ones();
            let Some(moves) = discs(board).checked_sub(discs(game.start())) else { continue };
            let Some(there) = game.boards().nth(moves as usize) else { continue };
            if there.turn != board.turn || there.position().canonical() != wanted {
                continue;
            }
            let played = game.squares().get(moves as usize).map(|&square| {
                let fits = |&symmetry: &u32| there.position().turned(symmetry) == board.position();
                // Where the position is symmetric itself, symmetric moves are one.
                let images = (0..8).filter(fits).map(|symmetry| turned(square, symmetry));
                Square::from_index(u32::from(images.min().unwrap_or(square)), 8)
            });
            reached.results.count(game);
            reached.numbers.push(number);
            let known = reached.moves.iter_mut().find(|continuation| continuation.square == played);
            if let Some(continuation) = known {
                continuation.results.count(game);
            } else {
                let mut results = Results::default();
                results.count(game);
                reached.moves.push(Continuation { square: played, results });
            }
        }
        let order =
            |one: &Continuation| (std::cmp::Reverse(one.results.games), one.square.is_none());
        reached.moves.sort_by_key(order);
        reached
    }
}
