//! `reversi match`: plays a match of two players or a tournament, and estimates their strength.

mod checks;
mod file;
mod running;
mod summary;
mod totals;
mod tournament;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::{Findings, open_book, unless_closed};
use crate::base::files;
use crate::base::terminal::ProgressLine;
use crate::base::text::{counted, duration};
use crate::players::TimeControl;
use crate::records::balanced_openings;
use crate::tools::matches::{
    Contestant, Log, Match, MatchOpeningError, Opening, Orphans, Rules, Schedule, Sprt, TimeLimits,
    Tournament, balance, chosen, cores_for,
};
use crate::tools::run::{ShardOption, ToolError, thread_count};

use running::run;

pub(super) use file::{GameLines, KIND};
pub(super) use summary::GameTable;
pub(super) use totals::{MatchTotals, pairing};

const DEFAULT_PLIES: u32 = 8;

/// The maximum number of games in a match.
pub const MAX_GAMES: usize = 1_000_000;

/// The maximum number of players in a tournament.
pub const MAX_PLAYERS: usize = 200;

/// The maximum size of an openings file, in bytes.
const MAX_OPENINGS_SIZE: u64 = 1 << 28;

/// The options of `reversi match`.
#[derive(Debug, Clone, Args)]
pub struct MatchOptions {
    /// First player: level:8, depth:12, level:auto2, book:20, time:100ms, engine, competitive,
    /// matrix, gtp:COMMAND or nboard:COMMAND. Prefix NAME= to name it. Results are from its
    /// point of view
    #[arg(value_name = "A")]
    first: Contestant,

    /// Second player
    #[arg(value_name = "B")]
    second: Contestant,

    /// More players, for a tournament
    #[arg(value_name = "C")]
    others: Vec<Contestant>,

    /// Kind of tournament [default with three or more players: round-robin]
    #[arg(long, value_name = "KIND", value_enum)]
    tournament: Option<Tournament>,

    /// Number of rounds of a swiss tournament [default: as many as a knockout has]
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: Option<u16>,

    /// Opening book for book:LEVEL players [default: the built-in book]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Maximum number of games per pairing, even
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = games)]
    games: usize,

    /// File of openings: transcripts or game records; balanced for 200 openings of eight plies that are
    /// [default: all positions of that length]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Opening length in plies [default: 8 for built-in openings, at most 9; full length for a
    /// file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=59))]
    plies: Option<u32>,

    /// Use only openings balanced to within this many discs (12-ply search)
    #[arg(long, value_name = "DISCS", value_parser = clap::value_parser!(u32).range(0..=64))]
    max_imbalance: Option<u32>,

    /// Random seed for bots; also shuffles the openings
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Number of games to play in parallel
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    jobs: usize,

    /// Don't pin each parallel game to one core
    #[arg(long)]
    no_pin: bool,

    /// Clock of each player: time per game, and optional increment per move: 60s, 1m+500ms
    #[arg(
        long,
        value_name = "MAIN[+INC]",
        allow_hyphen_values = true,
        conflicts_with = "move_time"
    )]
    clock: Option<TimeControl>,

    /// Time limit per move: 500ms, 2s
    #[arg(long, value_name = "TIME", value_parser = some_time, allow_hyphen_values = true)]
    move_time: Option<Duration>,

    /// Grace period after a clock runs out
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = duration::parse_or_seconds, allow_hyphen_values = true)]
    grace: Duration,

    /// Maximum time to wait for a program's answer, without a clock
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = some_time, allow_hyphen_values = true)]
    timeout: Duration,

    /// Stop early with an SPRT (alpha = beta = 5%) of Elo differences ELO0 and ELO1
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Shard
    #[command(flatten)]
    shard: ShardOption,

    /// Write finished games to the new file OUT, as GGF (.ggf) or text lines; {shard} in the name becomes, say,
    /// 2-of-8
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,

    /// Continue an interrupted run with the same players and options, from OUT
    #[arg(long, requires = "out")]
    resume: bool,

    /// Append all communication with programs to FILE
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Print one JSON object per game, and one with the totals
    #[arg(long)]
    json: bool,
}

impl MatchOptions {
    /// Returns the kind of the tournament; `None` for a match of two players.
    fn tournament(&self) -> Option<Tournament> {
        let default = (!self.others.is_empty()).then_some(Tournament::RoundRobin);
        self.tournament.or(default)
    }

    fn players(&self) -> impl Iterator<Item = &Contestant> {
        [&self.first, &self.second].into_iter().chain(&self.others)
    }

    /// Returns the players with different names.
    fn named_players(&self) -> Vec<Contestant> {
        match self.tournament() {
            Some(_) => self.players().cloned().collect(),
            None => Contestant::pair(self.first.clone(), self.second.clone()).into(),
        }
    }

