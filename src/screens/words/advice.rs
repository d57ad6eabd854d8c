//! Texts about hints, scores and solutions.

use crate::analysis::Why;
use crate::base::language::tr;
use crate::players::Reason;

pub fn hint(name: &str, reason: Option<Reason>) -> String {
    match reason {
        Some(Reason::Only) => tr!("Hint: {name} (only move)", name),
        Some(Reason::Wins) => tr!("Hint: {name} (wins)", name),
        Some(Reason::Blocks) => tr!("Hint: {name} (blocks a win)", name),
        Some(Reason::Lost) => tr!("Hint: {name} (every move loses)", name),
        None => tr!("Hint: {name}", name),
    }
}

/// A hint with the reason that decides, which may be about another move.
pub fn hint_with_reason(name: &str, why: &Why) -> String {
    if why.square.to_string() == name {
        tr!("Hint: {name}, which {does}.", name, does = why.does())
    } else {
        tr!("Hint: {name}. {why}", name, why)
    }
}

pub fn scores(sources: &str) -> String {
    tr!("Scores for the side to move ({sources}).", sources)
}

pub fn best(name: &str, is_exact: bool) -> String {
    if is_exact {
        tr!("Best: {name}", name)
    } else {
        tr!("Interrupted: not exact. Best so far: {name}", name)
    }
}

/// The word before the expected moves.
pub fn then() -> &'static str {
    tr!("before moves" => "then")
}
