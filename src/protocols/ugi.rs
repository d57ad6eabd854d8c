//! The Universal Game Interface, for all games.
//!
//! The specification is <https://github.com/kz04px/cutegames/blob/master/ugi.md>. A side without a legal move
//! remains to move, and its move is `pass`.

mod go;
mod options;

use std::fmt::{Display, Write};
use std::time::{Duration, Instant};

use super::Search;
use super::history::History;
use super::{Protocol, ProtocolOptions, Reaction, Urgency, shown};
use crate::engine::Found;
use crate::games::{Fen, FenError, Game, Info, Move, Setup};
use crate::players::{Answer, Request};
use go::Go;

const PASS: &str = "pass";

#[derive(Debug, Clone)]
pub struct Ugi {
    info: &'static Info,
    /// The options of a new game.
    setup: Setup,
    history: History,
    /// The level applies to a `go` without limits.
    options: ProtocolOptions,
    uses_book: bool,
    is_searching: bool,
    /// The best move reported so far.
    told: Option<Move>,
}

impl Ugi {
    pub fn new(options: &ProtocolOptions, info: &'static Info) -> Self {
        let setup = Self::default_setup(info);
        Self {
            info,
            setup,
            history: History::new((info.new)(setup), None),
            options: options.clone(),
            // As in UCI: the client may have its own book.
            uses_book: false,
            is_searching: false,
            told: None,
        }
    }

    fn default_setup(info: &Info) -> Setup {
        let chosen = Setup {
            first: info.first_player(),
            ..Setup::default()
        };
        info.setup(chosen).unwrap_or(chosen)
    }

    fn start(&self) -> History {
        History::new((self.info.new)(self.setup), None)
    }

    /// Handles `position startpos` and `position fen ...`, with moves. An error leaves the position unchanged.
    fn position(&mut self, arguments: &str) -> Result<(), String> {
        let (place, moves) = match arguments.split_once("moves") {
            Some((place, moves)) => (place.trim(), moves),
            None => (arguments.trim(), ""),
        };
        let mut history = match place.split_once(char::is_whitespace).unwrap_or((place, "")) {
            ("startpos", _) => self.start(),
            ("fen", fen) => self.read(fen)?,
            _ => return Err("position takes startpos, or fen and a position".to_owned()),
        };
        for name in moves.split_whitespace() {
            let wrong = |reason: &dyn Display| format!("illegal move {}: {reason}", shown(name));
            let mv = match name {
                PASS => None,
                name => Some(
                    history
                        .game()
                        .parse_move(name)
                        .map_err(|error| wrong(&error))?,
                ),
            };
            history.play(mv).map_err(|error| wrong(&error))?;
        }
        self.history = history;
        Ok(())
    }

    fn read(&self, text: &str) -> Result<History, String> {
        let read = || {
            let unsupported = FenError::Unsupported(self.info.name);
            let read = self.info.read.ok_or(unsupported)?;
            let fen = Fen::parse(text)?;
            Ok((read(&fen, self.setup)?, fen.turn))
        };
        let (game, turn) = read().map_err(|error: FenError| format!("not a position: {error}"))?;
        let passing = game.turn().filter(|&player| player != turn).map(|_| turn);
        Ok(History::new(game, passing))
    }

    fn query(&self, question: &str) -> Option<String> {
        let first = self.info.first_player();
        let game = self.history.game();
        Some(match question {
            "gameover" => self.history.to_move().is_none().to_string(),
            "p1turn" => (self.history.to_move() == Some(first)).to_string(),
            "result" => match game.outcome().map(|outcome| outcome.winner) {
                None => "none".to_owned(),
                Some(None) => "draw".to_owned(),
                Some(Some(winner)) if winner == first => "p1win".to_owned(),
                Some(Some(_)) => "p2win".to_owned(),
            },
            // An extension of the specification: the current position.
            "fen" => {
                let winner = game.outcome().and_then(|outcome| outcome.winner);
                game.fen(self.history.to_move().or(winner).unwrap_or_default())
            }
            _ => return None,
        })
    }

