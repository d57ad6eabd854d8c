//! What to suggest to a person, and why where it is forced.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use serde::Serialize;

use super::engine::{ADVICE, consult, to_move};
use super::tactics::Tactics;
use super::{Bot, Minimax, Rng};
use crate::engine::{Found, Limits, Line};
use crate::games::{Cell, Game, Move};

/// A move to suggest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The move.
    pub mv: Move,
    /// Why it has to be, if it has.
    pub reason: Option<Reason>,
    /// What comes of it, in Reversi.
    pub estimate: Option<Estimate>,
}

/// What is expected of a move in Reversi.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Estimate {
    /// The difference of discs at the end for the side to move, the empty squares given to the
    /// winner.
    pub score: i32,
    /// Whether that is what perfect play of both sides leads to.
    pub is_exact: bool,
    /// How many plies ahead was looked.
    pub depth: u32,
    /// The moves that both sides are expected to play, without passes.
    pub line: Vec<Move>,
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

/// The most squares that may be empty for [`solve`].
pub const MOST_TO_SOLVE: u32 = 30;

/// How far is looked for a suggestion. A search to the end looks at more positions, which take less time
/// each.
fn advice(game: &dyn Game) -> Limits {
    let empties = game.grid().cells.iter().filter(|&&cell| cell == Cell::Empty).count();
    if empties > ADVICE.exact_from as usize {
        ADVICE
    } else {
        Limits { nodes: Some(20_000_000), ..ADVICE }
    }
}

/// Moves to suggest to the side to move, best first: one, or in Reversi up to `count`. None when the
/// game is over. Always the same ones in the same position, unless `stop` becomes true.
pub fn suggest(game: &dyn Game, count: usize, stop: &AtomicBool) -> Vec<Suggestion> {
    let limits = Limits { lines: count.max(1), ..advice(game) };
    if let Some(found) = consult(game, &limits, 1, stop, &mut |_| ()) {
        return suggestions(game, &found);
    }
    suggest_by_search(game, stop).into_iter().collect()
}

/// What each move of a game of Reversi is worth, best first; `None` in another game.
pub fn estimates(game: &dyn Game, stop: &AtomicBool) -> Option<Vec<Suggestion>> {
    let limits = Limits { lines: game.moves().len(), ..advice(game) };
    consult(game, &limits, 1, stop, &mut |_| ()).map(|found| suggestions(game, &found))
}

/// The best move of a game of Reversi with the score and the line of perfect play, searched by so
/// many threads; `None` in another game. It is only an estimate when `stop` becomes true before.
pub fn solve(
    game: &dyn Game,
    threads: usize,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(&Found),
) -> Option<Suggestion> {
    let found = consult(game, &Limits::default(), threads, stop, observer)?;
    suggestions(game, &found).into_iter().next()
}

fn suggestions(game: &dyn Game, found: &Found) -> Vec<Suggestion> {
    let suggestion = |line: &Line| {
        let mv = to_move(*line.moves.first()?);
        let estimate = Estimate {
            score: line.score,
            is_exact: found.is_exact(),
            depth: found.depth,
            line: line.moves.iter().map(|&square| to_move(square)).collect(),
        };
        let reason = (game.moves().len() == 1).then_some(Reason::Only);
        Some(Suggestion { mv, reason, estimate: Some(estimate) })
    };
    found.lines.iter().filter_map(suggestion).collect()
}

fn suggest_by_search(game: &dyn Game, stop: &AtomicBool) -> Option<Suggestion> {
    let forced = |mv, reason| Some(Suggestion { mv, reason: Some(reason), estimate: None });
    if let [mv] = game.moves()[..] {
        return forced(mv, Reason::Only);
    }
    let Tactics { winning, safe } = Tactics::of(game);
    if let Some(&mv) = winning.first() {
        return forced(mv, Reason::Wins);
    }
    let reason = if safe.is_empty() {
        Some(Reason::Lost)
    } else {
        (safe.len() < game.moves().len()).then_some(Reason::Blocks)
    };
    let mv = match safe.as_slice() {
        [only] => *only,
        _ => ADVISER.choose(game, &mut Rng::seed_from_u64(0), stop)?,
    };
    Some(Suggestion { mv, reason, estimate: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Player, Reversi};

    fn hint(rows: [&str; 8], turn: Player) -> Suggestion {
        let mut board = [[0; 8]; 8];
        for (cells, row) in board.iter_mut().zip(rows) {
            for (cell, letter) in cells.iter_mut().zip(row.chars()) {
                let owner = Player::BOTH.into_iter().find(|player| player.glyph() == letter);
                *cell = owner.map_or(0, Player::value);
            }
        }
        let game = Reversi::from_board(board, turn).unwrap();
        suggest(&game, 1, &AtomicBool::new(false)).remove(0)
    }

    #[test]
    fn reversi_is_judged_by_the_engine() {
        const NONE: &str = "--------";
        let only = hint(["BW-WB---", NONE, NONE, NONE, NONE, NONE, NONE, NONE], Player::Black);
        assert_eq!((only.mv, only.reason), (Move(2), Some(Reason::Only)));
        // c2 and c3 both wipe White out.
        let wins =
            hint(["B-------", "BW------", NONE, NONE, NONE, NONE, NONE, NONE], Player::Black);
        let estimate = wins.estimate.unwrap();
        assert_eq!((estimate.score, wins.reason), (64, None));
        let start = Reversi::new(Player::Black);
        let never = AtomicBool::new(false);
        // The four moves of the start are the same but for symmetry, and never far from even.
        let all = estimates(&start, &never).unwrap();
        assert_eq!(all.len(), 4);
        assert!(all.iter().all(|one| one.estimate.as_ref().unwrap().score.abs() < 10));
        assert_eq!(suggest(&start, 2, &never).len(), 2);
    }

    #[test]
    fn what_is_suggested_with_few_empty_squares_is_exact() {
        // One that takes many positions: a game of 42 plies in which Black wins by far.
        let moves =
            "f5f6e6f4e3c5c4f2g5h5g4f3g6f7c6b3c3b4a3c7d6d7e7d8b6a6f8e8c8b5a4b7g3h2d3a5e2a2a8b8a7g8";
        let mut game = Reversi::new(Player::Black);
        for name in moves.as_bytes().chunks(2) {
            let mv = game.parse_move(str::from_utf8(name).unwrap()).unwrap();
            game.play(mv).unwrap();
        }
        let estimate = suggest(&game, 1, &AtomicBool::new(false)).remove(0).estimate.unwrap();
        assert_eq!((estimate.score, estimate.is_exact), (58, true));
    }

    #[test]
    fn an_end_is_solved() {
        let mut rng = Rng::seed_from_u64(2);
        let mut game = Reversi::new(Player::Black);
        let never = AtomicBool::new(false);
        for _ in 0..52 {
            let mv = crate::players::Random.choose(&game, &mut rng, &never).unwrap();
            game.play(mv).unwrap();
        }
        let solved = solve(&game, 2, &never, &mut |_| ()).unwrap().estimate.unwrap();
        assert!(solved.is_exact);
        let turn = game.turn().unwrap();
        for mv in solved.line {
            game.play(mv).unwrap();
        }
        let score = game.outcome().unwrap().score.unwrap();
        let [own, other] = [turn, turn.opponent()].map(|player| score.result(player));
        assert_eq!(i32::try_from(own).unwrap() - i32::try_from(other).unwrap(), solved.score);
    }
}
