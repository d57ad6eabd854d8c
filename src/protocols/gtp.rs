//! The Go Text Protocol, version 2, for Othello.
//!
//! The specification is <http://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>. The commands that
//! name a game come from Quarry, and the `gogui-rules` commands from `GoGui`. As usual in Othello, a1 is the top
//! left square.

mod commands;
mod rules;
mod time;

use std::time::Instant;

use thiserror::Error;

use super::Search;
use super::history::History;
use super::{Protocol, ProtocolOptions, Reaction, Urgency};
use crate::base::text::printable::gtp_line;
use crate::games::{Move, Player, Reversi};
use crate::players::{Answer, Level, LevelError, Memory, Request, within};
use crate::records::MoveError;
use commands::COMMANDS;
use time::GameClocks;

/// Used if the client sets neither a level nor a clock.
const DEFAULT_DEPTH: u8 = 18;

/// The error of a command, in the words of the specification where it has any.
#[derive(Debug, Error)]
enum GtpError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error: {0}")]
    Syntax(&'static str),
    #[error("syntax error: {0}")]
    Level(#[from] LevelError),
    #[error("unacceptable size")]
    UnacceptableSize,
    #[error("illegal move")]
    IllegalMove,
    #[error("illegal move: {0}")]
    WrongTurn(MoveError),
    #[error("cannot undo")]
    CannotUndo,
    #[error("unsupported game: {0} plays Othello")]
    UnsupportedGame(&'static str),
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    #[error("cannot score: the game is not over")]
    NotOver,
    #[error(
        "syntax error: the line is longer than {} bytes",
        super::mailbox::MAX_LINE_BYTES
    )]
    TooLong,
}

impl From<MoveError> for GtpError {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::NotTheirTurn(_) => Self::WrongTurn(error),
            MoveError::Illegal(_) | MoveError::Mirrored(_) | MoveError::MayNotPass(_) => {
                Self::IllegalMove
            }
        }
    }
}

enum GtpReply {
    Text(String),
    /// A move to search for.
    Move(Box<Search>, Pending),
    Quit,
}

#[derive(Debug, Clone)]
struct Pending {
    player: Player,
    /// Whether to play the move, as in `genmove`.
    is_played: bool,
    since: Instant,
}

#[derive(Debug, Clone)]
pub struct Gtp {
    history: History,
    options: ProtocolOptions,
    time: GameClocks,
    /// The running search, with the id of its command.
    pending: Option<(String, Pending)>,
}

impl Gtp {
    pub fn new(options: &ProtocolOptions) -> Self {
        Self {
            history: Self::start(),
            options: options.clone(),
            time: GameClocks::default(),
            pending: None,
        }
    }

    fn start() -> History {
        History::new(Box::new(Reversi::new(Player::Black)), None)
    }

    fn search(&self, player: Player, since: Instant) -> Search {
        let game = self.history.game().clone_box();
        let budget = self.time.budget(player, game.grid().empties());
        let level = self.options.level;
        let book_margin = level.map_or(Some(0), Level::book_margin);
        let is_timed = level.is_none() && budget.is_some();
        let level = level
            .or_else(|| Level::from_depth(DEFAULT_DEPTH))
            .filter(|_| !is_timed);
        let thinker = if let Some(bot) = level.filter(|level| level.limits().is_none()) {
            self.options.bot(bot, game.info())
        } else {
            let limits = level.and_then(Level::limits).unwrap_or_default();
            let limits = budget.map_or(limits, |budget| {
                within(limits, budget.after(since.elapsed()))
            });
            let memory = if is_timed {
                Memory::Keep
            } else {
                Memory::Forget
            };
            self.options.engine(limits, memory, book_margin)
        };
        let deadline = budget.and_then(|budget| since.checked_add(budget.max));
        Search {
            request: Request::new(game, thinker),
            deadline,
            is_endless: false,
        }
    }
}

impl Protocol for Gtp {
    fn urgency(line: &str) -> Urgency {
        let line = gtp_line(line);
        // GoGui interrupts a command this way.
        if line.trim() == "# interrupt" {
            return Urgency::Stop;
        }
        match split(&line) {
            None => Urgency::Ignored,
            Some((_, "quit", _)) => Urgency::Goodbye,
            Some(_) => Urgency::InTurn,
        }
    }

    fn line(&mut self, line: &str, at: Instant) -> Reaction {
        let line = gtp_line(line);
        let Some((id, name, arguments)) = split(&line) else {
            return Reaction::default();
        };
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let command = COMMANDS.iter().find(|(known, _)| *known == name);
        let answer = command
            .ok_or(GtpError::UnknownCommand)
            .and_then(|(_, run)| run(self, &arguments, at));
        match answer {
            Ok(GtpReply::Text(text)) => success(id, &text).into(),
            Ok(GtpReply::Quit) => Reaction {
                text: success(id, ""),
                search: None,
                is_end: true,
            },
            Ok(GtpReply::Move(search, pending)) => {
                self.pending = Some((id.to_owned(), pending));
                Reaction {
                    search: Some(search),
                    ..Reaction::default()
                }
            }
            Err(error) => failed(id, &error).into(),
        }
    }

    fn too_long(&mut self) -> Reaction {
        failed("", &GtpError::TooLong).into()
    }

    fn finished(&mut self, answer: &Answer) -> Reaction {
        let Some((id, pending)) = self.pending.take() else {
            return Reaction::default();
        };
        self.time.spend(pending.player, pending.since.elapsed());
        let game = self.history.game();
        let mv = answer.mv.or_else(|| game.moves().first().copied());
        let text = vertex(game, mv);
        if pending.is_played && self.history.play_as(pending.player, mv).is_err() {
            return failed(&id, &GtpError::IllegalMove).into();
        }
        success(&id, &text).into()
    }
}

/// Splits a line into id, command and arguments; `None` if it is empty.
fn split(line: &str) -> Option<(&str, &str, &str)> {
    let line = line.split('#').next().unwrap_or("").trim();
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    let is_number = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
    let (id, line) = if is_number {
        (first, rest.trim_start())
    } else {
        ("", line)
    };
    if line.is_empty() && id.is_empty() {
        return None;
    }
    let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
    Some((id, name, arguments))
}

fn success(id: &str, text: &str) -> String {
    let between = if text.is_empty() || text.starts_with('\n') {
        ""
    } else {
        " "
    };
    format!("={id}{between}{text}\n\n")
}

fn failed(id: &str, error: &GtpError) -> String {
    format!("?{id} {error}\n\n")
}

fn vertex(game: &dyn crate::games::Game, mv: Option<Move>) -> String {
    mv.map_or_else(|| "pass".to_owned(), |mv| game.move_name(mv).to_uppercase())
}

#[cfg(test)]
mod tests;
