//! Titles and texts of the full screen's lists.

use crate::base::language::tr;

pub(in crate::screens) fn games() -> &'static str {
    tr!("Games")
}

pub(in crate::screens) fn opponents() -> &'static str {
    tr!("Opponents")
}

/// The row for a human opponent.
pub(in crate::screens) fn human() -> &'static str {
    tr!("human")
}

pub(in crate::screens) fn saves() -> &'static str {
    tr!("Saved games")
}

pub(in crate::screens) fn unfinished() -> &'static str {
    tr!("Unfinished games")
}

pub(in crate::screens) fn library() -> &'static str {
    tr!("Game library")
}

pub(in crate::screens) fn coach() -> &'static str {
    tr!("Coach: comments from a loss of discs")
}

pub(in crate::screens) fn openings() -> &'static str {
    tr!("Openings of bots: their own, or from the library")
}

pub(in crate::screens) fn clocks() -> &'static str {
    tr!("Time for the game, and for each move")
}

pub(in crate::screens) fn themes() -> &'static str {
    tr!("Themes")
}

pub(in crate::screens) fn languages() -> &'static str {
    tr!("Languages")
}

pub(in crate::screens) fn nothing_matches() -> &'static str {
    tr!("nothing matches: Backspace deletes a letter")
}

/// The keys of a list.
pub(in crate::screens) fn keys() -> String {
    let keys = [
        ("Enter", tr!("choose")),
        ("Esc", tr!("back")),
        (tr!("letters"), tr!("filter")),
    ];
    keys.map(|(key, does)| format!("{key}: {does}")).join("   ")
}
