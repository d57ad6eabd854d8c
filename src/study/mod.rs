//! Learning from games: the library of games, puzzles made from their mistakes, when these come again,
//! and statistics.
//!
//! [`Library`] keeps games and finds them. Nothing here prints, and the time comes from the caller.

mod calendar;
mod library;
mod puzzle;
mod schedule;
mod stats;

pub use calendar::Calendar;
pub use library::{
    Added, Continuation, GameLine, LIBRARY, Library, LibraryGame, Mistake, Reached, Results, You,
};
pub use puzzle::{
    Counts, Deck, FromGame, LeftOut, Maker, NEAR_END, PUZZLES, Puzzle, Solution, WORST,
};
pub use schedule::{Memory, Rating};
pub use stats::svg::picture as stats_svg;
pub use stats::{Frequent, Group, Kind, Losses, Stats};
