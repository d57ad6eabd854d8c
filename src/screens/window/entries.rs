//! What the menus offer, with the keys for it: one table for menus, shortcuts and the page of keys.

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use super::wish::{Browse, Choice, Copied, Page, Switch, Wish, Written};
use crate::desk::{Action, Study};
use crate::games::Player;
use crate::interpreter::{Command, Drilled, PracticeKind, PuzzlesTask, Variation};

/// A line of a menu.
pub(super) struct Entry {
    pub(super) label: &'static str,
    pub(super) keys: Option<KeyboardShortcut>,
    pub(super) wish: Wish,
    /// Whether a line separates it from what is above.
    pub(super) begins_group: bool,
}

/// A menu.
pub(super) struct Menu {
    pub(super) title: &'static str,
    pub(super) entries: Vec<Entry>,
}

fn entry(label: &'static str, wish: Wish) -> Entry {
    Entry { label, keys: None, wish, begins_group: false }
}

impl Entry {
    fn key(self, modifiers: Modifiers, key: Key) -> Self {
        Self { keys: Some(KeyboardShortcut::new(modifiers, key)), ..self }
    }

    fn group(self) -> Self {
        Self { begins_group: true, ..self }
    }
}

/// All menus.
pub(super) fn menus() -> Vec<Menu> {
    let (none, command) = (Modifiers::NONE, Modifiers::COMMAND);
    let shifted = command | Modifiers::SHIFT;
    let hint = Command::Hint { count: 1 };
    vec![
        Menu {
            title: "Game",
            entries: vec![
                entry("New game…", Wish::Open(Page::NewGame)).key(command, Key::N),
                entry("Restart", Wish::of(Command::Restart)).key(command, Key::R),
                entry("Resume last game", Wish::of(Command::LATEST_UNFINISHED)),
                entry("Change players…", Wish::Open(Page::Players)).key(command, Key::P),
                entry("Open saved game…", Wish::Open(Page::Load)).key(command, Key::O).group(),
                entry("Save game…", Wish::Open(Page::Save)).key(command, Key::S),
                entry("Import game…", Wish::Choose(Choice::Record)),
                entry("Export game…", Wish::Choose(Choice::Target(Written::Record))),
                entry("Export board image…", Wish::Choose(Choice::Target(Written::Board))),
                entry("Export score graph…", Wish::Choose(Choice::Target(Written::Graph))),
                entry("Ranking", Wish::of(Command::Ranking)).group(),
                entry("Quit", Wish::Quit).key(command, Key::Q).group(),
            ],
        },
        Menu {
            title: "Edit",
            entries: vec![
                entry("Undo", Wish::of(Command::Undo { turns: 1 })).key(command, Key::Z),
                entry("Redo", Wish::of(Command::Redo { turns: 1 })).key(shifted, Key::Z),
                entry("Copy moves", Wish::Copy(Copied::Moves)).key(command, Key::C).group(),
                entry("Copy position", Wish::Copy(Copied::Board)).key(shifted, Key::C),
                entry("Paste game or position", Wish::Paste).key(command, Key::V),
                entry("Set up position…", Wish::Open(Page::Editor)).group(),
            ],
        },
        Menu {
            title: "Play",
            entries: vec![
                entry("Hint", Wish::of(hint)).key(none, Key::H),
                entry("Show move scores", Wish::of(Command::Evaluate)).key(none, Key::E),
                entry("Show book moves", Wish::of(Command::Book)).key(none, Key::B),
                entry("Play best move", Wish::of(Command::Go)).key(none, Key::G),
                entry("Solve exactly", Wish::of(Command::Solve)),
                entry("Make the bot move now", Wish::Act(Action::MoveNow))
                    .key(none, Key::M)
                    .group(),
                entry("Go to start", Wish::Browse(Browse::First)).key(none, Key::Home).group(),
                entry("Back", Wish::Browse(Browse::Back)).key(none, Key::ArrowLeft),
                entry("Forward", Wish::Browse(Browse::Forward)).key(none, Key::ArrowRight),
                entry("Go to end", Wish::Browse(Browse::Last)).key(none, Key::End),
            ],
        },
        Menu {
            title: "Study",
            entries: vec![
                entry("Study panel", Wish::Switch(Switch::Panel)).key(none, Key::F9),
                entry("Analyze game", Wish::Act(Action::Study(Study::Game))).key(none, Key::J),
                entry("Stop analysis", Wish::Act(Action::StopStudy(Study::Game))),
                entry(
                    "Next variation",
                    Wish::of(Command::Variations { to: Some(Variation::Next) }),
                )
                .key(none, Key::V)
                .group(),
                entry("Make main line", Wish::of(Command::Promote)),
                entry("Delete from here", Wish::of(Command::Prune)),
                entry("Live analysis", Wish::Act(Action::Study(Study::Position)))
                    .key(none, Key::L)
                    .group(),
                entry("Stop live analysis", Wish::Act(Action::StopStudy(Study::Position)))
                    .key(Modifiers::SHIFT, Key::L),
                entry("Solve a puzzle", Wish::of(Command::Puzzle)).group(),
                entry(
                    "Create puzzles from my games",
                    Wish::of(Command::Puzzles { task: make_puzzles() }),
                ),
                entry("Review due lines", drill(Drilled::Due, None)).group(),
                entry("Drill this opening", drill(Drilled::This, None)),
                entry("Drill openings as Black", drill(Drilled::Of(None), Some(Player::Black))),
                entry("Drill openings as White", drill(Drilled::Of(None), Some(Player::White))),
                entry("Next, or show answer", Wish::of(Command::Next)).key(none, Key::N).group(),
                entry(
                    "Leave puzzle or drill",
                    Wish::of(Command::Leave { practice: PracticeKind::Puzzle }),
                ),
            ],
        },
        Menu {
            title: "View",
            entries: vec![
                entry("Show legal moves", Wish::Switch(Switch::Legal)).key(command, Key::L),
                entry("No animations", Wish::Switch(Switch::Still)),
                entry("Full screen", Wish::Switch(Switch::FullScreen)).key(none, Key::F11),
                entry("Settings…", Wish::Open(Page::Settings)).key(command, Key::Comma).group(),
            ],
        },
        Menu {
            title: "Help",
            entries: vec![
                entry("Keyboard shortcuts", Wish::Open(Page::Keys)).key(none, Key::F1),
                entry("Rules", Wish::Open(Page::Rules)).key(none, Key::F2),
            ],
        },
    ]
}

