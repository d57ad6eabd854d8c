//! The keys of the full screen: one table for the last line, the list of keys and the menu.

use crate::base::language::{marked, tr, translated, with_typed};
use crate::base::text::fit;
use crate::games::{Info, Question};

/// A group of entries in the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::screens) enum KeyGroup {
    Move,
    Game,
    View,
    Study,
    Steps,
    More,
}

impl KeyGroup {
    /// The groups in the order of the menu, with their titles.
    pub(in crate::screens) const ALL: [(Self, &'static str); 6] = [
        (Self::Move, "Move"),
        (Self::Game, "Game"),
        (Self::View, "View"),
        (Self::Study, "Study"),
        (Self::Steps, "Steps"),
        (Self::More, "More"),
    ];
}

/// A key with its meaning.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::screens) struct KeyRow {
    pub(in crate::screens) group: KeyGroup,
    /// The key that the menu presses.
    pub(in crate::screens) key: &'static str,
    /// All keys with this meaning.
    keys: &'static str,
    /// The word in the last line; empty if it is not there.
    brief: &'static str,
    /// The meaning, as in the menu.
    pub(in crate::screens) does: &'static str,
    /// More about it, in the list of keys.
    more: &'static str,
}

/// The keys for analyses, scores and the book, which only Reversi has.
const OF_REVERSI: [&str; 4] = ["=", "F5", "F6", "F9"];

impl KeyRow {
    /// The texts to translate.
    pub(super) fn texts(&self) -> [&'static str; 3] {
        [self.brief, self.does, self.more]
    }

    /// Whether the key does something in a game.
    pub(in crate::screens) fn is_for(&self, game: &Info) -> bool {
        game.is_reversi() || !OF_REVERSI.contains(&self.key)
    }
}

macro_rules! keys {
    ($($group:ident $key:literal $keys:literal $brief:literal $does:literal $more:literal;)+) => {
        [$(KeyRow {
            group: KeyGroup::$group,
            key: $key,
            keys: $keys,
            brief: $brief,
            does: $does,
            more: $more,
        }),+]
    };
}

pub(in crate::screens) static KEYS: [KeyRow; 24] = keys! {
    Move "Enter" "Enter, Space" "play" "play" "";
    Move "Backspace" "Backspace" "undo" "undo" "";
    Move "Ctrl-R" "Ctrl-R" "" "redo" "";
    Move "?" "?" "hint" "hint" "";
    Move "=" "=" "" "show scores on the board" "";
    Move "!" "!" "" "play the suggested move" "";
    Game "F3" "N, F3" "" "new game" " (use F3 where N is a column or piece)";
    Game "F2" "F2" "opponent" "change opponent" "; `:new` for two players";
    Game "Esc" "Esc, Ctrl-C" "leave" "quit" "; while a bot thinks, Ctrl-C makes it move now";
    View "." "." "" "show or hide legal moves" "";
    View "F7" "F7" "" "next theme" "";
    View "F12" "F12" "" "next language" "";
    View "Ctrl-L" "Ctrl-L" "" "redraw the screen" "";
    Study "F5" "F5" "analyze" "analyze the game, or stop" "";
    Study "F6" "F6" "live" "toggle live analysis" "";
    Study "F8" "F8" "" "next variation" " (or click a move)";
    Study "F9" "F9" "" "show opening book moves" "";
    Steps "PageUp" "Page Up" "" "step back" "";
    Steps "PageDown" "Page Down" "" "step forward" "";
    Steps "Home" "Home" "" "go to the start" "";
    Steps "End" "End" "" "go to the end" "";
    Steps "F4" "F4" "" "continue the game from here" "";
    More ":" ":" "command" "type a command" "; `:prompt` returns to the prompt";
    More "F1" "F1" "keys" "list all keys" "";
};

/// The key of the menu, which is not in itself.
const MENU: (&str, &str) = ("F10", marked!("menu"));

/// The keys of the last line, the most important first.
const BELOW: [&str; 10] = [
    "F1",
    MENU.0,
    "Enter",
    "?",
    "F2",
    "Esc",
    "Backspace",
    "F5",
    "F6",
    ":",
];

/// The keys in the last line with their words: those that the game has, as many as fit into `width`.
pub(in crate::screens) fn keys_below(
    game: &Info,
    width: usize,
) -> Vec<(&'static str, &'static str)> {
    let known = |key: &str| KEYS.iter().find(|row| row.key == key);
    let mut used = 0;
    let mut fitting = Vec::new();
    let offered = BELOW
        .iter()
        .filter(|key| known(key).is_none_or(|row| row.is_for(game)));
    for (key, brief) in offered.map(|key| known(key).map_or(MENU, |row| (row.key, row.brief))) {
        let brief = translated(brief);
        let after = used + key.len() + 1 + fit::width(brief);
        if after <= width {
            fitting.push((key, brief));
            used = after + GAP_BELOW;
        }
    }
    fitting
}

/// The columns between two keys of the last line.
pub(in crate::screens) const GAP_BELOW: usize = 2;

/// All keys, for the game's kind of move.
pub(in crate::screens) fn key_list(questions: &[Question]) -> Vec<String> {
    let chooses = match questions {
        [Question::Column { .. }] => ("A-G, 1-7", tr!("select a column")),
        [Question::Piece { .. }] => ("A-P", tr!("choose a piece")),
        _ => ("A-H, 1-8", tr!("select a column, a row")),
    };
    let first =
        [(tr!("arrows"), tr!("move the cursor")), chooses].map(|(keys, does)| (keys, does, ""));
    let rows = KEYS.iter();
    let rows = rows.map(|row| (row.keys, translated(row.does), translated(row.more)));
    let rows = first
        .into_iter()
        .chain(rows)
        .chain([(MENU.0, translated(MENU.1), "")]);
    rows.map(|(keys, does, more)| format!("{keys:14} {does}{}", with_typed(more)))
        .collect()
}
