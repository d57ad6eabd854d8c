//! A custom bot: it keeps few discs until the board is half full, then takes as many as possible. It plays levels 1
//! to 3, with both colors.
//!
//!     cargo run --release --example own_bot

use rand::SeedableRng;
use reversi::games::reversi::INFO;
use reversi::games::{Game, IllegalMove, Move, Player, Reversi};
use reversi::players::{Bot, Level, Rng, SearchProgress, Stop};

struct Evaporator;

impl Bot for Evaporator {
    fn choose(
        &mut self,
        game: &dyn Game,
        _: &mut Rng,
        _: &Stop,
        _: &mut dyn FnMut(SearchProgress),
    ) -> Option<Move> {
        let discs: usize = Player::BOTH
            .into_iter()
            .map(|player| game.grid().count(player))
            .sum();
        game.moves().into_iter().max_by_key(|&mv| {
            let flips = game
                .clone_box()
                .play(mv)
                .map_or(0, |played| played.flipped.len());
            let flips = i32::try_from(flips).unwrap_or(i32::MAX);
            game.square_value(mv) + if discs < 32 { -10 * flips } else { 10 * flips }
        })
    }
}

/// Plays a game, Black first. Returns the winner.
fn play(mut bots: [&mut dyn Bot; 2], rng: &mut Rng) -> Result<Option<Player>, IllegalMove> {
    let mut game = Reversi::new(Player::Black);
    while let Some(player) = game.turn() {
        let bot = &mut bots[usize::from(player == Player::White)];
        let mv = bot.pick(&game, rng).expect("whoever is to move has a move");
        game.play(mv)?;
    }
    Ok(game.outcome().and_then(|outcome| outcome.winner))
}

fn main() -> Result<(), IllegalMove> {
    let mut rng = Rng::seed_from_u64(1);
    for level in (1..=3).filter_map(Level::new) {
        let mut other = level.bot(&INFO);
        let mut wins = 0;
        for _ in 0..50 {
            let as_black = play([&mut Evaporator, other.as_mut()], &mut rng)?;
            let as_white = play([other.as_mut(), &mut Evaporator], &mut rng)?;
            wins += u32::from(as_black == Some(Player::Black));
            wins += u32::from(as_white == Some(Player::White));
        }
        println!("{wins} of 100 games won against level {level}");
    }
    Ok(())
}
