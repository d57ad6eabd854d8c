//! Texts of the window's start page and of its about dialog.

use super::levels;
use crate::base::language::{date_and_time, marked, tr};
use crate::desk::{ShownGame, View};
use crate::games::Player;
use crate::store::UnfinishedGame;
use crate::study::Counts;

pub const NAME: &str = "Reversi";
pub const PLAY: &str = marked!("Play");
pub const NEW_GAME: &str = marked!("A new game");
pub const CONTINUE: &str = marked!("Continue");
pub const LEARN: &str = marked!("Learn");
pub const LEARN_NOTE: &str = marked!("The rules, step by step");
pub const STRATEGY: &str = marked!("Learn strategy");
pub const STRATEGY_NOTE: &str = marked!("Eight ideas, with questions");
pub const PUZZLES_NOTE: &str = marked!("Mistakes from your games");
pub const OPEN: &str = marked!("Open");
pub const OPEN_NOTE: &str = marked!("A saved game or a file");

pub const ABOUT: &str = marked!("About");
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
pub const LICENSE: &str = env!("CARGO_PKG_LICENSE");
pub const DESCRIPTION: &str = env!("CARGO_PKG_DESCRIPTION");
pub const NO_FOLDER: &str = marked!("no home folder");

/// The labels of the about dialog's rows.
pub const VERSION_LABEL: &str = marked!("Version");
pub const LICENSE_LABEL: &str = marked!("License");
pub const DATA_LABEL: &str = marked!("Data folder");
pub const SETTINGS_LABEL: &str = marked!("Settings file");

/// The name of an entry for screen readers: `Play: Against level 4`.
pub fn name(label: &str, note: &str) -> String {
    format!("{label}: {note}")
}

/// The opponent in a game against a bot: `Against level 4`.
pub fn opponent(view: &View, game: &ShownGame) -> String {
    let controllers = Player::BOTH.map(|player| game.current.players().of(player));
    let bot = controllers
        .into_iter()
        .find(|controller| !controller.is_human());
    bot.map_or_else(
        || tr!("For two players").to_owned(),
        |bot| tr!("Against {bot}", bot = levels::controller(view.info, bot)),
    )
}

/// The current game: `Reversi, move 12`.
pub fn unfinished(view: &View, game: &ShownGame) -> String {
    tr!(
        "{game}, move {number}",
        game = view.info.name,
        number = game.number(game.moves().len())
    )
}

/// The unfinished game of an earlier run: `Reversi, move 12, 2026-11-20 22:36`.
pub fn kept(kept: &UnfinishedGame) -> String {
    let game = kept.game.game().info().name;
    let number = kept.game.plies();
    tr!(
        "{game}, move {number}, {time}",
        game,
        number,
        time = date_and_time(kept.at)
    )
}

/// The entry of the puzzles: `Puzzles (3 due)`.
pub fn puzzles(counts: Option<&Counts>) -> String {
    match counts.map(|counts| (counts.due, counts.new)) {
        None | Some((0, 0)) => tr!("Puzzles").to_owned(),
        Some((0, new)) => tr!("Puzzles ({n} new)" | "Puzzles ({n} new)", n = new),
        Some((due, _)) => tr!("Puzzles ({n} due)" | "Puzzles ({n} due)", n = due),
    }
}
