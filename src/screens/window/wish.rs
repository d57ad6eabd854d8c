//! What a person asks the window for, from menus, buttons, keys and the board alike.

use std::path::PathBuf;

use super::super::words::{self, Voice};
use crate::desk::{Action, Desk};
use crate::interpreter::{Command, MoveInput};

/// What a person asks for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Wish {
    /// Something that the desk does.
    Act(Action),
    /// Another position of the game.
    Browse(Browse),
    /// A setting of the window, the other way round.
    Switch(Switch),
    /// A dialog.
    Open(Page),
    /// To close the dialog.
    Close,
    /// Text for the clipboard.
    Copy(Copied),
    /// What is on the clipboard, asked of the system.
    Paste,
    /// A file, chosen in the system's dialog, or in one of the window where the system has none.
    Choose(Choice),
    /// A file that is read.
    Read(PathBuf),
    /// A file that is written.
    Write {
        /// The content.
        written: Written,
        /// The file.
        path: PathBuf,
        /// Whether a file of that name is overwritten.
        force: bool,
    },
    /// A line of moves, to be played through from the position shown.
    Line(Vec<String>),
    /// Another position of the line that is played through.
    AlongLine(Browse),
    /// The game again, and not the line.
    LeaveLine,
    /// To end the program.
    Quit,
}

/// A position to browse to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Browse {
    First,
    Back,
    Forward,
    Last,
}

/// A setting that is on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Switch {
    /// Marks on the legal moves.
    Legal,
    /// The study panel.
    Panel,
    /// The whole screen.
    FullScreen,
    /// No animations.
    Still,
}

/// A dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Page {
    NewGame,
    Players,
    Save,
    Load,
    Editor,
    /// The path of a file.
    File(Choice),
    Ranking,
    Rules,
    Keys,
    Settings,
}

/// What is copied to the clipboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Copied {
    /// The moves so far.
    Moves,
    /// The board shown.
    Board,
}

/// What a file is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Choice {
    /// A record of a game is read.
    Record,
    /// Writing a file.
    Target(Written),
}

impl Choice {
    /// The action on a file. With `force`, an existing file is overwritten.
    pub(super) fn wish(self, path: PathBuf, force: bool) -> Wish {
        match self {
            Self::Record => Wish::Read(path),
            Self::Target(written) => Wish::Write { written, path, force },
        }
    }
}

/// What is written to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Written {
    /// The game, in a format of records.
    Record,
    /// A picture of the board.
    Board,
    /// A picture of the scores.
    Graph,
}

impl Wish {
    /// A command.
    pub(super) fn of(command: Command) -> Self {
        Self::Act(Action::Command(command))
    }

    /// A move.
    pub(super) fn play(mv: MoveInput) -> Self {
        Self::of(Command::Play { mv })
    }

    /// Whether it can be granted.
    ///
    /// # Errors
    /// Why not, where that is not plain to see.
    pub(super) fn check(&self, desk: &Desk) -> Result<(), Option<String>> {
        let game = desk.view().game.as_ref();
        let needs = |has: bool| if has { Ok(()) } else { Err(None) };
        match self {
            Self::Act(action) => check(desk, action),
            Self::Browse(browse) => needs(browse.target(desk).is_some()),
            Self::Choose(choice) | Self::Open(Page::File(choice)) => {
                choice.wish(PathBuf::new(), false).check(desk)
            }
            Self::Paste | Self::Read(_) => {
                check(desk, &Action::Command(Command::Paste { text: String::new() }))
            }
            Self::Open(Page::Players) => needs(game.is_some()).and_then(|()| {
                let permitted = desk.why_not(&player_change());
                permitted
                    .map_or(Ok(()), |refusal| Err(Some(words::refusal(Voice::Window, &refusal))))
            }),
            Self::Open(Page::Load) => {
                let name = "x".parse().map_err(|_| None)?;
                check(desk, &Action::Command(Command::Load { name }))
            }
            Self::Open(Page::Editor) => {
                check(desk, &Action::Command(Command::SetBoard { text: String::new() }))
            }
            Self::Open(Page::Save) => {
                let name = "x".parse().map_err(|_| None)?;
                needs(game.is_some())
                    .and_then(|()| check(desk, &Action::Command(Command::Save { name })))
            }
            Self::Copy(Copied::Moves) => needs(game.is_some_and(|game| !game.moves.is_empty())),
            Self::Copy(Copied::Board)
            | Self::Write { written: Written::Board | Written::Record, .. } => {
                needs(game.is_some())
            }
            Self::Write { written: Written::Graph, .. } => {
                needs(game.is_some_and(|game| game.analysis.is_some()))
            }
            Self::Switch(_)
            | Self::Open(_)
            | Self::Close
            | Self::Line(_)
            | Self::AlongLine(_)
            | Self::LeaveLine
            | Self::Quit => Ok(()),
        }
    }
}

/// A change of who plays a side.
fn player_change() -> Action {
    use crate::games::Player;
    use crate::interpreter::Side;
    use crate::session::Controller;
    let side = Side::Of(Player::Black);
    Action::Command(Command::Player { side, controller: Controller::Human })
}

fn check(desk: &Desk, action: &Action) -> Result<(), Option<String>> {
    if desk.can(action) {
        return Ok(());
    }
    Err(desk.why_not(action).map(|refusal| words::refusal(Voice::Window, &refusal)))
}

impl Browse {
    /// The number of moves to show the position after; `None` if it is shown already.
    pub(super) fn target(self, desk: &Desk) -> Option<usize> {
        let game = desk.view().game.as_ref()?;
        let (shown, last) = (game.shown().moves, game.moves.len());
        let target = match self {
            Self::First => 0,
            Self::Back => shown.checked_sub(1)?,
            Self::Forward => shown + 1,
            Self::Last => last,
        };
        (target != shown && target <= last).then_some(target)
    }
}
