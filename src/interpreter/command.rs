//! Commands as data. Typed input, so that a click needs no text: a move or a side is a value, or a word
//! that only the current game can read.

use crate::games::{Assessment, Info, Move, Player, Size};
use crate::players::Level;
use crate::records::{BoardPosition, Condition, Opening};
use crate::session::{Controller, Nickname};
use crate::store::SaveName;

/// A side: itself, or a word for it, which depends on names and icons, see
/// [`Sides::find`](crate::session::Sides::find).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    /// This side.
    Of(Player),
    /// The side that moves first; where a die decides that, the first player's.
    First,
    /// The side that the word names.
    Named(String),
}

/// A move: itself, or a text for it, see [`Game::parse_move`](crate::games::Game::parse_move).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveInput {
    /// This move.
    Of(Move),
    /// One word, or two numbers with a space between.
    Named(String),
}

/// Which of the unfinished games that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// The one of this number in the list, from 1, the newest.
    Number(usize),
    /// All of them, as a list.
    List,
}

/// A place in the variations of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variation {
    /// The position after a move of a line.
    Line {
        /// The number of the line in the list, from 1, the main line.
        line: usize,
        /// Which move of that line, from 1.
        nth: usize,
    },
    /// The next alternative to the last move on the board that has any.
    Next,
}

/// What is done with the library of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LibraryTask {
    /// Its games are listed.
    List,
    /// The games of a file are added.
    Add {
        /// The file.
        file: String,
    },
    /// The current game is added.
    AddThis,
}

/// What is done with the puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PuzzlesTask {
    /// They are counted.
    List,
    /// More are made.
    Make {
        /// From which games of the library; from those that people played here if there are none.
        conditions: Vec<Condition>,
    },
    /// They are written to a file, with the answers so far.
    Export {
        /// The file.
        file: String,
        /// Whether a file of that name is overwritten.
        force: bool,
    },
}

/// What takes the place of the game for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PracticeKind {
    /// A lesson.
    Lesson,
    /// Puzzles.
    Puzzle,
    /// A drill.
    Drill,
}

/// Which lines of the opening book are drilled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drilled {
    /// Those that are due.
    Due,
    /// Those of an opening, or of the whole book without one.
    Of(Option<Opening>),
    /// Those of the opening that the game on the board has reached.
    This,
}

/// Optional parts of an analysis.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extras {
    /// A list of every move.
    pub all: bool,
    /// The better lines, added to the game as variations.
    pub variations: bool,
}

/// Which position the games of the library are asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// The one on the board.
    OnBoard,
    /// This one.
    Of(BoardPosition),
}

