//! The keys of the full screen: one table of actions with their default keys, and the user's file of keys.

use std::cell::RefCell;
use std::fmt::{self, Write};
use std::path::Path;
use std::str::FromStr;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::base::language::{tr, translated};
use crate::base::text::printable::is_printable;
use crate::base::text::{closest, printable};
use crate::games::Info;
use crate::store::{EntryFile, FileEntry, StoreError};

/// A group of entries in the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyGroup {
    Move,
    Game,
    View,
    Study,
    Steps,
    More,
}

impl KeyGroup {
    /// The groups in the order of the menu, with their titles.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Move, "Move"),
        (Self::Game, "Game"),
        (Self::View, "View"),
        (Self::Study, "Study"),
        (Self::Steps, "Steps"),
        (Self::More, "More"),
    ];
}

/// A row of the table: an action with its keys and texts.
#[derive(Debug, PartialEq, Eq)]
pub struct KeyRow {
    pub action: KeyAction,
    /// The name in the file of keys.
    name: &'static str,
    pub group: KeyGroup,
    default: &'static [&'static str],
    /// The word in the last line; empty if it is not there.
    pub brief: &'static str,
    /// The meaning, as in the menu.
    pub does: &'static str,
    /// More about it, in the list of keys.
    pub more: &'static str,
}

macro_rules! keys {
    ($($action:ident $name:literal $group:ident [$($default:literal)+] $brief:literal $does:literal $more:literal;)+) => {
        /// What a key of the full screen does.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum KeyAction {
            $($action),+
        }

        /// The actions in the order of the menu. The menu itself is the last one.
        pub(super) static KEYS: &[KeyRow] = &[$(KeyRow {
            action: KeyAction::$action,
            name: $name,
            group: KeyGroup::$group,
            default: &[$($default),+],
            brief: $brief,
            does: $does,
            more: $more,
        }),+];
    };
}

keys! {
    Play "play" Move ["Enter" "Space"] "play" "play" "";
    Undo "undo" Move ["Backspace"] "undo" "undo" "";
    Redo "redo" Move ["Ctrl-R"] "" "redo" "";
    Hint "hint" Move ["?"] "hint" "hint" "";
    Scores "scores" Move ["="] "" "show scores on the board" "";
    PlayBest "play_best" Move ["!"] "" "play the suggested move" "";
    NewGame "new_game" Game ["F3" "N"] "" "new game" "";
    Opponent "opponent" Game ["F2"] "opponent" "change opponent" "; `:new` for two players";
    Leave "quit" Game ["Esc"] "leave" "quit" "; Ctrl-C too, which makes a thinking bot move now";
    Copy "copy" Game ["Ctrl-Y"] "" "copy the moves" "; `:copy position` for the position";
    Marks "legal_moves" View ["."] "" "show or hide legal moves" "";
    Theme "theme" View ["F7"] "" "next theme" "";
    Language "language" View ["F12"] "" "next language" "";
    Redraw "redraw" View ["Ctrl-L"] "" "redraw the screen" "";
    Analyze "analyze" Study ["F5"] "analyze" "analyze the game, or stop" "";
    Live "live" Study ["F6"] "live" "toggle live analysis" "";
    Variation "variation" Study ["F8"] "" "next variation" " (or click a move)";
    Book "book" Study ["F9"] "" "show opening book moves" "";
    Back "back" Steps ["PageUp" "Ctrl-Left"] "" "step back" "";
    Forward "forward" Steps ["PageDown" "Ctrl-Right"] "" "step forward" "";
    First "first" Steps ["Home"] "" "go to the start" "";
    Last "last" Steps ["End"] "" "go to the end" "";
    ContinueHere "continue_here" Steps ["F4"] "" "continue the game from here" "";
    CommandLine "command" More [":"] "command" "type a command" "; `:prompt` returns to the prompt";
    Keys "keys" More ["F1"] "keys" "list all keys" "";
    Menu "menu" More ["F10"] "menu" "menu" "";
}

