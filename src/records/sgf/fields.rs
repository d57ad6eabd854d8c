//! Parses and prints the values of SGF properties.

use std::fmt::Write;

use super::super::decode::narrowed;
use super::super::details::{difference, is_pass, number, set};
use super::super::{
    Annotation, BadRecord, BoardPosition, Date, Format, GameRecord, GameResult, MoveTree, NodeId,
    Problem, Tag, Termination, TimeSetting,
};
use super::syntax::Property;
use crate::base::text::branches;
use crate::engine::squares as squares_of;
use crate::games::shortened;
use crate::games::{Assessment, Player, Square, parse_square};

/// Stores a property in a record. Returns false if the property or its value is unknown.
pub fn take(record: &mut GameRecord, name: &str, value: &str) -> bool {
    let [black, white] = &mut record.players;
    let text = value.trim();
    match name {
        "PB" => text.clone_into(&mut black.name),
        "PW" => text.clone_into(&mut white.name),
        "PC" => text.clone_into(&mut record.place),
        "EV" => text.clone_into(&mut record.event),
        "BR" => return set(&mut black.rating, number(text)),
        "WR" => return set(&mut white.rating, number(text)),
        "DT" => {
            let is_whole = set(&mut record.date, Date::first_of(text));
            // A list of days stays as it is in SGF.
            return is_whole && !text.contains(',');
        }
        "TM" => {
            let time = text.parse().ok().map(|main| TimeSetting {
                main,
                ..Default::default()
            });
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
            return Some(GameResult::by_difference(
                sign * difference,
                Termination::Played,
            ));
        }
    };
    Some(GameResult::won(winner, ending))
}

