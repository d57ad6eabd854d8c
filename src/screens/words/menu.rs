//! The entries of the full screen's menu that have no key.

use crate::screens::keys::KeyGroup;

/// An entry with its command.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::screens) struct MenuRow {
    pub(in crate::screens) group: KeyGroup,
    /// The command, as typed in English. After a blank, the user types the rest.
    pub(in crate::screens) line: &'static str,
    /// The meaning, as in the menu.
    pub(in crate::screens) does: &'static str,
    pub(in crate::screens) is_of_reversi: bool,
}

macro_rules! menu {
    ($($group:ident $line:literal $does:literal $is_of_reversi:literal;)+) => {
        &[$(MenuRow {
            group: KeyGroup::$group,
            line: $line,
            does: $does,
            is_of_reversi: $is_of_reversi,
        }),+]
    };
}

pub(in crate::screens) static MENU: &[MenuRow] = menu! {
    Game "games" "play another game" false;
    Game "new" "new game for two players" false;
    Game "resume" "resume the last game" false;
    Game "resume list" "unfinished games" false;
    Game "saves" "saved games" false;
    Game "save " "save the game as" false;
    Game "clock" "play with clocks" false;
    Game "resign" "resign" false;
    Game "ranking" "ranking" false;
    View "theme" "choose a theme" false;
    View "language" "choose a language" false;
    View "names " "name the players" false;
    Study "learn" "learn the game" false;
    Study "learn strategy" "learn strategy" true;
    Study "puzzle" "solve a puzzle" true;
    Study "drill" "drill openings" true;
    Study "library" "game library" true;
    Study "find " "find games" true;
    Study "stats" "your results" true;
    More "rules" "rules of the game" false;
    More "help" "commands" false;
    More "config" "settings" false;
    More "version" "about reversi" false;
};
