//! Texts of the window's dialogs.

use std::fmt::Write;

use super::capital;
use crate::base::language::{date_and_time, marked, tr};
use crate::games::{Info, Player};
use crate::interpreter::Loss;
use crate::store::{SaveSummary, UnfinishedGame};

pub(in crate::screens) const NEW_GAME: &str = marked!("New game");
pub(in crate::screens) const PLAYERS: &str = marked!("Players");
pub(in crate::screens) const SAVE: &str = marked!("Save game");
pub(in crate::screens) const LOAD: &str = marked!("Open saved game");
pub(in crate::screens) const REPLACE: &str = marked!("Leave this game?");
pub(in crate::screens) const EDITOR: &str = marked!("Set up position");
pub(in crate::screens) const IMPORT: &str = marked!("Import game");
pub(in crate::screens) const EXPORT: &str = marked!("Export game");
pub(in crate::screens) const EXPORT_REPORT: &str = marked!("Export report");
pub(in crate::screens) const EXPORT_BOARD: &str = marked!("Export board image");
pub(in crate::screens) const EXPORT_GRAPH: &str = marked!("Export score graph");
pub(in crate::screens) const RANKING: &str = marked!("Ranking");
pub(in crate::screens) const KEYS: &str = marked!("Keyboard shortcuts");
pub(in crate::screens) const SETTINGS: &str = marked!("Settings");

pub(in crate::screens) const START: &str = marked!("Start");
pub(in crate::screens) const APPLY: &str = marked!("Apply");
pub(in crate::screens) const LEAVE: &str = marked!("Leave game");
pub(in crate::screens) const CANCEL: &str = marked!("Cancel");
pub(in crate::screens) const CLOSE: &str = marked!("Close");
pub(in crate::screens) const DO_SAVE: &str = marked!("Save");
pub(in crate::screens) const OPEN: &str = marked!("Open");
pub(in crate::screens) const REMOVE: &str = marked!("Delete");
pub(in crate::screens) const BROWSE: &str = marked!("Browse…");
pub(in crate::screens) const CLEAR: &str = marked!("Clear");
pub(in crate::screens) const USUAL_START: &str = marked!("Starting position");

pub(in crate::screens) const GAME: &str = marked!("Game");
pub(in crate::screens) const COLUMNS: &str = marked!("Columns");
pub(in crate::screens) const ROWS: &str = marked!("Rows");
pub(in crate::screens) const NAME: &str = marked!("Name");
pub(in crate::screens) const CLOCK: &str = marked!("Clock");
pub(in crate::screens) const CLOCK_EXAMPLE: &str = marked!("none; such as 5m+3s");
pub(in crate::screens) const FILE: &str = marked!("File");
pub(in crate::screens) const FILE_TO_READ: &str =
    marked!("Type the path of a game file: GGF, SGF, PGN, OBF, WTHOR or a transcript.");
pub(in crate::screens) const FILE_TO_WRITE: &str =
    marked!("Type the path of a new file. It ends in .ggf, .sgf, .pgn, .obf or .txt.");
pub(in crate::screens) const PAGE_TO_WRITE: &str =
    marked!("Type the path of a new file. It ends in .html.");
pub(in crate::screens) const PICTURE_TO_WRITE: &str =
    marked!("Type the path of a new file. It ends in .png or .svg.");
pub(in crate::screens) const COMPETITIVE: &str =
    marked!("Competitive game (counts for the ranking)");
pub(in crate::screens) const NICKNAME: &str = marked!("Nickname");
pub(in crate::screens) const YOU_PLAY: &str = marked!("You play");
pub(in crate::screens) const PERSON: &str = marked!("Human");
pub(in crate::screens) const BOT: &str = marked!("Bot");
pub(in crate::screens) const DEPTH: &str = marked!("Engine, by depth");
pub(in crate::screens) const SIMPLE: &str = marked!("Simple bot (AUTO)");
pub(in crate::screens) const TIMED: &str = marked!("Timed bot");
pub(in crate::screens) const LEVEL: &str = marked!("Level");
pub(in crate::screens) const PLIES: &str = marked!("Plies");
pub(in crate::screens) const SECONDS: &str = marked!("Seconds");
pub(in crate::screens) const TO_MOVE: &str = marked!("To move");
pub(in crate::screens) const THEME: &str = marked!("Theme");
pub(in crate::screens) const AS_SYSTEM: &str = marked!("Follow system");
pub(in crate::screens) const TEXT_SIZE: &str = marked!("Text size");
pub(in crate::screens) const ZOOM: &str = marked!("Zoom");
pub(in crate::screens) const STILL: &str = marked!("No animations");
pub(in crate::screens) const LEGAL: &str = marked!("Show legal moves");
pub(in crate::screens) const PLACE: &str = marked!("Place");
pub(in crate::screens) const SCORE: &str = marked!("Score");
pub(in crate::screens) const NO_SAVES: &str = marked!("No saved games yet.");
pub(in crate::screens) const NO_RANKING: &str =
    marked!("No scores yet. Play a competitive game to get on the ranking.");
