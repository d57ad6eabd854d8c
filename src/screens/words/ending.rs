//! Texts of the card at the end of a game.

use crate::players::Level;

pub(in crate::screens) const AGAIN: &str = "Enter: again";
pub(in crate::screens) const ANALYZE: &str = "A: analyze";
pub(in crate::screens) const PUZZLE: &str = "P: puzzle";
pub(in crate::screens) const VIEW: &str = "Esc: view board";

/// The key that starts a game against another level.
pub(in crate::screens) fn level(level: Level) -> String {
    format!("L: {}", level.described())
}
