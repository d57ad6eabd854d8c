//! The trait of the players of a match, implemented for bots and for other programs, with their deadlines and failures.

use std::io;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::base::language::reason;
use crate::base::text::printable;
use crate::games::{self, Square};
use crate::players::Stop;
use crate::records::{GameRecord, RecordedMove};

pub const MAX_QUOTED_CHARS: usize = 200;

/// A player failure.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("{0}")]
    Crashed(String),
    #[error("{0}")]
    Garbled(String),
    #[error("answered {answer} to {command}")]
    Refused { command: String, answer: String },
    #[error("no answer")]
    Silent,
    #[error("the match is stopped")]
    Stopped,
}

impl Fault {
    pub(super) fn garbled(answer: &str) -> Self {
        Self::Garbled(printable(answer).limited(MAX_QUOTED_CHARS).to_string())
    }
}

#[derive(Debug, Error)]
pub enum StartError {
    #[error("{name}: can't start {program}: {}", reason(.source))]
    NoProgram {
        name: String,
        program: String,
        source: io::Error,
    },
    #[error("{name}: {program} does not speak {protocol}: {fault}")]
    NoProtocol {
        name: String,
        program: String,
        protocol: &'static str,
        fault: Fault,
    },
    #[error("no thread can be started: {}", reason(.0))]
    NoThread(io::Error),
    #[error("the match is stopped")]
    Stopped,
}

/// The deadline of an answer, with the stop request of the match.
#[derive(Debug, Clone, Copy)]
pub struct Deadline<'a> {
    pub until: Instant,
    /// The time left on the clock of the player to move; `None` without a clock.
    pub left: Option<Duration>,
    pub stop: &'a Stop,
}

impl<'a> Deadline<'a> {
    pub fn after(time: Duration, stop: &'a Stop) -> Self {
        let now = Instant::now();
        // On overflow, use a day, which is longer than any time limit.
        let until = now
            .checked_add(time)
            .unwrap_or(now + Duration::from_hours(24));
        Self {
            until,
            left: None,
            stop,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PlayerChoice {
    /// A square, possibly illegal, and the score that the player expects for itself, in discs.
    Move(Square, Option<f64>),
    /// A pass. It is always illegal, because forced passes are never requested.
    Pass,
    Resign,
}

/// A player, which plays one game after another.
pub trait LivePlayer {
    /// Begins game `number`, from 1. The moves of its opening are already made.
    fn begin(&mut self, number: usize, game: &GameRecord, deadline: Deadline) -> Result<(), Fault>;

    /// Reports a move or a forced pass. `is_own` marks the player's own move.
    fn watch(&mut self, mv: &RecordedMove, is_own: bool, deadline: Deadline) -> Result<(), Fault>;

    /// Chooses a move for the side to move, which has a legal move.
    fn choose(&mut self, game: &GameRecord, deadline: Deadline) -> Result<PlayerChoice, Fault>;

    fn end(&mut self);
}

/// Parses a square in an answer: a letter in either case and a digit.
pub fn parse_square(text: &str) -> Option<Square> {
    games::parse_square(text, 8, 8)
        .ok()
        .filter(|_| text.len() == 2)
}
