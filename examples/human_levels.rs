//! How much the human-like levels of Reversi lose a move, as a deeper search sees it.
//!
//! `cargo run --release --example human_levels -- 20` takes every third position of 20 games that
//! begin with eight moves by chance and go on between two bots of level 10. Every move of each is
//! scored by a search of 16 plies, from 20 empty squares on to the end of the game. What a level
//! loses in a position is what its moves lose against the best, each by how likely it is played; no
//! dice are thrown for that, so the figures are the same in every run. In the last row is what
//! playing any legal move loses.

use std::collections::HashMap;
use std::error::Error;

use rand::{RngExt, SeedableRng};
use reversi::engine::{Engine, Limits, Position};
use reversi::games::{Game, Move, Player, Reversi};
use reversi::players::{Bot, HumanLike, Rng};

/// What a move of a position loses against the best.
type Losses = HashMap<Move, i32>;

fn main() -> Result<(), Box<dyn Error>> {
    let games: u64 = match std::env::args().nth(1) {
        Some(word) => word.parse()?,
        None => 20,
    };
    let mut judged = Vec::new();
    for seed in 0..games {
        let positions = positions(seed)?;
        judged.extend(positions.into_iter().map(|game| (losses(&game), game)));
        eprintln!("{} of {games} games judged", seed + 1);
    }
    println!("{} positions", judged.len());
    println!("level  margin  percent a disc  average loss  best move played");
    for bot in HumanLike::LEVELS.filter_map(HumanLike::new) {
        let chosen = judged.iter().map(|(losses, game)| (losses, bot.probabilities(game)));
        let [loss, best] = summary(chosen);
        let (margin, percent) = (bot.margin(), bot.percent_per_disc());
        println!("{:>5}  {margin:>6}  {percent:>14}  {loss:>12.2}  {best:>15.0}%", bot.level());
    }
    let any = judged.iter().map(|(losses, game)| {
        let moves = game.moves();
        let share = 1.0 / f64::from(u32::try_from(moves.len()).unwrap_or(u32::MAX));
        (losses, moves.into_iter().map(|mv| (mv, share)).collect())
    });
    let [loss, best] = summary(any);
    println!("  any  {:>6}  {:>14}  {loss:>12.2}  {best:>15.0}%", "", "");
    Ok(())
}

/// Every third position of a game.
fn positions(seed: u64) -> Result<Vec<Reversi>, Box<dyn Error>> {
    let mut bot = HumanLike::new(10).ok_or("there is no such level")?;
    let mut rng = Rng::seed_from_u64(seed);
    let mut game = Reversi::new(Player::Black);
    let mut positions = Vec::new();
    for ply in 0.. {
        let moves = game.moves();
        if moves.is_empty() {
            break;
        }
        let mv = if ply < 8 {
            moves[rng.random_range(0..moves.len())]
        } else {
            if ply % 3 == 0 && moves.len() > 1 {
                positions.push(game.clone());
            }
            bot.pick(&game, &mut rng).ok_or("the bot has no move")?
        };
        game.play(mv)?;
    }
    Ok(positions)
}

/// What every move loses.
fn losses(game: &Reversi) -> Losses {
    let limits = Limits { depth: 16, exact_from: 20, lines: usize::MAX, ..Limits::default() };
    let found = Engine::new(256, 1).search(Position::from(game), &limits);
    let best = found.lines.iter().map(|line| line.score).max().unwrap_or_default();
    let loss = |mv: Move| {
        let line = found.lines.iter().find(|line| line.moves.first() == Some(&mv));
        line.map(|line| (mv, best - line.score))
    };
    game.moves().into_iter().filter_map(loss).collect()
}

/// The average loss in discs, and how many in a hundred moves lose nothing.
fn summary<'a>(chosen: impl Iterator<Item = (&'a Losses, Vec<(Move, f64)>)>) -> [f64; 2] {
    let [mut positions, mut total, mut best] = [0.0; 3];
    for (losses, moves) in chosen {
        positions += 1.0;
        for (mv, probability) in moves {
            let loss = losses[&mv];
            total += probability * f64::from(loss);
            best += if loss == 0 { probability } else { 0.0 };
        }
    }
    [total / positions, 100.0 * best / positions]
}