    /// Returns the schedule, with `--games` for each pairing.
    fn schedule(&self) -> Schedule {
        let kind = self.tournament().unwrap_or(Tournament::RoundRobin);
        let players = self.players().count();
        // As many as a knockout needs: 3 for 5 to 8 players.
        let default = players.next_power_of_two().ilog2() as usize;
        let rounds = self.rounds.map_or(default, usize::from);
        Schedule::new(kind, players, self.games / 2, rounds)
    }

    fn clocks(&self) -> TimeLimits {
        let of_move = || self.move_time.map_or(TimeLimits::None, TimeLimits::Move);
        self.clock.map_or_else(of_move, TimeLimits::Game)
    }
}

fn games(text: &str) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (2..=MAX_GAMES).contains(number));
    number
        .filter(|number: &usize| number.is_multiple_of(2))
        .ok_or_else(|| {
            format!("each opening is played twice: use an even number from 2 to {MAX_GAMES}")
        })
}

fn some_time(text: &str) -> Result<Duration, String> {
    match duration::parse_or_seconds(text) {
        Ok(Duration::ZERO) => Err("use a time like 500ms".to_owned()),
        parsed => parsed.map_err(|error| error.to_string()),
    }
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let ends = text
        .split_once(',')
        .map(|(elo0, elo1)| (elo0.trim().parse(), elo1.trim().parse()));
    let sprt = match ends {
        Some((Ok(elo0), Ok(elo1))) => Sprt::new(elo0, elo1),
        _ => None,
    };
    sprt.ok_or_else(|| "use two Elo differences, the smaller first, like 0,10".to_owned())
}

pub fn match_play(options: &MatchOptions) -> Result<Findings, ToolError> {
    let shard = options.shard.get("match")?;
    options.check(shard)?;
    let progress = ProgressLine::start();
    let schedule = options.schedule();
    let openings = openings(options, schedule.openings(), &progress)?;
    let parallel = options.jobs;
    let pin = !options.no_pin && parallel > 1;
    let cores = if pin { cores_for(parallel) } else { Vec::new() };
    let the_match = Match {
        players: options.named_players(),
        tournament: options.tournament(),
        schedule,
        openings,
        rules: Rules {
            clocks: options.clocks(),
            margin: options.grace,
            timeout: options.timeout,
            seed: options.seed.unwrap_or(0),
        },
        book: Some(open_book(options.book.as_deref())?),
        parallel,
        cores,
        log: options.log.as_deref().map(log).transpose()?,
    };
    if pin && the_match.cores.is_empty() {
        progress.say("games are not pinned to cores: too few cores, or not supported here");
    }
    let _orphans = Orphans::adopt();
    unless_closed(run(options, the_match, shard, &progress))
}

/// Returns `pairs` openings.
fn openings(
    options: &MatchOptions,
    pairs: usize,
    progress: &ProgressLine,
) -> Result<Vec<Opening>, ToolError> {
    let name = options
        .openings
        .as_deref()
        .unwrap_or(Path::new("built-in openings"));
    let all = if options.openings.is_none() {
        Opening::all(options.plies.unwrap_or(DEFAULT_PLIES))
    } else {
        let text = if name.as_os_str() == "balanced" && !name.exists() {
            balanced_openings()
                .collect::<Vec<_>>()
                .join("\n")
                .into_bytes()
        } else {
            files::read(name, MAX_OPENINGS_SIZE).map_err(ToolError::unreadable(name))?
        };
        Opening::read(&text, options.plies).map_err(ToolError::invalid(name))?
    };
    let mut is_even = options.max_imbalance.map(balance);
    let mut different = 0;
    let openings = chosen(&all, pairs, options.seed, |opening| {
        let takes = is_even.as_mut().is_none_or(|is_even| is_even(opening));
        different += usize::from(takes);
        if options.max_imbalance.is_some() {
            progress.begin(format!("{different} of {}", counted(pairs, "opening")));
        }
        takes
    });
    progress.pause();
    if let Some(most) = options.max_imbalance
        && openings.len() < pairs
    {
        return Err(ToolError::invalid(name)(MatchOpeningError::Lopsided(
            all.len(),
            most,
        )));
    }
    if different < pairs {
        progress.say(&format!(
            "only {different} different openings for {pairs} game pairs: repeated openings add no \
                information unless a player varies its moves"
        ));
    }
    Ok(openings)
}

fn log(path: &Path) -> Result<Log, ToolError> {
    // An unread pipe would block the match.
    let file = files::open_regular(fs::OpenOptions::new().create(true).append(true), path);
    file.map(Log::new).map_err(ToolError::unwritable(path))
}