/// A command of a person or a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Start a game for two people.
    New {
        /// Who moves first, if not as usual.
        first: Option<Side>,
    },
    /// Start a game against a bot.
    Against {
        /// The side of the person.
        human: Side,
        /// The strength of the bot.
        level: Level,
        /// The rating that the level was chosen by, if it was.
        rating: Option<i32>,
    },
    /// Start a competitive game.
    Competitive {
        /// The side of the person.
        human: Side,
        /// The name in the ranking.
        nickname: Nickname,
    },
    /// Change the game, and start one.
    Game {
        /// The game.
        info: &'static Info,
        /// The size of its board, if not the usual one.
        size: Option<Size>,
        /// Whether its variant is played.
        variant: bool,
    },
    /// List the games.
    Games,
    /// List the levels of the current game.
    Levels {
        /// Whether text lists every level with a rating. JSON always does.
        all: bool,
    },
    /// Explain the rules of the current game.
    Rules,
    /// Ask for a move, one part at a time.
    MakeMove,
    /// Save the game.
    Save {
        /// The name of the save.
        name: SaveName,
    },
    /// Load a saved game.
    Load {
        /// The name of the save.
        name: SaveName,
    },
    /// Remove a saved game.
    Remove {
        /// The name of the save.
        name: SaveName,
    },
    /// List the saves.
    Saves,
    /// Take a game from a file of records.
    Import {
        /// The file.
        file: String,
        /// Which game in it, from 1.
        number: usize,
    },
    /// Write the game to a file of records.
    Export {
        /// The file.
        file: String,
        /// Whether a file of that name is overwritten.
        force: bool,
    },
    /// Take a game or a board that is typed or pasted.
    Paste {
        /// The text; empty if it follows.
        text: String,
    },
    /// Keep games in the library, or list them.
    Library {
        /// What is done.
        task: LibraryTask,
    },
    /// Find games of the library.
    Find {
        /// What they have to be like.
        conditions: Vec<Condition>,
        /// The position that they came to, if it matters.
        position: Option<Asked>,
    },
    /// Begin with the puzzles that are due.
    Puzzle,
    /// Count the puzzles, or make more.
    Puzzles {
        /// What is done.
        task: PuzzlesTask,
    },
    /// Drill lines of the opening book.
    Drill {
        /// Which.
        lines: Drilled,
        /// The side of the person; `None` for the one that makes the last move of the opening.
        side: Option<Player>,
    },
    /// Show what your games came to.
    Stats {
        /// The file for a picture of it, if one is wanted.
        file: Option<String>,
        /// Whether a file of that name is overwritten.
        force: bool,
    },
    /// Set up a position.
    SetBoard {
        /// 64 squares and the side to move.
        text: String,
    },
    /// Play a move.
    Play {
        /// The move.
        mv: MoveInput,
    },
    /// Change the icons.
    Icons {
        /// Black's.
        black: String,
        /// White's.
        white: String,
    },
    /// Show the board with the legal moves.
    Legal,
    /// Show the board with suggested moves.
    Hint {
        /// Number of moves, at least 1.
        count: usize,
    },
    /// Show the score of each legal move.
    Evaluate,
    /// Show the moves that the opening book knows.
    Book,
    /// Find the exact score of the position.
    Solve,
    /// Judge the moves played.
    Analyze {
        /// How far to search, if not as usual: a level of the engine, or a time for each search.
        level: Option<Level>,
        /// Parts in addition to the summary.
        extras: Extras,
    },
    /// Play the suggested move.
    Go,
    /// Take turns back.
    Undo {
        /// Number of turns, at least 1.
        turns: usize,
    },
    /// Redo turns that were taken back.
    Redo {
        /// Number of turns, at least 1.
        turns: usize,
    },
    /// Go to the position after a move.
    GoTo {
        /// The number of the ply, passes counted; 0 is the start.
        number: usize,
    },
    /// List the variations, or go to one.
    Variations {
        /// Where to go; `None` to list them.
        to: Option<Variation>,
    },
    /// Go back without taking moves back.
    Back {
        /// Number of moves, at least 1.
        moves: usize,
    },
    /// Go forward along the line.
    Forward {
        /// Number of moves, at least 1.
        moves: usize,
    },
    /// Write or show the note about the position on the board.
    Note {
        /// The note, empty to remove it; `None` to show it.
        text: Option<String>,
    },
    /// Give the last move a sign.
    Mark {
        /// The sign; `None` to take it away.
        sign: Option<Assessment>,
    },
    /// Make the line on the board the main line.
    Promote,
    /// Remove the last move and all that follow it.
    Prune,
    /// Show the ranking.
    Ranking,
    /// Say what people do first, or explain all commands or one of them.
    Help {
        /// A name of the command, or `all`.
        topic: Option<String>,
    },
    /// Show the board.
    Show,
    /// List the moves played.
    Moves,
    /// Start the game again.
    Restart,
    /// Change who plays a side.
    Player {
        /// The side.
        side: Side,
        /// Who plays it.
        controller: Controller,
    },
    /// Set the random seed.
    Seed {
        /// The seed.
        seed: u64,
    },
    /// Bring back an unfinished game, or list them.
    Resume {
        /// Which.
        which: Unfinished,
    },
    /// Begin the lessons of the current game.
    Learn,
    /// Go on with the lesson, the puzzles or the drill.
    Next,
    /// Leave the lesson, the puzzles or the drill.
    Leave {
        /// What the command names: a puzzle for a drill and the other way round will do.
        practice: PracticeKind,
    },
    /// End the session.
    Quit,
}

impl Command {
    /// Bring back the latest unfinished game.
    pub const LATEST_UNFINISHED: Self = Self::Resume { which: Unfinished::Number(1) };

    /// The same command with leave to overwrite the file that it writes; `None` if it has that, or
    /// writes no file.
    pub(super) fn overwriting(&self) -> Option<Self> {
        Some(match self {
            Self::Export { file, force: false } => Self::Export { file: file.clone(), force: true },
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
