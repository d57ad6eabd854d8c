//! Refuses options of `reversi match` that don't fit together.

use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;

use super::{MAX_GAMES, MAX_PLAYERS, MatchOptions};
use crate::base::files::resolved;
use crate::base::text::Shard;
use crate::records::{Format, format_of_output};
use crate::tools::matches::{Kind, MOST_PLIES, TimeLimits, Tournament};
use crate::tools::run::ToolError;

fn refuse(kind: ErrorKind, reason: &str) -> Result<(), ToolError> {
    Err(ToolError::usage("match", kind, reason))
}

impl MatchOptions {
    /// Refuses options that don't fit together, with the first reason found.
    pub(super) fn check(&self, shard: Shard) -> Result<(), ToolError> {
        self.check_players()?;
        self.check_files()?;
        self.check_tournament(shard)
    }

    fn check_players(&self) -> Result<(), ToolError> {
        let clocks = self.clocks();
        let is_any = |is: fn(&Kind) -> bool| self.players().any(|player| is(&player.kind));
        let is_short = matches!(clocks, TimeLimits::Move(time) if time < Duration::from_secs(1));
        if self.book.is_some() && !is_any(|kind| matches!(kind, Kind::Book(_))) {
            let reason = "--book needs a book player, such as book:20";
            return refuse(ErrorKind::ArgumentConflict, reason);
        }
        if is_short && is_any(|kind| matches!(kind, Kind::Gtp { .. })) {
            let reason = "GTP supports only whole seconds: use --move-time 1s or more";
            return refuse(ErrorKind::ValueValidation, reason);
        }
        if clocks == TimeLimits::None && is_any(|kind| *kind == Kind::Clock) {
            let reason = "the player `engine` needs --clock or --move-time";
            return refuse(ErrorKind::MissingRequiredArgument, reason);
        }
        Ok(())
    }

    fn check_files(&self) -> Result<(), ToolError> {
        let is_log = |file: Option<&PathBuf>| {
            let both = self.log.as_ref().zip(file);
            both.is_some_and(|(log, file)| resolved(log) == resolved(file))
        };
        if self.openings.is_none() && self.plies.is_some_and(|plies| plies > MOST_PLIES) {
            let reason = format!(
                "built-in openings have at most {MOST_PLIES} plies: for longer ones, use --openings"
            );
            return refuse(ErrorKind::ValueValidation, &reason);
        }
        if is_log(self.out.as_ref()) {
            let reason = "--out and --log must be different files";
            return refuse(ErrorKind::ArgumentConflict, reason);
        }
        if is_log(self.openings.as_ref()) {
            let reason = "--log would append to the openings: choose another file";
            return refuse(ErrorKind::ArgumentConflict, reason);
        }
        let format = self.out.as_deref().map(format_of_output);
        match format {
            Some(Ok(format)) if !matches!(format, Format::Ggf | Format::Transcript) => {
                let name = format.name();
                let reason = format!(
                    "--out writes GGF or text lines: name it .ggf, then use `reversi convert` for {name}"
                );
                refuse(ErrorKind::ValueValidation, &reason)
            }
            _ => Ok(()),
        }
    }

    fn check_tournament(&self, shard: Shard) -> Result<(), ToolError> {
        let refuse = |reason: &str| refuse(ErrorKind::ArgumentConflict, reason);
        let kind = self.tournament();
        if self.rounds.is_some() && kind != Some(Tournament::Swiss) {
            return refuse("--rounds needs --tournament swiss");
        }
        if kind.is_none() {
            return Ok(());
        }
        let names: Vec<&str> = self.players().map(|player| player.name.as_str()).collect();
        if names.len() > MAX_PLAYERS {
            return refuse(&format!("too many players: use at most {MAX_PLAYERS}"));
        }
        let is_twin = |&place: &usize| names[..place].contains(&names[place]);
        if let Some(place) = (0..names.len()).find(is_twin) {
            let name = names[place];
            return refuse(&format!(
                "two players are called {name}: name one of them, as in other={name}"
            ));
        }
        if self.schedule().games() > MAX_GAMES {
            return refuse(&format!(
                "more than {MAX_GAMES} games in all: use fewer --games or players"
            ));
        }
        if self.sprt.is_some() {
            return refuse("--sprt compares two players: use it without a tournament");
        }
        if kind == Some(Tournament::Swiss) && shard != Shard::ALL {
            return refuse("--shard is for other tournaments: swiss pairings need all results");
        }
        Ok(())
    }
}
