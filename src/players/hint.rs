//! What to suggest to a person, and why where it is forced.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use serde::Serialize;

use super::tactics::Tactics;
use super::{Bot, Minimax, Positional, Rng};
use crate::games::{Game, Move, Reversi};

/// A move to suggest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suggestion {
    /// The move.
    pub mv: Move,
    /// Why it has to be, if it has.
    pub reason: Option<Reason>,
}

/// Why a move has to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// There is no other.
    Only,
    /// It wins at once.
    Wins,
    /// Other moves let the opponent win at once.
    Blocks,
    /// Whatever is played, the opponent can win at once.
    Lost,
}

/// How strong the bot is that is asked when nothing is forced.
const ADVISER: Minimax = Minimax { level: 6 };

/// A move to suggest to the side to move; `None` when the game is over. Always the same one in the
/// same position.
pub fn suggest(game: &dyn Game, stop: &AtomicBool) -> Option<Suggestion> {
    if let [mv] = game.moves()[..] {
        return Some(Suggestion { mv, reason: Some(Reason::Only) });
    }
    let Tactics { winning, safe } = Tactics::of(game);
    if let Some(&mv) = winning.first() {
        return Some(Suggestion { mv, reason: Some(Reason::Wins) });
    }
    let is_forced = !safe.is_empty() && safe.len() < game.moves().len();
    let mut rng = Rng::seed_from_u64(0);
    // The adviser of Reversi is the matrix; that a game is lost doesn't end the count of discs.
    if game.as_any().is::<Reversi>() {
        let mv = if is_forced {
            safe.into_iter().rev().max_by_key(|&mv| game.square_worth(mv))?
        } else {
            Positional.choose(game, &mut rng, stop)?
        };
        return Some(Suggestion { mv, reason: is_forced.then_some(Reason::Blocks) });
    }
    let reason =
        if safe.is_empty() { Some(Reason::Lost) } else { is_forced.then_some(Reason::Blocks) };
    let mv = match safe.as_slice() {
        [only] => *only,
        _ => ADVISER.choose(game, &mut rng, stop)?,
    };
    Some(Suggestion { mv, reason })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Player;

    fn hint(rows: [&str; 8], turn: Player) -> (String, Option<Reason>) {
        let mut board = [[0; 8]; 8];
        for (cells, row) in board.iter_mut().zip(rows) {
            for (cell, letter) in cells.iter_mut().zip(row.chars()) {
                let owner = Player::BOTH.into_iter().find(|player| player.glyph() == letter);
                *cell = owner.map_or(0, Player::value);
            }
        }
        let game = Reversi::from_board(board, turn).unwrap();
        let suggestion = suggest(&game, &AtomicBool::new(false)).unwrap();
        (game.move_name(suggestion.mv), suggestion.reason)
    }

    #[test]
    fn what_is_forced_in_reversi_is_said() {
        const NONE: &str = "--------";
        let only = ["BW-WB---", NONE, NONE, NONE, NONE, NONE, NONE, NONE];
        assert_eq!(hint(only, Player::Black), ("c1".to_owned(), Some(Reason::Only)));
        // c2 and c3 both wipe White out.
        let wins = ["B-------", "BW------", NONE, NONE, NONE, NONE, NONE, NONE];
        assert_eq!(hint(wins, Player::Black), ("c2".to_owned(), Some(Reason::Wins)));
        // Neither d1 nor d3 ends the game.
        let open = ["BWW-----", NONE, "BWW-----", NONE, NONE, NONE, NONE, NONE];
        assert_eq!(hint(open, Player::Black).1, None);
        let start = Reversi::new(Player::Black);
        let suggestion = suggest(&start, &AtomicBool::new(false)).unwrap();
        assert_eq!((start.move_name(suggestion.mv), suggestion.reason), ("d3".to_owned(), None));
    }
}