impl KeyAction {
    fn row(self) -> &'static KeyRow {
        &KEYS[self as usize]
    }

    fn named(name: &str) -> Option<Self> {
        let row = KEYS.iter().find(|row| row.name == name)?;
        Some(row.action)
    }

    /// The word in the last line.
    pub(super) fn brief(self) -> &'static str {
        translated(self.row().brief)
    }

    /// Whether it does something in a game: only Reversi has analyses, scores and a book.
    pub(super) fn is_for(self, game: &Info) -> bool {
        use KeyAction::{Analyze, Book, Live, Scores};
        game.is_reversi() || !matches!(self, Analyze | Book | Live | Scores)
    }

    /// The key in use that works in most games, to show it.
    pub(super) fn key(self) -> Key {
        let keys = self.keys();
        let other = keys.iter().find(|key| key.letter().is_none());
        *other.unwrap_or(&keys[0])
    }

    /// All keys in use; at least one.
    pub(super) fn keys(self) -> Vec<Key> {
        IN_USE.with_borrow(|bindings| bindings.0[self as usize].clone())
    }

    /// The action of a key in use.
    pub(super) fn of(key: Key) -> Option<Self> {
        IN_USE.with_borrow(|bindings| bindings.action(key))
    }
}

thread_local! {
    static IN_USE: RefCell<KeyBindings> = RefCell::default();
}

/// Uses keys on the screens of this thread.
pub fn start(bindings: KeyBindings) {
    IN_USE.set(bindings);
}

/// A key, alone or with Ctrl or Alt. Capital and small letters are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    pub code: KeyCode,
    pub modifiers: KeyModifiers,
}

/// The names of keys that send no character.
const NAMED: [(&str, KeyCode); 15] = [
    ("Enter", KeyCode::Enter),
    ("Space", KeyCode::Char(' ')),
    ("Backspace", KeyCode::Backspace),
    ("Esc", KeyCode::Esc),
    ("Tab", KeyCode::Tab),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("Insert", KeyCode::Insert),
    ("Delete", KeyCode::Delete),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
];

const MODIFIERS: [(&str, KeyModifiers); 2] = [
    ("Ctrl-", KeyModifiers::CONTROL),
    ("Alt-", KeyModifiers::ALT),
];

impl Key {
    /// The letter, if the key is one without Ctrl and Alt.
    pub fn letter(self) -> Option<char> {
        match self.code {
            KeyCode::Char(letter) if letter.is_ascii_lowercase() && self.is_alone() => Some(letter),
            _ => None,
        }
    }

    pub fn is_alone(self) -> bool {
        self.modifiers.is_empty()
    }

    /// Whether the screen has its own use for the key, or terminals send another key for it.
    fn is_reserved(self) -> bool {
        use KeyCode::{Char, Down, Left, Right, Up};
        match self.code {
            Up | Down | Left | Right => self.is_alone(),
            Char(letter) if self.modifiers == KeyModifiers::CONTROL => "chijmz".contains(letter),
            Char(digit) => self.is_alone() && digit.is_ascii_digit(),
            _ => false,
        }
    }
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Self {
        let code = match event.code {
            KeyCode::Char(letter) => KeyCode::Char(lower(letter)),
            code => code,
        };
        let modifiers = event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
        Self { code, modifiers }
    }
}

impl From<Key> for KeyEvent {
    fn from(key: Key) -> Self {
        Self::new(key.code, key.modifiers)
    }
}

fn lower(letter: char) -> char {
    let mut lower = letter.to_lowercase();
    lower
        .next()
        .filter(|_| lower.next().is_none())
        .unwrap_or(letter)
}

impl FromStr for Key {
    type Err = ();

