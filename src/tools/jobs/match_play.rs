//! `reversi match`: plays many games between two players, and estimates their relative strength.

mod file;
mod summary;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use clap::error::ErrorKind;

use super::{Findings, open_book, unless_closed};
use crate::base::files::{self, Output, resolved};
use crate::base::terminal::{ProgressLine, signals};
use crate::base::text::{Shard, counted, duration};
use crate::players::{Stop, TimeControl};
use crate::records::balanced_openings;
use crate::tools::matches::{
    Contestant, Game, InOrder, Kind, Log, MOST_PLIES, Match, MatchOpeningError, Opening, Orphans,
    Rules, Sprt, TimeLimits, balance, chosen, cores_for,
};
use crate::tools::run::{ShardOption, ToolError, thread_count};

use file::GamesFile;

pub(super) use file::{GameLines, KIND};
pub(super) use summary::{GameTable, Summary};

const DEFAULT_PLIES: u32 = 8;

/// The maximum number of games in a match.
pub(super) const MAX_GAMES: usize = 1_000_000;

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

    /// Opening book for book:LEVEL players [default: the built-in book]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Maximum number of games, even
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
    fn clocks(&self) -> TimeLimits {
        let of_move = || self.move_time.map_or(TimeLimits::None, TimeLimits::Move);
        self.clock.map_or_else(of_move, TimeLimits::Game)
    }

    fn check(&self, clocks: TimeLimits) -> Result<(), ToolError> {
        let refuse = |kind, reason: &str| Err(ToolError::usage("match", kind, reason));
        let is_any = |is: fn(&Kind) -> bool| is(&self.first.kind) || is(&self.second.kind);
        let is_short = matches!(clocks, TimeLimits::Move(time) if time < Duration::from_secs(1));
        let is_log = |file: Option<&PathBuf>| {
            self.log
                .as_ref()
                .zip(file)
                .is_some_and(|(log, file)| resolved(log) == resolved(file))
        };
        if self.book.is_some() && !is_any(|kind| matches!(kind, Kind::Book(_))) {
            let reason = "--book needs a book player, such as book:20";
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
            return refuse(
                ErrorKind::ArgumentConflict,
                "--out and --log must be different files",
            );
        }
        if is_log(self.openings.as_ref()) {
            let reason = "--log would append to the openings: choose another file";
            return refuse(ErrorKind::ArgumentConflict, reason);
        }
        if clocks == TimeLimits::None && is_any(|kind| *kind == Kind::Clock) {
            let reason = "the player `engine` needs --clock or --move-time";
            return refuse(ErrorKind::MissingRequiredArgument, reason);
        }
        Ok(())
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
    options.check(options.clocks())?;
    let shard = options.shard.get("match")?;
    let progress = ProgressLine::start();
    let openings = openings(options, &progress)?;
    let parallel = options.jobs;
    let pin = !options.no_pin && parallel > 1;
    let cores = if pin { cores_for(parallel) } else { Vec::new() };
    let the_match = Match {
        players: Contestant::pair(options.first.clone(), options.second.clone()),
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
    unless_closed(run(options, &the_match, shard, &progress))
}

fn openings(options: &MatchOptions, progress: &ProgressLine) -> Result<Vec<Opening>, ToolError> {
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
    let pairs = options.games / 2;
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

fn run(
    options: &MatchOptions,
    the_match: &Match,
    shard: Shard,
    progress: &ProgressLine,
) -> Result<Findings, ToolError> {
    // A test ends after games of all shards, which one shard doesn't know.
    let mut games = InOrder::new(options.sprt.filter(|_| shard == Shard::ALL));
    let mut is_played = vec![false; the_match.games()];
    let output = options.out.as_deref();
    let output = output.map(|name| Output::of_shard(name, shard, options.resume));
    let mut file = output
        .map(|output| GamesFile::open(&output, the_match, shard))
        .transpose()?;
    for game in file
        .as_mut()
        .map(|file| file.earlier.drain(..))
        .into_iter()
        .flatten()
    {
        is_played[game.number - 1] = true;
        games.add(game);
    }
    // Shards have whole pairs, on which the margin of error depends.
    let is_own = |number: &usize| shard.has(number.div_ceil(2));
    let own = (1..=the_match.games()).filter(is_own);
    let left: Vec<usize> = own
        .clone()
        .filter(|number| !is_played[number - 1])
        .collect();
    let all = own.count();
    // The first flag also ends a decided match; only a signal sets the second one.
    let [stop, interrupted] = [(); 2].map(|()| Arc::<AtomicBool>::default());
    signals::stop_on_interrupt(vec![Arc::clone(&stop), Arc::clone(&interrupted)]);
    let stop = Stop::from(stop);
    let summary_of = |games: &InOrder| {
        let pinned = !the_match.cores.is_empty();
        Summary::new(the_match.names(1), pinned, options.sprt, games)
    };
    let mut rows = GameTable::new(the_match.names(1), options.json);
    let mut failure = None;
    let mut played = all - left.len();
    let describe = |games: &InOrder, played| summary_of(games).progress(played, all);
    progress.begin(describe(&games, played));
    let mut result = Ok(());
    if games.verdict.is_none() {
        result = the_match.play(&left, &stop, |game: Game| {
            played += 1;
            progress.pause();
            let written = file.as_mut().map_or(Ok(()), |file| file.write(&game));
            let written = written.and_then(|()| rows.write(&game));
            games.add(game);
            progress.begin(describe(&games, played));
            failure = written.err();
            failure.is_none() && games.verdict.is_none()
        });
    }
    progress.pause();
    if let Some(error) = failure {
        return Err(error);
    }
    if let Some(file) = &mut file {
        file.finish()?;
    }
    let interrupted = interrupted.load(Ordering::Relaxed);
    let tally = games.tally();
    let told = if result.is_err() && tally.games() == 0 {
        // No game has ended, so there is nothing to summarize.
        Ok(())
    } else {
        let mut summary = summary_of(&games);
        summary.interrupted = interrupted || result.is_err();
        rows.finish(&summary)
    };
    result?;
    told?;
    if let (Some(path), Some(log)) = (&options.log, &the_match.log)
        && let Some(source) = log.failure()
    {
        return Err(ToolError::unwritable(path)(source));
    }
    let wrong = tally.faults() as usize;
    Ok(Findings {
        wrong,
        interrupted,
        ..Findings::default()
    })
}
