//! Whoever picks a move: the bots. They know games, and nothing of sessions, people or screens.

mod competitive;
pub mod connect_four;
mod engine;
mod greedy;
mod hint;
mod human;
mod level;
mod minimax;
mod mobility;
mod positional;
mod quarto;
mod random;
mod tactics;

use std::sync::atomic::AtomicBool;

use crate::games::{Game, Move};

pub use competitive::Competitive;
pub use engine::{EngineBot, consult};
pub use greedy::Greedy;
pub use hint::{Estimate, MOST_TO_SOLVE, Reason, Suggestion, estimates, solve, suggest};
pub use human::HumanLike;
pub use level::{Level, LevelError};
pub use minimax::Minimax;
pub use mobility::Mobility;
pub use positional::Positional;
pub use quarto::QuartoSolver;
pub use random::Random;
pub use tactics::Tactical;

/// The one generator of chance: its numbers are the same on every machine for the same seed, which it takes
/// by `SeedableRng` of the crate `rand`, version 0.10.
pub type Rng = rand_pcg::Pcg64Mcg;

/// A player that is a program.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use rand::SeedableRng;
/// use reversi::games::{Game, Player, Reversi};
/// use reversi::players::{Bot, Greedy, Rng};
///
/// let game = Reversi::new(Player::Black);
/// let never = AtomicBool::new(false);
/// let mv = Greedy.choose(&game, &mut Rng::seed_from_u64(1), &never).unwrap();
/// assert_eq!(game.move_name(mv), "d3");
/// ```
pub trait Bot {
    /// A legal move for the side to move; `None` when the game is over, or is one that this bot
    /// doesn't know.
    ///
    /// When `stop` becomes true it answers soon, with the best move it has found so far.
    fn choose(&self, game: &dyn Game, rng: &mut Rng, stop: &AtomicBool) -> Option<Move>;
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::{Player, REGISTRY, Reversi};

    static NEVER: AtomicBool = AtomicBool::new(false);

    #[test]
    fn every_bot_plays_whole_games_of_legal_moves() {
        let levels = (1..=3).map(|number| Level::new(number).unwrap().bot(REGISTRY[0]));
        for bot in levels.chain([Box::new(Positional) as Box<dyn Bot>]) {
            let mut rng = Rng::seed_from_u64(7);
            let mut game = Reversi::new(Player::Black);
            while let Some(mv) = bot.choose(&game, &mut rng, &NEVER) {
                game.play(mv).unwrap();
            }
            assert!(game.outcome().is_some());
        }
    }

    #[test]
    fn a_seed_repeats_a_random_game() {
        let play = |seed| {
            let mut rng = Rng::seed_from_u64(seed);
            let mut game = Reversi::new(Player::Black);
            let mut moves = Vec::new();
            while let Some(mv) = Random.choose(&game, &mut rng, &NEVER) {
                game.play(mv).unwrap();
                moves.push(mv);
            }
            moves
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }
}