    /// Parses a name such as `Enter`, `F10`, `Ctrl-R` or `?`.
    fn from_str(name: &str) -> Result<Self, ()> {
        for (prefix, modifiers) in MODIFIERS {
            let rest = name.split_at_checked(prefix.len());
            if let Some((start, rest)) = rest
                && start.eq_ignore_ascii_case(prefix)
                && !rest.is_empty()
            {
                let Self { code, .. } = rest
                    .parse::<Self>()
                    .ok()
                    .filter(|key| key.is_alone())
                    .ok_or(())?;
                return Ok(Self { code, modifiers });
            }
        }
        let named = NAMED
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        let mut letters = name.chars();
        let code = match (named, letters.next().ok_or(())?, letters.as_str()) {
            (Some((_, code)), ..) => *code,
            (None, letter, "") if is_printable(letter) => KeyCode::Char(lower(letter)),
            (None, 'F' | 'f', number) => {
                let number = number
                    .parse()
                    .ok()
                    .filter(|number| (1..=12).contains(number));
                KeyCode::F(number.ok_or(())?)
            }
            _ => return Err(()),
        };
        Ok(Self {
            code,
            modifiers: KeyModifiers::NONE,
        })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (prefix, modifier) in MODIFIERS {
            if self.modifiers.contains(modifier) {
                formatter.write_str(prefix)?;
            }
        }
        if let Some((name, _)) = NAMED.iter().find(|(_, code)| *code == self.code) {
            return formatter.write_str(name);
        }
        match self.code {
            KeyCode::Char(letter) => write!(formatter, "{}", letter.to_uppercase()),
            KeyCode::F(number) => write!(formatter, "F{number}"),
            other => write!(formatter, "{other}"),
        }
    }
}

/// Joins the names of keys.
pub fn listed(keys: &[Key]) -> String {
    let names: Vec<String> = keys.iter().map(ToString::to_string).collect();
    names.join(", ")
}

/// The keys of each action, in the order of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyBindings(Vec<Vec<Key>>);

impl Default for KeyBindings {
    fn default() -> Self {
        let keys = |row: &KeyRow| {
            row.default
                .iter()
                .filter_map(|name| name.parse().ok())
                .collect()
        };
        Self(KEYS.iter().map(keys).collect())
    }
}

impl KeyBindings {
    /// Reads the user's file. A missing file has the default keys. Entries with mistakes are ignored.
    pub fn read(path: &Path) -> (Self, Vec<StoreError>) {
        let mut file = EntryFile::read(path);
        let entries = std::mem::take(&mut file.entries);
        let mut bindings = Self::default();
        // Free the keys of all actions in the file first, so that two actions can swap their keys.
        let changed: Vec<_> = entries
            .iter()
            .filter_map(|entry| KeyAction::named(&entry.name.value))
            .collect();
        let defaults = bindings.clone();
        for action in &changed {
            bindings.0[*action as usize].clear();
        }
        for entry in &entries {
            match bindings.keys_of(entry) {
                Ok((action, keys)) => bindings.0[action as usize] = keys,
                Err(Mistake::OfName(reason)) => file.reject(&entry.name, &reason),
                Err(Mistake::OfKeys(reason)) => file.reject(&entry.texts, &reason),
            }
        }
        for action in changed {
            bindings.restore(action, &defaults);
        }
        (bindings, file.mistakes)
    }

