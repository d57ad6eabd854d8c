//! Plays against a program that speaks version 2 of Chris Welty's `NBoard` protocol. Both ignore unknown lines.

use super::live_player::{Deadline, Fault, LivePlayer, PlayerChoice, parse_square};
use super::program::Program;
use crate::records::{GameRecord, RecordedMove};

#[derive(Debug)]
pub struct NboardPlayer {
    program: Program,
    depth: u32,
    pings: u32,
}

impl NboardPlayer {
    pub fn start(
        program: Program,
        depth: u32,
        deadline: Deadline,
    ) -> Result<Box<dyn LivePlayer>, Fault> {
        let mut nboard = Self {
            program,
            depth,
            pings: 0,
        };
        nboard.program.send("nboard 2")?;
        nboard.synchronise(deadline)?;
        Ok(Box::new(nboard))
    }

    /// Waits until the program has read all earlier lines.
    fn synchronise(&mut self, deadline: Deadline) -> Result<(), Fault> {
        self.pings += 1;
        self.program.send(&format!("ping {}", self.pings))?;
        let wanted = format!("pong {}", self.pings);
        while self.program.receive(deadline)?.trim() != wanted {}
        Ok(())
    }

    fn tell(&mut self, mv: &RecordedMove) -> Result<(), Fault> {
        let square = mv
            .square
            .map_or_else(|| "PA".to_owned(), |square| square.to_string());
        self.program
            .send(&format!("move {}", square.to_uppercase()))
    }
}

impl LivePlayer for NboardPlayer {
    fn begin(&mut self, _: usize, game: &GameRecord, deadline: Deadline) -> Result<(), Fault> {
        self.program.send(&format!("set depth {}", self.depth))?;
        let [black, white] = &game.players;
        self.program.send(&format!(
            "set game (;GM[Othello]PC[reversi]PB[{}]PW[{}]RE[?]TY[8]BO[8 -------- -------- -------- \
             ---O*--- ---*O--- -------- -------- -------- *];)",
            black.name, white.name
        ))?;
        game.moves().iter().try_for_each(|mv| self.tell(mv))?;
        self.synchronise(deadline)
    }

    fn watch(&mut self, mv: &RecordedMove, _: bool, _: Deadline) -> Result<(), Fault> {
        self.tell(mv)
    }

    fn choose(&mut self, _: &GameRecord, deadline: Deadline) -> Result<PlayerChoice, Fault> {
        self.program.send("go")?;
        loop {
            let line = self.program.receive(deadline)?;
            let Some(answer) = line.trim().strip_prefix("===") else {
                continue;
            };
            let mut parts = answer.trim().split('/');
            let mv = parts.next().unwrap_or_default().trim();
            if ["pa", "pass"].contains(&mv.to_ascii_lowercase().as_str()) {
                return Ok(PlayerChoice::Pass);
            }
            let square = parse_square(mv).ok_or_else(|| Fault::garbled(&line))?;
            let evaluation = parts.next().and_then(|text| text.trim().parse().ok());
            let evaluation = evaluation.filter(|value: &f64| value.is_finite());
            return Ok(PlayerChoice::Move(square, evaluation));
        }
    }

    fn end(&mut self) {
        // Not in the protocol, but many programs support it, and all exit at the end of input.
        let _ = self.program.send("quit");
    }
}
