//! The context in which a line is parsed: the default level, the squares of the board, and the names of the sides.

use crate::games::{Player, parse_square};
use crate::players::Level;
use crate::session::{Icons, Sides};

/// The state of the current game that the meaning of a line depends on.
#[derive(Clone, Copy)]
pub(super) struct ParseContext<'a> {
    /// The default level of the bot at the prompt; `None` in scripts, where all arguments are required.
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
