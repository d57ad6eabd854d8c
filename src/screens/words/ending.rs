//! Texts of the card at the end of a game.

use super::levels::described;
use crate::base::language::tr;
use crate::players::Level;

pub(in crate::screens) fn again() -> String {
    format!("Enter: {}", tr!("again"))
}

pub(in crate::screens) fn analyze() -> String {
    format!("A: {}", tr!("analyze"))
}

pub(in crate::screens) fn puzzle() -> String {
    format!("P: {}", tr!("puzzle"))
}

pub(in crate::screens) fn view() -> String {
    format!("Esc: {}", tr!("view board"))
}

/// The key that starts a game against another level.
pub(in crate::screens) fn level(level: Level) -> String {
    format!("L: {}", described(level))
}
