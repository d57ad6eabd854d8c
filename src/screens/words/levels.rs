//! Texts about levels.

use super::Voice;
use crate::games::Info;
use crate::interpreter::{ChosenLevel, NextLevel};
use crate::players::ladder::{Band, rating_of, titled};
use crate::players::{Level, Method};
use crate::session::Controller;

pub(in super::super) const COLUMNS: [&str; 4] = ["level", "name", "rating", "plays"];

/// Levels whose ratings differ by less are called equally strong.
pub(in super::super) const EQUAL: i32 = 60;

/// Reports two about equally strong levels: the game leaves no room for more skill.
pub(in super::super) fn equal(weaker: &str, stronger: &str) -> String {
    format!("Levels {weaker} and {stronger} are about equally strong in this game.")
}

/// Explains ratings by an example.
pub(in super::super) fn by_rating(voice: Voice) -> String {
    format!("{} picks the level closest to 1200.", voice.code("A B 1200"))
}

/// Describes how a bot plays.
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

/// The player of a side, next to its name: `level 8, casual`.
pub(in super::super) fn controller(info: &Info, controller: Controller) -> String {
    match controller {
        Controller::Human => "human".to_owned(),
        Controller::Bot(level) => titled(info, level),
        Controller::Competitive => "competitive bot".to_owned(),
    }
}

/// Suggests the next level, with the reason.
pub(in super::super) fn next(voice: Voice, next: &NextLevel) -> String {
    let NextLevel { level, won, lost, games, next } = *next;
    let said = match (next > level, games) {
        (true, 1) => format!("You beat level {level}."),
        (true, _) => format!("You won {won} of the last {games} at level {level}."),
        (false, _) => format!("You lost {lost} of the last {games} at level {level}."),
    };
    format!("{said} Try {}.", voice.command(&format!("A {next}")))
}

/// Reports the level chosen for a rating.
pub(in super::super) fn chosen(chosen: &ChosenLevel) -> String {
    let ChosenLevel { asked, level, rating } = chosen;
    if asked == rating {
        format!("Level {level} (rating {rating}).")
    } else {
        format!("Closest to {asked}: level {level} (rating {rating}).")
    }
}

/// The name and rating of a level for dialogs; `None` if it is unrated.
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "for the dialogs of the window"))]
pub(in super::super) fn rated(info: &Info, level: Level) -> Option<String> {
    let rating = rating_of(info, level)?;
    Some(format!("{}, rating {rating}", Band::of(rating)))
}
