//! Texts about levels.

use super::Voice;
use crate::base::language::{tr, translated};
use crate::games::Info;
use crate::interpreter::{ChosenLevel, NextLevel};
use crate::players::ladder::{Band, rating_of};
use crate::players::{Level, Method};
use crate::session::{Aid, Controller};
use crate::study::BotOpenings;

/// The headings of the table.
pub fn columns() -> [&'static str; 4] {
    [
        tr!("column" => "level"),
        tr!("column" => "name"),
        tr!("column" => "rating"),
        tr!("column" => "plays"),
    ]
}

/// Levels whose ratings differ by less are called equally strong.
pub const EQUAL: i32 = 60;

/// Reports two about equally strong levels: the game leaves no room for more skill.
pub fn equal(weaker: &str, stronger: &str) -> String {
    tr!(
        "Levels {weaker} and {stronger} are about equally strong in this game.",
        weaker,
        stronger
    )
}

/// Explains ratings by an example.
pub fn by_rating(voice: Voice) -> String {
    let command = voice.code("A B 1200");
    tr!("{command} picks the level closest to 1200.", command)
}

/// Describes how a bot plays.
pub fn method(method: Method) -> String {
    match method {
        Method::Random => tr!("plays" => "random legal moves").to_owned(),
        Method::MostFlips => tr!("plays" => "flips the most discs").to_owned(),
        Method::Edge => tr!("plays" => "corners, then edges").to_owned(),
        Method::Mobility => tr!("plays" => "corners, then low mobility for you").to_owned(),
        Method::SquareValues { depth } => tr!("depth {depth}, square values (G)", depth),
        Method::Engine { depth, exact_from } => {
            tr!(
                "depth {depth}, exact from {exact_from} empties",
                depth,
                exact_from
            )
        }
        Method::HumanLike { depth, .. } => {
            tr!("human-like mistakes, depth {depth}", depth)
        }
        Method::Timed => tr!("plays" => "time limit per move").to_owned(),
        Method::Tactical => tr!("plays" => "wins or blocks when it can").to_owned(),
        Method::Search => tr!("plays" => "search").to_owned(),
        Method::Perfect => tr!("plays" => "perfect play").to_owned(),
    }
}

/// A level in words: `level 7`.
pub fn described(level: Level) -> String {
    match level {
        Level::Number(_) => tr!("level {level}", level),
        Level::Depth(depth) => tr!("depth {depth}", depth),
        Level::Auto(_) => level.to_string(),
        Level::Milliseconds(_) => tr!("{time} per move", time = level),
    }
}

/// The level and its band, in words: `level 7, casual`.
pub fn titled(info: &Info, level: Level) -> String {
    let described = described(level);
    match (level, rating_of(info, level)) {
        (Level::Number(_), Some(rating)) => format!("{described}, {}", band(rating)),
        _ => described,
    }
}

/// The name of the band for a rating.
pub(super) fn band(rating: i32) -> &'static str {
    translated(Band::of(rating).name())
}

/// The player of a side, next to its name: `level 8, casual`.
pub fn controller(info: &Info, controller: Controller) -> String {
    match controller {
        Controller::Human => tr!("player" => "human").to_owned(),
        Controller::Bot(level) => titled(info, level),
        Controller::Competitive => tr!("player" => "competitive bot").to_owned(),
    }
}

/// Suggests the next level, with the reason.
pub fn next(voice: Voice, next: &NextLevel) -> String {
    let NextLevel {
        level,
        won,
        lost,
        games,
        next,
    } = *next;
    let said = match (next > level, games) {
        (true, 1) => tr!("You beat level {level}.", level),
        (true, _) => {
            tr!(
                "You won {won} of the last {games} at level {level}.",
                won,
                games,
                level
            )
        }
        (false, _) => {
            tr!(
                "You lost {lost} of the last {games} at level {level}.",
                lost,
                games,
                level
            )
        }
    };
    let command = voice.command(&format!("A {next}"));
    format!("{said} {}", tr!("Try {command}.", command))
}

/// Says why a finished game is not rated.
pub fn unrated(aid: Aid) -> &'static str {
    match aid {
        Aid::Hint => tr!("Unrated: you asked for hints."),
        Aid::BestMove => tr!("Unrated: the engine played a move."),
        Aid::Undo => tr!("Unrated: you took back moves."),
        Aid::Analysis => tr!("Unrated: you analyzed the game while playing."),
        Aid::Position => tr!("Unrated: the game began from a chosen position."),
    }
}

/// Reports the level chosen for a rating.
pub fn chosen(chosen: &ChosenLevel) -> String {
    let ChosenLevel {
        asked,
        level,
        rating,
    } = chosen;
    if asked == rating {
        tr!("Level {level} (rating {rating}).", level, rating)
    } else {
        tr!(
            "Closest to {asked}: level {level} (rating {rating}).",
            asked,
            level,
            rating
        )
    }
}

/// The name and rating of a level for dialogs; `None` if it is unrated.
#[cfg_attr(
    not(feature = "window"),
    expect(dead_code, reason = "for the dialogs of the window")
)]
pub fn rated(info: &Info, level: Level) -> Option<String> {
    let rating = rating_of(info, level)?;
    Some(tr!("{name}, rating {rating}", name = band(rating), rating))
}

/// The openings of bots.
pub(super) fn openings(openings: &BotOpenings) -> String {
    match openings {
        BotOpenings::None => tr!("Bots choose their openings at their level.").to_owned(),
        BotOpenings::Library(_) => tr!(
            "Bots of levels 4 to 13 open as people do ({games}). Their ratings are estimates.",
            games = openings
        ),
    }
}

/// Says that a rating is an estimate, because the bot takes its openings from the library.
pub fn estimated() -> &'static str {
    tr!("Ratings of levels 4 to 13 are estimates with openings from the library.")
}
