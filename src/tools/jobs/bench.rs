//! `reversi bench`: a fixed set of searches, for comparing versions and machines.

mod accuracy;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use clap::error::ErrorKind;
use rand::{RngExt, SeedableRng};
use serde::Serialize;

use super::{Findings, available, json_line, print, unless_closed};
use crate::base::text::duration;
use crate::engine::{Engine, Limits, Position, squares};
use crate::players::Rng;
use crate::tools::run::{ShardOption, ToolError, thread_count};

/// The options of `reversi bench`.
#[derive(Debug, Clone, Args)]
pub struct BenchOptions {
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    threads: usize,

    /// Print one JSON object per position, and one with the totals
    #[arg(long)]
    json: bool,

    /// Compare the engine with the exact scores in FILE, an OBF file with scored moves
    #[arg(long, value_name = "FILE")]
    accuracy: Option<PathBuf>,

    /// Shard
    #[command(flatten)]
    shard: ShardOption,

    /// Search depth in plies, as of `go depth` in UGI
    #[arg(long, value_name = "PLIES", requires = "accuracy", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,

    /// Search this many nodes per position instead
    #[arg(long, value_name = "N", requires = "accuracy", conflicts_with_all = ["depth", "time"], value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Search each position for this time instead: 2s or 500ms
    #[arg(long, value_name = "TIME", requires = "accuracy", conflicts_with = "depth", value_parser = duration::parse)]
    time: Option<Duration>,
}

const DEPTH: u32 = 11;

/// The numbers of empty squares: for searches to `DEPTH` plies, and for searches to the end.
const MIDGAME: [u32; 8] = [52, 48, 44, 40, 36, 32, 28, 26];
const ENDS: [u32; 6] = [14, 16, 17, 18, 19, 20];

#[derive(Serialize)]
struct SearchRow {
    number: usize,
    empties: u32,
    depth: u32,
    exact: bool,
    score: i32,
    nodes: u64,
    time_s: f64,
}

#[derive(Serialize)]
struct Totals {
    nodes: u64,
    time_s: f64,
    nodes_per_s: f64,
}

/// Runs the searches. With one thread, equal totals mean that two programs search in the same way.
pub fn bench(options: &BenchOptions) -> Result<Findings, ToolError> {
    if options.accuracy.is_none() && options.shard.shard.is_some() {
        let reason = "--shard divides the positions of --accuracy FILE";
        return Err(ToolError::usage(
            "bench",
            ErrorKind::MissingRequiredArgument,
            reason,
        ));
    }
    if let Some(path) = &options.accuracy {
        return unless_closed(accuracy::accuracy(options, path));
    }
    unless_closed(run(options))?;
    Ok(Findings::default())
}

fn run(options: &BenchOptions) -> Result<(), ToolError> {
    let threads = available(options.threads);
    let mut total = (0, 0.0);
    if !options.json {
        print("number  empties  depth  score         nodes       time\n")?;
    }
    let tasks = MIDGAME.map(|empties| (empties, false)).into_iter();
    for (number, (empties, exact)) in (1..).zip(tasks.chain(ENDS.map(|empties| (empties, true)))) {
        let position = position(empties);
        let exact_from = if exact { empties } else { 0 };
        let limits = Limits {
            depth: DEPTH,
            exact_from,
            ..Limits::default()
        };
        // Start with an empty table, so that positions can be compared one by one.
        let mut engine = Engine::new(64, threads);
        let start = Instant::now();
        let found = engine.search(position, &limits);
        let time_s = start.elapsed().as_secs_f64();
        let depth = found.depth;
        let score = found.score();
        let nodes = found.nodes;
        total = (total.0 + nodes, total.1 + time_s);
        if options.json {
            let row = SearchRow {
                number,
                empties,
                depth,
                exact,
                score,
                nodes,
                time_s,
            };
            print(&json_line(&row))?;
        } else {
            let row = format!("{number:6}  {empties:7}  {depth:5}  {score:+5}  {nodes:12}");
            print(&format!("{row}  {time_s:7.3} s\n"))?;
        }
    }
    let (nodes, time_s) = total;
    #[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
    let nodes_per_s = nodes as f64 / time_s.max(1e-9);
    if options.json {
        return print(&json_line(&Totals {
            nodes,
            time_s,
            nodes_per_s,
        }));
    }
    let speed = nodes_per_s / 1e6;
    print(&format!(
        "{nodes} nodes in {time_s:.3} s: {speed:.1} million a second\n"
    ))
}

/// Returns a position from a semi-random game: of two random moves, each side plays the one with fewer replies.
fn position(empties: u32) -> Position {
    for seed in u64::from(empties).. {
        let mut rng = Rng::seed_from_u64(seed);
        let mut position = Position::START;
        while position.empties() > empties {
            let moves: Vec<u32> = squares(position.legal_moves()).collect();
            if moves.is_empty() {
                break;
            }
            let answers = |&square: &u32| position.after(square).legal_moves().count_ones();
            let any = |rng: &mut Rng| moves[rng.random_range(0..moves.len())];
            let choice = [any(&mut rng), any(&mut rng)];
            position = position.after(choice.into_iter().min_by_key(answers).unwrap_or(moves[0]));
        }
        if position.empties() == empties && position.legal_moves() != 0 {
            return position;
        }
    }
    Position::START
}
