//! Titles and texts of the full screen's lists.

use crate::base::language::tr;

pub fn games() -> &'static str {
    tr!("Games")
}

pub fn opponents() -> &'static str {
    tr!("Opponents")
}

/// The row for a human opponent.
pub fn human() -> &'static str {
    tr!("human")
}

pub fn saves() -> &'static str {
    tr!("Saved games")
}

pub fn unfinished() -> &'static str {
    tr!("Unfinished games")
}

pub fn library() -> &'static str {
    tr!("Game library")
}

pub fn coach() -> &'static str {
    tr!("Coach: comments from a loss of discs")
}

pub fn openings() -> &'static str {
    tr!("Openings of bots: their own, or from the library")
}

pub fn clocks() -> &'static str {
    tr!("Time for the game, and for each move")
}

pub fn themes() -> &'static str {
    tr!("Themes")
}

pub fn languages() -> &'static str {
    tr!("Languages")
}

pub fn nothing_matches() -> &'static str {
    tr!("nothing matches: Backspace deletes a letter")
}

/// The keys of a list.
pub fn keys() -> String {
    let keys = [
        ("Enter", tr!("choose")),
        ("Esc", tr!("back")),
        (tr!("letters"), tr!("filter")),
    ];
    keys.map(|(key, does)| format!("{key}: {does}")).join("   ")
}
