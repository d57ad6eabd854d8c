//! Commands as data. A screen can build one without text: each move and side is a value, or a word that is resolved
//! in the current game.

use std::path::Path;

use crate::base::language::Language;
use crate::games::{Assessment, Info, Move, Player, Setup, Size};
use crate::players::{Level, TimeControl};
use crate::records::{BoardPosition, Condition, Opening};
use crate::report::page::is_page;
use crate::session::{Aid, Controller, Nickname, PlayerNames, Players};
use crate::store::SaveName;
use crate::study::{BotOpenings, Coach};

/// A side, or a word for it that depends on names and icons; see [`Sides::find`](crate::session::Sides::find).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    Of(Player),
    /// The side of the first player; Black where dice decide who moves first.
    First,
    Named(String),
}

/// A move, or a text for it; see [`Game::parse_move`](crate::games::Game::parse_move).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveInput {
    Of(Move),
    /// One word, or two numbers separated by a space.
    Named(String),
    /// Moves of both sides in turn. Either all of them are played, or none.
    Several(Vec<String>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variation {
    Line {
        /// The number of the line in the list; the main line is 1.
        line: usize,
        /// The move of that line, from 1.
        nth: usize,
    },
    /// The next alternative to the latest move that has one.
    Next,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockSetting {
    On(TimeControl),
    Off,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LibraryTask {
    List,
    Add {
        file: String,
    },
    AddThis,
    /// Continue or study a game of the library.
    Open {
        number: usize,
    },
    Delete {
        numbers: Vec<usize>,
    },
    /// Move games back from the bin.
    Restore {
        numbers: Vec<usize>,
    },
    /// List the deleted games.
    Bin,
    /// Empty the bin.
    Purge,
    Tag {
        numbers: Vec<usize>,
        tag: String,
        /// Whether the tag is added; otherwise it is removed.
        is_given: bool,
    },
    Check {
        repairs: bool,
    },
    Deviations,
    Export {
        file: String,
        force: bool,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PuzzlesTask {
    List,
    Make {
        /// The games of the library to use; empty for the games by users of this program.
        conditions: Vec<Condition>,
    },
    Export {
        file: String,
        force: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PracticeKind {
    Lesson,
    Puzzle,
    Drill,
    Guess,
}

/// A command for the screen itself, which the interpreter hands back to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScreenCommand {
    Theme {
        /// The theme to set; `None` to show the current one.
        name: Option<String>,
    },
    Discs {
        /// The disc style to set; `None` to show the current one.
        style: Option<String>,
    },
    Config {
        /// The words of a setting and its value.
        words: String,
    },
    /// Copies a part of the game to the clipboard.
    Copy(CopiedPart),
    Prompt,
    Screen,
    Window,
    Clear,
    Version,
}

/// What is copied to the clipboard, in a form that `paste` reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopiedPart {
    Moves,
    /// The board and the side to move.
    Position,
}

/// The games of the library whose moves are guessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuessedGames {
    /// A random game.
    Any,
    Number(usize),
    /// A random game of those that meet the conditions.
    Found(Vec<Condition>),
}

/// The first moves of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpeningSource {
    /// From the starting position.
    Usual,
    /// From a balanced opening.
    Balanced,
    /// From the starting position; the bot follows the lines of the user's repertoire.
    Repertoire,
}

/// The lines to drill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drilled {
    Due,
    /// The lines of an opening; `None` for the whole book.
    Of(Option<Opening>),
    Balanced,
    /// The lines of the opening in which the user leaves the book most often.
    Deviations,
    /// The lines of the opening reached in the current game.
    This,
    /// The user's own lines.
    Repertoire,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extras {
    pub all: bool,
    pub variations: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RepertoireTask {
    List,
    Add {
        lines: AddedLines,
        /// `None` for the user's side in the game, or the side that made the last move.
        side: Option<Player>,
    },
    /// Remove lines of a side, or of both.
    Remove {
        /// Whether all lines are removed, not only those through the position on the board.
        all: bool,
        side: Option<Player>,
    },
    Export {
        file: String,
        force: bool,
    },
}

/// The lines to add to the repertoire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddedLines {
    /// The moves on the board.
    OnBoard,
    /// All lines of the game, with its variations.
    All,
    /// The openings of the games of the library that meet the conditions.
    Found(Vec<Condition>),
}

/// The position to look up in the games of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    OnBoard,
    Of(BoardPosition),
}

/// The settings of a new game, as chosen in one dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGame {
    pub info: &'static Info,
    /// The setup, except for the side that moves first.
    pub setup: Setup,
    pub players: Players,
    /// The names, first player first; `None` for the names of the game.
    pub names: Option<PlayerNames>,
    /// The time control; `None` if time is not limited.
    pub clock: Option<TimeControl>,
}

/// A command. The numbers of moves and turns are at least 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    New {
        /// The side that moves first; `None` for the default.
        first: Option<Side>,
        beginning: OpeningSource,
    },
    Against {
        human: Side,
        level: Level,
        /// The rating that the level was chosen for, if any.
        rating: Option<i32>,
        beginning: OpeningSource,
    },
    Competitive {
        human: Side,
        nickname: Nickname,
    },
    Game {
        info: &'static Info,
        /// The board size; `None` for the default.
        size: Option<Size>,
        variant: bool,
    },
    Games,
    Levels,
    /// The level of the opponent in this and later games; `None` to show it.
    Level {
        level: Option<Level>,
        rating: Option<i32>,
    },
    /// The names of the first and the second player; `None` for the names of the game.
    Names {
        names: Option<PlayerNames>,
    },
    Resign,
    /// The clocks of this and later games; `None` to show them.
    Clock {
        control: Option<ClockSetting>,
    },
    Rules,
    MakeMove,
    Save {
        name: SaveName,
        /// Whether a save of another game is overwritten without a question.
        force: bool,
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
        /// The number of the game in the file, from 1.
        number: usize,
    },
    Export {
        file: String,
        force: bool,
    },
    Paste {
        /// The text; empty if it follows on the next lines.
        text: String,
    },
    Library {
        task: LibraryTask,
    },
    Find {
        conditions: Vec<Condition>,
        /// The position that the games reached; `None` for any.
        position: Option<Asked>,
    },
    Puzzle,
    Puzzles {
        task: PuzzlesTask,
    },
    Drill {
        lines: Drilled,
        /// The user's side; `None` for the side that makes the last move of the opening.
        side: Option<Player>,
    },
    Guess {
        games: GuessedGames,
        /// The side whose moves are guessed; `None` for the winner.
        side: Option<Player>,
    },
    Repertoire {
        task: RepertoireTask,
    },
    Stats {
        /// The SVG file to write; `None` to show the statistics.
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
        count: usize,
        /// Whether a beginner wants the depth and the selectivity too.
        is_full: bool,
    },
    /// Explains the last move, or the move of a hint.
    Why,
    /// The games whose openings bots play; `None` to show them.
    Openings {
        setting: Option<BotOpenings>,
    },
    Coach {
        /// The new setting; `None` to show it.
        setting: Option<Coach>,
    },
    Evaluate,
    Book {
        /// The position to look up; `None` for the current one.
        position: Option<BoardPosition>,
    },
    Solve,
    Analyze {
        /// The search depth, as a level of the engine or a time per search; `None` for the default.
        level: Option<Level>,
        extras: Extras,
    },
    Go,
    Undo {
        turns: usize,
    },
    Redo {
        turns: usize,
    },
    GoTo {
        /// The ply, passes included; 0 is the start.
        number: usize,
    },
    Variations {
        /// The variation to enter; `None` to list them.
        to: Option<Variation>,
    },
    /// Steps back without undoing moves.
    Back {
        moves: usize,
    },
    Forward {
        moves: usize,
    },
    Note {
        /// The new note, empty to remove it; `None` to show it.
        text: Option<String>,
    },
    Mark {
        /// The annotation; `None` to remove it.
        sign: Option<Assessment>,
    },
    Promote,
    Prune,
    Ranking,
    /// Shows the first steps, an overview of all commands, or the help for one.
    Help {
        /// A name of the command, or `all`; `None` for the first steps.
        topic: Option<String>,
    },
    Show,
    Moves,
    Restart,
    Player {
        side: Side,
        controller: Controller,
        rating: Option<i32>,
    },
    Seed {
        seed: u64,
    },
    Language {
        /// The language to set; `None` to show it.
        language: Option<Language>,
    },
    ForScreen(ScreenCommand),
    Resume {
        /// The number in the list, newest first from 1; `None` to list them.
        number: Option<usize>,
    },
    Learn {
        /// Whether strategy is taught instead of the rules.
        strategy: bool,
    },
    Next,
    Leave {
        /// The mode as typed. In a drill, `puzzle` works too, and vice versa.
        practice: PracticeKind,
    },
    Quit,
}

