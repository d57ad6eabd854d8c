//! The menu entries with their keys, for menus, shortcuts and the list of keys.

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use super::user_action::UserAction::{
    Browse, Choose, CopyMoves, CopyPosition, Desk, Open, Paste, ShowStart,
};
use super::user_action::{ExportKind, FileTask, Page, Switch, UserAction};
use crate::base::language::{Language, tr};
use crate::desk::{Action, Study};
use crate::games::Player;
use crate::interpreter::{
    AddedLines, Command, Drilled, GuessedGames, PracticeKind, PuzzlesTask, RepertoireTask,
    Variation,
};
use crate::study::{BotOpenings, Coach};

pub struct MenuEntry {
    pub label: &'static str,
    pub keys: Option<KeyboardShortcut>,
    pub action: UserAction,
    /// Whether a separator precedes the entry.
    pub begins_group: bool,
}

impl MenuEntry {
    fn key(self, modifiers: Modifiers, key: Key) -> Self {
        Self {
            keys: Some(KeyboardShortcut::new(modifiers, key)),
            ..self
        }
    }

    fn group(self) -> Self {
        Self {
            begins_group: true,
            ..self
        }
    }
}

/// The entries of all menus, by menu title.
pub fn menus() -> [(&'static str, Vec<MenuEntry>); 6] {
    let none = Modifiers::NONE;
    let control = Modifiers::COMMAND;
    let shifted = control | Modifiers::SHIFT;
    let export = |label, kind| entry(label, Choose(FileTask::Export(kind)));
    [
        (
            tr!("menu" => "Game"),
            vec![
                entry(tr!("New game…"), Open(Page::NewGame)).key(control, Key::N),
                command(tr!("Restart"), Command::Restart).key(control, Key::R),
                command(tr!("Resign"), Command::Resign),
                command(tr!("Resume last game"), Command::LATEST_UNFINISHED),
                entry(tr!("Change players…"), Open(Page::Players)).key(none, Key::F2),
                entry(tr!("Open saved game…"), Open(Page::Load))
                    .key(control, Key::O)
                    .group(),
                entry(tr!("Save game…"), Open(Page::Save)).key(control, Key::S),
                entry(tr!("Import game…"), Choose(FileTask::Import)),
                export(tr!("Export game…"), ExportKind::Record),
                export(tr!("Export report…"), ExportKind::Report),
                export(tr!("Export animation…"), ExportKind::Animation),
                export(tr!("Export board image…"), ExportKind::BoardPicture),
                export(tr!("Export score graph…"), ExportKind::ScoreGraph),
                command(tr!("Ranking"), Command::Ranking).group(),
                entry(tr!("Start page"), ShowStart).group(),
                command(tr!("Quit"), Command::Quit).key(control, Key::Q),
            ],
        ),
        (
            tr!("menu" => "Edit"),
            vec![
                command(tr!("Undo"), Command::Undo { turns: 1 }).key(control, Key::Z),
                command(tr!("Redo"), Command::Redo { turns: 1 }).key(shifted, Key::Z),
                entry(tr!("Copy moves"), CopyMoves)
                    .key(control, Key::C)
                    .group(),
                entry(tr!("Copy position"), CopyPosition).key(shifted, Key::C),
                entry(tr!("Paste game or position"), Paste).key(control, Key::V),
                entry(tr!("Set up position…"), Open(Page::Editor)).group(),
            ],
        ),
        (
            tr!("menu" => "Play"),
            vec![
                command(
                    tr!("Hint"),
                    Command::Hint {
                        count: 1,
                        is_full: false,
                    },
                )
                .key(none, Key::H),
                command(tr!("Explain the move"), Command::Why).key(none, Key::W),
                coach(tr!("Coach on"), Coach::On).group(),
                coach(tr!("Coach off"), Coach::Off),
                openings(
                    tr!("Bots open as in my library"),
                    BotOpenings::Library(Vec::new()),
                )
                .group(),
                openings(tr!("Bots choose their openings"), BotOpenings::None),
                command(tr!("Show move scores"), Command::Evaluate)
                    .key(none, Key::E)
                    .group(),
                command(tr!("Show book moves"), Command::Book { position: None })
                    .key(none, Key::F9),
                command(tr!("Play best move"), Command::Go).key(none, Key::G),
                command(tr!("Solve exactly"), Command::Solve),
                entry(tr!("Make the bot move now"), Desk(Action::MoveNow))
                    .key(none, Key::M)
                    .group(),
                entry(tr!("Go to start"), Browse(isize::MIN))
                    .key(none, Key::Home)
                    .group(),
                entry(tr!("Back"), Browse(-1)).key(none, Key::ArrowLeft),
                entry(tr!("Forward"), Browse(1)).key(none, Key::ArrowRight),
                entry(tr!("Go to end"), Browse(isize::MAX)).key(none, Key::End),
            ],
        ),
        (tr!("menu" => "Study"), study()),
        (
            tr!("menu" => "View"),
            vec![
                switch(tr!("Show legal moves"), Switch::LegalMoves).key(control, Key::L),
                switch(tr!("No animations"), Switch::NoAnimations),
                switch(tr!("Full screen"), Switch::FullScreen).key(none, Key::F11),
                entry(tr!("Settings…"), Open(Page::Settings))
                    .key(control, Key::Comma)
                    .group(),
            ]
            .into_iter()
            .chain(languages())
            .collect(),
        ),
        (
            tr!("menu" => "Help"),
            vec![
                entry(tr!("Keyboard shortcuts"), Open(Page::Keys)).key(none, Key::F1),
                entry(tr!("Rules"), Open(Page::Rules)),
                entry(tr!("About"), Open(Page::About)).group(),
            ],
        ),
    ]
}

fn study() -> Vec<MenuEntry> {
    let none = Modifiers::NONE;
    let drill = |label, lines, side| command(label, Command::Drill { lines, side });
    let next_variation = Command::Variations {
        to: Some(Variation::Next),
    };
    let leave = Command::Leave {
        practice: PracticeKind::Puzzle,
    };
    let own_lines = |task| Command::Repertoire { task };
    let add_line = RepertoireTask::Add {
        lines: AddedLines::OnBoard,
        side: None,
    };
    let make_puzzles = PuzzlesTask::Make {
        all: false,
        conditions: Vec::new(),
    };
    vec![
        switch(tr!("Study panel"), Switch::StudyPanel).key(none, Key::P),
        entry(tr!("Analyze game"), Desk(Action::Study(Study::Game))).key(none, Key::J),
        entry(tr!("Stop analysis"), Desk(Action::StopStudy(Study::Game))),
        command(tr!("Next variation"), next_variation)
            .key(none, Key::V)
            .group(),
        command(tr!("Make main line"), Command::Promote),
        command(tr!("Delete from here"), Command::Prune),
        entry(tr!("Live analysis"), Desk(Action::Study(Study::Position)))
            .key(none, Key::L)
            .group(),
        entry(
            tr!("Stop live analysis"),
            Desk(Action::StopStudy(Study::Position)),
        )
        .key(Modifiers::SHIFT, Key::L),
        command(tr!("Learn the game"), Command::Learn { strategy: false }).group(),
        command(tr!("Learn strategy"), Command::Learn { strategy: true }),
        command(tr!("Solve a puzzle"), Command::Puzzle).group(),
        command(
            tr!("Create puzzles from my games"),
            Command::Puzzles { task: make_puzzles },
        ),
        command(
            tr!("Guess the moves of a game"),
            Command::Guess {
                games: GuessedGames::Any,
                side: None,
            },
        ),
        drill(tr!("Review due lines"), Drilled::Due, None).group(),
        drill(tr!("Drill this opening"), Drilled::This, None),
        drill(
            tr!("Drill openings as Black"),
            Drilled::Of(None),
            Some(Player::Black),
        ),
        drill(
            tr!("Drill openings as White"),
            Drilled::Of(None),
            Some(Player::White),
        ),
        drill(tr!("Drill my own openings"), Drilled::Repertoire, None),
        command(tr!("Show my own openings"), own_lines(RepertoireTask::List)),
        command(tr!("Add these moves to my openings"), own_lines(add_line)),
        command(tr!("Next, or show answer"), Command::Next)
            .key(none, Key::N)
            .group(),
        command(tr!("Leave lesson, puzzle or drill"), leave),
    ]
}

fn entry(label: &'static str, action: UserAction) -> MenuEntry {
    MenuEntry {
        label,
        keys: None,
        action,
        begins_group: false,
    }
}

fn command(label: &'static str, command: Command) -> MenuEntry {
    entry(label, UserAction::command(command))
}

fn coach(label: &'static str, coach: Coach) -> MenuEntry {
    let setting = Some(coach);
    command(label, Command::Coach { setting })
}

fn openings(label: &'static str, openings: BotOpenings) -> MenuEntry {
    let setting = Some(openings);
    command(label, Command::Openings { setting })
}

fn switch(label: &'static str, switch: Switch) -> MenuEntry {
    entry(label, UserAction::Switch(switch))
}

/// An entry for each language, with its own name.
fn languages() -> impl Iterator<Item = MenuEntry> {
    Language::ALL.into_iter().map(|language| MenuEntry {
        label: language.own_name(),
        keys: None,
        action: UserAction::command(Command::Language {
            language: Some(language),
        }),
        begins_group: language == Language::English,
    })
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
                entries
                    .into_iter()
                    .map(move |entry| (format!("{title} > {}", entry.label), entry))
            })
            .collect();
        let key_of = |entry: &MenuEntry| Some(entry.keys?.format(&ModifierNames::NAMES, false));
        for (command, _, control) in CONTROLS {
            let is_it = |(name, entry): &(String, MenuEntry)| match control {
                Control::Key(key) => key_of(entry).is_some_and(|own| own == key),
                Control::Menu(path) => name == path,
                Control::Press(_) | Control::Nothing => false,
            };
            assert!(all.iter().any(is_it), "{command}: {control:?}");
        }
        for (typed, command) in [
            (
                "H",
                Command::Hint {
                    count: 1,
                    is_full: false,
                },
            ),
            ("U", Command::Undo { turns: 1 }),
            ("next", Command::Next),
        ] {
            let (.., control) = CONTROLS.iter().find(|(name, ..)| *name == typed).unwrap();
            let action = UserAction::command(command);
            let (_, entry) = all
                .iter()
                .find(|(_, entry)| entry.action == action)
                .unwrap();
            let key = key_of(entry).unwrap();
            assert!(
                matches!(control, Control::Key(said) if *said == key),
                "{typed}: {key}"
            );
        }
    }
}