/// Applies a setup property to the start: `AB`, `AW`, `AE` or `PL`.
pub fn set_up(start: &mut BoardPosition, property: &Property) -> Result<(), BadRecord> {
    for value in &property.values {
        if property.name == "PL" {
            start.turn = match narrowed(value.trim()).to_ascii_lowercase().as_str() {
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
pub fn square(text: &str) -> Result<Option<Square>, Problem> {
    let text = narrowed(text.trim());
    let text = text.trim();
    if text.is_empty() || text == "tt" || is_pass(text) {
        return Ok(None);
    }
    if let [column @ b'a'..=b'h', row @ b'a'..=b'h'] = text.to_ascii_lowercase().as_bytes() {
        return Ok(Some(Square {
            row: row - b'a',
            column: column - b'a',
        }));
    }
    parse_square(text, 8, 8)
        .map(Some)
        .map_err(|_| Problem::NotASquare(shortened(text)))
}

/// Parses a square, or a rectangle by two of its corners (`a1:c3`), as a set.
fn squares(value: &str) -> Result<u64, Problem> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let named = |text: &str| square(text)?.ok_or_else(|| Problem::NotASquare(shortened(text)));
    let from = named(from)?;
    let to = named(to)?;
    let mut set = 0;
    for row in from.row.min(to.row)..=from.row.max(to.row) {
        for column in from.column.min(to.column)..=from.column.max(to.column) {
            set |= 1 << Square { row, column }.index(8);
        }
    }
    Ok(set)
}

pub fn print(record: &GameRecord) -> String {
    let mut text = "(;FF[4]GM[2]SZ[8]CA[UTF-8]".to_owned();
    print_details(&mut text, record);
    let mut last = "";
    for tag in sgf_tags(record) {
        // The values of a list follow a single name.
        let name = if tag.name == last { "" } else { &tag.name };
        let _ = write!(text, "{name}[{}]", escaped(&tag.value));
        last = &tag.name;
    }
    text += &shown_start(record.start());
    if let Some(tree) = record.tree() {
        let pass = record
            .moves()
            .first()
            .filter(|first| first.square.is_none());
        let start_pass = pass.map(|pass| pass.player);
        let children = |node| tree.children(node).collect();
        branches::print(&mut text, NodeId::START, "\n(", children, |text, node| {
            shown_node(text, tree, node, start_pass);
        });
    } else {
        for mv in record.moves() {
            let name = mv.square.map(|square| square.to_string());
            let name = name.unwrap_or_default();
            shown_ply(&mut text, mv.player, &name, mv.evaluation);
        }
    }
    text + ")\n"
}

/// The properties that no other format has.
fn sgf_tags(record: &GameRecord) -> impl Iterator<Item = &Tag> {
    record.tags.iter().filter(|tag| tag.format == Format::Sgf)
}

/// Writes the details of a game that a record has fields for.
fn print_details(text: &mut String, record: &GameRecord) {
    fn shown(value: Option<impl ToString>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    let mut add = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = write!(text, "{name}[{}]", escaped(value));
        }
    };
    let has_tag = |name: &str| sgf_tags(record).any(|tag| tag.name == name);
    let [black, white] = &record.players;
    add("EV", &record.event);
    add("PC", &record.place);
    if !has_tag("DT") {
        add("DT", &shown(record.date.as_ref()));
    }
    add("PB", &black.name);
    add("BR", &shown(black.rating));
    add("PW", &white.name);
    add("WR", &shown(white.rating));
    add("TM", &shown(record.time.map(|time| time.main)));
    // Keep an unknown result unchanged.
    if record.result.is_some() || !has_tag("RE") {
        add("RE", &shown(record.outcome().map(shown_result)));
    }
}

/// Adds the move to a node and the pass after it. `start_pass` is the side that passes at the start.
fn shown_node(text: &mut String, tree: &MoveTree, id: NodeId, start_pass: Option<Player>) {
    let mut passed = start_pass;
    if id != NodeId::START {
        let mv = tree.move_to(id);
        shown_annotated(text, mv.player, &mv.name, tree.annotation(id));
        passed = mv.passed;
    }
    if let Some(player) = passed {
        shown_annotated(text, player, "", tree.pass_annotation(id));
    }
}

fn shown_annotated(text: &mut String, player: Player, name: &str, annotation: &Annotation) {
    shown_ply(text, player, name, annotation.remarks.evaluation);
    text.push_str(match annotation.assessment {
        None => "",
        Some(Assessment::Good) => "TE[1]",
        Some(Assessment::VeryGood) => "TE[2]",
        Some(Assessment::Bad) => "BM[1]",
        Some(Assessment::VeryBad) => "BM[2]",
        Some(Assessment::Interesting) => "IT[]",
        Some(Assessment::Doubtful) => "DO[]",
    });
    if !annotation.note.is_empty() {
        let _ = write!(text, "C[{}]", escaped(&annotation.note));
    }
}

fn shown_ply(text: &mut String, player: Player, name: &str, evaluation: Option<f64>) {
    let side = if player == Player::Black { 'B' } else { 'W' };
    // The first node of a variation follows its parenthesis directly.
    let end = if text.ends_with('(') { "" } else { "\n" };
    let _ = write!(text, "{end};{side}[{name}]");
    if let Some(evaluation) = evaluation.filter(|number| number.is_finite()) {
        let worth = if player == Player::Black {
            evaluation
        } else {
            -evaluation
        };
        // Adding zero turns -0 into +0.
        let _ = write!(text, "V[{}]", worth + 0.0);
    }
}

fn escaped(value: &str) -> String {
    let mut text = String::new();
    for character in value.chars() {
        // At the start of a line, a parenthesis may look like the beginning of another game.
        if matches!(character, ']' | '\\') || character == '(' && text.ends_with('\n') {
            text.push('\\');
        }
        text.push(if character.is_control() && character != '\n' {
            ' '
        } else {
            character
        });
    }
    text
}

fn shown_result(result: GameResult) -> String {
    let side = match result.winner {
        None => return "0".to_owned(),
        Some(Player::Black) => 'B',
        Some(Player::White) => 'W',
    };
    let how = match (result.ending, result.difference) {
        (Termination::Resigned, _) => "R".to_owned(),
        (Termination::OutOfTime, _) => "T".to_owned(),
        (Termination::Forfeited, _) => "F".to_owned(),
        (Termination::Played | Termination::Agreed, None) => String::new(),
        (Termination::Played | Termination::Agreed, Some(difference)) => {
            difference.abs().to_string()
        }
    };
    format!("{side}+{how}")
}

/// The properties that turn the starting position into `start`.
fn shown_start(start: BoardPosition) -> String {
    let usual = BoardPosition::START;
    if start == usual {
        return String::new();
    }
    let empty = (usual.black | usual.white) & !(start.black | start.white);
    let mut text = String::new();
    for (name, set) in [("AB", start.black), ("AW", start.white), ("AE", empty)] {
        if set != 0 {
            text += name;
        }
        for square in squares_of(set) {
            let _ = write!(text, "[{}]", Square::from_index(square, 8));
        }
    }
    let side = if start.turn == Player::Black {
        'B'
    } else {
        'W'
    };
    let _ = write!(text, "PL[{side}]");
    text
}
