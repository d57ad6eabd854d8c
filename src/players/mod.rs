//! The bots: programs that choose moves, independent of sessions, users and screens.

pub(crate) mod adviser;
mod auto;
mod bounds;
mod competitive;
#[doc(hidden)]
pub mod connect_four;
mod engine;
mod engine_levels;
mod human;
pub(crate) mod ladder;
mod level;
mod minimax;
mod quarto;
mod request;
pub(crate) mod reversed;
mod rule;
mod stop;
mod suggestion;
mod time_manager;

use crate::games::{Game, Move};

pub use adviser::Adviser;
pub(crate) use adviser::{
    HASH_MB, LIVE_HASH_MB, MAX_EMPTIES_TO_SOLVE, Memory, Resources, all_threads,
};
pub use auto::Auto;
pub use competitive::Competitive;
pub(crate) use engine::EngineBot;
pub(crate) use engine_levels::{Method, limits_of_depth};
pub use human::HumanLike;
pub use level::{Level, LevelError};
pub(crate) use minimax::Minimax;
pub use quarto::QuartoSolver;
pub(crate) use request::{Answer, Request, Stamp, Thinker};
pub use rule::Rule::{self, Greedy, Mobility, Positional, Random, Tactical};
pub use stop::{SearchProgress, Stop};
pub(crate) use stop::{stopped_at, to_move};
pub use suggestion::{Estimate, Reason, Suggestion};
pub(crate) use time_manager::{Budget, Clock, TimeControl, move_budget, within};

/// The random number generator of bots: a seed gives the same numbers on every machine.
///
/// Create it with `SeedableRng` from version 0.10 of the crate `rand`.
pub type Rng = rand_pcg::Pcg64Mcg;

/// Mixes a seed. Add a game or position number to the seed to get an independent generator.
pub(crate) fn mix_seed(seed: u64) -> u64 {
    /// The golden ratio as a fraction of 2^64, as in Knuth's multiplicative hashing.
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    seed.wrapping_mul(GOLDEN)
}

/// A program that plays.
///
/// ```
/// use rand::SeedableRng;
/// use reversi::games::{Game, Player, Reversi};
/// use reversi::players::{Bot, Greedy, Rng};
///
/// let game = Reversi::new(Player::Black);
/// let mv = Greedy.pick(&game, &mut Rng::seed_from_u64(1)).unwrap();
/// assert_eq!(game.move_name(mv), "d3");
/// ```
pub trait Bot: Send {
    /// Chooses a legal move for the side to move; `None` if the game is over or unsupported.
    ///
    /// All randomness comes from `rng`, so that a seed reproduces a game. After `stop` is requested, the best move
    /// found so far is returned within milliseconds. `report` may be called at any time during the call.
    fn choose(
        &mut self,
        game: &dyn Game,
        rng: &mut Rng,
        stop: &Stop,
        report: &mut dyn FnMut(SearchProgress),
    ) -> Option<Move>;

    /// Like [`choose`](Self::choose), but without a stop request and progress reports.
    fn pick(&mut self, game: &dyn Game, rng: &mut Rng) -> Option<Move> {
        self.choose(game, rng, &Stop::new(), &mut |_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Player, REGISTRY, Reversi};
    use rand::SeedableRng;

    #[test]
    fn every_bot_plays_whole_games_of_legal_moves() {
        let levels = ["1", "2", "3", "auto1", "auto2", "auto3"]
            .map(|word| word.parse::<Level>().unwrap().bot(REGISTRY[0]));
        for mut bot in levels
            .into_iter()
            .chain([Box::new(Positional) as Box<dyn Bot>])
        {
            let mut rng = Rng::seed_from_u64(7);
            let mut game = Reversi::new(Player::Black);
            while let Some(mv) = bot.pick(&game, &mut rng) {
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
            while let Some(mv) = Random.pick(&game, &mut rng) {
                game.play(mv).unwrap();
                moves.push(mv);
            }
            moves
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }
}
