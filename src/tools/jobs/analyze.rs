//! `reversi analyze`: judges the moves of recorded games.

mod judged;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{ArgGroup, Args};

use super::source::{complaint, open_records, readable_format, turn};
use super::{
    Findings, available, json_line, less_memory, print, print_fitted, refuse_taken, unless_closed,
    write_file,
};
use crate::analysis::{Analyzer, GameStep, steps, svg};
use crate::base::language::{self, Language};
use crate::base::terminal::{ProgressLine, signals};
use crate::base::text::{Shard, counted, duration};
use crate::engine::{Engine, Limits};
use crate::games::Player;
use crate::players::{Adviser, Level, LevelError};
use crate::records::{Condition, Format, GameRecord, Opening, ReadError};
use crate::report::page::{PageGame, page};
use crate::tools::run::{EngineOptions, ShardOption, ToolError, input};

use judged::JudgedGame;

/// The options of `reversi analyze`.
#[derive(Debug, Clone, Args)]
#[command(group(ArgGroup::new("written").args(["svg", "html"]).multiple(true)))]
pub struct AnalyzeOptions {
    /// Print one JSON object per game
    #[arg(long)]
    json: bool,

    /// List every move, not only inaccuracies, mistakes and blunders
    #[arg(long)]
    all: bool,

    /// Write a score chart to FILE as SVG (further games: FILE-2, FILE-3, ...)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write a report on all games to FILE as a web page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    #[arg(
        long,
        help = "Language of the web page: en, pt_PT, pt_BR or es [default: en]",
        value_name = "LANGUAGE",
        requires = "html"
    )]
    language: Option<Language>,

    /// Overwrite existing files
    #[arg(long, requires = "written")]
    force: bool,

    /// Input format [default: by extension or content]
    #[arg(long, value_name = "FORMAT", value_parser = readable_format())]
    from: Option<Format>,

    /// Side to move of boards that don't show it: B or W
    #[arg(long, value_name = "SIDE", value_parser = turn)]
    turn: Option<Player>,

    /// Analyze only matching games: number=3, player=NAME, year=1980..1985, ... (see `convert
    /// --help`); repeat to combine
    #[arg(long, value_name = "CONDITION", value_parser = Condition::on_file)]
    select: Vec<Condition>,

    /// Search as deep as this level: 4 to 20, depth:12, 2s, or a rating like 1800 [default: depth:18]
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,

    /// Search depth in plies
    #[arg(long, value_name = "PLIES", conflicts_with = "level", value_parser = clap::value_parser!(u32).range(2..=60))]
    depth: Option<u32>,

    /// Solve exactly from this many empty squares [default: by level]
    #[arg(long, value_name = "SQUARES", value_parser = clap::value_parser!(u32).range(0..=60))]
    exact_from: Option<u32>,

    /// Time limit per position: 2s, 500ms
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    /// Shard
    #[command(flatten)]
    shard: ShardOption,

    /// Memory and threads of the engine
    #[command(flatten)]
    engine: EngineOptions,

    /// File of games (- for standard input) [default: standard input, unless it is a terminal]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl AnalyzeOptions {
    fn limits(&self) -> Limits {
        let usual = self
            .level
            .and_then(Level::analysis_limits)
            .unwrap_or_else(Adviser::limits);
        let exact_from = self.exact_from.unwrap_or(usual.exact_from);
        let limits = match self.depth {
            Some(depth) => Limits {
                depth,
                exact_from,
                ..Limits::default()
            },
            None => Limits {
                exact_from,
                ..usual
            },
        };
        Limits {
            time: self.time,
            ..limits
        }
    }

    /// Runs `work` in the language of the web page.
    fn in_language<T>(&self, work: impl FnOnce() -> T) -> T {
        language::start(self.language.unwrap_or_default());
        let result = work();
        language::stop();
        result
    }
}

