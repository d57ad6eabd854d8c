//! The levels of bots.

use super::Voice;
use crate::games::Info;
use crate::interpreter::{ChosenLevel, NextLevel};
use crate::players::ladder::{Band, rating_of, titled};
use crate::players::{Level, Method};
use crate::session::Controller;

/// The headings of the list.
pub(in super::super) const COLUMNS: [&str; 4] = ["level", "name", "rating", "plays"];

/// Levels whose ratings differ by less are called equally strong.
pub(in super::super) const EQUAL: i32 = 60;

/// Two levels without a clear difference: the game does not have more skill to show.
pub(in super::super) fn equal(weaker: &str, stronger: &str) -> String {
    format!("Levels {weaker} and {stronger} are about equally strong in this game.")
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

/// Who plays a side, beside its name: `level 8, casual`.
pub(in super::super) fn controller(info: &Info, controller: Controller) -> String {
    match controller {
        Controller::Human => "human".to_owned(),
        Controller::Bot(level) => titled(info, level),
        Controller::Competitive => "competitive bot".to_owned(),
    }
}

/// The level to play next, and why.
pub(in super::super) fn next(voice: Voice, next: &NextLevel) -> String {
    let NextLevel { level, won, lost, games, next } = *next;
    let said = match (next > level, games) {
        (true, 1) => format!("You beat level {level}."),
        (true, _) => format!("You won {won} of the last {games} at level {level}."),
        (false, _) => format!("You lost {lost} of the last {games} at level {level}."),
    };
    format!("{said} Try {}.", voice.command(&format!("A {next}")))
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
pub(in super::super) fn rated(info: &Info, level: Level) -> Option<String> {
    let rating = rating_of(info, level)?;
    Some(format!("{}, rating {rating}", Band::of(rating)))
}
