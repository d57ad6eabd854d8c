//! `reversi book show`: what a book knows of a position.

use std::fmt::Write;

use serde::Serialize;

use super::BookOf;
use crate::base::text::counted;
use crate::book::{Book, BookMove};
use crate::engine::Position;
use crate::games::{Square, parse_square};
use crate::records::Opening;
use crate::tools::jobs::{Findings, JobError, print, unless_closed};

/// A position of a book to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Show {
    /// The book.
    pub book: BookOf,
    /// The moves from the start, like `f5d6`.
    pub moves: String,
    /// Whether to print a JSON object.
    pub json: bool,
}

/// The book and its moves, as JSON.
#[derive(Serialize)]
struct Shown {
    positions: u32,
    level: Option<u8>,
    weights: Option<String>,
    per_move: Option<u8>,
    total: Option<u8>,
    plies: Option<u8>,
    moves: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    #[serde(rename = "move")]
    name: String,
    score: i32,
    level: Option<u8>,
    lines: u16,
    opening: Option<&'static str>,
}

/// Prints how a book was made, and the moves that it knows in a position.
///
/// # Errors
/// If the book can't be read, or a move is illegal.
pub(super) fn show(how: &Show) -> Result<Findings, JobError> {
    let book = how.book.open()?;
    let position = position_after(&how.moves)?;
    let moves = book.moves(position);
    let rows: Vec<Row> = moves.iter().map(|mv| row(position, mv)).collect();
    let text = if how.json { json(&book, rows) } else { text(&book, &rows) };
    unless_closed(print(&text).map(|()| Findings::default()))
}

fn json(book: &Book, moves: Vec<Row>) -> String {
    let header = book.header();
    let deviation = header.deviation;
    let shown = Shown {
        positions: header.count,
        level: Some(header.level).filter(|&level| level > 0),
        weights: (header.weights != 0).then(|| format!("{:08x}", header.weights)),
        per_move: deviation.map(|deviation| deviation.per_move),
        total: deviation.map(|deviation| deviation.total),
        plies: deviation.map(|deviation| deviation.plies),
        moves,
    };
    serde_json::to_string(&shown).unwrap_or_default() + "\n"
}

fn text(book: &Book, rows: &[Row]) -> String {
    let header = book.header();
    let level = if header.level == 0 { "unknown".to_owned() } else { header.level.to_string() };
    let mut text = format!("{}, level {level}", counted(header.count, "position"));
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
    text.push_str("move  score  level  lines  opening\n");
    for Row { name, score, level, lines, opening } in rows {
        let lines = if *lines == 0 { "-".to_owned() } else { lines.to_string() };
        let opening = opening.unwrap_or_default();
        let level = level.map_or_else(|| "-".to_owned(), |level| level.to_string());
        let row = format!("{name:4}  {score:+5}  {level:>5}  {lines:>5}  {opening}");
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

fn row(position: Position, mv: &BookMove) -> Row {
    Row {
        name: Square::from_index(mv.square, 8).to_string(),
        score: mv.score,
        level: Some(mv.level).filter(|&level| level > 0),
        lines: mv.lines,
        opening: Opening::of(position.after(mv.square)).map(|opening| opening.name),
    }
}

/// The position after moves from the start; passes are forced, and not written.
fn position_after(moves: &str) -> Result<Position, JobError> {
    let mut position = Position::START;
    let moves: Vec<char> = moves.chars().filter(|c| !c.is_whitespace()).collect();
    for name in moves.chunks(2) {
        let name: String = name.iter().collect();
        if position.legal_moves() == 0 {
            position = position.passed();
        }
        let square = parse_square(&name, 8, 8).ok().map(|square| square.index(8).into());
        let square = square.filter(|square: &u32| position.legal_moves() >> square & 1 == 1);
        position = position.after(square.ok_or(JobError::IllegalMove(name))?);
    }
    Ok(if position.legal_moves() == 0 { position.passed() } else { position })
}
