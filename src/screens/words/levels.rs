//! The levels of bots.

use crate::desk::data::{Band, ChosenLevel, Level, Method, rating_of};

/// The headings of the list.
pub(in super::super) const COLUMNS: [&str; 4] = ["rating", "level", "name", "how it plays"];

/// What a rating is for.
pub(in super::super) const BY_RATING: &str = "A 1200 plays against the level closest to 1200.";

/// The name of a band of ratings.
pub(in super::super) fn band(band: Band) -> &'static str {
    match band {
        Band::Beginner => "beginner",
        Band::Novice => "novice",
        Band::Casual => "casual player",
        Band::Regular => "regular player",
        Band::Strong => "strong player",
        Band::Expert => "expert",
        Band::Master => "master",
    }
}

/// How a bot plays.
pub(in super::super) fn method(method: Method) -> String {
    match method {
        Method::Random => "any legal move".to_owned(),
        Method::MostFlips => "the move that flips most".to_owned(),
        Method::Edge => "corners, then edges".to_owned(),
        Method::Mobility => "corners, then few moves for you".to_owned(),
        Method::SquareValues { depth } => format!("{depth} plies by square values (G)"),
        Method::Engine { depth, exact_from } => {
            format!("{depth} plies, exact from {exact_from} empties")
        }
        Method::HumanLike { depth, .. } => {
            let plies = if depth == 1 { "ply" } else { "plies" };
            format!("like a person, {depth} {plies}")
        }
        Method::Timed => "a time for each move".to_owned(),
        Method::Tactical => "wins and blocks on the next move".to_owned(),
        Method::Search => "a search".to_owned(),
        Method::Perfect => "the best move".to_owned(),
    }
}

/// The levels without a rating.
pub(in super::super) fn unrated(first: &str, last: &str) -> String {
    format!("Levels {first} to {last} look further ahead, and have no rating.")
}

/// The level that was chosen by a rating.
pub(in super::super) fn chosen(chosen: &ChosenLevel) -> String {
    let ChosenLevel { asked, level, rating } = chosen;
    if asked == rating {
        format!("Level {level} has rating {rating}.")
    } else {
        format!("Level {level}, with rating {rating}, is closest to {asked}.")
    }
}

/// The name and the rating of a level, for a dialog; `None` if it has none.
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "for the dialogs of the window"))]
pub(in super::super) fn rated(level: Level) -> Option<String> {
    let rating = rating_of(level)?;
    Some(format!("{}, rating {rating}", band(Band::of(rating))))
}
