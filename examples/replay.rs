//! Replays a transcript such as f5d6c3, and shows the position after it.
//!
//!     cargo run --example replay -- f5d6c3d3c4f4c5b3c2

use std::error::Error;

use reversi::games::{Game, Player, Reversi};

fn main() -> Result<(), Box<dyn Error>> {
    let transcript = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "f5d6c3d3c4f4c5b3c2".to_owned());
    let mut game = Reversi::new(Player::Black);
    let characters: Vec<char> = transcript.chars().collect();
    for (number, square) in (1..).zip(characters.chunks(2)) {
        let name: String = square.iter().collect();
        let mv = game
            .parse_move(&name)
            .map_err(|error| format!("move {number}: {error}"))?;
        game.play(mv)
            .map_err(|error| format!("move {number}: {error}"))?;
    }
    println!("{}", game.grid().to_rows().join("\n"));
    match game.turn() {
        Some(player) => println!("{player} is to move"),
        None => println!("the game is over"),
    }
    Ok(())
}
