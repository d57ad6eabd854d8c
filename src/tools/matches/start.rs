//! Starts the players of a match.

use std::io;
use std::sync::Arc;

use thiserror::Error;

use super::bot_player::BotPlayer;
use super::gtp_player::GtpPlayer;
use super::live_player::LivePlayer;
use super::nboard_player::NboardPlayer;
use super::program::{Deadline, Log, Program};
use super::{Contestant, Fault, Kind, Rules};
use crate::base::text::{printable, reason};
use crate::book::Book;
use crate::players::Stop;

#[derive(Debug, Error)]
pub enum StartError {
    #[error("{name}: can't start {program}: {}", reason(.source))]
    NoProgram { name: String, program: String, source: io::Error },
    #[error("{name}: {program} does not speak {protocol}: {fault}")]
    NoProtocol { name: String, program: String, protocol: &'static str, fault: Fault },
    #[error("no thread can be started: {}", reason(.0))]
    NoThread(io::Error),
    #[error("the match is stopped")]
    Stopped,
}

pub(super) fn start(
    contestant: &Contestant,
    rules: &Rules,
    book: Option<&Arc<Book>>,
    log: Option<&Log>,
    stop: &Stop,
) -> Result<Box<dyn LivePlayer>, StartError> {
    let (words, protocol) = match &contestant.kind {
        Kind::Nboard { words, .. } => (words, "NBoard"),
        Kind::Gtp { words } => (words, "GTP"),
        own => return Ok(Box::new(BotPlayer::new(own, book, *rules))),
    };
    let name = &contestant.name;
    let program_name = || printable(words.first().map_or("", String::as_str)).to_string();
    let program = Program::start(name, words, log).map_err(|source| {
        let program = program_name();
        StartError::NoProgram { name: name.clone(), program, source }
    })?;
    let deadline = Deadline::after(rules.timeout, stop);
    let started: Result<Box<dyn LivePlayer>, Fault> = match contestant.kind {
        Kind::Nboard { depth, .. } => {
            NboardPlayer::start(program, depth, deadline).map(|player| Box::new(player) as _)
        }
        _ => GtpPlayer::start(program, rules.clocks, deadline).map(|player| Box::new(player) as _),
    };
    started.map_err(|fault| match fault {
        Fault::Stopped => StartError::Stopped,
        fault => {
            let program = program_name();
            StartError::NoProtocol { name: name.clone(), program, protocol, fault }
        }
    })
}
