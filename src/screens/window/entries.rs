//! The menu entries with their keys, for menus, shortcuts and the list of keys.

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use super::user_action::UserAction::{
    Browse, Choose, CopyMoves, CopyPosition, Desk, Open, Paste, ShowStart,
};
use super::user_action::{ExportKind, FileTask, Page, Switch, UserAction};
use crate::desk::{Action, Study};
use crate::games::Player;
use crate::interpreter::{Command, Drilled, PracticeKind, PuzzlesTask, Variation};

pub(super) struct MenuEntry {
    pub(super) label: &'static str,
    pub(super) keys: Option<KeyboardShortcut>,
    pub(super) action: UserAction,
    /// Whether a separator precedes the entry.
    pub(super) begins_group: bool,
}

impl MenuEntry {
    fn key(self, modifiers: Modifiers, key: Key) -> Self {
        Self { keys: Some(KeyboardShortcut::new(modifiers, key)), ..self }
    }

    fn group(self) -> Self {
        Self { begins_group: true, ..self }
    }
}

/// The entries of all menus, by menu title.
pub(super) fn menus() -> [(&'static str, Vec<MenuEntry>); 6] {
    let (none, control) = (Modifiers::NONE, Modifiers::COMMAND);
    let shifted = control | Modifiers::SHIFT;
    let entry = |label, action| MenuEntry { label, keys: None, action, begins_group: false };
    let command = |label, command| entry(label, UserAction::command(command));
    let switch = |label, switch| entry(label, UserAction::Switch(switch));
    let export = |label, kind| entry(label, Choose(FileTask::Export(kind)));
    let drill = |label, lines, side| command(label, Command::Drill { lines, side });
    let next_variation = Command::Variations { to: Some(Variation::Next) };
    let leave = Command::Leave { practice: PracticeKind::Puzzle };
    let make_puzzles = PuzzlesTask::Make { conditions: Vec::new() };
    [
        (
            "Game",
            vec![
                entry("New game…", Open(Page::NewGame)).key(control, Key::N),
                command("Restart", Command::Restart).key(control, Key::R),
                command("Resign", Command::Resign),
                command("Resume last game", Command::LATEST_UNFINISHED),
                entry("Change players…", Open(Page::Players)).key(none, Key::F2),
                entry("Open saved game…", Open(Page::Load)).key(control, Key::O).group(),
                entry("Save game…", Open(Page::Save)).key(control, Key::S),
                entry("Import game…", Choose(FileTask::Import)),
                export("Export game…", ExportKind::Record),
                export("Export board image…", ExportKind::BoardPicture),
                export("Export score graph…", ExportKind::ScoreGraph),
                command("Ranking", Command::Ranking).group(),
                entry("Start page", ShowStart).group(),
                command("Quit", Command::Quit).key(control, Key::Q),
            ],
        ),
        (
            "Edit",
            vec![
                command("Undo", Command::Undo { turns: 1 }).key(control, Key::Z),
                command("Redo", Command::Redo { turns: 1 }).key(shifted, Key::Z),
                entry("Copy moves", CopyMoves).key(control, Key::C).group(),
                entry("Copy position", CopyPosition).key(shifted, Key::C),
                entry("Paste game or position", Paste).key(control, Key::V),
                entry("Set up position…", Open(Page::Editor)).group(),
            ],
        ),
        (
            "Play",
            vec![
                command("Hint", Command::Hint { count: 1 }).key(none, Key::H),
                command("Show move scores", Command::Evaluate).key(none, Key::E),
                command("Show book moves", Command::Book { position: None }).key(none, Key::F9),
                command("Play best move", Command::Go).key(none, Key::G),
                command("Solve exactly", Command::Solve),
                entry("Make the bot move now", Desk(Action::MoveNow)).key(none, Key::M).group(),
                entry("Go to start", Browse(isize::MIN)).key(none, Key::Home).group(),
                entry("Back", Browse(-1)).key(none, Key::ArrowLeft),
                entry("Forward", Browse(1)).key(none, Key::ArrowRight),
                entry("Go to end", Browse(isize::MAX)).key(none, Key::End),
            ],
        ),
        (
            "Study",
            vec![
                switch("Study panel", Switch::StudyPanel).key(none, Key::P),
                entry("Analyze game", Desk(Action::Study(Study::Game))).key(none, Key::J),
                entry("Stop analysis", Desk(Action::StopStudy(Study::Game))),
                command("Next variation", next_variation).key(none, Key::V).group(),
                command("Make main line", Command::Promote),
                command("Delete from here", Command::Prune),
                entry("Live analysis", Desk(Action::Study(Study::Position)))
                    .key(none, Key::L)
                    .group(),
                entry("Stop live analysis", Desk(Action::StopStudy(Study::Position)))
                    .key(Modifiers::SHIFT, Key::L),
                command("Learn the game", Command::Learn { strategy: false }).group(),
                command("Learn strategy", Command::Learn { strategy: true }),
                command("Solve a puzzle", Command::Puzzle).group(),
                command("Create puzzles from my games", Command::Puzzles { task: make_puzzles }),
                drill("Review due lines", Drilled::Due, None).group(),
                drill("Drill this opening", Drilled::This, None),
                drill("Drill openings as Black", Drilled::Of(None), Some(Player::Black)),
                drill("Drill openings as White", Drilled::Of(None), Some(Player::White)),
                command("Next, or show answer", Command::Next).key(none, Key::N).group(),
                command("Leave lesson, puzzle or drill", leave),
            ],
        ),
        (
            "View",
            vec![
                switch("Show legal moves", Switch::LegalMoves).key(control, Key::L),
                switch("No animations", Switch::NoAnimations),
                switch("Full screen", Switch::FullScreen).key(none, Key::F11),
                entry("Settings…", Open(Page::Settings)).key(control, Key::Comma).group(),
            ],
        ),
        (
            "Help",
            vec![
                entry("Keyboard shortcuts", Open(Page::Keys)).key(none, Key::F1),
                entry("Rules", Open(Page::Rules)),
                entry("About", Open(Page::About)).group(),
            ],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use eframe::egui::ModifierNames;

    use super::super::super::words::voice::{CONTROLS, Control};
    use super::*;

    #[test]
    fn what_sentences_name_is_in_the_menus() {
        let all: Vec<(String, MenuEntry)> = menus()
            .into_iter()
            .flat_map(|(title, entries)| {
                entries.into_iter().map(move |entry| (format!("{title} > {}", entry.label), entry))
            })
            .collect();
        let key_of = |entry: &MenuEntry| Some(entry.keys?.format(&ModifierNames::NAMES, false));
        for (command, _, control) in CONTROLS {
            let is_it = |(name, entry): &(String, MenuEntry)| match control {
                Control::Key(key) => key_of(entry).is_some_and(|own| own == key),
                Control::Menu(path) => name == path,
                Control::Nothing => false,
            };
            assert!(all.iter().any(is_it), "{command}: {control:?}");
        }
        for (typed, command) in [
            ("H", Command::Hint { count: 1 }),
            ("U", Command::Undo { turns: 1 }),
            ("next", Command::Next),
        ] {
            let (.., control) = CONTROLS.iter().find(|(name, ..)| *name == typed).unwrap();
            let action = UserAction::command(command);
            let (_, entry) = all.iter().find(|(_, entry)| entry.action == action).unwrap();
            let key = key_of(entry).unwrap();
            assert!(matches!(control, Control::Key(said) if *said == key), "{typed}: {key}");
        }
    }
}