fn level(word: &str) -> Result<Level, String> {
    let level: Level = word
        .parse()
        .map_err(|error: LevelError| error.to_string())?;
    let weakest = Level::FIRST_SEARCHING;
    let refused = || format!("level {level} does not search: use a level from {weakest} on");
    if level.analysis_limits().is_some() {
        Ok(level)
    } else {
        Err(refused())
    }
}

fn time(word: &str) -> Result<Duration, String> {
    let level = duration::parse(word)
        .ok()
        .and_then(Level::from_time)
        .and_then(Level::limits);
    let time = level.and_then(|limits| limits.time);
    time.ok_or_else(|| "use a time like 2s or 500ms, up to an hour".to_owned())
}

/// Analyzes the games of a file in turn. Ctrl-C stops the analysis, and prints the moves judged so far.
pub fn analyze(options: &AnalyzeOptions) -> Result<Findings, ToolError> {
    let file = input("analyze", options.file.clone(), "no games: give FILE")?;
    let shard = options.shard.get("analyze")?;
    let EngineOptions { hash, threads } = options.engine;
    let [stop, is_analyzing] = [(); 2].map(|()| Arc::<AtomicBool>::default());
    signals::stop_work_on_interrupt(Arc::clone(&stop), Arc::clone(&is_analyzing));
    let mut job = AnalyzeJob {
        options,
        analyzer: Analyzer::new(Engine::new(hash, available(threads)), options.limits()),
        shard,
        memory: hash,
        line: ProgressLine::start(),
        games: Vec::new(),
        is_first: true,
        is_analyzing,
    };
    let html = options.html.as_deref().map(|path| shard.in_name(path));
    if let Some(path) = &html {
        refuse_taken(path, options.force)?;
    }
    let findings = unless_closed(job.run(&file, &stop))?;
    if let Some(path) = html.filter(|_| !job.games.is_empty()) {
        let page = options.in_language(|| page(&job.games));
        write_file(&path, page.as_bytes(), options.force)?;
    }
    Ok(findings)
}

struct AnalyzeJob<'a> {
    options: &'a AnalyzeOptions,
    analyzer: Analyzer,
    shard: Shard,
    /// The expected table size, in MiB.
    memory: usize,
    line: ProgressLine,
    /// The games of the web page.
    games: Vec<PageGame>,
    is_first: bool,
    /// Whether a game is being analyzed, as opposed to waiting for the next one.
    is_analyzing: Arc<AtomicBool>,
}