pub(in crate::screens) const REPLACES: &str = marked!(
    "A saved game with this name exists and will be \
    overwritten."
);
pub(in crate::screens) const AUTOSAVED: &str = marked!(
    "The current game is autosaved. \
    Game, Resume last game reopens it."
);
pub(in crate::screens) const WHO_IS_TO_MOVE: &str = marked!("Who is to move?");
pub(in crate::screens) const BOARD_WITHOUT_SIDE: &str =
    marked!("The board has no side to move. Choose one.");
pub(in crate::screens) const TAKEN: &str = marked!("This file already exists.");
pub(in crate::screens) const DO_OVERWRITE: &str = marked!("Overwrite");
pub(in crate::screens) const EDIT_HINT: &str =
    marked!("Click a square or press Space to cycle: empty, black, white.");

/// The label of the button that loses data.
pub(in crate::screens) fn button_of(loss: Loss) -> &'static str {
    match loss {
        Loss::Save | Loss::Bin | Loss::Repertoire => REMOVE,
        Loss::File | Loss::OtherSave => DO_OVERWRITE,
    }
}

/// Keys that are not in a menu.
pub(in crate::screens) const MORE_KEYS: [(&str, &str); 6] = [
    ("Tab", marked!("Go to the board, and to the next button")),
    (marked!("Arrows"), marked!("Move between squares")),
    (
        marked!("Space, Enter"),
        marked!("Play on the square, press the button"),
    ),
    ("Esc", marked!("Leave the board, close the dialog")),
    ("Ctrl++, Ctrl+-, Ctrl+0", marked!("Zoom")),
    (marked!("Drop a file"), marked!("Import a game")),
];

/// The label of a side in a new game: its name or its color.
pub(in crate::screens) fn side(info: &Info, player: Player) -> String {
    match info.sides {
        Some([first, _]) if player == info.first_player() => first.to_owned(),
        Some([_, second]) => second.to_owned(),
        None => capital(super::color(info.pieces, player)),
    }
}

pub(in crate::screens) fn rules(info: &Info) -> String {
    tr!("{game} rules", game = info.name)
}

/// The label of a theme: `High contrast`.
pub(in crate::screens) fn theme(name: &str) -> String {
    match name {
        "dark" => tr!("theme" => "Dark").to_owned(),
        "light" => tr!("theme" => "Light").to_owned(),
        "high-contrast" => tr!("theme" => "High contrast").to_owned(),
        "color-blind" => tr!("theme" => "Color blind").to_owned(),
        "mono" => tr!("theme" => "Mono").to_owned(),
        other => variant(other),
    }
}

/// The label of a variant, or of another name: `Lines only`.
pub(in crate::screens) fn variant(name: &str) -> String {
    match name {
        "lines-only" => tr!("Lines only").to_owned(),
        other => capital(other).replace('-', " "),
    }
}

pub(in crate::screens) fn save(save: &SaveSummary) -> String {
    let mut text = save.name.to_string();
    let _ = match &save.game {
        Ok(UnfinishedGame { game, at, .. }) => {
            let code = game.game().info().code;
            let plies = tr!("{n} ply" | "{n} plies", n = game.plies());
            write!(text, "  ({code}, {plies}, {})", date_and_time(*at))
        }
        Err(error) => write!(text, "  ({error})"),
    };
    text
}

/// The description of a button in a list, for screen readers: `Open ann1`.
pub(in crate::screens) fn on(button: &str, what: &str) -> String {
    format!("{button} {what}")
}