impl Command {
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "for the window"))]
    pub const LATEST_UNFINISHED: Self = Self::Resume { number: Some(1) };

    /// Whether the command replaces the current game.
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
                | Self::Library {
                    task: LibraryTask::Open { .. }
                }
        )
    }

    /// The help that the command gives in a game.
    pub(super) fn aid(&self) -> Option<Aid> {
        match self {
            Self::Hint { .. } | Self::Evaluate | Self::Solve | Self::Book { position: None } => {
                Some(Aid::Hint)
            }
            Self::Go => Some(Aid::BestMove),
            Self::Undo { .. } | Self::GoTo { .. } => Some(Aid::Undo),
            Self::Analyze { .. } | Self::Why => Some(Aid::Analysis),
            Self::Export { file, .. } if is_page(Path::new(file)) => Some(Aid::Analysis),
            _ => None,
        }
    }

    /// Whether the command on saved data is about the current game.
    pub fn needs_game(&self) -> bool {
        match self {
            Self::Library { task } => *task == LibraryTask::AddThis,
            Self::Find { position, .. } => *position == Some(Asked::OnBoard),
            Self::Repertoire { task } => matches!(
                task,
                RepertoireTask::Add {
                    lines: AddedLines::OnBoard | AddedLines::All,
                    ..
                } | RepertoireTask::Remove { all: false, .. }
            ),
            _ => false,
        }
    }

    /// Returns the command with permission to overwrite its output file; `None` if it has the permission or no
    /// file.
    pub(super) fn overwriting(&self) -> Option<Self> {
        let mut command = self.clone();
        match &mut command {
            Self::Export { force, .. }
            | Self::Library {
                task: LibraryTask::Export { force, .. },
            }
            | Self::Puzzles {
                task: PuzzlesTask::Export { force, .. },
            }
            | Self::Repertoire {
                task: RepertoireTask::Export { force, .. },
            }
            | Self::Stats {
                file: Some(_),
                force,
            } if !*force => {
                *force = true;
            }
            _ => return None,
        }
        Some(command)
    }
}
