//! The engine as a bot of Reversi.

use std::sync::Arc;
use std::time::Duration;

use super::{Adviser, Bot, Memory, Rng, SearchProgress, Stop};
use crate::book::Book;
use crate::engine::{Found, Limits};
use crate::games::{Game, Move, Reversi};

/// A bot that searches within limits.
///
/// Without a time limit and a book, it always plays the same move in the same position. With a time limit, it keeps
/// its transposition table between moves.
#[derive(Debug)]
pub struct EngineBot {
    limits: Limits,
    adviser: Adviser,
    /// The maximum loss of a book move, in discs.
    margin: i32,
}

impl EngineBot {
    /// Creates a bot with the given limits, without a book, on one thread.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            adviser: Adviser::default(),
            margin: 0,
        }
    }

    /// Sets the book. The bot chooses at random among book moves that lose at most `margin` discs.
    #[must_use]
    pub(crate) fn with_book(self, book: Option<Arc<Book>>, margin: i32) -> Self {
        Self {
            adviser: self.adviser.with_book(book),
            margin,
            ..self
        }
    }

    #[must_use]
    pub(crate) fn with_threads(self, threads: usize) -> Self {
        Self {
            adviser: self.adviser.with_threads(threads),
            ..self
        }
    }

    pub(crate) fn limits_of_time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            target: Some(time),
            ..Limits::default()
        }
    }
}

impl Bot for EngineBot {
    fn choose(
        &mut self,
        game: &dyn Game,
        rng: &mut Rng,
        stop: &Stop,
        report: &mut dyn FnMut(SearchProgress),
    ) -> Option<Move> {
        let game = game.as_any().downcast_ref::<Reversi>()?;
        if let Some(mv) = self.adviser.book_move(game, &self.limits, self.margin, rng) {
            return Some(mv);
        }
        let memory = if self.limits.time.is_some() {
            Memory::Keep
        } else {
            Memory::Forget
        };
        let observer = &mut |found: &Found| report(found.into());
        let found = self
            .adviser
            .search(game, &self.limits, memory, stop, observer)?;
        found.best()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::Player;
    use crate::players::{Random, limits_of_depth};

    #[test]
    fn it_beats_chance_and_repeats_itself() {
        let mut rng = Rng::seed_from_u64(3);
        let mut bot = EngineBot::new(limits_of_depth(4));
        for human in Player::BOTH {
            let mut game = Reversi::new(Player::Black);
            while let Some(turn) = game.turn() {
                let mv = if turn == human {
                    Random.pick(&game, &mut rng)
                } else {
                    let mv = bot.pick(&game, &mut rng);
                    let mut another = EngineBot::new(limits_of_depth(4));
                    assert_eq!(mv, another.pick(&game, &mut rng));
                    mv
                };
                game.play(mv.unwrap()).unwrap();
            }
            assert_eq!(game.outcome().unwrap().winner, Some(human.opponent()));
        }
    }

    #[test]
    fn with_a_time_limit_it_goes_on_where_it_was() {
        let game = Reversi::new(Player::Black);
        let limits = EngineBot::limits_of_time(Duration::from_millis(50));
        let mut bot = EngineBot::new(limits);
        let mut depths = [0, 0];
        for depth in &mut depths {
            let mut report = |progress: SearchProgress| *depth = progress.depth;
            bot.choose(&game, &mut Rng::seed_from_u64(1), &Stop::new(), &mut report)
                .unwrap();
        }
        assert!(depths[1] >= depths[0] && depths[0] > 0, "{depths:?}");
    }

    #[test]
    fn a_stopped_bot_still_plays() {
        let game = Reversi::new(Player::Black);
        let stop = Stop::new();
        stop.request();
        let mut bot = EngineBot::new(limits_of_depth(60));
        let mv = bot
            .choose(&game, &mut Rng::seed_from_u64(1), &stop, &mut |_| ())
            .unwrap();
        assert!(game.moves().contains(&mv));
    }
}
