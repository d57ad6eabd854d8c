//! `reversi book learn`: adds the positions of games to a book.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::build::searches_beside;
use super::search::SearchRun;
use super::{NewBook, SearchOptions, helpers, open_book, records, weights};
use crate::base::files::Output;
use crate::base::terminal::ProgressLine;
use crate::base::text::{Shard, checksum};
use crate::book::{assemble, lessons};
use crate::engine::Position;
use crate::records::{BoardPosition, GameRecord, ReadError};
use crate::tools::jobs::Findings;
use crate::tools::jobs::source::open_records;
use crate::tools::run::ToolError;

/// The options of `reversi book learn`.
#[derive(Debug, Clone, Args)]
pub struct LearnOptions {
    /// File of games, in any format that convert reads; - for standard input
    #[arg(value_name = "FILE")]
    games: PathBuf,

    /// Book to add to [default: the built-in book]
    #[arg(long, value_name = "BOOK")]
    book: Option<PathBuf>,

    /// Plies to use from each game
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=58))]
    plies: u8,

    /// Searches
    #[command(flatten)]
    searches: SearchOptions,

    /// The new book
    #[command(flatten)]
    out: NewBook,
}

#[derive(Serialize)]
struct LessonsHeader {
    reversi: &'static str,
    version: u32,
    weights: String,
    level: u8,
    base: String,
    /// The checksum of the positions to search.
    positions: String,
}

/// Searches the positions of games that a book lacks, and writes a new book. Reports and skips bad records.
pub fn learn(options: &LearnOptions) -> Result<Findings, ToolError> {
    let LearnOptions {
        ref book,
        ref out,
        searches,
        ..
    } = *options;
    let path = book.as_deref();
    let level = searches.level;
    let threads = helpers(searches.threads)?;
    out.refuse_taken()?;
    out.refuse_same(path)?;
    let book = open_book(path)?;
    let base = records(path, &book)?;
    let (positions, findings) = positions(options)?;
    let due = lessons(positions, &base);
    let names: Vec<String> = due
        .iter()
        .map(|due| format!("{:?}", due.position))
        .collect();
    let lessons = LessonsHeader {
        reversi: "book lessons",
        version: 1,
        weights: format!("{:08x}", weights()),
        level,
        base: format!("{:08x}", book.header().checksum()),
        positions: checksum(names.join("\n")),
    };
    let output = Output {
        path: searches_beside(&out.out, Shard::ALL),
        resume: searches.resume,
    };
    let mut run = SearchRun::begin(&lessons, level, threads, &output)?;
    let searched = run.search(&due, "games")?;
    run.file.end()?;
    let header = book.header();
    let of_book = if header.weights == weights() {
        header.weights
    } else {
        0
    };
    out.write(header.deviation, of_book, &assemble(base, &searched, level))?;
    Ok(findings)
}

fn positions(options: &LearnOptions) -> Result<(Vec<Position>, Findings), ToolError> {
    let (name, mut source) = open_records(&options.games, None)?;
    let progress = ProgressLine::start();
    let mut findings = Findings::default();
    let mut positions = Vec::new();
    let mut games = 0;
    for read in source.by_ref() {
        match read {
            Ok(entry) => {
                games += 1;
                positions.extend(of_game(&entry.record, options.plies));
            }
            Err(ReadError::Bad(bad)) => {
                findings.wrong += 1;
                progress.say(&bad.to_string());
            }
            Err(ReadError::Io(source)) => return Err(ToolError::Unreadable { name, source }),
        }
    }
    if let Some(unread) = source.take_unread() {
        findings.wrong += 1;
        progress.say(&unread.to_string());
    }
    if games == 0 {
        findings.unreadable += 1;
        progress.say(&format!("{name} has no games"));
    }
    Ok((positions, findings))
}

/// Returns the positions of a game up to `plies` plies, not counting passes. Empty if the game has a custom start.
fn of_game(game: &GameRecord, plies: u8) -> Vec<Position> {
    if game.start() != BoardPosition::START {
        return Vec::new();
    }
    let is_early = |position: &Position| position.empties() + u32::from(plies) >= 60;
    let positions = game.boards().map(BoardPosition::position);
    positions.take_while(is_early).collect()
}
