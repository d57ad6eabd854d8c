//! The audience of a sentence, which determines its commands, keys, squares and scores.

use std::fmt::Display;

use anstyle::Style;

use super::capital;
use crate::base::language::{decimal, tr, translated, translated_in, typed};
use crate::base::terminal::escapes::linked;
use crate::games::Assessment;
use crate::interpreter::CommandInfo;
use crate::screens::keys::KeyAction;

/// The audience of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Voice {
    /// The author of a script, or the reader of a pipe.
    Script,
    /// The user at the prompt.
    Prompt {
        /// Whether the terminal has bold type.
        bold: bool,
        /// Whether the terminal has links.
        links: bool,
    },
    /// The user of the full-screen board, who types commands after a colon.
    FullScreen,
    /// The user of the window, who types no commands.
    Window,
    /// The user of a screen reader at the prompt.
    Speech,
}

/// Equivalent commands, and their purpose: `N` and `A`, `for a new game`.
pub type Way<'a> = (&'a [&'a str], &'a str);

/// The equivalent of a command on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    Nothing,
    /// A key of the full screen.
    Press(KeyAction),
    /// A key of the window.
    Key(&'static str),
    Menu(&'static str),
}

use Control::{Key, Menu, Nothing, Press};

/// The equivalents of commands on the full screen and in the window.
pub const CONTROLS: [(&str, Control, Control); 26] = [
    ("A", Nothing, Key("Ctrl+N")),
    ("E NAME", Nothing, Key("Ctrl+S")),
    ("H", Press(KeyAction::Hint), Key("H")),
    ("N", Press(KeyAction::NewGame), Key("Ctrl+N")),
    ("S", Press(KeyAction::Marks), Key("Ctrl+L")),
    ("U", Press(KeyAction::Undo), Key("Ctrl+Z")),
    ("against", Nothing, Key("Ctrl+N")),
    ("analyze", Press(KeyAction::Analyze), Key("J")),
    ("coach on", Nothing, Menu("Play > Coach on")),
    ("drill", Nothing, Menu("Study > Review due lines")),
    (
        "drill black",
        Nothing,
        Menu("Study > Drill openings as Black"),
    ),
    (
        "drill off",
        Nothing,
        Menu("Study > Leave lesson, puzzle or drill"),
    ),
    (
        "drill repertoire",
        Nothing,
        Menu("Study > Drill my own openings"),
    ),
    (
        "guess off",
        Nothing,
        Menu("Study > Leave lesson, puzzle or drill"),
    ),
    ("help", Nothing, Key("F1")),
    ("learn", Nothing, Menu("Study > Learn the game")),
    (
        "learn off",
        Nothing,
        Menu("Study > Leave lesson, puzzle or drill"),
    ),
    ("next", Nothing, Key("N")),
    ("play rv", Nothing, Key("Ctrl+N")),
    ("prune", Nothing, Menu("Study > Delete from here")),
    ("puzzle", Nothing, Menu("Study > Solve a puzzle")),
    (
        "puzzle off",
        Nothing,
        Menu("Study > Leave lesson, puzzle or drill"),
    ),
    (
        "puzzles make",
        Nothing,
        Menu("Study > Create puzzles from my games"),
    ),
    (
        "repertoire add",
        Nothing,
        Menu("Study > Add these moves to my openings"),
    ),
    ("resume", Nothing, Menu("Game > Resume last game")),
    ("why", Nothing, Key("W")),
];

impl Voice {
    /// Whether the user types commands.
    pub fn types(self) -> bool {
        matches!(self, Self::Script | Self::Prompt { .. } | Self::Speech)
    }

    /// Formats a typed line in the words of the language, set off from the words around it.
    pub fn code(self, line: &str) -> String {
        const BOLD: Style = Style::new().bold();
        let typed = typed(line);
        match self {
            Self::Prompt { bold: true, .. } => format!("{BOLD}{typed}{BOLD:#}"),
            Self::Window | Self::Speech => typed.into_owned(),
            Self::Script | Self::Prompt { bold: false, .. } | Self::FullScreen => {
                format!("`{typed}`")
            }
        }
    }

    /// Formats the name of a file that was written.
    pub fn file(self, name: &str) -> String {
        match self {
            Self::Prompt { links: true, .. } => linked(name),
            _ => name.to_owned(),
        }
    }

    /// The verb and object for a command, such as `press` and `N`. `None` if the screen has no equivalent.
    fn way(self, typed: &str) -> Option<(&'static str, String)> {
        let known = CONTROLS.iter().find(|(command, ..)| *command == typed);
        let control = match self {
            Self::FullScreen => known.map_or(Nothing, |(_, control, _)| *control),
            Self::Window => known.map_or(Nothing, |(.., control)| *control),
            Self::Script | Self::Prompt { .. } | Self::Speech => Nothing,
        };
        match control {
            Press(action) => Some((tr!("press"), action.key().to_string())),
            Key(key) => Some((tr!("press"), key.to_owned())),
            Menu(entry) => {
                let parts: Vec<&str> = entry.split(" > ").map(in_menu).collect();
                Some((tr!("choose"), parts.join(" > ")))
            }
            Nothing if self == Self::Window => None,
            Nothing if self == Self::FullScreen => {
                Some((tr!("type"), self.code(&format!(":{typed}"))))
            }
            Nothing => Some((tr!("type"), self.code(typed))),
        }
    }

    /// Formats a command, or the key for it.
    pub fn command(self, typed: &str) -> String {
        self.way(typed)
            .map_or_else(|| self.code(typed), |(_, what)| what)
    }

    /// Formats the advice for this screen: ``type `next` for another, or `puzzle off` to leave``.
    pub fn advice(self, ways: &[Way<'_>]) -> Option<String> {
        let mut said = String::new();
        let mut last = "";
        for (commands, purpose) in ways {
            let mut possible: Vec<_> = commands
                .iter()
                .filter_map(|typed| self.way(typed))
                .collect();
            // Several commands may have the same key.
            possible.dedup();
            if possible.is_empty() {
                continue;
            }
            let alternatives: Vec<String> = possible
                .into_iter()
                .map(|(verb, what)| match std::mem::replace(&mut last, verb) {
                    same if same == verb => what,
                    _ => format!("{verb} {what}"),
                })
                .collect();
            let separator = if said.is_empty() { "" } else { tr!(", or ") };
            let gap = if purpose.is_empty() { "" } else { " " };
            said = format!(
                "{said}{separator}{}{gap}{purpose}",
                joined(&alternatives, tr!("or"))
            );
        }
        (!said.is_empty()).then_some(said)
    }

    /// Formats advice as a sentence.
    pub fn sentence(self, ways: &[Way<'_>]) -> Option<String> {
        self.advice(ways).map(|advice| capital(&advice) + ".")
    }

    /// Appends advice to a sentence, as another sentence.
    pub fn then(self, said: impl Display, ways: &[Way<'_>]) -> String {
        [said.to_string()]
            .into_iter()
            .chain(self.sentence(ways))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Appends advice to a message, after `sign`.
    pub fn with(self, said: impl Display, sign: &str, ways: &[Way<'_>]) -> String {
        match self.advice(ways) {
            Some(advice) => format!("{said}{sign}{advice}"),
            None => said.to_string(),
        }
    }

    /// Renders a text of the rules or the help, in which backticks mark commands.
    pub fn help(self, text: &str) -> String {
        marked(text, |typed| self.code(typed))
    }

    /// Renders a lesson, in which backticks mark commands that may be keys.
    pub(super) fn lesson(self, text: &str) -> String {
        marked(text, |typed| self.command(typed))
    }

    /// The typed name of a command, or a move, in a sentence about it.
    pub(super) fn subject(self, info: &CommandInfo, typed: Option<&str>) -> String {
        match (self, typed) {
            // The user has chosen a menu entry or pressed a key.
            (Self::Window, _) => tr!("subject" => "this").to_owned(),
            (_, Some(name)) if info.word() == "move" => self.name(name),
            _ => self.code(typed.unwrap_or(info.word())),
        }
    }

    /// Formats a move or a square. Speech spells it: `d 3`, `column 4`, `piece c`.
    pub fn name(self, name: &str) -> String {
        if self != Self::Speech {
            return name.to_owned();
        }
        let mut characters = name.chars();
        match (characters.next(), characters.as_str()) {
            (Some(first), _) if first.is_ascii_digit() => tr!("column {name}", name),
            (Some(letter), "") => tr!("piece {letter}", letter),
            (Some(letter), number) if letter.is_ascii_alphabetic() => format!("{letter} {number}"),
            _ => name.to_owned(),
        }
    }

    /// Formats a sequence of moves: `d3 c5`, or in speech `d 3, c 5`.
    pub fn moves<S: ToString>(self, names: &[S]) -> String {
        let gap = if self == Self::Speech { ", " } else { " " };
        let names = names.iter().map(|name| self.name(&name.to_string()));
        names.collect::<Vec<_>>().join(gap)
    }

    /// Formats names as a list in a sentence: `c3, d4 and e5`.
    pub fn list<S: ToString>(self, names: &[S]) -> String {
        let names: Vec<String> = names
            .iter()
            .map(|name| self.name(&name.to_string()))
            .collect();
        joined(&names, tr!("and"))
    }

    /// Formats a move with its annotation: `f6?!`, or in speech `f 6, dubious`.
    pub fn signed_move(self, name: &str, sign: Option<Assessment>) -> String {
        match (self, sign) {
            (_, None) => self.name(name),
            (Self::Speech, Some(sign)) => {
                format!("{}, {}", self.name(name), translated(sign.name()))
            }
            (_, Some(sign)) => format!("{name}{sign}"),
        }
    }

    /// Formats a signed score. In speech, the sign is a word.
    pub fn score(self, score: i32) -> String {
        match score {
            _ if self != Self::Speech => format!("{score:+}"),
            0 => "0".to_owned(),
            1.. => tr!("plus {score}", score),
            _ => tr!("minus {score}", score = score.unsigned_abs()),
        }
    }

    pub fn average(self, score: f64) -> String {
        match self {
            Self::Speech if score < 0.0 => {
                tr!(
                    "minus {score}",
                    score = decimal(format_args!("{:.1}", -score))
                )
            }
            Self::Speech => tr!("plus {score}", score = decimal(format_args!("{score:.1}"))),
            _ => decimal(format_args!("{score:+.1}")),
        }
    }

    /// Formats a heading: `[1 of 8]`, or in speech `Step 1 of 8.`
    pub(super) fn heading(self, title: &str, text: &str) -> String {
        match self {
            Self::Speech => format!("{title} {text}."),
            _ => format!("[{text}]"),
        }
    }

    /// Asks for a move, which is typed or played.
    pub(super) fn play(self, name: &str) -> String {
        if self.types() {
            tr!("Type {name}.", name)
        } else {
            tr!("Play {name}.", name)
        }
    }
}

/// Translates the title of a menu, or an entry of one.
fn in_menu(label: &'static str) -> &'static str {
    match translated_in("menu", label) {
        title if title == label => translated(label),
        title => title,
    }
}

/// Renders the words between backticks.
fn marked(text: &str, shown: impl Fn(&str) -> String) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(at, part)| {
            if at % 2 == 0 {
                part.to_owned()
            } else {
                shown(part)
            }
        })
        .collect()
}

pub(super) fn joined(words: &[String], last_word: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [firsts @ .., last] => format!("{} {last_word} {last}", firsts.join(", ")),
    }
}
