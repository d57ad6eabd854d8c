//! The arguments of `reversi match`.

use std::path::{self, Path, PathBuf};
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory};

use super::Arguments;
use crate::matches::{Clocks, Contestant, Kind, MOST_PLIES, Sprt, Time};

/// What `reversi match` was asked to do.
#[derive(Debug, Clone, Args)]
pub struct MatchArguments {
    /// The first player, whom all results are about: level:8, level:4h, time:100ms, clock (uses the
    /// match's clock), competitive, positional, gtp:COMMAND or nboard:COMMAND; NAME= in front gives a
    /// name
    #[arg(value_name = "A")]
    pub first: Contestant,

    /// The second player
    #[arg(value_name = "B")]
    pub second: Contestant,

    /// Play at most so many games, an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = games)]
    pub games: u32,

    /// Begin with the games of FILE, transcripts like f5d6c3 or other records, instead of the openings
    /// built in
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// Openings have so many plies: built in are all positions after 0 to 9 of them that differ, 8
    /// plies unless given; of those in a file the first ones are taken
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=59))]
    pub plies: Option<u32>,

    /// Take only openings that a search of 12 plies sees at most so many discs off even
    #[arg(long, value_name = "DISCS", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub even: Option<u32>,

    /// Choose openings by chance if there are more than needed, and let the chance of bots begin
    /// with N
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Play so many games at a time
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub parallel: u16,

    /// Don't keep each of several games at a time to a core of its own
    #[arg(long)]
    pub no_pin: bool,

    /// So much time a player for a game, and perhaps so much more a move: 60s, 1m+500ms
    #[arg(long, value_name = "MAIN[+INC]", value_parser = clock, allow_hyphen_values = true, conflicts_with = "move_time")]
    pub clock: Option<Clocks>,

    /// So much time a move: 500ms, 2s
    #[arg(long, value_name = "TIME", value_parser = some_time, allow_hyphen_values = true)]
    pub move_time: Option<Time>,

    /// A move may take so much longer than the clock has
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = time, allow_hyphen_values = true)]
    pub margin: Time,

    /// Wait so long for a program's answer, unless a clock says how long
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = some_time, allow_hyphen_values = true)]
    pub timeout: Time,

    /// End the match when it is decided, with an error of 5 %, whether A is better by ELO0 or ELO1
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,

    /// Write each game to OUT, which must not exist, as soon as it has ended: as GGF if OUT ends in
    /// .ggf, else a line of text
    #[arg(long, value_name = "OUT")]
    pub out: Option<PathBuf>,

    /// Go on with OUT where an earlier run with the same players and options has stopped
    #[arg(long, requires = "out")]
    pub resume: bool,

    /// Add to FILE what programs are told and say, and what they write to standard error
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// Answer with one JSON object a game, and one for all
    #[arg(long)]
    pub json: bool,
}

impl MatchArguments {
    /// How long the players may think, if the options go together.
    ///
    /// # Errors
    /// A usage error when a player uses a clock, and there is none, or can't be told of it, when
    /// openings are longer than those built in, or when two files are the same.
    pub fn clocks(&self) -> Result<Clocks, clap::Error> {
        if self.openings.is_none() && self.plies.is_some_and(|plies| plies > MOST_PLIES) {
            let reason = format!(
                "the openings built in have at most {MOST_PLIES} plies; longer ones take --openings"
            );
            return Err(usage_error(ErrorKind::ValueValidation, &reason));
        }
        let clocks = match (self.clock, self.move_time) {
            (Some(clock), _) => clock,
            (None, Some(time)) => Clocks::Move(time.0),
            (None, None) => Clocks::None,
        };
        let is_gtp = |player: &Contestant| matches!(player.kind, Kind::Gtp { .. });
        let is_short = matches!(clocks, Clocks::Move(time) if time < Duration::from_secs(1));
        if is_short && (is_gtp(&self.first) || is_gtp(&self.second)) {
            let reason =
                "gtp programs are told whole seconds: --move-time takes at least 1s for them";
            return Err(usage_error(ErrorKind::ValueValidation, reason));
        }
        if let (Some(out), Some(log)) = (&self.out, &self.log)
            && place(out) == place(log)
        {
            let reason = "--out and --log take different files";
            return Err(usage_error(ErrorKind::ArgumentConflict, reason));
        }
        if let (Some(openings), Some(log)) = (&self.openings, &self.log)
            && place(openings) == place(log)
        {
            let reason = "--log would add to the openings: it takes another file";
            return Err(usage_error(ErrorKind::ArgumentConflict, reason));
        }
        let uses_clock = |player: &Contestant| player.kind == Kind::Clock;
        if clocks == Clocks::None && (uses_clock(&self.first) || uses_clock(&self.second)) {
            let reason = "the player clock takes --clock or --move-time";
            return Err(usage_error(ErrorKind::MissingRequiredArgument, reason));
        }
        Ok(clocks)
    }
}

/// A file by one name, whatever it is called.
fn place(file: &Path) -> PathBuf {
    let whole = path::absolute(file).unwrap_or_else(|_| file.to_owned());
    whole.canonicalize().unwrap_or(whole)
}

fn usage_error(kind: ErrorKind, reason: &str) -> clap::Error {
    let mut command = Arguments::command();
    command.build();
    match command.find_subcommand_mut("match") {
        Some(subcommand) => subcommand.error(kind, reason),
        None => command.error(kind, reason),
    }
}

fn games(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (2..=1_000_000).contains(number));
    number.filter(|number: &u32| number.is_multiple_of(2)).ok_or_else(|| {
        "each opening is played with both colours, so it takes an even number from 2 to 1000000"
            .to_owned()
    })
}

fn time(text: &str) -> Result<Time, String> {
    text.parse().map_err(|error: crate::matches::TimeError| error.to_string())
}

fn some_time(text: &str) -> Result<Time, String> {
    let time = time(text)?;
    if time.0.is_zero() { Err("it takes some time, like 500ms".to_owned()) } else { Ok(time) }
}

fn clock(text: &str) -> Result<Clocks, String> {
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (main, increment) = (time(main)?.0, time(increment)?.0);
    if main.is_zero() {
        return Err("a clock takes some time to begin with, like 1s+500ms".to_owned());
    }
    Ok(Clocks::Game { main, increment })
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let ends = text.split_once(',').map(|(elo0, elo1)| (elo0.trim().parse(), elo1.trim().parse()));
    let sprt = match ends {
        Some((Ok(elo0), Ok(elo1))) => Sprt::new(elo0, elo1),
        _ => None,
    };
    sprt.ok_or_else(|| "it takes two Elo differences, the smaller first, like 0,10".to_owned())
}
