//! The engine as a player of Reversi, and as an adviser.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Bot, Rng};
use crate::engine::{Engine, Found, Limits, Position, Selectivity};
use crate::games::{Game, Move, Reversi};

/// Memory for the table of a search, of which it uses what it needs.
pub(super) const HASH_MB: usize = 256;

/// A bot that searches. At the same level it always plays the same move in the same position.
#[derive(Debug, Clone, Copy)]
pub struct EngineBot {
    limits: Limits,
}

impl EngineBot {
    /// As strong as a level from 4: so many plies ahead, and from some number of empty squares on
    /// perfect; `docs/engine.md` has the table.
    pub fn of_level(level: u8) -> Self {
        let depth = u32::from(level);
        let exact_from = if depth <= 12 { depth + 6 } else { 18 + (depth - 12) / 2 };
        let limits = Limits { depth, exact_from, ..Limits::default() };
        Self { limits }
    }

    /// As strong as it gets in this time a move.
    pub fn of_time(time: Duration) -> Self {
        Self { limits: Limits { time: Some(time), ..Limits::default() } }
    }

    /// How far it searches.
    pub fn limits(&self) -> Limits {
        self.limits
    }
}

impl Bot for EngineBot {
    fn choose(&self, game: &dyn Game, _: &mut Rng, stop: &AtomicBool) -> Option<Move> {
        let game = game.as_any().downcast_ref::<Reversi>()?;
        game.turn()?;
        // A table of its own each time: what it plays depends on nothing but the position.
        let mut engine = Engine::new(HASH_MB, 1);
        let found = engine.search(Position::from(game), &self.limits, stop, &mut |_| ());
        found.best().map(to_move)
    }
}

/// How far an adviser looks: a fraction of a second, and always to the same end.
pub(super) const ADVICE: Limits = Limits {
    depth: 18,
    exact_from: 20,
    selectivity: Selectivity::LEAST_SURE,
    end_selectivity: Selectivity::FULL,
    time: None,
    nodes: Some(4_000_000),
    lines: 1,
    only_outcome: false,
};

/// What the engine thinks of a game of Reversi that is not over; `None` of another game.
pub fn consult(
    game: &dyn Game,
    limits: &Limits,
    threads: usize,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(&Found),
) -> Option<Found> {
    let game = game.as_any().downcast_ref::<Reversi>()?;
    game.turn()?;
    let mut engine = Engine::new(HASH_MB, threads);
    Some(engine.search(Position::from(game), limits, stop, observer))
}

/// A square of the engine as a move of the game.
pub(super) fn to_move(square: u32) -> Move {
    Move(u16::try_from(square).unwrap_or(u16::MAX))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::Player;
    use crate::players::Random;

    #[test]
    fn it_beats_chance_and_repeats_itself() {
        let never = AtomicBool::new(false);
        let mut rng = Rng::seed_from_u64(3);
        for human in Player::BOTH {
            let mut game = Reversi::new(Player::Black);
            while let Some(turn) = game.turn() {
                let mv = if turn == human {
                    Random.choose(&game, &mut rng, &never)
                } else {
                    let bot = EngineBot::of_level(4);
                    let mv = bot.choose(&game, &mut rng, &never);
                    assert_eq!(mv, bot.choose(&game, &mut rng, &never));
                    mv
                };
                game.play(mv.unwrap()).unwrap();
            }
            assert_eq!(game.outcome().unwrap().winner, Some(human.opponent()));
        }
    }

    #[test]
    fn a_stopped_bot_still_plays() {
        let game = Reversi::new(Player::Black);
        let stopped = AtomicBool::new(true);
        let bot = EngineBot::of_level(60);
        let mv = bot.choose(&game, &mut Rng::seed_from_u64(1), &stopped).unwrap();
        assert!(game.moves().contains(&mv));
    }
}
