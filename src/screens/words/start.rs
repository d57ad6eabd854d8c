//! Texts of the window's start page and of its about dialog.

use super::levels;
use crate::base::language::{date_and_time, marked, tr};
use crate::desk::{ShownGame, View};
use crate::games::Player;
use crate::store::UnfinishedGame;
use crate::study::Counts;

pub(in crate::screens) const NAME: &str = "Reversi";
pub(in crate::screens) const PLAY: &str = marked!("Play");
pub(in crate::screens) const NEW_GAME: &str = marked!("A new game");
pub(in crate::screens) const CONTINUE: &str = marked!("Continue");
pub(in crate::screens) const LEARN: &str = marked!("Learn");
pub(in crate::screens) const LEARN_NOTE: &str = marked!("The rules, step by step");
pub(in crate::screens) const STRATEGY: &str = marked!("Learn strategy");
pub(in crate::screens) const STRATEGY_NOTE: &str = marked!("Eight ideas, with questions");
pub(in crate::screens) const PUZZLES_NOTE: &str = marked!("Mistakes from your games");
pub(in crate::screens) const OPEN: &str = marked!("Open");
pub(in crate::screens) const OPEN_NOTE: &str = marked!("A saved game or a file");

pub(in crate::screens) const ABOUT: &str = marked!("About");
pub(in crate::screens) const VERSION: &str = env!("CARGO_PKG_VERSION");
pub(in crate::screens) const LICENSE: &str = env!("CARGO_PKG_LICENSE");
pub(in crate::screens) const DESCRIPTION: &str = env!("CARGO_PKG_DESCRIPTION");
pub(in crate::screens) const NO_FOLDER: &str = marked!("no home folder");

/// The labels of the about dialog's rows.
pub(in crate::screens) const VERSION_LABEL: &str = marked!("Version");
pub(in crate::screens) const LICENSE_LABEL: &str = marked!("License");
pub(in crate::screens) const DATA_LABEL: &str = marked!("Data folder");
pub(in crate::screens) const SETTINGS_LABEL: &str = marked!("Settings file");

/// The name of an entry for screen readers: `Play: Against level 4`.
pub(in crate::screens) fn name(label: &str, note: &str) -> String {
    format!("{label}: {note}")
}

/// The opponent in a game against a bot: `Against level 4`.
pub(in crate::screens) fn opponent(view: &View, game: &ShownGame) -> String {
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
pub(in crate::screens) fn unfinished(view: &View, game: &ShownGame) -> String {
    tr!(
        "{game}, move {number}",
        game = view.info.name,
        number = game.number(game.moves().len())
    )
}

/// The unfinished game of an earlier run: `Reversi, move 12, 2026-11-20 22:36`.
pub(in crate::screens) fn kept(kept: &UnfinishedGame) -> String {
    let (game, number) = (kept.game.game().info().name, kept.game.plies());
    tr!(
        "{game}, move {number}, {time}",
        game,
        number,
        time = date_and_time(kept.at)
    )
}

/// The entry of the puzzles: `Puzzles (3 due)`.
pub(in crate::screens) fn puzzles(counts: Option<&Counts>) -> String {
    match counts.map(|counts| (counts.due, counts.new)) {
        None | Some((0, 0)) => tr!("Puzzles").to_owned(),
        Some((0, new)) => tr!("Puzzles ({n} new)" | "Puzzles ({n} new)", n = new),
        Some((due, _)) => tr!("Puzzles ({n} due)" | "Puzzles ({n} due)", n = due),
    }
}
