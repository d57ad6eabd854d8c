//! Duplicate detection, up to the eight symmetries.

use super::game::Written;
use crate::engine::{Position, turned_square};
use crate::games::Player;
use crate::records::{BoardPosition, GameRecord};

/// A checksum of the start and the moves, the same for all symmetric games.
pub fn signature(record: &GameRecord) -> i64 {
    let start = record.start();
    let discs = BoardPosition {
        turn: Player::Black,
        ..start
    }
    .position();
    let images = (0..8).map(|symmetry| {
        let moves = record.game_moves().map(|mv| turned(mv.0.into(), symmetry));
        (discs.turned(symmetry), moves.collect())
    });
    let (image, moves): (_, Vec<u8>) = images.min().unwrap_or((discs, Vec::new()));
    checksum(of_position(image).chain([turn(start.turn)]).chain(moves))
}

/// A checksum of a position with its side to move, equal for symmetric positions.
pub fn position_key(board: BoardPosition) -> i64 {
    checksum(of_position(board.position().canonical()).chain([turn(board.turn)]))
}

pub fn discs(board: BoardPosition) -> u32 {
    (board.black | board.white).count_ones()
}

fn of_position(position: Position) -> impl Iterator<Item = u8> {
    position
        .player()
        .to_le_bytes()
        .into_iter()
        .chain(position.opponent().to_le_bytes())
}

fn turn(player: Player) -> u8 {
    u8::from(player == Player::White)
}

/// The FNV-1a checksum. It is stored, so it must not change between versions.
fn checksum(bytes: impl IntoIterator<Item = u8>) -> i64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let add = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(PRIME);
    bytes.into_iter().fold(OFFSET, add).cast_signed()
}

/// The image of a square, from 0 to 63, under one of the eight symmetries.
pub fn turned(square: u32, symmetry: u32) -> u8 {
    turned_square(square, symmetry).to_le_bytes()[0]
}

/// Whether two games with the same moves may be one: their names and dates don't contradict.
pub fn can_be_the_same(game: &Written, other: &Written) -> bool {
    let agree = |name: &str, other: &str| {
        name.is_empty() || other.is_empty() || name.to_lowercase() == other.to_lowercase()
    };
    let date = &*game.date;
    let other_date = &*other.date;
    // A year agrees with its days.
    agree(&game.black, &other.black)
        && agree(&game.white, &other.white)
        && (date.starts_with(other_date) || other_date.starts_with(date))
}
