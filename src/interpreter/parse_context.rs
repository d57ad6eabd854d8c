//! What a line is parsed with besides its text: what the session says of it.

use crate::games::{Player, parse_square};
use crate::players::Level;
use crate::session::{Icons, Sides};

/// What a line doesn't say, but the session in which it is read.
#[derive(Clone, Copy)]
pub(super) struct ParseContext<'a> {
    /// The level of the bot that a person plays against who names none; `None` in scripts, where nothing
    /// may be left out.
    pub(super) usual: Option<Level>,
    /// Whether the board has a square of this name that moves are named by.
    pub(super) has_square: &'a dyn Fn(&str) -> bool,
    /// What the sides are called; `None` for their usual icons.
    pub(super) sides: Option<&'a Sides>,
}

impl ParseContext<'_> {
    /// A line that is read without a session: as one of Reversi.
    pub(super) fn alone(usual: Option<Level>) -> Self {
        Self { usual, has_square: &|name| parse_square(name, 8, 8).is_ok(), sides: None }
    }

    /// Whether a word names a side.
    pub(super) fn is_side(&self, word: &str) -> bool {
        match self.sides {
            Some(sides) => sides.find(word).is_some(),
            None => Icons::default().side(word).is_some(),
        }
    }

    /// What a side is called.
    pub(super) fn label(&self, player: Player) -> String {
        self.sides
            .map_or_else(|| Icons::default().of(player).to_string(), |sides| sides.label(player))
    }
}
