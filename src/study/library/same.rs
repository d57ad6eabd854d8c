//! Which games are the same, in any of the eight symmetries.

use std::collections::HashMap;

use super::LibraryGame;
use crate::engine::{Position, turned_square};
use crate::games::Player;
use crate::records::BoardPosition;

/// The games that a library has, by their moves.
pub(super) struct KnownGames(HashMap<(Position, Player, Vec<u8>), Vec<usize>>);

impl KnownGames {
    pub(super) fn of(games: &[LibraryGame]) -> Self {
        let mut known = Self(HashMap::with_capacity(games.len()));
        for (index, game) in games.iter().enumerate() {
            known.insert(game, index);
        }
        known
    }

    pub(super) fn insert(&mut self, game: &LibraryGame, index: usize) {
        self.0.entry(key(game)).or_default().push(index);
    }

    /// Whether one of the games is the same as another.
    pub(super) fn has(&self, game: &LibraryGame, games: &[LibraryGame]) -> bool {
        let alike = self.0.get(&key(game)).into_iter().flatten();
        alike.filter_map(|&index| games.get(index)).any(|known| can_be_the_same(known, game))
    }
}

/// What all symmetric games share: the least of the eight images of their start and moves.
fn key(game: &LibraryGame) -> (Position, Player, Vec<u8>) {
    let start = game.start();
    let discs = BoardPosition { turn: Player::Black, ..start }.position();
    let images = (0..8).map(|symmetry| {
        let image = discs.turned(symmetry);
        let moves = game.squares().iter().map(|&square| turned(square, symmetry)).collect();
        (image, moves)
    });
    let (image, moves): (_, Vec<u8>) = images.min().unwrap_or((discs, Vec::new()));
    (image, start.turn, moves)
}

/// The image of a square, from 0 to 63, under one of the eight symmetries.
pub(super) fn turned(square: u8, symmetry: u32) -> u8 {
    turned_square(square.into(), symmetry).to_le_bytes()[0]
}

/// Whether what is known of two games with the same moves doesn't say that they are different ones.
fn can_be_the_same(one: &LibraryGame, other: &LibraryGame) -> bool {
    let agree = |one: &str, other: &str| {
        one.is_empty() || other.is_empty() || one.to_lowercase() == other.to_lowercase()
    };
    let names = one.names.iter().zip(&other.names).all(|(one, other)| agree(one, other));
    let [one, other] = [one, other].map(|game| game.date.as_ref().map(ToString::to_string));
    let dates = match (one, other) {
        // A year agrees with its days.
        (Some(one), Some(other)) => one.starts_with(&other) || other.starts_with(&one),
        _ => true,
    };
    names && dates
}
