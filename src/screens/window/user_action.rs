//! User actions in the window: from menus, buttons, keys and the board.

use std::path::PathBuf;

use crate::desk::{Action, Desk};
use crate::interpreter::{Command, Loss, MoveInput};
use crate::screens::shared::browse_target;
use crate::screens::words::{self, Voice};

#[derive(Debug, Clone, PartialEq)]
pub enum UserAction {
    Desk(Action),
    /// Steps through the game, or through a line of moves.
    Browse(isize),
    Switch(Switch),
    Open(Page),
    Close,
    /// Performs the action that waits for confirmation.
    Confirm,
    CopyMoves,
    CopyPosition,
    /// Requests the clipboard text from the system.
    Paste,
    /// Asks for a file, in the system's dialog if possible.
    Choose(FileTask),
    Read(PathBuf),
    Write {
        kind: ExportKind,
        path: PathBuf,
        /// Whether an existing file is overwritten.
        force: bool,
    },
    Line(Vec<String>),
    LeaveLine,
    ShowStart,
    LeaveStart,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    LegalMoves,
    StudyPanel,
    FullScreen,
    NoAnimations,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Page {
    NewGame,
    Players,
    Save,
    Load,
    /// The question whether to leave the game for another one.
    Replace,
    /// The question whether a saved game may be lost.
    Loss(Loss),
    /// The question about the side to move of a board.
    Side,
    /// The question whether to quit without saving.
    Unsaved,
    Editor,
    File(FileTask),
    Ranking,
    Rules,
    Keys,
    Settings,
    About,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileTask {
    Import,
    Export(ExportKind),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExportKind {
    Record,
    Report,
    Animation,
    BoardPicture,
    ScoreGraph,
}

impl FileTask {
    /// The action on a file. With `force`, an existing file is overwritten.
    pub fn action(self, path: PathBuf, force: bool) -> UserAction {
        match self {
            Self::Import => UserAction::Read(path),
            Self::Export(kind) => UserAction::Write { kind, path, force },
        }
    }
}

impl UserAction {
    pub fn command(command: Command) -> Self {
        Self::Desk(Action::Command(command))
    }

    pub fn play(mv: MoveInput) -> Self {
        Self::command(Command::Play { mv })
    }

    /// Whether the action is possible. If not, returns the reason, or `None` if it is obvious.
    pub fn check(&self, desk: &Desk) -> Result<(), Option<String>> {
        let game = desk.view().game.as_ref();
        let needs = |has: bool| if has { Ok(()) } else { Err(None) };
        let permits = |command: &str| match desk.why_not_named(command) {
            Some(refusal) => Err(Some(words::refusal(Voice::Window, &refusal))),
            None => Ok(()),
        };
        match self {
            Self::Desk(action) if desk.can(action) => Ok(()),
            Self::Desk(action) => Err(desk
                .why_not(action)
                .map(|refusal| words::refusal(Voice::Window, &refusal))),
            Self::Browse(step) => {
                needs(game.is_some_and(|game| browse_target(game, *step) != game.shown().moves()))
            }
            Self::Choose(task) | Self::Open(Page::File(task)) => {
                task.action(PathBuf::new(), false).check(desk)
            }
            Self::Paste => permits("paste"),
            Self::Read(_) => permits("import"),
            Self::Open(Page::Players) => needs(game.is_some()).and_then(|()| permits("player")),
            Self::Open(Page::Load) => permits("load"),
            Self::Open(Page::Save) => needs(game.is_some()).and_then(|()| permits("save")),
            Self::Open(Page::Editor) => permits("setboard"),
            Self::CopyMoves => needs(game.is_some_and(|game| !game.moves().is_empty())),
            Self::Write {
                kind: ExportKind::ScoreGraph,
                ..
            } => needs(game.is_some_and(|game| game.analysis.is_some())),
            Self::Write {
                kind: ExportKind::Report,
                ..
            } => needs(game.is_some_and(|game| !game.moves().is_empty()))
                .and_then(|()| permits("analyze")),
            Self::Write {
                kind: ExportKind::Animation,
                ..
            } => needs(game.is_some_and(|game| !game.moves().is_empty())),
            Self::CopyPosition | Self::Write { .. } => needs(game.is_some()),
            Self::Switch(_)
            | Self::Open(_)
            | Self::Close
            | Self::Confirm
            | Self::Line(_)
            | Self::ShowStart
            | Self::LeaveStart
            | Self::LeaveLine => Ok(()),
        }
    }
}
