//! Session errors, as data. The screens turn them into sentences.

use thiserror::Error;

use crate::games::{IllegalMove, Player, SetupError};
use crate::players::Level;

/// The error of a session operation. The session is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SessionError {
    #[error("no game in progress")]
    NoGame,
    #[error("the game is over")]
    GameOver,
    #[error("the game is over and its score is final")]
    GameOverAndCounted,
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("{0} has no competitive mode: only Reversi has one")]
    NotCompetitive(&'static str),
    #[error("{game} has no level {level}: use 1 to {strongest}")]
    NoLevel {
        game: &'static str,
        level: Level,
        strongest: u8,
    },
    #[error("only bots play this game")]
    OnlyBots,
    #[error("not allowed in a competitive game")]
    Competitive,
    #[error("can't undo {asked} turns: only {possible} played")]
    Undo { asked: usize, possible: usize },
    #[error("can't redo {asked} turns: only {possible} undone")]
    Redo { asked: usize, possible: usize },
    #[error("no move {asked}: use 0 to {possible}")]
    GoTo { asked: usize, possible: usize },
    #[error("can't go back {asked} moves: only {possible} before this one")]
    Back { asked: usize, possible: usize },
    #[error("can't go forward {asked} moves: only {possible} left in this line")]
    Forward { asked: usize, possible: usize },
    #[error("no line {asked}: there are {possible}")]
    Line { asked: usize, possible: usize },
    #[error("line {line} has no move {asked}: use 1 to {possible}")]
    LineMove {
        line: usize,
        asked: usize,
        possible: usize,
    },
    #[error("this line has no variations")]
    NoVariations,
    #[error("this is the starting position: there is no move to change")]
    NoMove,
    #[error("already on the main line")]
    IsMainLine,
    #[error("too many variations (limit: {most} positions)")]
    TreeFull { most: usize },
    #[error("notes are full (limit: {most} bytes per game): shorten or delete some")]
    NotesFull { most: usize },
    #[error("{0}'s bot found no legal move: this is a bug in reversi")]
    BotFailed(Player),
}
