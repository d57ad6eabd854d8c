//! Whoever picks a move: the bots. They know games, and nothing of sessions, people or screens.

mod competitive;
pub mod connect_four;
mod greedy;
mod hint;
mod minimax;
mod mobility;
mod positional;
mod quarto;
mod random;
mod tactics;

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::games::{Game, Info, Move};

pub use competitive::Competitive;
pub use greedy::Greedy;
pub use hint::{Reason, Suggestion, suggest};
pub use minimax::Minimax;
pub use mobility::Mobility;
pub use positional::Positional;
pub use quarto::QuartoSolver;
pub use random::Random;
pub use tactics::Tactical;

/// The one generator of chance: its numbers are the same on every machine for the same seed.
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

/// A bot's strength as people name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

/// A bot made for some levels of the game with this code; it is told which of them.
type OwnBot = (&'static str, RangeInclusive<u8>, fn(u8) -> Box<dyn Bot>);

/// The bots that know a game by name. Everything else is played by those that know none.
const OWN_BOTS: &[OwnBot] = &[
    ("rv", 2..=2, |_| Box::new(Greedy)),
    ("rv", 3..=3, |_| Box::new(Mobility)),
    ("c4", 10..=10, |_| Box::new(connect_four::Perfect)),
    ("qu", 3..=10, |level| Box::new(QuartoSolver { level })),
];

impl Level {
    /// The weakest and the strongest level there is.
    pub const RANGE: RangeInclusive<u8> = 1..=10;

    /// The level of this number; `None` if there is no such level.
    pub fn new(number: u8) -> Option<Self> {
        Self::RANGE.contains(&number).then_some(Self(number))
    }

    /// The number, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The bot that plays a game at this level.
    pub fn bot(self, info: &Info) -> Box<dyn Bot> {
        let is_own = |(code, levels, _): &&OwnBot| *code == info.code && levels.contains(&self.0);
        match (OWN_BOTS.iter().find(is_own), self.0) {
            (Some((_, _, bot)), level) => bot(level),
            (None, 1) => Box::new(Random),
            (None, 2) => Box::new(Tactical),
            (None, level) => Box::new(Minimax { level }),
        }
    }
}

impl TryFrom<u8> for Level {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        let (weakest, strongest) = Self::RANGE.into_inner();
        Self::new(number).ok_or_else(|| {
            format!("there is no level {number}: levels are {weakest} to {strongest}")
        })
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.0
    }
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
