//! The names and symbols of the two sides.

use std::sync::Arc;

use serde::Serialize;

use super::{Icons, PlayerNames};
use crate::games::{Info, Player};

/// The icons and names of the two sides. Cloning is cheap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sides {
    icons: Icons,
    /// Black's name, then White's, if the sides have names.
    names: Option<[Arc<str>; 2]>,
    /// Whether the icons appear on the board: not in games with shared pieces.
    has_discs: bool,
}

impl Sides {
    /// Creates the sides of a kind of game. `names`, first player first, override the names of the game.
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

    pub fn icons(&self) -> Icons {
        self.icons
    }

    pub fn name(&self, player: Player) -> Option<&str> {
        self.names.as_ref().map(|names| &*names[player.index()])
    }

    /// Returns the name of a side, or its icon if it has no name.
    pub fn label(&self, player: Player) -> String {
        match self.name(player) {
            Some(name) => name.to_owned(),
            None => self.icons.of(player).to_string(),
        }
    }

    pub fn has_discs(&self) -> bool {
        self.has_discs
    }

    /// Returns the side for a word: a name, or an icon or color as in [`Icons::side`].
    pub fn find(&self, word: &str) -> Option<Player> {
        let is_called = |player: &Player| {
            self.name(*player).is_some_and(|name| name.to_lowercase() == word.to_lowercase())
        };
        Player::BOTH.into_iter().find(is_called).or_else(|| self.icons.side(word))
    }
}
