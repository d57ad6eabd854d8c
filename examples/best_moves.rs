//! What the engine thinks of a position: its three best moves after at most a second, with what it expects
//! to be played; every iteration is told on the way.
//!
//!     cargo run --release --example best_moves

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reversi::engine::{Engine, Found, Limits, Position};
use reversi::games::{Move, Square};
use reversi::records::{BoardError, BoardPosition};

/// After f5 d6 c3 d3 c4, with White to move.
const BOARD: &str = "-------- -------- --XO---- --XXX--- ---OXX-- ---O---- -------- -------- O";

fn main() -> Result<(), BoardError> {
    let position: Position = BOARD.parse::<BoardPosition>()?.position();
    // As deep as it gets in the time; `exact_from: 24` looks to the end of the game from there on.
    let limits = Limits {
        exact_from: 24,
        time: Some(Duration::from_secs(1)),
        lines: 3,
        ..Limits::default()
    };
    // Another thread may raise it, and the search ends soon.
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(64, 1);
    let found = engine.search_with(position, &limits, &stop, &mut |so_far| {
        eprintln!("{:2} plies, {} positions", so_far.depth, so_far.nodes);
    });
    print(&found);
    Ok(())
}

fn print(found: &Found) {
    for line in &found.lines {
        let name = |&mv: &Move| Square::from_index(mv, 8).to_string();
        let moves: Vec<String> = line.moves.iter().map(name).collect();
        println!("{:+3}  {}", line.score, moves.join(" "));
    }
}
