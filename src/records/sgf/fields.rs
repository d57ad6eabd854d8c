//! Parses the values of SGF properties.

use crate::games::{Player, Square, parse_square};

use super::super::problem::shortened;
use super::super::values::{difference, is_pass, number, set};
use super::super::{
    BadRecord, BoardPosition, Date, GameRecord, GameResult, Problem, Termination, TimeSetting,
};
use super::syntax::Property;

/// Stores a property in a record. Returns false if the property or its value is unknown.
pub(super) fn take(record: &mut GameRecord, name: &str, value: &str) -> bool {
    let [black, white] = &mut record.players;
    let text = value.trim();
    match name {
        "PB" => text.clone_into(&mut black.name),
        "PW" => text.clone_into(&mut white.name),
        "PC" => text.clone_into(&mut record.place),
        "EV" => text.clone_into(&mut record.event),
        "BR" => return set(&mut black.rating, number(text)),
        "WR" => return set(&mut white.rating, number(text)),
        "DT" => return set(&mut record.date, Date::of_parts(text.split('-'), "")),
        "TM" => {
            let time = text.parse().ok().map(|main| TimeSetting { main, ..Default::default() });
            return set(&mut record.time, time);
        }
        "RE" if text == "?" => {}
        "RE" => return set(&mut record.result, result(text)),
        _ => return false,
    }
    true
}

/// Parses `B+4`, `W+R` (resigned), `W+T` (out of time), `B+F` (forfeited), `0` or `Draw`.
fn result(text: &str) -> Option<GameResult> {
    if text == "0" || text.eq_ignore_ascii_case("draw") {
        return Some(GameResult::by_difference(0.0, Termination::Played));
    }
    let (side, how) = text.split_once('+')?;
    let (winner, sign) = match side {
        "B" => (Player::Black, 1.0),
        "W" => (Player::White, -1.0),
        _ => return None,
    };
    let ending = match how.to_ascii_lowercase().as_str() {
        "" => Termination::Played,
        "r" | "resign" => Termination::Resigned,
        "t" | "time" => Termination::OutOfTime,
        "f" | "forfeit" => Termination::Forfeited,
        how => {
            let difference = difference(how.trim()).filter(|difference| *difference > 0.0)?;
            return Some(GameResult::by_difference(sign * difference, Termination::Played));
        }
    };
    Some(GameResult::won(winner, ending))
}

/// Applies a setup property to the start: `AB`, `AW`, `AE` or `PL`.
pub(super) fn set_up(start: &mut BoardPosition, property: &Property) -> Result<(), BadRecord> {
    for value in &property.values {
        if property.name == "PL" {
            start.turn = match value.trim().to_ascii_lowercase().as_str() {
                "b" | "black" | "1" => Player::Black,
                "w" | "white" | "2" => Player::White,
                _ => return Err(property.bad(Problem::Property("PL[B]", shortened(value)))),
            };
            continue;
        }
        let squares = squares(value).map_err(|problem| property.bad(problem))?;
        start.black &= !squares;
        start.white &= !squares;
        match property.name.as_str() {
            "AB" => start.black |= squares,
            "AW" => start.white |= squares,
            _ => {}
        }
    }
    Ok(())
}

/// Parses `f5`, `fe`, or a pass.
pub(super) fn square(text: &str) -> Result<Option<Square>, Problem> {
    let text = text.trim();
    if text.is_empty() || text == "tt" || is_pass(text) {
        return Ok(None);
    }
    if let [column @ b'a'..=b'h', row @ b'a'..=b'h'] = text.to_ascii_lowercase().as_bytes() {
        return Ok(Some(Square { row: row - b'a', column: column - b'a' }));
    }
    parse_square(text, 8, 8).map(Some).map_err(|_| Problem::NotASquare(shortened(text)))
}

/// Parses a square, or a rectangle by two of its corners (`a1:c3`), as a set.
fn squares(value: &str) -> Result<u64, Problem> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let named = |text: &str| square(text)?.ok_or_else(|| Problem::NotASquare(shortened(text)));
    let (from, to) = (named(from)?, named(to)?);
    let mut set = 0;
    for row in from.row.min(to.row)..=from.row.max(to.row) {
        for column in from.column.min(to.column)..=from.column.max(to.column) {
            set |= 1 << Square { row, column }.index(8);
        }
    }
    Ok(set)
}
