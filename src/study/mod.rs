//! Learning from games: the library, puzzles made from mistakes, drills of the opening book, their schedule,
//! and statistics. This room prints no output, and receives the time from its callers.

mod database;
mod deviations;
mod drill;
mod library;
mod puzzle;
mod schedule;
mod stats;

use crate::games::{Square, parse_square};

pub use crate::base::text::today;
pub use deviations::{BookExit, deviations};
pub use drill::{Course, DrillAnswer, DrilledLine, Verdict};
pub use library::{
    Additions, Continuation, GameLine, HumanSides, Library, LibraryGame, MAX_TAG_CHARS,
    PositionResults, Results, tag,
};
#[cfg(test)]
pub use puzzle::{CLEAR, WORST};
pub use puzzle::{
    CheckTotals, Counts, Deck, DrillCounts, FromGame, LeftOut, Maker, Puzzle, Solution,
};
pub use schedule::Rating;
pub use stats::svg::picture as stats_svg;
pub use stats::{Group, Losses, MistakeKind, OwnRating, Stats};

/// Parses a list of squares such as `f5d6c3`.
fn squares(text: &str) -> Option<Vec<Square>> {
    let names = (0..text.len()).step_by(2).map(|at| text.get(at..at + 2));
    names.map(|name| parse_square(name?, 8, 8).ok()).collect()
}
