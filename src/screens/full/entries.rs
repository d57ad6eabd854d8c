//! The entries of the menu: the actions of keys, and commands and lists that have no key.

use crate::base::language::translated;
use crate::games::Info;
use crate::screens::keys::{KEYS, KeyAction, KeyGroup, KeyRow};
use crate::screens::words::menu::{MENU, MenuRow};

/// An entry of the menu.
#[derive(Debug, Clone, Copy)]
pub enum MenuItem {
    Key(&'static KeyRow),
    Row(&'static MenuRow),
}

impl MenuItem {
    /// The entries in the order of the menu: in each group, keys come first.
    pub fn all() -> Vec<Self> {
        let groups = KeyGroup::ALL.iter().map(|(group, _)| *group);
        let of_group = |group: KeyGroup| {
            let keys = KEYS.iter().filter(|row| row.action != KeyAction::Menu);
            let keys = keys.filter(move |row| row.group == group).map(Self::Key);
            let rows = MENU.iter().filter(move |row| row.group == group);
            keys.chain(rows.map(Self::Row))
        };
        groups.flat_map(of_group).collect()
    }

    pub fn group(self) -> KeyGroup {
        match self {
            Self::Key(row) => row.group,
            Self::Row(row) => row.group,
        }
    }

    pub fn text(self) -> &'static str {
        translated(match self {
            Self::Key(row) => row.does,
            Self::Row(row) => row.does,
        })
    }

    /// The name of its key, or an empty text.
    pub fn key(self) -> String {
        match self {
            Self::Key(row) => row.action.key().to_string(),
            Self::Row(_) => String::new(),
        }
    }

    /// Whether it does something in a game.
    pub fn is_for(self, game: &Info) -> bool {
        match self {
            Self::Key(row) => row.action.is_for(game),
            Self::Row(row) => game.is_reversi() || !row.is_of_reversi,
        }
    }
}
