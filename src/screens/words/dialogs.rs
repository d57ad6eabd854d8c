//! Texts of the window's dialogs.

use std::fmt::Write;

use super::{capital, counted, local};
use crate::games::{Info, Player};
use crate::store::{SaveSummary, UnfinishedGame};

pub(in crate::screens) const NEW_GAME: &str = "New game";
pub(in crate::screens) const PLAYERS: &str = "Players";
pub(in crate::screens) const SAVE: &str = "Save game";
pub(in crate::screens) const LOAD: &str = "Open saved game";
pub(in crate::screens) const REPLACE: &str = "Leave this game?";
pub(in crate::screens) const EDITOR: &str = "Set up position";
pub(in crate::screens) const IMPORT: &str = "Import game";
pub(in crate::screens) const EXPORT: &str = "Export game";
pub(in crate::screens) const EXPORT_BOARD: &str = "Export board image";
pub(in crate::screens) const EXPORT_GRAPH: &str = "Export score graph";
pub(in crate::screens) const RANKING: &str = "Ranking";
pub(in crate::screens) const KEYS: &str = "Keyboard shortcuts";
pub(in crate::screens) const SETTINGS: &str = "Settings";

pub(in crate::screens) const START: &str = "Start";
pub(in crate::screens) const APPLY: &str = "Apply";
pub(in crate::screens) const LEAVE: &str = "Leave game";
pub(in crate::screens) const CANCEL: &str = "Cancel";
pub(in crate::screens) const CLOSE: &str = "Close";
pub(in crate::screens) const DO_SAVE: &str = "Save";
pub(in crate::screens) const OPEN: &str = "Open";
pub(in crate::screens) const REMOVE: &str = "Delete";
pub(in crate::screens) const BROWSE: &str = "Browse…";
pub(in crate::screens) const CLEAR: &str = "Clear";
pub(in crate::screens) const USUAL_START: &str = "Starting position";

pub(in crate::screens) const GAME: &str = "Game";
pub(in crate::screens) const COLUMNS: &str = "Columns";
pub(in crate::screens) const ROWS: &str = "Rows";
pub(in crate::screens) const NAME: &str = "Name";
pub(in crate::screens) const CLOCK: &str = "Clock";
pub(in crate::screens) const CLOCK_EXAMPLE: &str = "none; such as 5m+3s";
pub(in crate::screens) const FILE: &str = "File";
pub(in crate::screens) const FILE_TO_READ: &str =
    "Type the path of a game file: GGF, SGF, OBF, WTHOR or a transcript.";
pub(in crate::screens) const FILE_TO_WRITE: &str =
    "Type the path of a new file. It ends in .ggf, .sgf, .obf or .txt.";
pub(in crate::screens) const PICTURE_TO_WRITE: &str =
    "Type the path of a new file. It ends in .png or .svg.";
pub(in crate::screens) const COMPETITIVE: &str = "Competitive game (counts for the ranking)";
pub(in crate::screens) const NICKNAME: &str = "Nickname";
pub(in crate::screens) const YOU_PLAY: &str = "You play";
pub(in crate::screens) const PERSON: &str = "Human";
pub(in crate::screens) const BOT: &str = "Bot";
pub(in crate::screens) const DEPTH: &str = "Engine, by depth";
pub(in crate::screens) const SIMPLE: &str = "Simple bot (AUTO)";
pub(in crate::screens) const TIMED: &str = "Timed bot";
pub(in crate::screens) const LEVEL: &str = "Level";
pub(in crate::screens) const PLIES: &str = "Plies";
pub(in crate::screens) const SECONDS: &str = "Seconds";
pub(in crate::screens) const TO_MOVE: &str = "To move";
pub(in crate::screens) const THEME: &str = "Theme";
pub(in crate::screens) const AS_SYSTEM: &str = "Follow system";
pub(in crate::screens) const TEXT_SIZE: &str = "Text size";
pub(in crate::screens) const ZOOM: &str = "Zoom";
pub(in crate::screens) const STILL: &str = "No animations";
pub(in crate::screens) const LEGAL: &str = "Show legal moves";
pub(in crate::screens) const PLACE: &str = "Place";
pub(in crate::screens) const SCORE: &str = "Score";
pub(in crate::screens) const NO_SAVES: &str = "No saved games yet.";
pub(in crate::screens) const NO_RANKING: &str =
    "No scores yet. Play a competitive game to get on the ranking.";
pub(in crate::screens) const REPLACES: &str = "A saved game with this name exists and will be \
    overwritten.";
pub(in crate::screens) const AUTOSAVED: &str = "The current game is autosaved. \
    Game, Resume last game reopens it.";
pub(in crate::screens) const TAKEN: &str = "This file already exists.";
pub(in crate::screens) const DO_OVERWRITE: &str = "Overwrite";
pub(in crate::screens) const EDIT_HINT: &str =
    "Click a square or press Space to cycle: empty, black, white.";

/// Keys that are not in a menu.
pub(in crate::screens) const MORE_KEYS: [(&str, &str); 6] = [
    ("Tab", "Go to the board, and to the next button"),
    ("Arrows", "Move between squares"),
    ("Space, Enter", "Play on the square, press the button"),
    ("Esc", "Leave the board, close the dialog"),
    ("Ctrl++, Ctrl+-, Ctrl+0", "Zoom"),
    ("Drop a file", "Import a game"),
];

/// The label of a side in a new game: its name or its color.
pub(in crate::screens) fn side(info: &Info, player: Player) -> &'static str {
    match info.sides {
        Some([first, second]) => {
            if player == info.first_player() {
                first
            } else {
                second
            }
        }
        None => super::colour(player),
    }
}

pub(in crate::screens) fn rules(info: &Info) -> String {
    format!("{} rules", info.name)
}

/// The label of a theme: `High contrast`.
pub(in crate::screens) fn theme(name: &str) -> String {
    variant(name)
}

/// The label of a variant: `Lines only`.
pub(in crate::screens) fn variant(name: &str) -> String {
    capital(name).replace('-', " ")
}

pub(in crate::screens) fn save(save: &SaveSummary) -> String {
    let mut text = save.name.to_string();
    let _ = match &save.game {
        Ok(UnfinishedGame { game, at, .. }) => {
            let (code, plies) = (game.game().info().code, counted(game.plies(), "ply"));
            write!(text, "  ({code}, {plies}, {})", local(*at))
        }
        Err(error) => write!(text, "  ({error})"),
    };
    text
}

/// The description of a button in a list, for screen readers: `Open ann1`.
pub(in crate::screens) fn on(button: &str, what: &str) -> String {
    format!("{button} {what}")
}
