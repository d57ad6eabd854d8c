//! `reversi positions`: writes positions with scores in a range, as OBF.

use std::error::Error;
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use rand::SeedableRng;

use super::{Findings, print, refuse_taken, unless_closed, write_file};
use crate::base::terminal::ProgressLine;
use crate::base::text::counted;
use crate::players::Rng;
use crate::records::Obf;
use crate::store::Store;
use crate::study::{Library, PositionChoice};

/// The maximum number of positions; no library has more.
const MAX_COUNT: u64 = 1_000_000;

/// The options of `reversi positions`.
#[derive(Debug, Clone, Args)]
pub struct PositionsOptions {
    /// Number of positions, distinct up to symmetry
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=MAX_COUNT))]
    count: u64,

    /// Plies before the positions, passes included: a number or a range such as 16..20
    #[arg(long, value_name = "P", default_value = "20", value_parser = PositionChoice::parse_plies)]
    plies: RangeInclusive<usize>,

    /// Score for Black in discs: a number or a range such as -4..4 or 10..
    #[arg(long, value_name = "A..B", default_value = "-4..4", allow_hyphen_values = true, value_parser = PositionChoice::parse_scores)]
    score: RangeInclusive<i32>,

    /// Set the random seed, which makes a run reproducible
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Overwrite FILE if it exists
    #[arg(long, requires = "out")]
    force: bool,

    /// Data folder
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

pub fn positions(options: &PositionsOptions) -> Result<Findings, Box<dyn Error>> {
    if let Some(path) = &options.out {
        refuse_taken(path, options.force)?;
    }
    let store = options
        .data_dir
        .as_ref()
        .map_or_else(Store::of_user, |folder| Ok(Store::at(folder)))?;
    let choice = PositionChoice {
        plies: options.plies.clone(),
        scores: options.score.clone(),
    };
    let mut rng = Rng::seed_from_u64(options.seed.unwrap_or_else(rand::random));
    let asked = usize::try_from(options.count)?;
    let drawn = choice.draw(asked, &mut Library::open_to_read(&store)?, &mut rng)?;
    let mut lines = String::new();
    for position in &drawn {
        let obf = Obf {
            board: position.board,
            moves: Vec::new(),
        };
        // Writing to a text can't fail.
        let _ = writeln!(lines, "{obf}");
    }
    match &options.out {
        Some(path) => write_file(path, lines.as_bytes(), options.force)?,
        None => unless_closed(print(&lines))?,
    }
    if drawn.len() < asked {
        let positions = counted(drawn.len(), "position");
        let line = format!(
            "wrote {positions}, not {asked}: there are no more with these plies and scores"
        );
        ProgressLine::start().say(&line);
    }
    Ok(Findings::default())
}
