//! The protocol of `NBoard`, version 2.
//!
//! The specification is part of the program, <http://www.orbanova.com/downloads/NBoard.zip>. Evaluations are for
//! the side to move. Errors that the specification doesn't cover, such as an illegal move, are reported in the
//! status line.

use std::fmt::Write;
use std::time::Instant;

use super::Search;
use super::history::{History, HistoryEntry};
use super::{Protocol, ProtocolOptions, Reaction, Urgency, shown};
use crate::engine::{Found, Limits, Line};
use crate::games::{Game, Move, Player, Reversi};
use crate::players::{Answer, Level, Memory, Request, limits_of_depth};
use crate::records::{Format, read};

const DEFAULT_DEPTH: u8 = 18;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inquiry {
    Hint,
    Go,
    /// The score of the position after `.0` plies.
    Analyze(usize),
}

#[derive(Debug, Clone)]
pub struct NBoard {
    history: History,
    limits: Limits,
    /// The bot that chooses the moves of `go`, until the client sets a depth; `None` for the engine.
    bot: Option<Level>,
    /// The value of a draw for Black, in hundredths of a disc.
    contempt: f64,
    options: ProtocolOptions,
    task: Option<Inquiry>,
}

impl NBoard {
    pub fn new(options: &ProtocolOptions) -> Self {
        let limits = options.level.and_then(Level::limits);
        Self {
            history: History::new(Box::new(Reversi::new(Player::Black)), None),
            limits: limits.unwrap_or_else(|| limits_of_depth(DEFAULT_DEPTH)),
            bot: options.level.filter(|_| limits.is_none()),
            contempt: 0.0,
            options: options.clone(),
            task: None,
        }
    }

    fn set(&mut self, arguments: &str) -> String {
        let (what, value) = arguments
            .split_once(char::is_whitespace)
            .unwrap_or((arguments, ""));
        let value = value.trim();
        match what {
            "depth" => {
                let Ok(depth) = value.parse::<u64>() else {
                    return status("set depth takes a number of plies");
                };
                let deepest = *Level::DEPTHS.end();
                let depth = u8::try_from(depth).unwrap_or(deepest).clamp(1, deepest);
                self.limits = limits_of_depth(depth);
                self.bot = None;
                format!("set myname Reversi {depth}\n")
            }
            "game" => match load(value) {
                Ok(history) => {
                    self.history = history;
                    String::new()
                }
                Err(reason) => status(&format!("set game: {reason}")),
            },
            "contempt" => match value
                .parse::<f64>()
                .ok()
                .filter(|contempt| contempt.is_finite())
            {
                Some(contempt) => {
                    self.contempt = contempt;
                    String::new()
                }
                None => status("set contempt takes a number of hundredths of a disc"),
            },
            _ => String::new(),
        }
    }

    fn play(&mut self, arguments: &str) -> String {
        let played = parse_move(self.history.game(), arguments)
            .and_then(|mv| self.history.play(mv).map_err(|error| error.to_string()));
        played.map_or_else(
            |reason| status(&format!("illegal move: {reason}")),
            |()| String::new(),
        )
    }

    fn search(&mut self, position: &HistoryEntry, task: Inquiry, lines: usize) -> Reaction {
        self.task = Some(task);
        let game = position.game().clone_box();
        // The game has passed already, so its moves are the opponent's.
        let choices = if position.is_pass() {
            1
        } else {
            game.moves().len().max(1)
        };
        let limits = Limits {
            lines: lines.clamp(1, choices),
            ..self.limits
        };
        let is_move = task == Inquiry::Go;
        let thinker = match self.bot.filter(|_| is_move) {
            Some(level) => self.options.bot(level, game.info()),
            None => self
                .options
                .engine(limits, Memory::Forget, is_move.then_some(0)),
        };
        let request = Request::new(game, thinker);
        let search = Search {
            request,
            deadline: None,
            is_endless: false,
        };
        Reaction {
            search: Some(Box::new(search)),
            ..Reaction::default()
        }
    }

