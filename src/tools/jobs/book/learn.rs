//! `reversi book learn`: the positions of games become part of a book.

use std::path::PathBuf;

use serde::Serialize;

use super::build::searches_beside;
use super::search::Run;
use super::{BookOf, NewBook, weights, write};
use crate::base::files::{Output, Shard};
use crate::base::terminal::ProgressLine;
use crate::base::text::checksum;
use crate::book::{assemble, lessons};
use crate::engine::Position;
use crate::records::{BoardPosition, GameRecord, ReadError};
use crate::tools::jobs::convert::source::Source;
use crate::tools::jobs::whole_file::refuse_taken;
use crate::tools::jobs::{Findings, JobError};

/// Games to learn from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learn {
    /// The file of games, in any format that can be read; `-` is standard input.
    pub games: PathBuf,
    /// The book to start with.
    pub book: BookOf,
    /// The number of plies to learn of each game.
    pub plies: u8,
    /// The level of the searches.
    pub level: u8,
    /// The number of threads.
    pub threads: usize,
    /// The new book.
    pub out: NewBook,
    /// Whether to continue the searches of an earlier run.
    pub resume: bool,
}

/// The first line of the file of searches.
#[derive(Serialize)]
struct Heading {
    reversi: &'static str,
    version: u32,
    weights: String,
    level: u8,
    base: String,
    /// The checksum of the positions to search.
    positions: String,
}

/// Searches the positions of games that a book lacks, and writes a book that has them.
///
/// Bad records are reported and skipped.
///
/// # Errors
/// If the book or the games can't be read, or a file can't be written or is of another run.
pub(super) fn learn(how: &Learn, threads: usize) -> Result<Findings, JobError> {
    refuse_taken(&how.out.path, how.out.force)?;
    how.book.refuse_same(&how.out)?;
    let book = how.book.open()?;
    let base = how.book.read(&book)?;
    let (positions, findings) = positions(how)?;
    let due = lessons(positions, &base);
    let names: Vec<String> = due.iter().map(|due| format!("{:?}", due.position)).collect();
    let heading = Heading {
        reversi: "book lessons",
        version: 1,
        weights: format!("{:08x}", weights()),
        level: how.level,
        base: format!("{:08x}", book.header().checksum()),
        positions: checksum(names.join("\n")),
    };
    let path = searches_beside(&how.out.path, Shard::ALL);
    let output = Output { path, resume: how.resume };
    let mut run = Run::begin(&heading, how.level, threads, &output)?;
    let searched = run.search(&due, "games")?;
    run.end()?;
    let header = book.header();
    let of_book = if header.weights == weights() { header.weights } else { 0 };
    write(&how.out, header.deviation, of_book, &assemble(base, &searched, how.level))?;
    Ok(findings)
}

/// The positions at the beginning of all games.
fn positions(how: &Learn) -> Result<(Vec<Position>, Findings), JobError> {
    let Source { name, records, .. } = Source::open(&how.games, None)?;
    let progress = ProgressLine::start();
    let mut findings = Findings::default();
    let mut positions = Vec::new();
    let mut games = 0;
    for read in records {
        match read {
            Ok(entry) => {
                games += 1;
                positions.extend(of_game(&entry.record, how.plies));
            }
            Err(ReadError::Bad(bad)) => {
                findings.unreadable += 1;
                progress.say(&bad.to_string());
            }
            Err(ReadError::Io(source)) => return Err(JobError::Unreadable { name, source }),
        }
    }
    if games == 0 {
        findings.unreadable += 1;
        progress.say(&format!("{name} has no games"));
    }
    Ok((positions, findings))
}

/// The positions of a game from the usual start, up to a ply; passes don't count. None of a game that
/// starts elsewhere.
fn of_game(game: &GameRecord, plies: u8) -> Vec<Position> {
    if game.start() != BoardPosition::START {
        return Vec::new();
    }
    let mut position = Position::START;
    let mut positions = vec![position];
    for square in game.moves().iter().map(|mv| mv.square) {
        position = match square {
            Some(square) => position.after(square.index(8).into()),
            None => position.passed(),
        };
        if position.empties() + u32::from(plies) < 60 {
            break;
        }
        positions.push(position);
    }
    positions
}
