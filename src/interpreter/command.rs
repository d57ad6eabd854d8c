//! Commands as data. Typed input, so that a click needs no text: a move or a side is a value, or a word
//! that only the current game can read.

use crate::games::{Assessment, Info, Move, Player, Setup, Size};
use crate::players::{Level, TimeControl};
use crate::records::{BoardPosition, Condition, Opening};
use crate::session::{Controller, Mode, Nickname, PlayerNames};
use crate::store::SaveName;

/// A side: itself, or a word for it, which depends on names and icons, see
/// [`Sides::find`](crate::session::Sides::find).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    Of(Player),
    /// The side that moves first; where a die decides that, the first player's.
    First,
    Named(String),
}

/// A move: itself, or a text for it, see [`Game::parse_move`](crate::games::Game::parse_move).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveInput {
    Of(Move),
    /// One word, or two numbers with a space between.
    Named(String),
    /// Names of moves for both sides: all of them are played, or none.
    Several(Vec<String>),
}

/// A place in the variations of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variation {
    Line {
        /// The number of the line in the list, from 1, the main line.
        line: usize,
        /// Which move of that line, from 1.
        nth: usize,
    },
    /// The next alternative to the last move on the board that has any.
    Next,
}

/// How clocks are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockSetting {
    On(TimeControl),
    Off,
}

/// What is done with the library of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LibraryTask {
    List,
    Add {
        file: String,
    },
    AddThis,
    Delete {
        /// The number of the game.
        number: usize,
    },
    Tag {
        /// The number of the game.
        number: usize,
        tag: String,
        /// Whether it gets the tag; else it loses it.
        is_given: bool,
    },
    Check,
    Deviations,
    Export {
        file: String,
        force: bool,
    },
}

/// What is done with the puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PuzzlesTask {
    /// They are counted.
    List,
    Make {
        /// From which games of the library; from those that people played here if there are none.
        conditions: Vec<Condition>,
    },
    Export {
        file: String,
        force: bool,
    },
}

/// What takes the place of the game for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PracticeKind {
    Lesson,
    Puzzle,
    Drill,
}

/// Which lines of the opening book are drilled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drilled {
    Due,
    /// Those of an opening, or of the whole book without one.
    Of(Option<Opening>),
    /// The lines of a random opening that leads to a balanced position.
    Balanced,
    /// The lines of the opening in which the user most often leaves the book.
    Deviations,
    /// Those of the opening that the game on the board has reached.
    This,
}

/// Optional parts of an analysis.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extras {
    pub all: bool,
    pub variations: bool,
}

/// Which position the games of the library are asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    OnBoard,
    Of(BoardPosition),
}

/// A new game with all that can be chosen for it, as a dialog asks for it at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGame {
    pub info: &'static Info,
    /// How it is set up, but for who moves first.
    pub setup: Setup,
    pub mode: Mode,
    /// The names of the players, the first one first; `None` for the game's own.
    pub names: Option<PlayerNames>,
    /// The time of each side, if it is limited.
    pub clock: Option<TimeControl>,
}

