//! The starting position of a game, as the tag FEN has it.

use super::super::BoardPosition;
use crate::games::Player;

/// Prints a position as Edax does: row 8 first, `p` for Black and `P` for White.
pub fn shown_start(start: BoardPosition) -> String {
    let rows = (0..8).rev().map(|row| shown_row(start, row));
    let side = if start.turn == Player::Black {
        'b'
    } else {
        'w'
    };
    format!("{} {side} - - 0 1", rows.collect::<Vec<_>>().join("/"))
}

fn shown_row(start: BoardPosition, row: u32) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for square in 8 * row..8 * row + 8 {
        let Some(player) = start.disc(square) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(if player == Player::Black { 'p' } else { 'P' });
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}
