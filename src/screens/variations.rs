//! The indented list of a game's variations, and the actions of clicks on it.

use super::words::{self, Voice};
use crate::base::text::{fit, printable};
use crate::desk::{Action, ShownGame};
use crate::interpreter::{Command, Variation};
use crate::session::{LineMove, VariationLine};

/// The indentation of each nested variation, in columns, and the maximum depth that is indented.
const INDENT: usize = 2;
const DEEPEST: usize = 12;

/// Lists the lines in rows of at most `widest` columns, unless a move is wider. The move on the board is in brackets.
/// Notes follow their line.
pub fn list(lines: &[VariationLine], note: &str, widest: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for part in note.lines() {
        rows.push(format!("     {}", printable(part)));
    }
    for line in lines {
        let indent = 5 + INDENT * line.depth.min(DEEPEST);
        let mut row = format!("{:3}. {}", line.number, " ".repeat(indent - 5));
        let mut is_first = true;
        for word in line
            .moves
            .iter()
            .enumerate()
            .map(|(index, mv)| shown(mv, index == 0))
        {
            if !is_first && fit::width(&row) + 1 + fit::width(&word) > widest {
                rows.push(std::mem::replace(&mut row, " ".repeat(indent + INDENT)));
            } else if !is_first {
                row.push(' ');
            }
            row.push_str(&word);
            is_first = false;
        }
        rows.push(row);
        for mv in line.moves.iter().filter(|mv| !mv.note.is_empty()) {
            for (index, part) in mv.note.lines().enumerate() {
                let head = if index == 0 {
                    words::noted_move(mv)
                } else {
                    String::new()
                };
                rows.push(format!(
                    "{}{head}{}",
                    " ".repeat(indent + INDENT),
                    printable(part)
                ));
            }
        }
    }
    rows
}

/// The action of a click on the `nth` move of a line, from 1. It shows an earlier position of the line on the board,
/// and switches to any other line.
pub fn action(game: &ShownGame, line: &VariationLine, nth: usize) -> Action {
    let moves = line.after + nth;
    if is_shown_at(game, moves, line, nth) {
        return Action::Browse(moves);
    }
    let to = Variation::Line {
        line: line.number,
        nth,
    };
    Action::Command(Command::Variations { to: Some(to) })
}

/// The action of a click on the chart, at the position after a number of moves of the analyzed line.
pub fn chart_action(game: &ShownGame, moves: usize) -> Action {
    if game.is_in_chart() || moves == 0 {
        return Action::Browse(moves);
    }
    let to = Variation::Line {
        line: 1,
        nth: moves,
    };
    Action::Command(Command::Variations { to: Some(to) })
}

/// Whether the position after `moves` moves follows the `nth` move of a line.
pub fn is_shown_at(game: &ShownGame, moves: usize, line: &VariationLine, nth: usize) -> bool {
    game.place_of(moves)
        .is_some_and(|(other, place)| (other.number, place) == (line.number, nth))
}

/// Formats a move with its annotation and a following pass. The move on the board is in brackets. The first move of a
/// line has its ply number.
fn shown(mv: &LineMove, is_first: bool) -> String {
    // The list is visual; speech has separate sentences.
    let name = Voice::Script.signed_move(&mv.name, mv.assessment);
    let name = if mv.on_board {
        format!("[{name}]")
    } else {
        name
    };
    let number = if is_first {
        format!("{} ", mv.ply)
    } else {
        String::new()
    };
    let pass = if mv.passed.is_some() { " pass" } else { "" };
    format!("{number}{name}{pass}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Assessment, Move, Player};

    fn mv(ply: usize, name: &str) -> LineMove {
        LineMove {
            ply,
            mv: Move(0),
            player: Player::Black,
            name: name.to_owned(),
            passed: None,
            assessment: None,
            note: String::new(),
            on_board: false,
        }
    }

    #[test]
    fn lines_are_indented_wrapped_and_annotated() {
        let main: Vec<LineMove> = (1..=12).map(|ply| mv(ply, "d3")).collect();
        let mut other = mv(2, "f6");
        (other.assessment, other.on_board) = (Some(Assessment::Doubtful), true);
        other.note = "one\ntwo \u{1b}".to_owned();
        let lines = [
            VariationLine {
                number: 1,
                depth: 0,
                after: 0,
                moves: main,
            },
            VariationLine {
                number: 2,
                depth: 1,
                after: 1,
                moves: vec![other, mv(3, "e6")],
            },
        ];
        let rows = list(&lines, "the start", 30);
        assert_eq!(
            rows,
            [
                "     the start",
                "  1. 1 d3 d3 d3 d3 d3 d3 d3 d3",
                "       d3 d3 d3 d3",
                "  2.   2 [f6?!] e6",
                "         2 f6: one",
                "         two \\u{1b}",
            ]
        );
        assert!(list(&[], "", 80).is_empty());
    }
}
