//! A bot of one's own: it keeps its discs few until the board is half full, then takes as many as
//! it can. Plays it against every level, with both colours.
//!
//!     cargo run --release --example own_bot

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use reversi::games::{Game, IllegalMove, Move, Player, Reversi};
use reversi::players::{Bot, Level, Rng};

struct Evaporator;

impl Bot for Evaporator {
    fn choose(&self, game: &dyn Game, _: &mut Rng, _: &AtomicBool) -> Option<Move> {
        let discs: usize = Player::BOTH.into_iter().map(|player| game.grid().count(player)).sum();
        game.moves().into_iter().max_by_key(|&mv| {
            let flips = game.clone_box().play(mv).map_or(0, |played| played.flipped.len());
            let flips = i32::try_from(flips).unwrap_or(i32::MAX);
            game.square_worth(mv) + if discs < 32 { -10 * flips } else { 10 * flips }
        })
    }
}

/// Plays one game and returns who won.
fn play(black: &dyn Bot, white: &dyn Bot, rng: &mut Rng) -> Result<Option<Player>, IllegalMove> {
    let mut game = Reversi::new(Player::Black);
    while let Some(turn) = game.turn() {
        let bot = if turn == Player::Black { black } else { white };
        let Some(mv) = bot.choose(&game, rng, &AtomicBool::new(false)) else { break };
        game.play(mv)?;
    }
    Ok(game.outcome().and_then(|outcome| outcome.winner))
}

fn main() -> Result<(), IllegalMove> {
    let mut rng = Rng::seed_from_u64(1);
    for level in (1..=3).filter_map(Level::new) {
        let bot = level.bot(&reversi::games::reversi::INFO);
        let mut wins = 0;
        for _ in 0..50 {
            let black = play(&Evaporator, &*bot, &mut rng)?;
            let white = play(&*bot, &Evaporator, &mut rng)?;
            wins += u32::from(black == Some(Player::Black));
            wins += u32::from(white == Some(Player::White));
        }
        println!("{wins} of 100 games won against level {level}");
    }
    Ok(())
}
