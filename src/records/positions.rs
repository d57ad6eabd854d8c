//! The positions in the lines of a text, one by one: each on a single line, or on several as programs print them.
//!
//! A position on a single line needs no other line, so that a pipe can wait for the answer to it. Any other line is
//! decided together with those after it.

use crate::games::Player;

use super::board::{is_square, side_of};
use super::board_picture::BoardPicture;
use super::lines::{WINDOW, is_whole_line, row_of_comment, with_side, with_side_below};
use super::{BoardError, Obf, ObfError};

/// The maximum number of lines with other text above a board. What is farther away doesn't belong to it.
const MAX_ABOVE: usize = 4;

/// The number of lines below a board that show that nothing more belongs to it.
const LINES_BELOW: usize = 3;

/// The maximum number of squares in a line that may be the row of a board.
const MAX_IN_ROW: usize = 16;

/// A position, with its place in the text.
#[derive(Debug, PartialEq, Eq)]
pub struct PlacedPosition {
    /// The number of its first line, from 1.
    pub line: usize,
    /// The position on a single line, with the side to move.
    pub text: Result<String, ObfError>,
}

/// Finds the positions in lines that are added one by one.
#[derive(Debug, Default)]
pub struct PositionFinder {
    /// The side to move of boards that don't show it.
    turn: Option<Player>,
    /// The lines that are not decided yet.
    lines: Vec<String>,
    /// The number of lines before these.
    decided: usize,
    /// The number of these lines that can't begin a board on several lines.
    barren: usize,
    is_complete: bool,
}

impl PositionFinder {
    pub fn new(turn: Option<Player>) -> Self {
        Self {
            turn,
            ..Self::default()
        }
    }

    pub fn add(&mut self, line: String) {
        self.lines.push(line);
    }

    /// Marks the end of the text. Returns false if it was already marked.
    pub fn end(&mut self) -> bool {
        !std::mem::replace(&mut self.is_complete, true)
    }

    /// Takes the next position, or a line that is none; `None` if it needs more lines, or there are no more.
    pub fn next(&mut self) -> Option<PlacedPosition> {
        loop {
            let line = self.lines.first()?;
            if let Err(ObfError::Board(BoardError::MissingSide)) = Obf::parse(line) {
                match self.lines.get(1) {
                    None if !self.is_complete => return None,
                    below => {
                        let board = below.and_then(|below| with_side_below(line, below));
                        if let Some(board) = board {
                            return Some(self.take(0..2, Ok(board.to_string())));
                        }
                    }
                }
            }
            match self.single(line) {
                Ok(Some(text)) => return Some(self.take(0..1, Ok(text))),
                Err(error) if self.barren > 0 || stands_alone(&error) => {
                    return Some(self.take(0..1, Err(error)));
                }
                Ok(None) if self.barren > 0 || row_of_comment(line).is_none() => self.drop(1),
                _ => return self.several(),
            }
        }
    }

    /// Reads a position on a single line, and adds a missing side; `None` for a blank line or a comment.
    fn single(&self, line: &str) -> Result<Option<String>, ObfError> {
        match (Obf::parse(line), self.turn) {
            (Err(ObfError::Board(BoardError::MissingSide)), Some(turn)) => {
                let completed = with_side(line, turn);
                Obf::parse(&completed).map(|obf| obf.map(|_| completed))
            }
            (parsed, _) => parsed.map(|obf| obf.map(|_| line.to_owned())),
        }
    }

    /// Decides about the first line, which is not a complete position.
    fn several(&mut self) -> Option<PlacedPosition> {
        let is_part = |line: &&String| !matches!(self.single(line), Ok(Some(_)));
        let lines: Vec<&str> = self
            .lines
            .iter()
            .take_while(is_part)
            .map(String::as_str)
            .collect();
        let count = lines.len();
        let is_cut = count < self.lines.len() || self.is_complete;
        let picture = BoardPicture::find(&lines, self.turn);
        let is_whole = picture
            .as_ref()
            .is_some_and(|picture| count >= picture.end + LINES_BELOW);
        if !is_cut && !is_whole && count < WINDOW {
            return None;
        }
        let before = picture.as_ref().map_or(count, |picture| picture.rows.start);
        let fault = BoardPicture::fault(&lines[..before]);
        let (rows, end, board) = match (fault, picture) {
            (Some((rows, error)), _) => (rows.clone(), rows.end, Err(error)),
            (None, Some(picture)) => (picture.rows, picture.end, picture.board),
            (None, None) => {
                // A board may begin in the second half of the window.
                self.barren = if is_cut { count } else { count / 2 };
                return self.next();
            }
        };
        let above = rows.start.min(MAX_ABOVE);
        let is_heading = |line: &&str| !is_cut_off_board(line);
        if rows.start > above || !lines[..above].iter().all(is_heading) {
            self.barren = (rows.start - above).max(1);
            return self.next();
        }
        let text = board
            .map(|board| board.to_string())
            .map_err(ObfError::Board);
        Some(self.take(rows.start..end, text))
    }

