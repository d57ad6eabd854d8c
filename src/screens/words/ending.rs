//! Texts of the card at the end of a game.

use super::levels::described;
use crate::base::language::tr;
use crate::players::Level;

pub fn again() -> String {
    format!("Enter: {}", tr!("again"))
}

pub fn analyze() -> String {
    format!("A: {}", tr!("analyze"))
}

pub fn puzzle() -> String {
    format!("P: {}", tr!("puzzle"))
}

pub fn view() -> String {
    format!("Esc: {}", tr!("view board"))
}

/// The key that starts a game against another level.
pub fn level(level: Level) -> String {
    format!("L: {}", described(level))
}
