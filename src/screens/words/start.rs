//! Texts of the window's start page and of its about dialog.

use super::{levels, local};
use crate::desk::{ShownGame, View};
use crate::games::Player;
use crate::store::UnfinishedGame;
use crate::study::Counts;

pub(in crate::screens) const NAME: &str = "Reversi";
pub(in crate::screens) const PLAY: &str = "Play";
pub(in crate::screens) const NEW_GAME: &str = "A new game";
pub(in crate::screens) const CONTINUE: &str = "Continue";
pub(in crate::screens) const LEARN: &str = "Learn";
pub(in crate::screens) const LEARN_NOTE: &str = "The rules, step by step";
pub(in crate::screens) const STRATEGY: &str = "Learn strategy";
pub(in crate::screens) const STRATEGY_NOTE: &str = "Eight ideas, with questions";
pub(in crate::screens) const PUZZLES_NOTE: &str = "Mistakes from your games";
pub(in crate::screens) const OPEN: &str = "Open";
pub(in crate::screens) const OPEN_NOTE: &str = "A saved game or a file";

pub(in crate::screens) const ABOUT: &str = "About";
pub(in crate::screens) const VERSION: &str = env!("CARGO_PKG_VERSION");
pub(in crate::screens) const LICENSE: &str = env!("CARGO_PKG_LICENSE");
pub(in crate::screens) const DESCRIPTION: &str = env!("CARGO_PKG_DESCRIPTION");
pub(in crate::screens) const NO_FOLDER: &str = "no home folder";

/// The labels of the about dialog's rows.
pub(in crate::screens) const VERSION_LABEL: &str = "Version";
pub(in crate::screens) const LICENSE_LABEL: &str = "License";
pub(in crate::screens) const DATA_LABEL: &str = "Data folder";
pub(in crate::screens) const SETTINGS_LABEL: &str = "Settings file";

/// The name of an entry for screen readers: `Play: Against level 4`.
pub(in crate::screens) fn name(label: &str, note: &str) -> String {
    format!("{label}: {note}")
}

/// The opponent in a game against a bot: `Against level 4`.
pub(in crate::screens) fn opponent(view: &View, game: &ShownGame) -> String {
    let controllers = Player::BOTH.map(|player| game.current.mode().controller(player));
    let bot = controllers.into_iter().find(|controller| !controller.is_human());
    bot.map_or_else(
        || "For two players".to_owned(),
        |bot| format!("Against {}", levels::controller(view.info, bot)),
    )
}

/// The current game: `Reversi, move 12`.
pub(in crate::screens) fn unfinished(view: &View, game: &ShownGame) -> String {
    format!("{}, move {}", view.info.name, game.number(game.moves().len()))
}

/// The unfinished game of an earlier run: `Reversi, move 12, 2026-11-20 22:36`.
pub(in crate::screens) fn kept(kept: &UnfinishedGame) -> String {
    let (game, ply) = (kept.game.game().info().name, kept.game.plies());
    format!("{game}, move {ply}, {}", local(kept.at))
}

/// The entry of the puzzles: `Puzzles (3 due)`.
pub(in crate::screens) fn puzzles(counts: Option<&Counts>) -> String {
    match counts.map(|counts| (counts.due, counts.new)) {
        None | Some((0, 0)) => "Puzzles".to_owned(),
        Some((0, new)) => format!("Puzzles ({new} new)"),
        Some((due, _)) => format!("Puzzles ({due} due)"),
    }
}
