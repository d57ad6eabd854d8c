//! Prints the engine's three best moves of a position, with the expected lines, after at most a second. Each
//! iteration is printed, too.
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
    // As deep as the time allows. With 24 or fewer empty squares, the search is exact.
    let limits = Limits {
        exact_from: 24,
        time: Some(Duration::from_secs(1)),
        lines: 3,
        ..Limits::default()
    };
    // Another thread can set it to stop the search.
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