/// A command of a person or a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    New {
        /// Who moves first, if not as usual.
        first: Option<Side>,
        /// Whether it starts from a balanced opening.
        is_balanced: bool,
    },
    Against {
        human: Side,
        level: Level,
        /// The rating that the level was chosen by, if it was.
        rating: Option<i32>,
        /// Whether it starts from a balanced opening.
        is_balanced: bool,
    },
    Competitive {
        human: Side,
        nickname: Nickname,
    },
    Game {
        info: &'static Info,
        /// The size of its board, if not the usual one.
        size: Option<Size>,
        variant: bool,
    },
    Games,
    Levels,
    /// The level of the opponent, in this game and the next ones.
    Level {
        level: Option<Level>,
        /// The rating that the level was chosen by, if it was.
        rating: Option<i32>,
    },
    /// The names of the first and the second player; `None` for those of the game.
    Names {
        names: Option<PlayerNames>,
    },
    Resign,
    /// The clocks of this game and of new ones; `None` to show them.
    Clock {
        control: Option<ClockSetting>,
    },
    Rules,
    MakeMove,
    Save {
        name: SaveName,
    },
    Load {
        name: SaveName,
    },
    Remove {
        name: SaveName,
    },
    Saves,
    Import {
        file: String,
        /// Which game in it, from 1.
        number: usize,
    },
    Export {
        file: String,
        force: bool,
    },
    Paste {
        /// The text; empty if it follows.
        text: String,
    },
    Library {
        task: LibraryTask,
    },
    Find {
        conditions: Vec<Condition>,
        /// The position that they came to, if it matters.
        position: Option<Asked>,
    },
    Puzzle,
    Puzzles {
        task: PuzzlesTask,
    },
    Drill {
        lines: Drilled,
        /// The side of the person; `None` for the one that makes the last move of the opening.
        side: Option<Player>,
    },
    Stats {
        /// The file for a picture of it, if one is wanted.
        file: Option<String>,
        force: bool,
    },
    SetBoard {
        /// 64 squares and the side to move.
        text: String,
    },
    Play {
        mv: MoveInput,
    },
    Icons {
        black: String,
        white: String,
    },
    Legal,
    Hint {
        /// Number of moves, at least 1.
        count: usize,
    },
    /// Show the score of each legal move.
    Evaluate,
    Book {
        /// The position to look up; `None` for the one on the board.
        position: Option<BoardPosition>,
    },
    /// Find the exact score of the position.
    Solve,
    Analyze {
        /// How far to search, if not as usual: a level of the engine, or a time for each search.
        level: Option<Level>,
        extras: Extras,
    },
    Go,
    Undo {
        /// Number of turns, at least 1.
        turns: usize,
    },
    Redo {
        /// Number of turns, at least 1.
        turns: usize,
    },
    GoTo {
        /// The number of the ply, passes counted; 0 is the start.
        number: usize,
    },
    Variations {
        /// Where to go; `None` to list them.
        to: Option<Variation>,
    },
    /// Go back without taking moves back.
    Back {
        /// Number of moves, at least 1.
        moves: usize,
    },
    Forward {
        /// Number of moves, at least 1.
        moves: usize,
    },
    Note {
        /// The note, empty to remove it; `None` to show it.
        text: Option<String>,
    },
    Mark {
        /// The sign; `None` to take it away.
        sign: Option<Assessment>,
    },
    Promote,
    Prune,
    Ranking,
    /// Say what people do first, or explain all commands or one of them.
    Help {
        /// A name of the command, or `all`.
        topic: Option<String>,
    },
    Show,
    Moves,
    Restart,
    Player {
        side: Side,
        controller: Controller,
        /// The rating that the level was chosen by, if it was.
        rating: Option<i32>,
    },
    Seed {
        seed: u64,
    },
    Resume {
        /// The number in the list, from 1, the newest; `None` to list them.
        number: Option<usize>,
    },
    Learn {
        /// Whether the strategy is taught instead of the rules.
        strategy: bool,
    },
    Next,
    Leave {
        /// What the command names: a puzzle for a drill and the other way round will do.
        practice: PracticeKind,
    },
    Quit,
}

impl Command {
    /// Bring back the latest unfinished game.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub const LATEST_UNFINISHED: Self = Self::Resume { number: Some(1) };

    /// Whether it puts another game in the place of the current one.
    pub(super) fn replaces_game(&self) -> bool {
        matches!(
            self,
            Self::New { .. }
                | Self::Against { .. }
                | Self::Competitive { .. }
                | Self::Game { .. }
                | Self::Restart
                | Self::Load { .. }
                | Self::Import { .. }
                | Self::Paste { .. }
                | Self::SetBoard { .. }
                | Self::Resume { number: Some(_) }
        )
    }

    /// The same command with leave to overwrite the file that it writes; `None` if it has that, or
    /// writes no file.
    pub(super) fn overwriting(&self) -> Option<Self> {
        Some(match self {
            Self::Export { file, force: false } => Self::Export { file: file.clone(), force: true },
            Self::Library { task: LibraryTask::Export { file, force: false } } => {
                let task = LibraryTask::Export { file: file.clone(), force: true };
                Self::Library { task }
            }
            Self::Stats { file: Some(file), force: false } => {
                Self::Stats { file: Some(file.clone()), force: true }
            }
            Self::Puzzles { task: PuzzlesTask::Export { file, force: false } } => {
                let task = PuzzlesTask::Export { file: file.clone(), force: true };
                Self::Puzzles { task }
            }
            _ => return None,
        })
    }
}
