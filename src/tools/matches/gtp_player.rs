//! Plays against a program that speaks the Go Text Protocol 2, with Othello's colors and squares.
//!
//! The protocol: <https://www.lysator.liu.se/~gunnar/gtp/>. A command, like `play black D3`, is one line. Its answer
//! begins with `=`, or `?` for an error, and the number of the command, and ends with an empty line.

use std::time::Duration;

use super::clock::TimeLimits;
use super::live_player::{
    Deadline, Fault, LivePlayer, MAX_QUOTED_CHARS, PlayerChoice, parse_square,
};
use super::program::Program;
use crate::base::text::printable::{gtp_line, printable};
use crate::games::Player;
use crate::players::TimeControl;
use crate::records::{GameRecord, RecordedMove};

const MAX_ANSWER_BYTES: usize = 1 << 16;

#[derive(Debug)]
pub struct GtpPlayer {
    program: Program,
    number: u32,
    known: Vec<String>,
    clocks: TimeLimits,
}

impl GtpPlayer {
    pub fn start(
        program: Program,
        clocks: TimeLimits,
        deadline: Deadline,
    ) -> Result<Box<dyn LivePlayer>, Fault> {
        let mut gtp = Self {
            program,
            number: 0,
            known: Vec::new(),
            clocks,
        };
        // If there is no list, use only the required commands.
        let known = gtp.ask("list_commands", deadline)?.unwrap_or_default();
        gtp.known = known.split_whitespace().map(str::to_owned).collect();
        if gtp.knows("set_game") {
            gtp.must("set_game Othello", deadline)?;
        }
        Ok(Box::new(gtp))
    }

    fn knows(&self, command: &str) -> bool {
        self.known.iter().any(|known| known == command)
    }

    /// Returns the text of the answer to a command; as the inner `Err` if the program reported an error.
    fn ask(&mut self, command: &str, deadline: Deadline) -> Result<Result<String, String>, Fault> {
        self.number += 1;
        self.program.send(&format!("{} {command}", self.number))?;
        let mut said: Option<(bool, String)> = None;
        loop {
            let line = self.program.receive(deadline)?;
            let line = gtp_line(&line);
            let text = line.trim();
            match &mut said {
                None if text.is_empty() => {}
                None => said = Some(self.first_line(text)?),
                Some((is_done, words)) if text.is_empty() => {
                    let words = std::mem::take(words);
                    return Ok(if *is_done { Ok(words) } else { Err(words) });
                }
                Some((_, words)) if words.len() + text.len() >= MAX_ANSWER_BYTES => {
                    let reason = format!("an answer of more than {MAX_ANSWER_BYTES} bytes");
                    return Err(Fault::Garbled(reason));
                }
                Some((_, words)) => {
                    words.push('\n');
                    words.push_str(text);
                }
            }
        }
    }

    /// Parses the first line of an answer: whether the command succeeded, and the text.
    fn first_line(&self, line: &str) -> Result<(bool, String), Fault> {
        let (is_done, rest) = match (line.strip_prefix('='), line.strip_prefix('?')) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Err(Fault::garbled(line)),
        };
        let words = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &rest[..rest.len() - words.len()];
        if number.is_empty() || number.parse() == Ok(self.number) {
            Ok((is_done, words.trim().to_owned()))
        } else {
            Err(Fault::garbled(line))
        }
    }

    fn must(&mut self, command: &str, deadline: Deadline) -> Result<String, Fault> {
        let said = self.ask(command, deadline)?;
        said.map_err(|answer| Fault::Refused {
            command: command.to_owned(),
            answer: printable(&answer).limited(MAX_QUOTED_CHARS).to_string(),
        })
    }

    fn play(&mut self, mv: &RecordedMove, deadline: Deadline) -> Result<(), Fault> {
        match mv.square {
            Some(square) => {
                let square = square.to_string().to_uppercase();
                self.must(&format!("play {} {square}", mv.player), deadline)
                    .map(drop)
            }
            // Ignore refusals: some programs pass automatically. The next move names the color, so it shows whether
            // they agree about the turn.
            None => self
                .ask(&format!("play {} pass", mv.player), deadline)
                .map(drop),
        }
    }

    fn time_left(&mut self, player: Player, deadline: Deadline) -> Result<(), Fault> {
        let Some(left) = deadline.left.filter(|_| self.knows("time_left")) else {
            return Ok(());
        };
        let (seconds, stones) = match self.clocks {
            TimeLimits::Move(time) => (whole_seconds(time), 1),
            _ => (left.as_secs(), 0),
        };
        let command = format!("time_left {player} {seconds} {stones}");
        self.ask(&command, deadline).map(drop)
    }
}

impl LivePlayer for GtpPlayer {
    fn begin(&mut self, _: usize, game: &GameRecord, deadline: Deadline) -> Result<(), Fault> {
        if self.knows("boardsize") {
            self.must("boardsize 8", deadline)?;
        }
        self.must("clear_board", deadline)?;
        let settings = match self.clocks {
            TimeLimits::None => None,
            // Don't announce increments below a second, which can't be sent, or above the main time: `time_left`
            // includes them once granted.
            TimeLimits::Game(TimeControl { main, increment })
                if increment.as_secs() == 0 || main < increment =>
            {
                Some((whole_seconds(main), 0, 0))
            }
            // The protocol has no increments: approximate one by a period for one stone after the main time.
            TimeLimits::Game(TimeControl { main, increment }) => {
                Some((whole_seconds(main), whole_seconds(increment), 1))
            }
            TimeLimits::Move(time) => Some((0, whole_seconds(time), 1)),
        };
        if let Some((main, more, stones)) = settings.filter(|_| self.knows("time_settings")) {
            // Ignore refusals: a program that then runs out of time is at fault.
            let _ = self.ask(&format!("time_settings {main} {more} {stones}"), deadline)?;
        }
        game.moves()
            .iter()
            .try_for_each(|mv| self.play(mv, deadline))
    }

    fn watch(&mut self, mv: &RecordedMove, is_own: bool, deadline: Deadline) -> Result<(), Fault> {
        if is_own {
            Ok(())
        } else {
            self.play(mv, deadline)
        }
    }

    fn choose(&mut self, game: &GameRecord, deadline: Deadline) -> Result<PlayerChoice, Fault> {
        let player = game.turn().unwrap_or_default();
        self.time_left(player, deadline)?;
        let command = format!("genmove {player}");
        let said = self.must(&command, deadline)?;
        match said.to_ascii_lowercase().as_str() {
            "pass" => Ok(PlayerChoice::Pass),
            "resign" => Ok(PlayerChoice::Resign),
            square => match parse_square(square) {
                Some(square) => Ok(PlayerChoice::Move(square, None)),
                None => Err(Fault::garbled(&format!("\"{said}\" to {command}"))),
            },
        }
    }

    fn end(&mut self) {
        let _ = self.program.send("quit");
    }
}

/// Rounds down to whole seconds, but to at least one, because zero would mean no limit.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
}
