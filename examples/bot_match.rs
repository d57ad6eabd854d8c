//! Plays a match of Reversi between two bots: each opening of eight random moves, with both colors.
//!
//! `cargo run --release --example bot_match -- 50ms competitive 50` plays 50 openings, 100 games. A bot is a level,
//! a time per move, or `competitive`.

use std::error::Error;

use rand::{RngExt, SeedableRng};
use reversi::games::{Game, Player, Reversi, reversi as rules};
use reversi::players::{Bot, Competitive, Level, Rng};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, openings] = words.as_slice() else {
        return Err("give two bots and the number of openings: 50ms competitive 50".into());
    };
    let (mut bots, openings) = ([bot(first)?, bot(second)?], openings.parse()?);
    let [mut won, mut drawn, mut lost, mut discs] = [0_i32; 4];
    for seed in 0..openings {
        for player in Player::BOTH {
            let difference = play(&mut bots, player, seed)?;
            won += i32::from(difference > 0);
            drawn += i32::from(difference == 0);
            lost += i32::from(difference < 0);
            discs += difference;
        }
        eprintln!("{} of {openings} openings", seed + 1);
    }
    let games = won + drawn + lost;
    println!("{first} against {second}: {games} games, {won} won, {drawn} drawn, {lost} lost");
    println!(
        "{:+.1} discs a game",
        f64::from(discs) / f64::from(games.max(1))
    );
    Ok(())
}

fn bot(word: &str) -> Result<Box<dyn Bot>, Box<dyn Error>> {
    if word == "competitive" {
        return Ok(Box::new(Competitive));
    }
    Ok(word.parse::<Level>()?.bot(&rules::INFO))
}

/// Plays a game with the first bot as `player`. Returns its margin in discs.
fn play(bots: &mut [Box<dyn Bot>; 2], player: Player, seed: u64) -> Result<i32, Box<dyn Error>> {
    let mut rng = Rng::seed_from_u64(seed);
    let mut game = Reversi::new(Player::Black);
    for _ in 0..8 {
        let moves = game.moves();
        game.play(moves[rng.random_range(0..moves.len())])?;
    }
    while let Some(turn) = game.turn() {
        let bot = &mut bots[usize::from(turn != player)];
        let mv = bot.pick(&game, &mut rng).ok_or("a bot has no move")?;
        game.play(mv)?;
    }
    let score = game
        .outcome()
        .and_then(|outcome| outcome.score)
        .ok_or("the game has no score")?;
    let [own, other] = [player, player.opponent()].map(|side| score.result(side));
    Ok(i32::try_from(own)? - i32::try_from(other)?)
}