    /// Takes the lines up to the end of a position.
    fn take(
        &mut self,
        lines: std::ops::Range<usize>,
        text: Result<String, ObfError>,
    ) -> PlacedPosition {
        let line = self.decided + lines.start + 1;
        self.drop(lines.end);
        PlacedPosition { line, text }
    }

    fn drop(&mut self, count: usize) {
        self.lines.drain(..count);
        self.decided += count;
        self.barren = self.barren.saturating_sub(count);
    }
}

/// Whether a line is a position with a fault, and no part of a board on several lines.
fn stands_alone(error: &ObfError) -> bool {
    is_whole_line(error)
        || matches!(error, ObfError::Board(BoardError::SquareCount(count)) if *count > MAX_IN_ROW)
}

/// Whether a line above a board begins with squares, and is therefore no heading.
fn is_cut_off_board(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.chars().count() > 1
        && word.chars().all(is_square)
        && word.chars().any(|square| side_of(square).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str =
        "--------\n--------\n---X----\n---XX---\n---XO---\n--------\n--------\n--------\n";

    /// The positions in a text, each with its line and the number of lines read before it was found.
    fn found(text: &str, turn: Option<Player>) -> Vec<(usize, usize, Result<String, String>)> {
        let (mut finder, mut lines) = (PositionFinder::new(turn), text.lines());
        let (mut found, mut read) = (Vec::new(), 0);
        loop {
            if let Some(PlacedPosition { line, text }) = finder.next() {
                found.push((line, read, text.map_err(|error| error.to_string())));
            } else if let Some(line) = lines.next() {
                finder.add(line.to_owned());
                read += 1;
            } else if !finder.end() {
                return found;
            }
        }
    }

    /// The lines of the positions, or of what is none.
    fn places(text: &str) -> Vec<(usize, bool)> {
        found(text, None)
            .into_iter()
            .map(|(line, _, text)| (line, text.is_ok()))
            .collect()
    }

    #[test]
    fn lines_are_positions_at_once_and_boards_with_their_first_line() {
        let line = format!("{} O", ROWS.replace('\n', ""));
        let text = format!("{line}; c3:+1;\n\n{line}\n% end\n");
        let both = [
            (1, 1, Ok(format!("{line}; c3:+1;"))),
            (3, 3, Ok(line.clone())),
        ];
        assert_eq!(found(&text, None), both);
        let board = format!("{ROWS}O to move\n");
        for (text, lines) in [
            (board.clone(), &[1][..]),
            (
                format!("{line}\n{board}{line}\n\n{board}\n\n\n{line}"),
                &[1, 2, 11, 13, 25],
            ),
            (format!("{board}{board}\n{board}"), &[1, 10, 20]),
            (
                format!("Diagram 1\n\n{board}\nDiagram 2\n{board}"),
                &[3, 14],
            ),
            (format!("White to move\n{ROWS}\n{line}"), &[2, 11]),
            (
                format!("{}\nO to move\n{}\nwhite\n{line}", &line[..64], &line[..64]),
                &[1, 3, 5],
            ),
        ] {
            let expected: Vec<_> = lines
                .iter()
                .map(|&number| (number, Ok(line.clone())))
                .collect();
            let positions = found(&text, None)
                .into_iter()
                .map(|(number, _, text)| (number, text));
            assert_eq!(positions.collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_position_is_told_line_by_line() {
        let board = format!("{ROWS}O to move\n");
        let junk = "hello\n".repeat(200);
        let after = found(&format!("{junk}{board}"), None);
        assert!(after.len() == 197 && after[..196].iter().all(|(.., text)| text.is_err()));
        assert_eq!(
            (after[195].0, after[196].0, after[196].2.is_ok()),
            (196, 201, true)
        );
        assert_eq!(places(&format!("XO X\n{board}")), [(1, false), (2, true)]);
        assert_eq!(
            places(&format!("{board}\nd3 c3\n")),
            [(1, true), (11, false)]
        );
        let seven = ROWS.replacen("--------\n", "", 1);
        let error = Err("got 7 rows, expected 8".to_owned());
        assert_eq!(found(&format!("{seven}\n{board}"), None)[0].2, error);
        assert_eq!(
            places(&format!("{seven}\n{board}")),
            [(1, false), (9, true)]
        );
        // Lines with too few squares don't wait for more lines.
        assert_eq!(found(&format!("{} X\n\n\n", "-".repeat(63)), None)[0].1, 1);
    }

    #[test]
    fn a_missing_side_is_assumed_or_an_error() {
        let squares = ROWS.replace('\n', "");
        for text in [
            ROWS.to_owned(),
            squares.clone(),
            format!("{squares}; c3:+1;"),
        ] {
            let [(1, _, Err(error))] = &found(&text, None)[..] else {
                panic!("{text}")
            };
            assert!(error.starts_with("no side to move"), "{error}");
            let [(1, _, Ok(position))] = &found(&text, Some(Player::White))[..] else {
                panic!("{text}")
            };
            let obf = Obf::parse(position).unwrap().unwrap();
            let board = obf.board;
            assert_eq!(board.to_string(), format!("{squares} O"));
        }
    }
}
