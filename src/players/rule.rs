//! The simplest bots: one rule each, and what they see of the next move.

use std::cmp::Reverse;

use rand::RngExt;

use super::{Bot, Rng, SearchProgress, Stop};
use crate::games::{Game, Move, Player, Square};

/// A bot that follows one rule. Unless it is random, ties go to the first move in board order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Level 1: any legal move, all equally likely.
    Random,
    /// Level 2 of Reversi: the move that flips the most discs.
    Greedy,
    /// Level 3 of Reversi: takes a corner, or minimizes the opponent's mobility. Ties go to the move that flips the
    /// most discs, then to the best square value.
    Mobility,
    /// The move with the best [`Game::square_value`].
    Positional,
    /// Level 2 of other games: a win, otherwise a random move that prevents an immediate loss.
    Tactical,
}

impl Bot for Rule {
    fn choose(
        &mut self,
        game: &dyn Game,
        rng: &mut Rng,
        _: &Stop,
        _: &mut dyn FnMut(SearchProgress),
    ) -> Option<Move> {
        let moves = game.moves();
        // `max_by_key` returns the last of equal keys, so reverse the moves.
        let backwards = moves.iter().copied().rev();
        match self {
            Self::Random => pick(&moves, rng),
            Self::Greedy => backwards.max_by_key(|&mv| flips(game, mv)),
            Self::Mobility => {
                let grid = game.grid();
                let is_corner = |square: Square| square.is_corner(grid.rows, grid.columns);
                backwards.max_by_key(|&mv| {
                    let corner = game.move_square(mv).is_some_and(is_corner);
                    let (answers, flips) = consequences(game, mv);
                    // Several corners compete by the same criteria.
                    (corner, Reverse(answers), flips, game.square_value(mv))
                })
            }
            Self::Positional => backwards.max_by_key(|&mv| game.square_value(mv)),
            Self::Tactical => {
                let Tactics { winning, safe } = Tactics::of(game);
                pick(
                    [&winning, &safe, &moves]
                        .into_iter()
                        .find(|moves| !moves.is_empty())?,
                    rng,
                )
            }
        }
    }
}

pub fn flips(game: &dyn Game, mv: Move) -> usize {
    game.clone_box()
        .play(mv)
        .map_or(0, |played| played.flipped.len())
}

/// The numbers of replies to a legal move (0 for a pass) and of flipped discs.
fn consequences(game: &dyn Game, mv: Move) -> (usize, usize) {
    let mut next = game.clone_box();
    let Ok(played) = next.play(mv) else {
        return (usize::MAX, 0);
    };
    let opponent = played.player.opponent();
    let answers = if next.turn() == Some(opponent) {
        next.moves().len()
    } else {
        0
    };
    (answers, played.flipped.len())
}

pub fn pick(moves: &[Move], rng: &mut Rng) -> Option<Move> {
    // A `u32` is drawn in the same way on 32-bit and 64-bit machines.
    let count = u32::try_from(moves.len()).ok().filter(|&count| count > 0)?;
    moves.get(rng.random_range(0..count) as usize).copied()
}

/// The immediately winning moves, and the moves that don't allow an immediate win.
#[derive(Debug, PartialEq, Eq)]
pub struct Tactics {
    pub winning: Vec<Move>,
    /// In the order of the game's moves. If there is a winning move, only winning moves.
    pub safe: Vec<Move>,
}

impl Tactics {
    pub fn of(game: &dyn Game) -> Self {
        let moves = game.moves();
        let winning: Vec<Move> = moves.iter().copied().filter(|&mv| wins(game, mv)).collect();
        if !winning.is_empty() {
            return Self {
                safe: winning.clone(),
                winning,
            };
        }
        let Some(player) = game.turn() else {
            return Self {
                winning,
                safe: moves,
            };
        };
        let is_safe = |&mv: &Move| after(game, mv).is_some_and(|next| !loses(&*next, player));
        Self {
            winning,
            safe: moves.into_iter().filter(is_safe).collect(),
        }
    }
}

fn after(game: &dyn Game, mv: Move) -> Option<Box<dyn Game>> {
    let mut next = game.clone_box();
    next.play(mv).is_ok().then_some(next)
}

pub fn wins(game: &dyn Game, mv: Move) -> bool {
    let winner = after(game, mv).and_then(|next| next.outcome()?.winner);
    winner.is_some() && winner == game.turn()
}

/// Whether the opponent threatens to win with the next move.
pub fn is_threatened(game: &dyn Game) -> bool {
    let moves = game.moves();
    if moves.iter().all(|&mv| game.move_square(mv).is_none()) {
        // Nothing is placed now, so if any choice loses, the threat is already on the board.
        return Tactics::of(game).safe.len() < moves.len();
    }
    let passed = game.with_turn_passed();
    passed.is_some_and(|passed| passed.moves().into_iter().any(|mv| wins(&*passed, mv)))
}

/// Whether a player has lost, or the opponent can win with the next move.
fn loses(game: &dyn Game, player: Player) -> bool {
    match game.turn() {
        None => game
            .outcome()
            .is_some_and(|end| end.winner == Some(player.opponent())),
        // If a turn has two moves, the second can still be chosen.
        Some(turn) if turn == player => game
            .moves()
            .into_iter()
            .all(|mv| after(game, mv).is_some_and(|next| loses(&*next, player))),
        Some(_) => game.moves().into_iter().any(|mv| wins(game, mv)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find;

    fn tactics(code: &str, moves: &str) -> (Vec<String>, Vec<String>) {
        let info = find(code).unwrap();
        let mut game = (info.new)(info.setup(crate::games::Setup::default()).unwrap());
        for name in moves.split_whitespace() {
            game.play(game.parse_move(name).unwrap()).unwrap();
        }
        let Tactics { winning, safe } = Tactics::of(&*game);
        let names = |moves: Vec<Move>| moves.into_iter().map(|mv| game.move_name(mv)).collect();
        (names(winning), names(safe))
    }

    #[test]
    fn wins_and_losses_of_the_next_move_are_seen() {
        let names = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(tactics("c4", "1 7 2 7 3 7"), (names("4"), names("4")));
        assert_eq!(tactics("c4", "1 7 2 7 3"), (names(""), names("4")));
        assert_eq!(
            tactics("c4", "4 7 3 7 5").1,
            names(""),
            "both ends are open"
        );
        // a, b and e are large and round, so only small square pieces are safe.
        assert_eq!(tactics("qu", "a a1 b b1 e c1").1, names("k l o p"));
    }
}
