//! The arguments of `reversi match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::error::ErrorKind;

use super::{Arguments, usage};
use crate::base::files::{Output, resolved};
use crate::base::text::duration;
use crate::tools::jobs::MatchPlay;
use crate::tools::matches::{Clocks, Contestant, Kind, MOST_PLIES, Rules, Sprt};

/// The arguments of `reversi match`.
#[derive(Debug, Clone, Args)]
pub struct MatchArguments {
    /// First player: level:8, level:4h, level:auto2, book:12, time:100ms, engine, competitive,
    /// matrix, gtp:COMMAND or nboard:COMMAND. Prefix NAME= to name it. Results are from its
    /// point of view
    #[arg(value_name = "A")]
    pub first: Contestant,

    /// Second player
    #[arg(value_name = "B")]
    pub second: Contestant,

    /// Opening book for book:LEVEL players [default: the built-in book]
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,

    /// Maximum number of games, even
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = games)]
    pub games: u32,

    /// File of openings: transcripts or game records [default: built in]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// Opening length in plies [default: 8 for built-in openings, at most 9; full length for a
    /// file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=59))]
    pub plies: Option<u32>,

    /// Use only openings balanced to within this many discs (12-ply search)
    #[arg(long, value_name = "DISCS", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub max_imbalance: Option<u32>,

    /// Random seed for bots; also shuffles the openings
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Number of games to play in parallel
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,

    /// Don't pin each parallel game to one core
    #[arg(long)]
    pub no_pin: bool,

    /// Clock of each player: time per game, and optional increment per move: 60s, 1m+500ms
    #[arg(long, value_name = "MAIN[+INC]", value_parser = clock, allow_hyphen_values = true, conflicts_with = "move_time")]
    pub clock: Option<Clocks>,

    /// Time limit per move: 500ms, 2s
    #[arg(long, value_name = "TIME", value_parser = some_time, allow_hyphen_values = true)]
    pub move_time: Option<Duration>,

    /// Grace period after a clock runs out
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = duration::parse_or_seconds, allow_hyphen_values = true)]
    pub grace: Duration,

    /// Maximum time to wait for a program's answer, without a clock
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = some_time, allow_hyphen_values = true)]
    pub timeout: Duration,

    /// Stop early with an SPRT (alpha = beta = 5%) of Elo differences ELO0 and ELO1
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,

    /// Write finished games to the new file OUT, as GGF (.ggf) or text lines
    #[arg(long, value_name = "OUT")]
    pub out: Option<PathBuf>,

    /// Continue an interrupted run with the same players and options, from OUT
    #[arg(long, requires = "out")]
    pub resume: bool,

    /// Append all communication with programs to FILE
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// Print one JSON object per game, and one with the totals
    #[arg(long)]
    pub json: bool,
}

impl MatchArguments {
    /// The match that the arguments describe.
    ///
    /// # Errors
    /// A usage error if options conflict.
    pub fn task(self) -> Result<MatchPlay, clap::Error> {
        let clocks = match (self.clock, self.move_time) {
            (Some(clock), _) => clock,
            (None, Some(time)) => Clocks::Move(time),
            (None, None) => Clocks::None,
        };
        self.check(clocks)?;
        Ok(MatchPlay {
            players: Contestant::pair(self.first, self.second),
            games: self.games as usize,
            openings: self.openings,
            plies: self.plies,
            seed: self.seed,
            even: self.max_imbalance,
            book: self.book.into(),
            rules: Rules {
                clocks,
                margin: self.grace,
                timeout: self.timeout,
                seed: self.seed.unwrap_or(0),
            },
            parallel: self.jobs.into(),
            pin: !self.no_pin,
            sprt: self.sprt,
            out: self.out.map(|path| Output { path, resume: self.resume }),
            log: self.log,
            json: self.json,
        })
    }

    /// Refuses a clock that is missing or that a program can't represent, built-in openings that are too
    /// long, and one file for two purposes.
    fn check(&self, clocks: Clocks) -> Result<(), clap::Error> {
        let refuse = |kind, reason: &str| Err(usage::error::<Arguments>("match", kind, reason));
        let is_any = |is: fn(&Kind) -> bool| is(&self.first.kind) || is(&self.second.kind);
        let is_short = matches!(clocks, Clocks::Move(time) if time < Duration::from_secs(1));
        let is_log = |file: Option<&PathBuf>| {
            self.log.as_ref().zip(file).is_some_and(|(log, file)| resolved(log) == resolved(file))
        };
        if self.book.is_some() && !is_any(|kind| matches!(kind, Kind::Book(_))) {
            let reason = "--book needs a book player, such as book:12";
            return refuse(ErrorKind::ArgumentConflict, reason);
        }
        if self.openings.is_none() && self.plies.is_some_and(|plies| plies > MOST_PLIES) {
            let reason = format!(
                "built-in openings have at most {MOST_PLIES} plies: for longer ones, use --openings"
            );
            return refuse(ErrorKind::ValueValidation, &reason);
        }
        if is_short && is_any(|kind| matches!(kind, Kind::Gtp { .. })) {
            let reason = "GTP supports only whole seconds: use --move-time 1s or more";
            return refuse(ErrorKind::ValueValidation, reason);
        }
        if is_log(self.out.as_ref()) {
            return refuse(ErrorKind::ArgumentConflict, "--out and --log must be different files");
        }
        if is_log(self.openings.as_ref()) {
            let reason = "--log would append to the openings: choose another file";
            return refuse(ErrorKind::ArgumentConflict, reason);
        }
        if clocks == Clocks::None && is_any(|kind| *kind == Kind::Clock) {
            let reason = "the player `engine` needs --clock or --move-time";
            return refuse(ErrorKind::MissingRequiredArgument, reason);
        }
        Ok(())
    }
}

fn games(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (2..=1_000_000).contains(number));
    number.filter(|number: &u32| number.is_multiple_of(2)).ok_or_else(|| {
        "each opening is played twice: use an even number from 2 to 1000000".to_owned()
    })
}

/// A duration that is not zero.
fn some_time(text: &str) -> Result<Duration, String> {
    match duration::parse_or_seconds(text) {
        Ok(Duration::ZERO) => Err("use a time like 500ms".to_owned()),
        parsed => parsed.map_err(|error| error.to_string()),
    }
}

fn clock(text: &str) -> Result<Clocks, String> {
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    let time = |text: &str| duration::parse_or_seconds(text).map_err(|error| error.to_string());
    let (main, increment) = (time(main)?, time(increment)?);
    if main.is_zero() {
        return Err("use a main time above zero, like 1s+500ms".to_owned());
    }
    Ok(Clocks::Game { main, increment })
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let ends = text.split_once(',').map(|(elo0, elo1)| (elo0.trim().parse(), elo1.trim().parse()));
    let sprt = match ends {
        Some((Ok(elo0), Ok(elo1))) => Sprt::new(elo0, elo1),
        _ => None,
    };
    sprt.ok_or_else(|| "use two Elo differences, the smaller first, like 0,10".to_owned())
}
