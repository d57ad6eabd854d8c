//! Formats and parses `NBoard` lines.

use crate::engine::{Found, Line};
use crate::games::{Game, Move};
use crate::protocols::history::History;
use crate::protocols::shown;

const PASS: &str = "PA";

pub(super) fn status(text: &str) -> String {
    if text.is_empty() { "status\n".to_owned() } else { format!("status {text}\n") }
}

/// A move in the form `F5`, or `PA`.
pub(super) fn move_word(game: &dyn Game, mv: Option<Move>) -> String {
    mv.map_or_else(|| PASS.to_owned(), |mv| game.move_name(mv).to_uppercase())
}

/// Parses the move of `F5/eval/time`; the rest is ignored.
pub(super) fn parse_move(game: &dyn Game, text: &str) -> Result<Option<Move>, String> {
    let word = text.split('/').next().unwrap_or("").trim();
    if word.eq_ignore_ascii_case(PASS) || word.eq_ignore_ascii_case("pass") {
        return Ok(None);
    }
    let is_square = matches!(word.as_bytes(), [column, row]
        if column.is_ascii_alphabetic() && row.is_ascii_digit());
    let mv = is_square.then(|| game.parse_move(word).ok()).flatten();
    mv.map(Some).ok_or_else(|| format!("\"{}\" is not a square", shown(word)))
}

/// An evaluation in discs; empty for `None`.
pub(super) fn evaluation(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.2}"))
}

/// A `search` line: moves without spaces, score and depth.
pub(super) fn search(history: &History, line: &Line, value: f64, found: &Found) -> String {
    let game = history.game();
    let moves = line.moves.iter().copied();
    let words: String =
        history.with_passes(moves).into_iter().map(|mv| move_word(game, mv)).collect();
    let depth = if found.is_exact() {
        "100%".to_owned()
    } else if found.to_the_end {
        format!("{}@{}", found.depth, found.selectivity)
    } else {
        found.depth.to_string()
    };
    format!("search {words} {value:.2} 0 {depth}\n")
}
