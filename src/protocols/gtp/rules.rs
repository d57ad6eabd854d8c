//! GTP replies about the position: for people, and for `GoGui`, which queries the rules.

use std::fmt::Write;

use super::vertex;
use crate::games::{Cell, Game, Player, Square};
use crate::protocols::history::History;

pub const ANALYZE_COMMANDS: &str = "string/Show Board/showboard\n\
     string/Final Score/final_score\n\
     string/Level/level\n\
     plist/Legal Moves/gogui-rules_legal_moves";

fn letter(cell: Cell) -> char {
    match cell {
        Cell::Disc(Player::Black) => 'X',
        Cell::Disc(Player::White) => 'O',
        _ => '.',
    }
}

fn rows(game: &dyn Game) -> impl DoubleEndedIterator<Item = (u8, String)> {
    let grid = game.grid();
    (0..grid.rows).map(move |row| {
        let cells = (0..grid.columns).map(|column| letter(grid.cell(Square { row, column })));
        let cells: Vec<String> = cells.map(String::from).collect();
        (row + 1, cells.join(" "))
    })
}

/// The board for people, with the side to move and the disc counts.
pub fn board(history: &History) -> String {
    let mut text = "\n   A B C D E F G H\n".to_owned();
    for (number, row) in rows(history.game()) {
        let _ = writeln!(text, " {number} {row} {number}");
    }
    text += "   A B C D E F G H\n";
    let [black, white] = history.game().counts().unwrap_or_default();
    let turn = match history.to_move() {
        Some(player) if history.last().is_pass() => format!("{player} has to pass"),
        Some(player) => format!("{player} to move"),
        None => "the game is over".to_owned(),
    };
    text + &format!("X black {black}, O white {white}; {turn}")
}

/// The board for a program that counts rows from the bottom, as in Go: the last row comes first.
pub fn cells_from_the_bottom(game: &dyn Game) -> String {
    let rows: Vec<String> = rows(game).rev().map(|(_, row)| row).collect();
    format!("\n{}", rows.join("\n"))
}

pub fn legal_moves(history: &History) -> String {
    match history.to_move() {
        None => String::new(),
        Some(_) if history.last().is_pass() => "pass".to_owned(),
        Some(_) => {
            let game = history.game();
            let names: Vec<String> = game
                .moves()
                .into_iter()
                .map(|mv| vertex(game, Some(mv)))
                .collect();
            names.join(" ")
        }
    }
}

/// The result of a finished game, such as `B+6`; `0` is a draw. Empty squares go to the winner.
pub fn result(game: &dyn Game) -> Option<String> {
    let score = game.outcome()?.score?;
    let [black, white] = Player::BOTH.map(|player| score.result(player));
    Some(match black.cmp(&white) {
        std::cmp::Ordering::Greater => format!("B+{}", black - white),
        std::cmp::Ordering::Less => format!("W+{}", white - black),
        std::cmp::Ordering::Equal => "0".to_owned(),
    })
}

/// The result in words; empty before the end.
pub fn result_in_words(game: &dyn Game) -> String {
    let words = |result: String| match result.split_once('+') {
        Some(("B", discs)) => format!("Black wins by {discs}"),
        Some((_, discs)) => format!("White wins by {discs}"),
        None => "Draw".to_owned(),
    };
    result(game).map(words).unwrap_or_default()
}