impl AnalyzeJob<'_> {
    fn run(&mut self, file: &Path, stop: &AtomicBool) -> Result<Findings, ToolError> {
        let (name, source) = open_records(file, self.options.from)?;
        let mut source = source.assuming(self.options.turn);
        let select = &self.options.select;
        let numbers = || {
            select.iter().filter_map(|condition| match condition {
                Condition::Number(range) => Some(range),
                _ => None,
            })
        };
        let mut findings = Findings::default();
        let mut games = 0;
        for read in source.by_ref() {
            let number = match &read {
                Ok(entry) => entry.number,
                Err(ReadError::Bad(bad)) => bad.number,
                Err(ReadError::Io(_)) => 0,
            };
            if numbers().any(|range| number > *range.end()) {
                break;
            }
            match read {
                Ok(entry) if select.iter().all(|condition| condition.holds(&entry)) => {
                    games += 1;
                    if !self.shard.has(games) {
                        continue;
                    }
                    self.is_analyzing.store(true, Ordering::Relaxed);
                    let chart = self.chart(number, games == 1);
                    self.game(number, &entry.record, chart, stop)?;
                    self.is_analyzing.store(false, Ordering::Relaxed);
                }
                Err(ReadError::Bad(bad))
                    if numbers().all(|range| range.contains(&number)) && self.shard.has(number) =>
                {
                    findings.wrong += 1;
                    self.line.say(&complaint(&bad));
                }
                Ok(_) | Err(ReadError::Bad(_)) => {}
                Err(ReadError::Io(source)) => return Err(ToolError::Unreadable { name, source }),
            }
            if stop.load(Ordering::Relaxed) {
                findings.interrupted = true;
                return Ok(findings);
            }
        }
        // Text beside the games has no number.
        let is_asked = numbers().next().is_none() && self.shard.has(1);
        if let Some(unread) = source.take_unread().filter(|_| is_asked) {
            findings.wrong += 1;
            self.line.say(&unread.to_string());
        }
        if games == 0 && findings.wrong == 0 {
            findings.unreadable += 1;
            let which = if select.is_empty() {
                ""
            } else {
                " that --select would take"
            };
            self.line.say(&format!("{name} has no games{which}"));
        }
        Ok(findings)
    }

    /// Returns the path of the chart of a game. Shards use the names of a run without shards.
    fn chart(&self, number: usize, is_first: bool) -> Option<PathBuf> {
        let path = self.shard.in_name(self.options.svg.as_deref()?);
        Some(if is_first {
            path
        } else {
            numbered(&path, number)
        })
    }

    fn game(
        &mut self,
        number: usize,
        record: &GameRecord,
        chart: Option<PathBuf>,
        stop: &AtomicBool,
    ) -> Result<(), ToolError> {
        let is_first = std::mem::take(&mut self.is_first);
        // Check before the work that no file would be overwritten.
        if let Some(path) = &chart {
            refuse_taken(path, self.options.force)?;
        }
        let steps = steps_of(record);
        let line = &self.line;
        let analysis = self.analyzer.analyze(&steps, stop, &mut |progress| {
            let done = progress.judged.len();
            let of = progress.of;
            line.begin(format!("game {number}: {done} of {}", counted(of, "move")));
        });
        self.line.pause();
        if let Some(message) = less_memory(&mut self.memory, self.analyzer.hash_mb()) {
            self.line.say(&message);
        }
        let opening = Opening::of_game(steps.iter().map(GameStep::after));
        let judged = JudgedGame::new(number, record, opening, &analysis);
        if self.options.json {
            print(&json_line(&judged))?;
        } else {
            let gap = if is_first { "" } else { "\n" };
            print_fitted(&format!("{gap}{}", judged.text(self.options.all)))?;
        }
        if self.options.html.is_some() {
            let opening = opening.map(|opening| opening.name);
            let game = || PageGame::new(number, record, opening, &analysis);
            self.games.push(self.options.in_language(game));
        }
        if let Some(path) = chart {
            let names = judged.side_names();
            let names = names.each_ref().map(String::as_str);
            let picture = svg::picture(&analysis, &judged.caption(), names);
            write_file(&path, picture.as_bytes(), self.options.force)?;
        }
        Ok(())
    }
}

fn steps_of(record: &GameRecord) -> Vec<GameStep> {
    let begins_with_pass = record
        .moves()
        .first()
        .is_some_and(|first| first.square.is_none());
    let start = record.start().to_game();
    let first = 1 + usize::from(begins_with_pass);
    // Never fails: a record has only legal moves.
    steps(start, first, record.game_moves())
        .map(|(steps, _)| steps)
        .unwrap_or_default()
}

/// Returns the chart path of a later game: with its number before the extension.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_begins_with_a_pass_counts_it() {
        // White has no move at first.
        let board = format!("{}XO{} O", "-".repeat(8), "-".repeat(54));
        let mut record = GameRecord::from_start(board.parse().unwrap());
        record
            .play(crate::games::parse_square("c2", 8, 8).unwrap())
            .unwrap();
        let steps = steps_of(&record);
        assert_eq!(steps.len(), 1);
        assert_eq!((steps[0].ply, steps[0].player), (2, Player::Black));
    }

    #[test]
    fn later_games_have_their_number_before_the_extension() {
        for (path, expected) in [
            ("a.svg", "a-2.svg"),
            ("b/c.d.svg", "b/c.d-2.svg"),
            ("plain", "plain-2"),
        ] {
            assert_eq!(numbered(Path::new(path), 2), Path::new(expected));
        }
    }
}
