//! The levels of bots.

use super::Voice;
use crate::interpreter::ChosenLevel;
use crate::players::ladder::{Band, rating_of};
use crate::players::{Level, Method};

/// The headings of the list.
pub(in super::super) const COLUMNS: [&str; 4] = ["rating", "level", "strength", "plays"];

/// How to see the levels that the short list skips.
pub(in super::super) fn all_levels(voice: Voice) -> String {
    format!("{} shows all.", voice.command("levels all"))
}

/// What a rating is for.
pub(in super::super) fn by_rating(voice: Voice) -> String {
    format!("{} picks the level closest to 1200.", voice.code("A B 1200"))
}

/// How a bot plays.
pub(in super::super) fn method(method: Method) -> String {
    match method {
        Method::Random => "random legal moves".to_owned(),
        Method::MostFlips => "flips the most discs".to_owned(),
        Method::Edge => "corners, then edges".to_owned(),
        Method::Mobility => "corners, then low mobility for you".to_owned(),
        Method::SquareValues { depth } => format!("depth {depth}, square values (G)"),
        Method::Engine { depth, exact_from } => {
            format!("depth {depth}, exact from {exact_from} empties")
        }
        Method::HumanLike { depth, .. } => {
            format!("human-like mistakes, depth {depth}")
        }
        Method::Timed => "time limit per move".to_owned(),
        Method::Tactical => "wins or blocks when it can".to_owned(),
        Method::Search => "search".to_owned(),
        Method::Perfect => "perfect play".to_owned(),
    }
}

/// The levels without a rating.
pub(in super::super) fn unrated(first: &str, last: &str) -> String {
    format!("Levels {first} to {last} search deeper and are not rated.")
}

/// The level that was chosen by a rating.
pub(in super::super) fn chosen(chosen: &ChosenLevel) -> String {
    let ChosenLevel { asked, level, rating } = chosen;
    if asked == rating {
        format!("Level {level} (rating {rating}).")
    } else {
        format!("Closest to {asked}: level {level} (rating {rating}).")
    }
}

/// The name and the rating of a level, for a dialog; `None` if it has none.
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "for the dialogs of the window"))]
pub(in super::super) fn rated(level: Level) -> Option<String> {
    let rating = rating_of(level)?;
    Some(format!("{}, rating {rating}", Band::of(rating)))
}
