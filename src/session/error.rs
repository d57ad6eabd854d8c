//! Why something can't be done in a session, as data. Screens make sentences of it.

use thiserror::Error;

use crate::games::{IllegalMove, Player, SetupError};
use crate::players::Level;

/// Why something could not be done in a session. The session is as it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SessionError {
    /// Nothing has been started yet.
    #[error("no game in progress")]
    NoGame,
    /// The last game has ended.
    #[error("the game is over")]
    GameOver,
    /// The last game was competitive and has ended.
    #[error("the game is over and its score is final")]
    GameOverAndCounted,
    /// The rules forbid the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game can't be set up like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game has no competitive mode.
    #[error("{0} has no competitive mode: only Reversi has one")]
    NotCompetitive(&'static str),
    /// The game has no bot like this.
    #[error("{game} has no level {level}: use 1 to {strongest}")]
    NoLevel {
        /// The game.
        game: &'static str,
        /// The level asked for.
        level: Level,
        /// The strongest level of the game.
        strongest: u8,
    },
    /// A competitive game forbids it.
    #[error("not allowed in a competitive game")]
    Competitive,
    /// Fewer turns have been played than were to be taken back.
    #[error("can't undo {asked} turns: only {possible} played")]
    Undo {
        /// Turns to take back.
        asked: usize,
        /// Turns that can be taken back.
        possible: usize,
    },
    /// Fewer turns have been taken back than were to be redone.
    #[error("can't redo {asked} turns: only {possible} undone")]
    Redo {
        /// Turns to redo.
        asked: usize,
        /// Turns that can be redone.
        possible: usize,
    },
    /// The game has no move of this number, neither played nor taken back.
    #[error("no move {asked}: use 0 to {possible}")]
    GoTo {
        /// The number of the ply, 0 for the start.
        asked: usize,
        /// Number of plies, those taken back included.
        possible: usize,
    },
    /// Fewer moves lead to the position on the board.
    #[error("can't go back {asked} moves: only {possible} before this one")]
    Back {
        /// Moves to go back.
        asked: usize,
        /// Moves that lead to the board.
        possible: usize,
    },
    /// The line ends earlier.
    #[error("can't go forward {asked} moves: only {possible} left in this line")]
    Forward {
        /// Moves to go forward.
        asked: usize,
        /// Moves that the line still has.
        possible: usize,
    },
    /// The tree has no line of this number.
    #[error("no line {asked}: there are {possible}")]
    Line {
        /// The number of the line.
        asked: usize,
        /// The number of lines, the main line included.
        possible: usize,
    },
    /// A line has fewer moves.
    #[error("line {line} has no move {asked}: use 1 to {possible}")]
    LineMove {
        /// The number of the line.
        line: usize,
        /// Which of its moves.
        asked: usize,
        /// The number of its moves.
        possible: usize,
    },
    /// None of the moves on the board has an alternative.
    #[error("this line has no variations")]
    NoVariations,
    /// The board shows the start, to which no move has led.
    #[error("this is the starting position: there is no move to change")]
    NoMove,
    /// There is nothing to promote.
    #[error("already on the main line")]
    IsMainLine,
    /// No more moves have room in the tree.
    #[error("too many variations (limit: {most} positions)")]
    TreeFull {
        /// The most there can be.
        most: usize,
    },
    /// No more notes have room in the tree.
    #[error("notes are full (limit: {most} bytes per game): shorten or delete some")]
    NotesFull {
        /// The most there can be.
        most: usize,
    },
    /// A bot gave no legal move although there is one.
    #[error("{0}'s bot found no legal move: this is a bug in reversi")]
    BotFailed(Player),
}
