//! Boards as text: one per line, optionally with scored moves (OBF), or on several lines.
//!
//! A board is 64 squares from a1 along the rows, and the side to move. On several lines, rows may have numbers on
//! both sides, and letters above and below. `%` or `#` starts a comment.

use super::input::{InputLine, MAX_LINE_BYTES};
use super::{
    BadRecord, BoardPosition, Entry, GameRecord, Input, Obf, ObfError, Problem, ReadError,
    RecordFormat, Unwritable,
};

#[derive(Debug, Default)]
pub struct Boards {
    /// Whether to print scored moves after the side to move.
    pub with_scores: bool,
}

impl RecordFormat for Boards {
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError> {
        loop {
            let Some(line) = input.line()? else { return Ok(None) };
            let offset = line.offset;
            if line.is_truncated {
                return Err(BadRecord::new(offset, Problem::LongLine(MAX_LINE_BYTES)).into());
            }
            let text = line.text();
            let text = without_comment(&text);
            if text.trim().is_empty() {
                continue;
            }
            let record = if is_row(text) {
                several_lines(input, &line)?
            } else {
                let obf = Obf::parse(text).map_err(|error| {
                    let within = match error {
                        ObfError::Character { column, .. } => column - 1,
                        _ => 0,
                    };
                    let blanks = text.len() - text.trim_start().len();
                    BadRecord::new(offset + (blanks + within) as u64, error.into())
                })?;
                let Some(obf) = obf else { continue };
                let mut record = GameRecord::from_start(BoardPosition::new(obf.position, obf.turn));
                record.scores = obf.moves;
                record
            };
            return Ok(Some(Entry::new(offset, record)));
        }
    }

    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable> {
        // A forced pass at the start doesn't count: print the board before it.
        let has_moved = record.moves().iter().any(|mv| mv.square.is_some());
        let board = if has_moved { record.board() } else { record.start() };
        let text = if self.with_scores {
            let (position, moves) = (board.position(), record.scores.clone());
            Obf { position, turn: board.turn, moves }.to_string()
        } else {
            board.to_string()
        };
        Ok((text + "\n").into_bytes())
    }
}

pub(super) fn without_comment(text: &str) -> &str {
    text.split(['%', '#']).next().unwrap_or_default()
}

/// Whether a line is a single row of a board, or the letters above it.
fn is_row(text: &str) -> bool {
    is_letters(text) || {
        let row = row(text);
        row.chars().filter(|character| !character.is_whitespace()).count() == 8
    }
}

pub(super) fn is_letters(text: &str) -> bool {
    let letters: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    letters.eq_ignore_ascii_case("abcdefgh")
}

pub(super) fn row(text: &str) -> &str {
    text.trim().trim_matches(|character: char| character.is_ascii_digit()).trim()
}

fn several_lines(input: &mut Input<'_>, first: &InputLine) -> Result<GameRecord, ReadError> {
    let mut text = String::new();
    let mut line = Some(first.clone());
    let mut rows = 0;
    // The offset of each line in the text and in the input.
    let mut places = Vec::new();
    while let Some(next) = line.take() {
        let content = next.text();
        if next.is_blank() || next.is_truncated {
            break;
        }
        let content = without_comment(&content);
        // Unlike an empty line, a comment doesn't end the board.
        if !content.trim().is_empty() && !is_letters(content) {
            let content = if rows < 8 { row(content) } else { content.trim() };
            places.push((text.len(), next.offset));
            text += content;
            text.push('\n');
            rows += 1;
        }
        if rows > 8 {
            break;
        }
        line = input.line()?;
    }
    let board: BoardPosition = text.trim_end().parse().map_err(|error: super::BoardError| {
        let at = error.at();
        let place = places.iter().rev().find(|(start, _)| *start <= at);
        let offset = place.map_or(first.offset, |(_, offset)| *offset);
        BadRecord::new(offset, error.into())
    })?;
    Ok(GameRecord::from_start(board))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Format, ScoredMove, arbitrary, read};
    use super::*;
    use crate::engine::Position;
    use crate::games::Player;

    fn found(text: &str) -> Vec<Result<BoardPosition, String>> {
        let found = arbitrary::records(Format::Board, text).into_iter();
        found.map(|found| found.map(|record| record.start())).collect()
    }

    #[test]
    fn a_board_may_be_on_several_lines() {
        let start = Ok(BoardPosition::START);
        let line = BoardPosition::START.to_string();
        let rows = |separator: &str, numbered: bool| -> String {
            let row = |row: usize| {
                let cells: Vec<String> =
                    line[8 * row..8 * row + 8].chars().map(String::from).collect();
                let number = if numbered { format!("{} ", row + 1) } else { String::new() };
                format!("{number}{}\n", cells.join(separator))
            };
            (0..8).map(row).collect::<Vec<_>>().concat()
        };
        for text in [
            line.clone(),
            format!("{}X", rows("", false)),
            format!("{}\nX", rows(" ", false).trim_end()),
            format!("  a b c d e f g h\n{}Black to move\n", rows(" ", true)),
            format!("  A B C D E F G H\n{}  A B C D E F G H\nb\n", rows(" ", true)),
            format!(
                "{}# white is next\n  % or not\nX % black",
                rows("", false).replace('\n', " # row\n")
            ),
            format!("a b c d e f g h # letters\n#\n{}X", rows(" ", true)),
            line.replace('X', "B").replace('O', "W").replace('-', "_"),
            line.replace(" X", " black # to move"),
        ] {
            assert_eq!(found(&text), std::slice::from_ref(&start), "{text}");
        }
        let three = format!("{line}\n# comment\n\n{}X\n{line}\n", rows(" ", false));
        assert_eq!(found(&three), [start.clone(), start.clone(), start]);
        assert_eq!(found(&format!("\u{feff}{three}")), found(&three));
    }

    #[test]
    fn faults_have_a_place() {
        let line = BoardPosition::START.to_string();
        let said = |text: &str| found(text).remove(0).unwrap_err();
        for (text, expected) in [
            (
                &*format!("  {}", line.replacen('O', "Z", 1)),
                "29: 'Z' in column 28 is not a square: use X, O or -",
            ),
            ("\u{feff}XZ", "4: 'Z' in column 2 is not a square: use X, O or -"),
            ("--XO", "0: got 4 squares, expected 64"),
            ("--XO--XO\n----\n", "0: got 12 squares, expected 64"),
            ("--XO--XO\n---?----\n", "9: '?' is not a square: use X, O or -"),
            (line.trim_end_matches(" X"), "0: no side to move after the board: use X or O"),
        ] {
            assert_eq!(said(text), format!("record 1, byte {expected}"));
        }
        assert_eq!(found(&format!("--XO\n{line}")).len(), 2);
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_again(
            player in any::<u64>(),
            other in any::<u64>(),
            black in any::<bool>(),
            scores in prop::collection::vec(-64..=64_i32, 0..5),
        ) {
            let turn = if black { Player::Black } else { Player::White };
            let position = Position::new(player, other & !player).unwrap();
            let mut record = GameRecord::from_start(BoardPosition::new(position, turn));
            record.scores = ScoredMove::of_scores(position, &scores);
            for with_scores in [true, false] {
                let text = Boards { with_scores }.print(&record).unwrap();
                let found: Vec<_> = read(Format::Obf, &text[..]).map(Result::unwrap).collect();
                prop_assert_eq!(found.len(), 1);
                if !with_scores {
                    record.scores.clear();
                }
                prop_assert_eq!(&found[0].record, &record);
            }
        }
    }
}
