//! Measures the average loss per move of the human-like levels of Reversi, according to a deeper search.
//!
//! `cargo run --release --example human_levels -- 20` takes every third position of 20 games that start with eight
//! random moves and continue between two bots of level 10. A search of 16 plies scores each move of these
//! positions; with 20 or fewer empty squares, it is exact. The loss of a level in a position is the loss of its
//! moves, weighted by their probability. No dice are rolled, so the figures are the same in every run. The last row
//! is for random legal moves.

use std::collections::HashMap;
use std::error::Error;

use rand::{RngExt, SeedableRng};
use reversi::engine::{Engine, Limits, Position};
use reversi::games::{Game, Move, Player, Reversi};
use reversi::players::{Bot, HumanLike, Rng};

/// The loss of each move, compared with the best, in discs.
type MoveLosses = HashMap<Move, i32>;

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
        let chosen = judged
            .iter()
            .map(|(losses, game)| (losses, bot.probabilities(game)));
        let [loss, best] = summary(chosen);
        let (margin, percent) = (bot.margin(), bot.percent_per_disc());
        println!(
            "{:>5}  {margin:>6}  {percent:>14}  {loss:>12.2}  {best:>15.0}%",
            bot.level()
        );
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

fn losses(game: &Reversi) -> MoveLosses {
    let limits = Limits {
        depth: 16,
        exact_from: 20,
        lines: usize::MAX,
        ..Limits::default()
    };
    let found = Engine::new(256, 1).search(Position::from(game), &limits);
    let best = found
        .lines
        .iter()
        .map(|line| line.score)
        .max()
        .unwrap_or_default();
    let loss = |mv: Move| {
        let line = found
            .lines
            .iter()
            .find(|line| line.moves.first() == Some(&mv));
        line.map(|line| (mv, best - line.score))
    };
    game.moves().into_iter().filter_map(loss).collect()
}

/// The average loss in discs, and the percentage of moves without loss.
fn summary<'a>(chosen: impl Iterator<Item = (&'a MoveLosses, Vec<(Move, f64)>)>) -> [f64; 2] {
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