    fn think(&mut self, task: Inquiry, lines: usize) -> Reaction {
        let position = self.history.last().clone();
        match (task, position.to_move()) {
            (Inquiry::Go, None) => "=== PA\n".to_owned().into(),
            (_, None) => status("the game is over").into(),
            // Only a hint searches before a pass: it shows the line after it.
            (Inquiry::Go, Some(_)) if position.is_pass() => "=== PA\n".to_owned().into(),
            (_, Some(_)) => {
                let reaction = self.search(&position, task, lines);
                Reaction {
                    text: status("thinking"),
                    ..reaction
                }
            }
        }
    }

    /// Analyzes the positions from number `first` until one needs a search.
    fn analyze_from(&mut self, first: usize) -> Reaction {
        let mut text = String::new();
        for ply in first.. {
            let Some(position) = self.history.positions().get(ply).cloned() else {
                break;
            };
            let Some(outcome) = position.game().outcome() else {
                let reaction = self.search(&position, Inquiry::Analyze(ply), 1);
                return Reaction { text, ..reaction };
            };
            let turn = position.next_in_turn();
            let discs = |player| outcome.score.map_or(0, |score| score.result(player));
            let score = f64::from(discs(turn)) - f64::from(discs(turn.opponent()));
            let value = if score == 0.0 {
                self.contempt_of(turn)
            } else {
                score
            };
            let _ = writeln!(text, "analysis {ply} {value:.2}");
        }
        (text + &status("")).into()
    }

    /// The value of a draw for `player`, in discs.
    fn contempt_of(&self, player: Player) -> f64 {
        let to_black = self.contempt / 100.0;
        if player == Player::Black {
            to_black
        } else {
            0.0 - to_black
        }
    }

    /// Converts a score to the view of the side to move or pass.
    fn value(&self, position: &HistoryEntry, found: &Found, score: i32) -> f64 {
        let turn = position.to_move().unwrap_or_default();
        if score == 0 && found.is_exact() {
            return self.contempt_of(turn);
        }
        let score = if position.is_pass() { -score } else { score };
        f64::from(score)
    }
}

impl Protocol for NBoard {
    fn urgency(line: &str) -> Urgency {
        match line.split_whitespace().next() {
            Some("ping" | "quit") => Urgency::Stop,
            Some("nboard" | "set" | "move" | "hint" | "go" | "learn" | "analyze") => {
                Urgency::InTurn
            }
            _ => Urgency::Ignored,
        }
    }