    fn go(&mut self, arguments: &str, at: Instant) -> Reaction {
        let go = Go::parse(arguments);
        match self.history.to_move() {
            // The client expects an answer even though there is no move.
            None => format!("bestmove {PASS}\n").into(),
            Some(_) if self.history.last().is_pass() => {
                (unsearched(0, 0, Duration::ZERO, PASS) + &format!("bestmove {PASS}\n")).into()
            }
            Some(player) => {
                let is_first = player == self.info.first_player();
                let game = self.history.game();
                let (thinker, deadline) =
                    go.thinker(game, is_first, &self.options, self.uses_book, at);
                (self.is_searching, self.told) = (true, None);
                let request = Request::new(game.clone_box(), thinker);
                let search = Search {
                    request,
                    deadline,
                    is_endless: go.is_endless(),
                };
                Reaction {
                    search: Some(Box::new(search)),
                    ..Reaction::default()
                }
            }
        }
    }

    fn line_of_play(&self, moves: impl IntoIterator<Item = Move>) -> String {
        let game = self.history.game();
        let plies = self.history.with_passes(moves);
        let names: Vec<String> = plies.into_iter().map(|mv| name(game, mv)).collect();
        names.join(" ")
    }
}

/// An `info` line for a move without a score.
fn unsearched(depth: u32, nodes: u64, time: Duration, name: &str) -> String {
    let milliseconds = time.as_millis();
    let speed = speed(nodes, time);
    format!("info depth {depth} time {milliseconds} nodes {nodes} nps {speed:.0} pv {name}\n")
}

fn name(game: &dyn Game, mv: Option<Move>) -> String {
    mv.map_or_else(|| PASS.to_owned(), |mv| game.move_name(mv))
}

impl Protocol for Ugi {
    fn urgency(line: &str) -> Urgency {
        match line.split_whitespace().next() {
            Some("stop" | "quit") => Urgency::Stop,
            Some("isready" | "query") => Urgency::Beside,
            Some("ugi" | "uginewgame" | "setoption" | "position" | "go") => Urgency::InTurn,
            _ => Urgency::Ignored,
        }
    }

    fn line(&mut self, line: &str, at: Instant) -> Reaction {
        let line = line.trim();
        let (command, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let arguments = arguments.trim();
        let complain =
            |result: Result<(), String>| result.err().map(|error| format!("info string {error}\n"));
        match command {
            "ugi" => self.introduction().into(),
            "isready" => "readyok\n".to_owned().into(),
            "uginewgame" => {
                self.history = self.start();
                Reaction::default()
            }
            "setoption" => complain(self.set_option(arguments))
                .unwrap_or_default()
                .into(),
            "position" => complain(self.position(arguments))
                .unwrap_or_default()
                .into(),
            "query" => {
                let answer = self
                    .query(arguments)
                    .map(|answer| format!("response {answer}\n"));
                answer.unwrap_or_default().into()
            }
            "go" => self.go(arguments, at),
            "quit" => Reaction {
                is_end: true,
                ..Reaction::default()
            },
            _ => Reaction::default(),
        }
    }

    fn found(&mut self, found: &Found) -> String {
        let mut text = String::new();
        self.told = found.best();
        let time = found.time;
        let milliseconds = time.as_millis();
        for (rank, line) in (1..).zip(&found.lines) {
            let rank = if found.lines.len() > 1 {
                format!(" multipv {rank}")
            } else {
                String::new()
            };
            let pv = self.line_of_play(line.moves.iter().copied());
            let speed = speed(found.nodes, time);
            let depth = found.depth;
            let score = 100 * line.score;
            let nodes = found.nodes;
            let sure = if found.is_exact() {
                "exact".to_owned()
            } else {
                format!("selectivity {}", found.selectivity.percent())
            };
            let _ = writeln!(
                text,
                "info depth {depth} {sure}{rank} score cp {score} time {milliseconds} nodes {nodes} \
                 nps {speed:.0} pv {pv}",
            );
        }
        text
    }

    fn finished(&mut self, answer: &Answer) -> Reaction {
        if !std::mem::take(&mut self.is_searching) {
            return Reaction::default();
        }
        let mv = answer
            .mv
            .or_else(|| self.history.game().moves().first().copied());
        let name = name(self.history.game(), mv);
        let mut text = match &answer.found {
            // A stopped search may return a move that differs from its last complete iteration, or have none.
            Some(found) if self.told != mv => self.found(found),
            Some(_) => String::new(),
            None => unsearched(answer.depth, answer.nodes, answer.time, &name),
        };
        if answer.is_book {
            text += "info string opening book\n";
        }
        (text + &format!("bestmove {name}\n")).into()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
fn speed(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-6)
}

#[cfg(test)]
mod tests;
