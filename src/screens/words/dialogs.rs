//! Texts of the window's dialogs.

use std::fmt::Write;

use super::capital;
use crate::base::language::{date_and_time, marked, tr};
use crate::games::{Info, Player};
use crate::interpreter::Loss;
use crate::store::{SaveSummary, UnfinishedGame};

pub const NEW_GAME: &str = marked!("New game");
pub const PLAYERS: &str = marked!("Players");
pub const SAVE: &str = marked!("Save game");
pub const LOAD: &str = marked!("Open saved game");
pub const REPLACE: &str = marked!("Leave this game?");
pub const EDITOR: &str = marked!("Set up position");
pub const IMPORT: &str = marked!("Import game");
pub const EXPORT: &str = marked!("Export game");
pub const EXPORT_REPORT: &str = marked!("Export report");
pub const EXPORT_ANIMATION: &str = marked!("Export animation");
pub const EXPORT_BOARD: &str = marked!("Export board image");
pub const EXPORT_GRAPH: &str = marked!("Export score graph");
pub const RANKING: &str = marked!("Ranking");
pub const KEYS: &str = marked!("Keyboard shortcuts");
pub const SETTINGS: &str = marked!("Settings");

pub const START: &str = marked!("Start");
pub const APPLY: &str = marked!("Apply");
pub const LEAVE: &str = marked!("Leave game");
pub const CANCEL: &str = marked!("Cancel");
pub const CLOSE: &str = marked!("Close");
pub const DO_SAVE: &str = marked!("Save");
pub const OPEN: &str = marked!("Open");
pub const REMOVE: &str = marked!("Delete");
pub const BROWSE: &str = marked!("Browse…");
pub const CLEAR: &str = marked!("Clear");
pub const USUAL_START: &str = marked!("Starting position");

pub const GAME: &str = marked!("Game");
pub const COLUMNS: &str = marked!("Columns");
pub const ROWS: &str = marked!("Rows");
pub const NAME: &str = marked!("Name");
pub const CLOCK: &str = marked!("Clock");
pub const CLOCK_EXAMPLE: &str = marked!("none; such as 5m+3s");
pub const FILE: &str = marked!("File");
pub const FILE_TO_READ: &str =
    marked!("Type the path of a game file: GGF, SGF, PGN, OBF, WTHOR or a transcript.");
pub const FILE_TO_WRITE: &str =
    marked!("Type the path of a new file. It ends in .ggf, .sgf, .pgn, .obf or .txt.");
pub const PAGE_TO_WRITE: &str = marked!("Type the path of a new file. It ends in .html.");
pub const ANIMATION_TO_WRITE: &str = marked!("Type the path of a new file. It ends in .gif.");
pub const PICTURE_TO_WRITE: &str = marked!("Type the path of a new file. It ends in .png or .svg.");
pub const COMPETITIVE: &str = marked!("Competitive game (counts for the ranking)");
pub const NICKNAME: &str = marked!("Nickname");
pub const YOU_PLAY: &str = marked!("You play");
pub const PERSON: &str = marked!("Human");
pub const BOT: &str = marked!("Bot");
pub const DEPTH: &str = marked!("Engine, by depth");
pub const SIMPLE: &str = marked!("Simple bot (AUTO)");
pub const TIMED: &str = marked!("Timed bot");
pub const LEVEL: &str = marked!("Level");
pub const PLIES: &str = marked!("Plies");
pub const SECONDS: &str = marked!("Seconds");
pub const TO_MOVE: &str = marked!("To move");
pub const THEME: &str = marked!("Theme");
pub const AS_SYSTEM: &str = marked!("Follow system");
pub const TEXT_SIZE: &str = marked!("Text size");
pub const ZOOM: &str = marked!("Zoom");
pub const STILL: &str = marked!("No animations");
pub const LEGAL: &str = marked!("Show legal moves");
pub const PLACE: &str = marked!("Place");
pub const SCORE: &str = marked!("Score");
pub const NO_SAVES: &str = marked!("No saved games yet.");
pub const NO_RANKING: &str =
    marked!("No scores yet. Play a competitive game to get on the ranking.");
pub const REPLACES: &str = marked!(
    "A saved game with this name exists and will be \
    overwritten."
);
pub const AUTOSAVED: &str = marked!(
    "The current game is autosaved. \
    Game, Resume last game reopens it."
);
pub const WHO_IS_TO_MOVE: &str = marked!("Who is to move?");
pub const BOARD_WITHOUT_SIDE: &str = marked!("The board has no side to move. Choose one.");
pub const TAKEN: &str = marked!("This file already exists.");
pub const DO_OVERWRITE: &str = marked!("Overwrite");
pub const EDIT_HINT: &str = marked!("Click a square or press Space to cycle: empty, black, white.");

/// The label of the button that loses data.
pub fn button_of(loss: Loss) -> &'static str {
    match loss {
        Loss::Save | Loss::Bin | Loss::Repertoire => REMOVE,
        Loss::File | Loss::OtherSave => DO_OVERWRITE,
    }
}

/// Keys that are not in a menu.
pub const MORE_KEYS: [(&str, &str); 6] = [
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
pub fn side(info: &Info, player: Player) -> String {
    match info.sides {
        Some([first, _]) if player == info.first_player() => first.to_owned(),
        Some([_, second]) => second.to_owned(),
        None => capital(super::color(info.pieces, player)),
    }
}

pub fn rules(info: &Info) -> String {
    tr!("{game} rules", game = info.name)
}

/// The label of a theme: `High contrast`.
pub fn theme(name: &str) -> String {
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
pub fn variant(name: &str) -> String {
    match name {
        "lines-only" => tr!("Lines only").to_owned(),
        other => capital(other).replace('-', " "),
    }
}

pub fn save(save: &SaveSummary) -> String {
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
pub fn on(button: &str, what: &str) -> String {
    format!("{button} {what}")
}