    fn line(&mut self, line: &str, _: Instant) -> Reaction {
        let line = line.trim();
        let (command, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let arguments = arguments.trim();
        match command {
            "nboard" => "set myname Reversi\n".to_owned().into(),
            "set" => self.set(arguments).into(),
            "move" => self.play(arguments).into(),
            "hint" => self.think(Inquiry::Hint, arguments.parse().unwrap_or(1)),
            "go" => self.think(Inquiry::Go, 1),
            // The specification says a number; echo any text.
            "ping" => format!("pong {}\n", super::shown(arguments)).into(),
            "learn" => "learned\n".to_owned().into(),
            "analyze" => {
                let reaction = self.analyze_from(0);
                Reaction {
                    text: status("analyzing") + &reaction.text,
                    ..reaction
                }
            }
            "quit" => Reaction {
                is_end: true,
                ..Reaction::default()
            },
            _ => Reaction::default(),
        }
    }

    fn found(&mut self, found: &Found) -> String {
        if !matches!(self.task, Some(Inquiry::Hint | Inquiry::Go)) {
            return String::new();
        }
        let mut text = String::new();
        for line in &found.lines {
            let value = self.value(self.history.last(), found, line.score);
            text += &search_line(&self.history, line, value, found);
        }
        text + &format!(
            "nodestats {} {:.3}\n",
            found.nodes,
            found.time.as_secs_f64()
        )
    }

    fn finished(&mut self, answer: &Answer) -> Reaction {
        let found = answer.found.as_ref();
        match self.task.take() {
            Some(Inquiry::Hint) => status("").into(),
            Some(Inquiry::Go) => {
                let position = self.history.last();
                let value = found.map(|found| self.value(position, found, found.score()));
                let mv = answer
                    .mv
                    .or_else(|| position.game().moves().first().copied());
                let word = move_word(position.game(), mv);
                let seconds = answer.time.as_secs_f64();
                let text = format!("=== {word}/{}/{seconds:.2}\n", evaluation(value));
                let source = if answer.is_book { "opening book" } else { "" };
                (text + &status(source)).into()
            }
            Some(Inquiry::Analyze(_)) if answer.is_stopped => status("").into(),
            Some(Inquiry::Analyze(ply)) => {
                let position = &self.history.positions()[ply];
                let value = found.map(|found| self.value(position, found, found.score()));
                let text = format!("analysis {ply} {}\n", evaluation(value));
                let reaction = self.analyze_from(ply + 1);
                Reaction {
                    text: text + &reaction.text,
                    ..reaction
                }
            }
            None => Reaction::default(),
        }
    }
}

fn load(ggf: &str) -> Result<History, String> {
    let mut records = read(Format::Ggf, ggf.as_bytes());
    let record = match records.next() {
        Some(Ok(entry)) => entry.record,
        Some(Err(error)) => return Err(error.to_string()),
        None => return Err("expected a GGF game, like (;GM[Othello]...;)".to_owned()),
    };
    let mut history = History::from_record(&record).map_err(|error| error.to_string())?;
    // The record includes a forced pass at its end, but here the client must pass explicitly.
    if history.is_last_a_pass() && history.to_move().is_some() && !ends_with_a_pass(ggf) {
        history.undo();
    }
    Ok(history)
}

/// Whether the last move of a GGF game is a pass.
fn ends_with_a_pass(ggf: &str) -> bool {
    let mut tags = ggf
        .split(']')
        .filter_map(|tag| tag.trim_start().split_once('['));
    let last = tags.rfind(|(name, _)| ["B", "W"].contains(name));
    last.is_some_and(|(_, value)| {
        let word: String = value.trim_start().chars().take(2).collect();
        word.eq_ignore_ascii_case("PA")
    })
}

const PASS: &str = "PA";

fn status(text: &str) -> String {
    if text.is_empty() {
        "status\n".to_owned()
    } else {
        format!("status {text}\n")
    }
}

/// A move in the form `F5`, or `PA`.
fn move_word(game: &dyn Game, mv: Option<Move>) -> String {
    mv.map_or_else(|| PASS.to_owned(), |mv| game.move_name(mv).to_uppercase())
}

/// Parses the move of `F5/eval/time`; the rest is ignored.
fn parse_move(game: &dyn Game, text: &str) -> Result<Option<Move>, String> {
    let word = text.split('/').next().unwrap_or("").trim();
    if word.eq_ignore_ascii_case(PASS) || word.eq_ignore_ascii_case("pass") {
        return Ok(None);
    }
    super::parse_vertex(game, word)
        .map(Some)
        .ok_or_else(|| format!("\"{}\" is not a square", shown(word)))
}

/// An evaluation in discs; empty for `None`.
fn evaluation(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.2}"))
}

/// A `search` line: moves without spaces, score and depth.
fn search_line(history: &History, line: &Line, value: f64, found: &Found) -> String {
    let game = history.game();
    let moves = line.moves.iter().copied();
    let words: String = history
        .with_passes(moves)
        .into_iter()
        .map(|mv| move_word(game, mv))
        .collect();
    let depth = if found.is_exact() {
        "100%".to_owned()
    } else if found.to_the_end {
        format!("{}@{}", found.depth, found.selectivity)
    } else {
        found.depth.to_string()
    };
    format!("search {words} {value:.2} 0 {depth}\n")
}

#[cfg(test)]
mod tests;
