//! The names and symbols of the two sides.

use std::sync::Arc;

use serde::Serialize;

use super::{Icons, PlayerNames};
use crate::games::{Info, Player};

/// Icons and names of the two sides, in a copy that costs next to nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sides {
    icons: Icons,
    /// Black's name, then White's, where they go by names.
    names: Option<[Arc<str>; 2]>,
    /// Whether the icons are on the board: not in a game whose pieces belong to nobody.
    has_discs: bool,
}

impl Sides {
    /// The sides of a kind of game: `names` of the first and the second player come before the game's own.
    pub fn new(info: &Info, icons: Icons, names: Option<&PlayerNames>) -> Self {
        let by_turn: Option<[Arc<str>; 2]> = match names {
            Some(names) => Some([0, 1].map(|index| names.of(index).into())),
            None => info.sides.map(|sides| sides.map(Arc::from)),
        };
        let names = by_turn.map(|[first, second]| match info.first_player() {
            Player::Black => [first, second],
            Player::White => [second, first],
        });
        Self { icons, names, has_discs: info.sides.is_none() }
    }

    /// The icons of both.
    pub fn icons(&self) -> Icons {
        self.icons
    }

    /// The name of a side, if it goes by one.
    pub fn name(&self, player: Player) -> Option<&str> {
        self.names.as_ref().map(|names| &*names[player.index()])
    }

    /// The name of a side, else its icon.
    pub fn label(&self, player: Player) -> String {
        match self.name(player) {
            Some(name) => name.to_owned(),
            None => self.icons.of(player).to_string(),
        }
    }

    /// Whether the icons of the sides are on the board.
    pub fn has_discs(&self) -> bool {
        self.has_discs
    }

    /// The side that a word names: by its name, else by its icon or colour, see [`Icons::side`].
    pub fn find(&self, word: &str) -> Option<Player> {
        let is_called = |player: &Player| {
            self.name(*player).is_some_and(|name| name.to_lowercase() == word.to_lowercase())
        };
        Player::BOTH.into_iter().find(is_called).or_else(|| self.icons.side(word))
    }
}