    /// The keys of an entry.
    fn keys_of(
        &self,
        FileEntry { name, texts }: &FileEntry,
    ) -> Result<(KeyAction, Vec<Key>), Mistake> {
        let action = KeyAction::named(&name.value)
            .ok_or_else(|| Mistake::OfName(unknown_action(&name.value)))?;
        let mut keys: Vec<Key> = Vec::new();
        for text in &texts.value {
            let key = text
                .parse()
                .map_err(|()| Mistake::OfKeys(unknown_key(text)))?;
            self.check(key).map_err(Mistake::OfKeys)?;
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        Ok((action, keys))
    }

    /// Refuses a key that is reserved or has another action.
    fn check(&self, key: Key) -> Result<(), String> {
        if key.is_reserved() {
            return Err(tr!("{key} is reserved: use another key", key));
        }
        match self.action(key) {
            Some(action) => Err(tr!(
                "{key} already means {name}: use another key, or change {name}, too",
                key,
                name = action.row().name
            )),
            None => Ok(()),
        }
    }

    /// Restores the default keys of an action that got none, unless other actions have them.
    fn restore(&mut self, action: KeyAction, defaults: &Self) {
        if !self.0[action as usize].is_empty() {
            return;
        }
        let keys = &defaults.0[action as usize];
        let free: Vec<Key> = keys
            .iter()
            .copied()
            .filter(|key| self.action(*key).is_none())
            .collect();
        self.0[action as usize] = if free.is_empty() { keys.clone() } else { free };
    }

    fn action(&self, key: Key) -> Option<KeyAction> {
        let at = self.0.iter().position(|keys| keys.contains(&key))?;
        Some(KEYS[at].action)
    }

    /// A complete file with these keys and comments, for the user's file at `path`.
    pub fn example(&self, path: &str) -> String {
        let named: Vec<&str> = NAMED[..11].iter().map(|(name, _)| *name).collect();
        let mut text = String::new();
        for line in [
            tr!("Keys of the full screen. Save this file as {path}.", path),
            tr!("Delete the lines that you don't change. Several keys: [\"F3\", \"N\"].").to_owned(),
            tr!("Keys: any character, F1 to F12, {names}, and with Ctrl- or Alt-.", names = named.join(", ")),
            tr!("Arrow keys, digits, Ctrl-C and Ctrl-Z are reserved. A letter that names a column or a piece selects it.").to_owned(),
        ] {
            let _ = writeln!(text, "// {line}");
        }
        text += "(\n";
        for (group, title) in KeyGroup::ALL {
            let _ = writeln!(text, "  // {}", translated(title));
            for (row, keys) in KEYS
                .iter()
                .zip(&self.0)
                .filter(|(row, _)| row.group == group)
            {
                let keys: Vec<String> = keys
                    .iter()
                    .map(|key| format!("{:?}", key.to_string()))
                    .collect();
                let keys = if let [key] = &keys[..] {
                    key.clone()
                } else {
                    format!("[{}]", keys.join(", "))
                };
                let _ = writeln!(text, "  {}: {keys}, // {}", row.name, translated(row.does));
            }
        }
        text + ")\n"
    }
}

/// The wrong part of an entry, with the reason.
enum Mistake {
    OfName(String),
    OfKeys(String),
}

fn unknown_action(name: &str) -> String {
    let names = KEYS.iter().map(|row| row.name);
    let word = printable(name).limited(20).to_string();
    if let Some(similar) = closest(name, names) {
        return tr!(
            "unknown action {word}: did you mean {similar}?",
            word,
            similar
        );
    }
    tr!(
        "unknown action {word}: `reversi config --write-keys FILE` writes them all",
        word
    )
}

fn unknown_key(name: &str) -> String {
    let names = NAMED.iter().map(|(name, _)| *name);
    let word = printable(name).limited(20).to_string();
    if let Some(similar) = closest(name, names) {
        return tr!(
            "unknown key \"{word}\": did you mean {similar}?",
            word,
            similar
        );
    }
    tr!(
        "unknown key \"{word}\": use a character, or a name such as F3, PageUp or Ctrl-R",
        word
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(text: &str) -> (KeyBindings, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys.ron");
        fs::write(&path, text).unwrap();
        let (bindings, mistakes) = KeyBindings::read(&path);
        let shown = |mistake: &StoreError| {
            mistake
                .to_string()
                .split_once("keys.ron")
                .unwrap()
                .1
                .to_owned()
        };
        (bindings, mistakes.iter().map(shown).collect())
    }

    fn key(name: &str) -> Key {
        name.parse().unwrap()
    }

    #[test]
    fn the_table_has_each_action_and_each_default_key_once() {
        let defaults = KeyBindings::default();
        let mut keys: Vec<String> = defaults
            .0
            .iter()
            .flatten()
            .map(ToString::to_string)
            .collect();
        let all: usize = KEYS.iter().map(|row| row.default.len()).sum();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all);
        for (index, row) in KEYS.iter().enumerate() {
            assert_eq!(
                (row.action as usize, KeyAction::named(row.name)),
                (index, Some(row.action))
            );
            for name in row.default {
                assert_eq!(key(name).to_string(), *name);
                assert!(!key(name).is_reserved(), "{name}");
            }
        }
    }

    #[test]
    fn names_of_keys_are_read_in_any_case() {
        for (name, shown) in [
            ("pageup", "PageUp"),
            ("ctrl-r", "Ctrl-R"),
            ("ALT-x", "Alt-X"),
            ("f12", "F12"),
            ("f", "F"),
            ("é", "É"),
            ("-", "-"),
            ("Ctrl--", "Ctrl--"),
            ("Ctrl-Home", "Ctrl-Home"),
            ("Space", "Space"),
        ] {
            assert_eq!(key(name).to_string(), shown);
        }
        for name in [
            "",
            "F0",
            "F13",
            "Ctrl-",
            "Ctrl-Alt-x",
            "ab",
            "\u{1b}",
            "\n",
            "Hyper-x",
        ] {
            assert_eq!(name.parse::<Key>(), Err(()), "{name:?}");
        }
        let shifted = KeyEvent::new(KeyCode::Char('N'), KeyModifiers::SHIFT);
        assert_eq!(Key::from(shifted), key("n"));
    }

    #[test]
    fn a_file_changes_single_keys() {
        let (bindings, mistakes) = read("(hint: \"x\", redo: [\"Ctrl-T\", \"Alt-r\"])");
        assert_eq!(mistakes, [""; 0]);
        assert_eq!(bindings.action(key("X")), Some(KeyAction::Hint));
        assert_eq!(bindings.action(key("?")), None);
        assert_eq!(bindings.action(key("alt-R")), Some(KeyAction::Redo));
        assert_eq!(bindings.action(key("F5")), Some(KeyAction::Analyze));
        // Two actions can swap their keys.
        let (bindings, mistakes) = read("(hint: \"=\", scores: \"?\")");
        assert_eq!(mistakes, [""; 0]);
        assert_eq!(bindings.action(key("=")), Some(KeyAction::Hint));
    }

    #[test]
    fn a_mistake_has_its_place_and_the_rest_applies() {
        let text = "(\n  hnit: \"x\",\n  undo: \"Bakspace\",\n  redo: \"\u{1b}\",\n  live: \"F5\",\n  \
                    theme: [\"y\",\"z\"],\n  book: \"Y\",\n  quit: \"Ctrl-C\",\n  bogus: \"w\",\n)";
        let (bindings, mistakes) = read(text);
        let expected = [
            ":2:3: unknown action hnit: did you mean hint? ",
            ":3:9: unknown key \"Bakspace\": did you mean Backspace? ",
            ":4:9: unknown key \"\\u{1b}\": use a character, or a name ",
            ":5:9: F5 already means analyze: use another key, or change analyze, too ",
            ":7:9: Y already means theme: use another key, or change theme, too ",
            ":8:9: Ctrl-C is reserved: use another key ",
            ":9:3: unknown action bogus: `reversi config --write-keys FILE` writes them all ",
        ];
        assert_eq!(mistakes.len(), expected.len(), "{mistakes:?}");
        for (mistake, expected) in mistakes.iter().zip(expected) {
            assert!(mistake.starts_with(expected), "{mistake}");
        }
        let changed = KeyBindings::default()
            .0
            .iter()
            .zip(&bindings.0)
            .filter(|(old, new)| old != new)
            .count();
        assert_eq!(
            (changed, bindings.action(key("z"))),
            (1, Some(KeyAction::Theme))
        );
        assert!(bindings.0.iter().all(|keys| !keys.is_empty()));
    }

    #[test]
    fn the_example_has_all_keys() {
        let (changed, _) = read("(hint: [\"\\\"\", \"\\\\\"])");
        for bindings in [KeyBindings::default(), changed] {
            let (again, mistakes) = read(&bindings.example("keys.ron"));
            assert_eq!(mistakes, [""; 0]);
            assert_eq!(again, bindings);
        }
    }
}
