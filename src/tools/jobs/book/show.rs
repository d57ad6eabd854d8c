//! `reversi book show`: prints how a book was made, and its moves in a position.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Serialize;

use super::{BookCommand, open_book};
use crate::base::text::{closest, counted};
use crate::book::{Book, BookHeader, BookMove, LineCounter, LinesToKnow};
use crate::engine::Position;
use crate::games::Square;
use crate::records::{Opening, typed_position};
use crate::tools::jobs::{Findings, json_line, print, unless_closed};
use crate::tools::run::ToolError;

/// The options of `reversi book show`.
#[derive(Debug, Clone, Args)]
pub struct ShowOptions {
    /// Book [default: the built-in book]
    #[arg(long, value_name = "BOOK")]
    book: Option<PathBuf>,

    /// Moves from the start, like f5d6, or 64 squares and the side to move [default: the start]
    #[arg(value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct BookObject {
    positions: u32,
    level: Option<u8>,
    weights: Option<String>,
    per_move: Option<u8>,
    total: Option<u8>,
    plies: Option<u8>,
    moves: Vec<MoveRow>,
}

#[derive(Serialize)]
struct MoveRow {
    #[serde(rename = "move")]
    name: String,
    score: i32,
    level: Option<u8>,
    lines: u16,
    to_know: Option<LinesToKnow>,
    opening: Option<&'static str>,
}

pub fn show(options: &ShowOptions) -> Result<Findings, ToolError> {
    let book = open_book(options.book.as_deref())?;
    let position = match &*options.moves {
        "" => Position::START,
        typed => {
            let wrong = |why| {
                let why = similar_command(typed).unwrap_or(why);
                ToolError::Position {
                    text: typed.to_owned(),
                    why,
                }
            };
            typed_position(typed).map_err(wrong)?.position()
        }
    };
    let moves = book.moves(position);
    let mut counter = LineCounter::new(&book);
    let rows: Vec<MoveRow> = moves
        .iter()
        .map(|mv| row(position, mv, &mut counter))
        .collect();
    let text = if options.json {
        json(&book, rows)
    } else {
        text(&book, &rows)
    };
    unless_closed(print(&text).map(|()| Findings::default()))
}

fn similar_command(typed: &str) -> Option<String> {
    let all = BookCommand::augment_subcommands(clap::Command::new("book"));
    let similar = closest(typed, all.get_subcommands().map(clap::Command::get_name))?;
    Some(format!("did you mean '{similar}'?"))
}

fn json(book: &Book, moves: Vec<MoveRow>) -> String {
    let &BookHeader {
        count,
        level,
        weights,
        deviation,
        ..
    } = book.header();
    json_line(&BookObject {
        positions: count,
        level: Some(level).filter(|&level| level > 0),
        weights: (weights != 0).then(|| format!("{weights:08x}")),
        per_move: deviation.map(|deviation| deviation.per_move),
        total: deviation.map(|deviation| deviation.total),
        plies: deviation.map(|deviation| deviation.plies),
        moves,
    })
}

fn text(book: &Book, rows: &[MoveRow]) -> String {
    let header = book.header();
    let level = if header.level == 0 {
        "unknown".to_owned()
    } else {
        header.level.to_string()
    };
    let mut text = format!("{}, depth {level}", counted(header.count, "position"));
    if let Some(deviation) = header.deviation {
        let _ = write!(
            text,
            ", to ply {}, moves losing at most {} each and {} in total",
            deviation.plies,
            counted(deviation.per_move, "disc"),
            deviation.total
        );
    }
    text.push('\n');
    if rows.is_empty() {
        text.push_str("position not in the book\n");
        return text;
    }
    text.push_str("move  score  depth  lines  to know  opening\n");
    for MoveRow {
        name,
        score,
        level,
        lines,
        to_know,
        opening,
    } in rows
    {
        let lines = if *lines == 0 {
            "-".to_owned()
        } else {
            lines.to_string()
        };
        let to_know = to_know.map_or_else(|| "-".to_owned(), |lines| lines.to_string());
        let opening = opening.unwrap_or_default();
        let level = level.map_or_else(|| "-".to_owned(), |level| level.to_string());
        let row = format!("{name:4}  {score:+5}  {level:>5}  {lines:>5}  {to_know:>7}  {opening}");
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

fn row(position: Position, mv: &BookMove, counter: &mut LineCounter<'_>) -> MoveRow {
    MoveRow {
        name: Square::from_index(mv.square, 8).to_string(),
        score: mv.score,
        level: Some(mv.level).filter(|&level| level > 0),
        lines: mv.lines,
        to_know: counter.after(position, mv),
        opening: Opening::of(position.after(mv.square)).map(|opening| opening.name),
    }
}