/// A drill of the opening book.
fn drill(lines: Drilled, side: Option<Player>) -> Wish {
    Wish::of(Command::Drill { lines, side })
}

/// Puzzles from the games that people played here.
fn make_puzzles() -> PuzzlesTask {
    PuzzlesTask::Make { conditions: Vec::new() }
}

#[cfg(test)]
mod tests {
    use eframe::egui::ModifierNames;

    use super::super::super::words::voice::{CONTROLS, Control};
    use super::*;

    #[test]
    fn what_sentences_name_is_in_the_menus() {
        let all: Vec<(String, Entry)> = menus()
            .into_iter()
            .flat_map(|Menu { title, entries }| {
                entries.into_iter().map(move |entry| (format!("{title} > {}", entry.label), entry))
            })
            .collect();
        for (command, _, control) in CONTROLS {
            let is_it = |(name, entry): &&(String, Entry)| match control {
                Control::Key(key) => {
                    entry.keys.is_some_and(|keys| keys.format(&ModifierNames::NAMES, false) == key)
                }
                Control::Menu(path) => name == path,
                Control::Nothing => false,
            };
            assert!(all.iter().any(|entry| is_it(&entry)), "{command}: {control:?}");
        }
        let key_of = |wish: &Wish| {
            let (_, entry) = all.iter().find(|(_, entry)| entry.wish == *wish)?;
            Some(entry.keys?.format(&ModifierNames::NAMES, false))
        };
        for (typed, command) in [
            ("H", Command::Hint { count: 1 }),
            ("U", Command::Undo { turns: 1 }),
            ("next", Command::Next),
        ] {
            let (.., control) = CONTROLS.iter().find(|(name, ..)| *name == typed).unwrap();
            let key = key_of(&Wish::of(command)).unwrap();
            assert!(matches!(control, Control::Key(said) if *said == key), "{typed}: {key}");
        }
    }
}
