//! Plays a game of random moves, and shows the final position.
//!
//!     cargo run --example random_game

use rand::SeedableRng;
use reversi::games::{Game, IllegalMove, Player, Reversi};
use reversi::players::{Bot, Random, Rng};

fn main() -> Result<(), IllegalMove> {
    let mut rng = Rng::seed_from_u64(2026);
    let mut game = Reversi::new(Player::Black);
    while let Some(mv) = Random.pick(&game, &mut rng) {
        let played = game.play(mv)?;
        let name = game.move_name(mv);
        println!(
            "{} plays {name} and flips {}",
            played.player,
            played.flipped.len()
        );
        if let Some(player) = played.passed {
            println!("{player} has no move and passes");
        }
    }
    println!("{}", game.grid().to_rows().join("\n"));
    match game.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) => println!("{winner} wins"),
        None => println!("a draw"),
    }
    Ok(())
}
