//! Session errors, as data. The screens turn them into sentences.

use thiserror::Error;

use crate::base::language::tr;
use crate::games::{IllegalMove, Player, SetupError};
use crate::players::Level;
use crate::records::InLanguage;

/// The error of a session operation. The session is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SessionError {
    #[error("{}", tr!("no game in progress"))]
    NoGame,
    #[error("{}", tr!("the game is over"))]
    GameOver,
    #[error("{}", tr!("the game is over and its score is final"))]
    GameOverAndCounted,
    #[error("{}", .0.in_language())]
    Illegal(#[from] IllegalMove),
    #[error("{}", .0.in_language())]
    Setup(#[from] SetupError),
    #[error("{}", tr!("{name} has no competitive mode: only Reversi has one", name = .0))]
    NotCompetitive(&'static str),
    #[error("{}", tr!("{game} has no level {level}: use 1 to {strongest}", game, level, strongest))]
    NoLevel {
        game: &'static str,
        level: Level,
        strongest: u8,
    },
    #[error("{}", tr!("only bots play this game"))]
    OnlyBots,
    #[error("{}", tr!("not allowed in a competitive game"))]
    Competitive,
    #[error("{}", tr!("can't undo {asked} turns: only {possible} played", asked, possible))]
    Undo { asked: usize, possible: usize },
    #[error("{}", tr!("can't redo {asked} turns: only {possible} undone", asked, possible))]
    Redo { asked: usize, possible: usize },
    #[error("{}", tr!("no move {asked}: use 0 to {possible}", asked, possible))]
    GoTo { asked: usize, possible: usize },
    #[error("{}", tr!(
        "can't go back {asked} moves: only {possible} before this one",
        asked,
        possible
    ))]
    Back { asked: usize, possible: usize },
    #[error("{}", tr!(
        "can't go forward {asked} moves: only {possible} left in this line",
        asked,
        possible
    ))]
    Forward { asked: usize, possible: usize },
    #[error("{}", tr!("no line {asked}: there are {possible}", asked, possible))]
    Line { asked: usize, possible: usize },
    #[error("{}", tr!(
        "line {line} has no move {asked}: use 1 to {possible}",
        line,
        asked,
        possible
    ))]
    LineMove {
        line: usize,
        asked: usize,
        possible: usize,
    },
    #[error("{}", tr!("this line has no variations"))]
    NoVariations,
    #[error("{}", tr!("this is the starting position: there is no move to change"))]
    NoMove,
    #[error("{}", tr!("already on the main line"))]
    IsMainLine,
    #[error("{}", tr!("too many variations (limit: {most} positions)", most))]
    TreeFull { most: usize },
    #[error("{}", tr!(
        "notes are full (limit: {most} bytes per game): shorten or delete some",
        most
    ))]
    NotesFull { most: usize },
    #[error("{}", tr!(
        "{side}'s bot found no legal move: this is a bug in reversi",
        side = .0.in_language()
    ))]
    BotFailed(Player),
}
