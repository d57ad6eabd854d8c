//! The entries of the full screen's menu that have no key.

use crate::screens::keys::KeyGroup;

/// What an entry does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowAction {
    /// It runs a command, as typed in English.
    Run(&'static str),
    /// It opens the command line with the start of a command.
    Begin(&'static str),
    /// It shows a list of values.
    Choose(MenuSetting),
}

/// A setting with a list of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuSetting {
    Clock,
    Coach,
    Openings,
    Theme,
    Language,
}

/// An entry with what it does.
#[derive(Debug, PartialEq, Eq)]
pub struct MenuRow {
    pub group: KeyGroup,
    pub action: RowAction,
    /// The meaning, as in the menu.
    pub does: &'static str,
    pub is_of_reversi: bool,
}

macro_rules! menu {
    ($($group:ident $action:ident($value:expr) $does:literal $is_of_reversi:literal;)+) => {
        &[$(MenuRow {
            group: KeyGroup::$group,
            action: RowAction::$action($value),
            does: $does,
            is_of_reversi: $is_of_reversi,
        }),+]
    };
}

pub static MENU: &[MenuRow] = menu! {
    Game Run("games") "play another game" false;
    Game Run("new") "new game for two players" false;
    Game Run("resume") "resume the last game" false;
    Game Run("resume list") "unfinished games" false;
    Game Run("saves") "saved games" false;
    Game Begin("save ") "save the game as" false;
    Game Choose(MenuSetting::Clock) "play with clocks" false;
    Game Run("resign") "resign" false;
    Game Run("ranking") "ranking" false;
    View Choose(MenuSetting::Theme) "choose a theme" false;
    View Choose(MenuSetting::Language) "choose a language" false;
    View Begin("names ") "name the players" false;
    Study Choose(MenuSetting::Coach) "coach" true;
    Study Choose(MenuSetting::Openings) "openings of bots" true;
    Study Run("why") "explain the last move" true;
    Study Run("learn") "learn the game" false;
    Study Run("learn strategy") "learn strategy" true;
    Study Run("puzzle") "solve a puzzle" true;
    Study Run("drill") "drill openings" true;
    Study Run("repertoire") "your own openings" true;
    Study Run("drill repertoire") "drill your own openings" true;
    Study Run("guess") "guess the moves of a game" true;
    Study Run("library") "game library" true;
    Study Begin("find ") "find games" true;
    Study Run("stats") "your results" true;
    More Run("rules") "rules of the game" false;
    More Run("help") "commands" false;
    More Run("config") "settings" false;
    More Run("version") "about reversi" false;
};
