//! Who makes the moves of a player: a bot of this program, or another program by its protocol.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::clock::Allowance;
use super::gtp::Gtp;
use super::nboard::Nboard;
use super::own::Own;
use super::program::{Log, Patience, Program};
use super::{Contestant, Fault, Kind, Rules};
use crate::games::{self, Player, Square};
use crate::records::{GameRecord, RecordedMove};

/// Whose turn it is, and what there is to know for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn<'a> {
    /// The side to move, which has a move.
    pub(super) player: Player,
    /// The game so far.
    pub(super) game: &'a GameRecord,
    /// The number of the game, from 1.
    pub(super) number: usize,
    /// How much time there is.
    pub(super) allowance: Allowance,
}

/// What a player does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Answer {
    pub(super) reply: Reply,
    /// The difference of discs that the player expects for itself.
    pub(super) evaluation: Option<f64>,
}

/// See [`Answer`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    /// Plays on a square, perhaps against the rules.
    Move(Square),
    /// Passes, which is against the rules: a forced pass is not asked for.
    Pass,
    /// Gives up.
    Resign,
}

/// Makes the moves of a player, in one game after the other.
pub(super) trait Driver {
    /// A game begins, with the moves of its opening made.
    fn begin(&mut self, game: &GameRecord, rules: &Rules, patience: Patience) -> Result<(), Fault>;

    /// A move was made or a pass forced; `is_own` tells of a move that it has chosen itself.
    fn watch(&mut self, mv: &RecordedMove, is_own: bool, patience: Patience) -> Result<(), Fault>;

    /// Chooses a move.
    fn choose(&mut self, turn: &Turn, patience: Patience) -> Result<Answer, Fault>;

    /// The match is over.
    fn end(&mut self);
}

/// Why a player can't play.
#[derive(Debug, Error)]
pub enum StartError {
    /// The program can't be started.
    #[error("{name}: can't start {program}: {source}")]
    NoProgram {
        /// What the player is called.
        name: String,
        /// The program.
        program: String,
        /// The system's reason.
        source: io::Error,
    },
    /// It can, but doesn't take up its protocol.
    #[error("{name}: {program} does not take up the {protocol} protocol: {fault}")]
    NoProtocol {
        /// What the player is called.
        name: String,
        /// The program.
        program: String,
        /// Which protocol.
        protocol: &'static str,
        /// What went wrong.
        fault: Fault,
    },
    /// Nothing is wrong: the match is stopped.
    #[error("the match is stopped")]
    Stopped,
}

/// Gets a player ready; programs are started.
pub(super) fn start(
    contestant: &Contestant,
    rules: &Rules,
    log: Option<&Log>,
    stop: &AtomicBool,
) -> Result<Box<dyn Driver>, StartError> {
    let (words, protocol) = match &contestant.kind {
        Kind::Nboard { words, .. } => (words, "NBoard"),
        Kind::Gtp { words } => (words, "GTP"),
        own => return Ok(Box::new(Own::new(own, rules.seed))),
    };
    let name = &contestant.name;
    let program_name = || shown(words.first().map_or("", String::as_str));
    let program = Program::start(name, words, log).map_err(|source| {
        let program = program_name();
        StartError::NoProgram { name: name.clone(), program, source }
    })?;
    let patience = Patience { until: deadline(rules.timeout), stop };
    let started: Result<Box<dyn Driver>, Fault> = match contestant.kind {
        Kind::Nboard { depth, .. } => {
            Nboard::start(program, depth, patience).map(|driver| Box::new(driver) as _)
        }
        _ => Gtp::start(program, patience).map(|driver| Box::new(driver) as _),
    };
    started.map_err(|fault| match fault {
        Fault::Stopped => StartError::Stopped,
        fault => {
            let program = program_name();
            StartError::NoProtocol { name: name.clone(), program, protocol, fault }
        }
    })
}

/// So long from now.
pub(super) fn deadline(time: Duration) -> Instant {
    let now = Instant::now();
    // A day is longer than any time that can be given.
    now.checked_add(time).unwrap_or(now + Duration::from_hours(24))
}

/// The square that a program names, in either case.
pub(super) fn parse_square(text: &str) -> Option<Square> {
    // Only a letter and a digit: elsewhere people may write squares in other ways.
    games::parse_square(text, 8, 8).ok().filter(|_| text.len() == 2)
}

/// A text of others as a terminal may see it: control characters escaped, and not too long.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars().take(200) {
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}
