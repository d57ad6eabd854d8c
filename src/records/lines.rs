//! Boards as text: one per line, optionally with scored moves (OBF), or on several lines, as programs print them.
//!
//! A board is 64 squares from a1 along the rows, and the side to move. On several lines, coordinates, frames and
//! headings are accepted; see [`BoardPicture`]. `%` or `#` starts a comment. Moves on the lines below a board make it
//! the start of a game.

use std::collections::VecDeque;
use std::io;

use crate::games::Player;

use super::board::is_square;
use super::board_moves::{BoardMove, moves};
use super::board_picture::BoardPicture;
use super::input::{InputLine, MAX_LINE_BYTES};
use super::obf::without_comment;
use super::replay::Replay;
use super::{
    BadRecord, BoardError, BoardPosition, Entry, GameRecord, Input, Obf, ObfError, Problem,
    ReadError, RecordFormat, Remarks, Unwritable,
};

/// The number of lines in which a board is looked for: one with a frame, and the text above it.
pub const WINDOW: usize = 96;

#[derive(Debug, Default)]
pub struct Boards {
    /// Whether to print scored moves after the side to move.
    with_scores: bool,
    /// The side to move of boards that don't show it.
    turn: Option<Player>,
    /// The lines that have been read, but not used.
    ahead: VecDeque<InputLine>,
}

impl Boards {
    pub(super) fn new(with_scores: bool) -> Self {
        Self {
            with_scores,
            ..Self::default()
        }
    }

    /// Reads lines until `count` are available, or the input ends.
    fn look_ahead(&mut self, input: &mut Input<'_>, count: usize) -> io::Result<()> {
        while self.ahead.len() < count
            && let Some(line) = input.line()?
        {
            self.ahead.push_back(line);
        }
        Ok(())
    }

    /// Takes the board or the fault that begins with the next line.
    fn take(&mut self, input: &mut Input<'_>, line: &InputLine) -> Result<Entry, ReadError> {
        let text = line.text();
        if let Err(ObfError::Board(BoardError::MissingSide)) = Obf::parse(&text) {
            self.look_ahead(input, 2)?;
            let below = self.ahead.get(1).map(InputLine::text);
            if let Some(board) = below.and_then(|below| with_side_below(&text, &below)) {
                self.ahead.drain(..2);
                return self.game_from(input, board, line.offset);
            }
        }
        match self.obf(&text) {
            Ok(Some(obf)) => {
                self.ahead.pop_front();
                let mut entry = self.game_from(input, obf.board, line.offset)?;
                entry.record.scores = obf.moves;
                return Ok(entry);
            }
            Err(error) if is_whole_line(&error) => {
                self.ahead.pop_front();
                return Err(bad_line(line, &text, error).into());
            }
            Ok(None) | Err(_) => {}
        }
        self.look_ahead(input, WINDOW)?;
        let texts: Vec<String> = self.texts_before_one_line();
        let lines: Vec<&str> = texts.iter().map(String::as_str).collect();
        let picture = BoardPicture::find(&lines, self.turn);
        let before = picture
            .as_ref()
            .map_or(lines.len(), |picture| picture.rows.start);
        if let Some((rows, error)) = BoardPicture::fault(&lines[..before]) {
            let offset = self.ahead[rows.start].offset;
            self.ahead.drain(..rows.end);
            return Err(BadRecord::new(offset, error.into()).into());
        }
        let Some(picture) = picture else {
            return self.take_faulty(line);
        };
        let offset = self.ahead[picture.rows.start].offset;
        self.ahead.drain(..picture.end);
        match picture.board {
            Ok(board) => self.game_from(input, board, offset),
            Err(error) => Err(BadRecord::new(offset, error.into()).into()),
        }
    }

    /// Parses a board on one line. Adds the side to move if it is missing and assumed.
    fn obf(&self, text: &str) -> Result<Option<Obf>, ObfError> {
        match (Obf::parse(text), self.turn) {
            (Err(ObfError::Board(BoardError::MissingSide)), Some(turn)) => {
                Obf::parse(&with_side(text, turn))
            }
            (parsed, _) => parsed,
        }
    }

    /// The lines up to the next board on a single line.
    fn texts_before_one_line(&self) -> Vec<String> {
        let texts = self
            .ahead
            .iter()
            .take_while(|line| !line.is_truncated)
            .map(InputLine::text);
        texts
            .take_while(|text| !matches!(self.obf(text), Ok(Some(_))))
            .collect()
    }

    /// Takes the lines of a board with a fault, up to an empty line, and returns the error.
    fn take_faulty(&mut self, first: &InputLine) -> Result<Entry, ReadError> {
        let text = first.text();
        if is_row(without_comment(&text)) {
            return Err(self.several_lines(first).into());
        }
        self.ahead.pop_front();
        Err(match Obf::parse(&text) {
            Err(error) => bad_line(first, &text, error),
            Ok(_) => BadRecord::new(first.offset, Problem::NotARecord(text)),
        }
        .into())
    }

    fn several_lines(&mut self, first: &InputLine) -> BadRecord {
        let mut text = String::new();
        // The offset of each line in the text and in the input.
        let mut places = Vec::new();
        while places.len() <= 8
            && let Some(line) = self
                .ahead
                .pop_front_if(|line| !line.is_blank() && !line.is_truncated)
        {
            let content = line.text();
            let content = without_comment(&content);
            // Unlike an empty line, a comment doesn't end the board.
            if content.trim().is_empty() || is_letters(content) {
                continue;
            }
            let content = if places.len() < 8 {
                row(content)
            } else {
                content.trim()
            };
            places.push((text.len(), line.offset));
            text += content;
            text.push('\n');
        }
        let Err(error) = text.trim_end().parse::<BoardPosition>() else {
            return BadRecord::new(first.offset, Problem::NotARecord(first.text()));
        };
        let at = error.at();
        let place = places.iter().rev().find(|(start, _)| *start <= at);
        BadRecord::new(
            place.map_or(first.offset, |(_, offset)| *offset),
            error.into(),
        )
    }

    /// Reads the moves on the lines below a board.
    fn game_from(
        &mut self,
        input: &mut Input<'_>,
        start: BoardPosition,
        offset: u64,
    ) -> Result<Entry, ReadError> {
        let mut replay = Replay::from_start(start);
        while let Some((line, moves)) = self.next_moves(input, &replay)? {
            for mv in moves {
                let ply = replay.ply();
                if let Err(source) = replay.take(None, mv.square, Remarks::default()) {
                    let problem = Problem::Move {
                        name: mv.name,
                        ply,
                        source,
                    };
                    let bad = BadRecord::new(line.offset + mv.at as u64, problem);
                    return Err(bad.after(replay.record).into());
                }
            }
        }
        Ok(Entry::new(offset, replay.record))
    }

    /// Takes the next line if it has moves: directly below, or after an empty line if they are legal.
    fn next_moves(
        &mut self,
        input: &mut Input<'_>,
        replay: &Replay,
    ) -> Result<Option<(InputLine, Vec<BoardMove>)>, ReadError> {
        self.look_ahead(input, 1)?;
        let is_apart = self.ahead.front().is_some_and(InputLine::is_blank);
        if is_apart {
            self.look_ahead(input, 2)?;
        }
        let Some(line) = self.ahead.get(usize::from(is_apart)) else {
            return Ok(None);
        };
        let Some(moves) = moves(&line.text()).filter(|_| !line.is_truncated) else {
            return Ok(None);
        };
        let is_legal = || {
            let mut replay = replay.clone();
            moves
                .iter()
                .all(|mv| replay.take(None, mv.square, Remarks::default()).is_ok())
        };
        if is_apart && !is_legal() {
            return Ok(None);
        }
        let line = line.clone();
        self.ahead.drain(..=usize::from(is_apart));
        Ok(Some((line, moves)))
    }
}

impl RecordFormat for Boards {
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError> {
        loop {
            self.look_ahead(input, 1)?;
            let Some(line) = self.ahead.front() else {
                return Ok(None);
            };
            if line.is_truncated {
                let offset = line.offset;
                self.ahead.pop_front();
                return Err(BadRecord::new(offset, Problem::LongLine(MAX_LINE_BYTES)).into());
            }
            let line = line.clone();
            let text = line.text();
            let is_comment = without_comment(&text).trim().is_empty();
            // A disc may look like the beginning of a comment.
            if line.is_blank() || is_comment && row_of_comment(&text).is_none() {
                self.ahead.pop_front();
            } else {
                return self.take(input, &line).map(Some);
            }
        }
    }

    fn assume_turn(&mut self, turn: Option<Player>) {
        self.turn = turn;
    }

    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable> {
        // A forced pass at the start doesn't count: print the board before it.
        let has_moved = record.moves().iter().any(|mv| mv.square.is_some());
        let board = if has_moved {
            record.board()
        } else {
            record.start()
        };
        let text = if self.with_scores {
            let moves = record.scores.clone();
            Obf { board, moves }.to_string()
        } else {
            board.to_string()
        };
        Ok((text + "\n").into_bytes())
    }
}

/// Whether a line is a board with a fault, which can't be a part of a board on several lines.
pub const fn is_whole_line(error: &ObfError) -> bool {
    !matches!(
        error,
        ObfError::Board(BoardError::SquareCount(_)) | ObfError::Character { .. }
    )
}

fn bad_line(line: &InputLine, text: &str, error: ObfError) -> BadRecord {
    let within = match error {
        ObfError::Character { column, .. } => column - 1,
        _ => 0,
    };
    let blanks = text.len() - text.trim_start().len();
    BadRecord::new(line.offset + (blanks + within) as u64, error.into())
}

/// Inserts the side to move after the squares of a board on one line.
pub fn with_side(text: &str, turn: Player) -> String {
    let (squares, moves) = text
        .split_once(';')
        .map_or((text, None), |(squares, moves)| (squares, Some(moves)));
    let moves = moves.map(|moves| format!("; {moves}")).unwrap_or_default();
    format!("{} {turn}{moves}", without_comment(squares).trim_end())
}

/// The board on a line with its side to move on the next line; `None` if that line is something else.
pub fn with_side_below(text: &str, below: &str) -> Option<BoardPosition> {
    let [squares, side] = [text, below].map(|line| without_comment(line).trim());
    format!("{squares} {side}")
        .parse()
        .ok()
        .filter(|_| !side.is_empty())
}

/// The line, if it begins with `#` but has eight symbols.
pub fn row_of_comment(text: &str) -> Option<&str> {
    let symbols = text.chars().filter(|symbol| !symbol.is_whitespace());
    let is_row = symbols.clone().count() == 8
        && symbols
            .clone()
            .all(|symbol| symbol == '#' || is_square(symbol) || "@0".contains(symbol));
    is_row.then_some(text)
}

/// Whether a line is a single row of a board, or the letters above it.
fn is_row(text: &str) -> bool {
    is_letters(text) || {
        let row = row(text);
        row.chars()
            .filter(|character| !character.is_whitespace())
            .count()
            == 8
    }
}

pub fn is_letters(text: &str) -> bool {
    let letters: String = text
        .chars()
        .filter(|character| !character.is_whitespace())
        .collect();
    letters.eq_ignore_ascii_case("abcdefgh")
}

pub fn row(text: &str) -> &str {
    text.trim()
        .trim_matches(|character: char| character.is_ascii_digit())
        .trim()
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
        found
            .map(|found| found.map(|record| record.start()))
            .collect()
    }

    #[test]
    fn a_board_may_be_on_several_lines() {
        let start = Ok(BoardPosition::START);
        let line = BoardPosition::START.to_string();
        let rows = |separator: &str, numbered: bool| -> String {
            let row = |row: usize| {
                let cells: Vec<String> = line[8 * row..8 * row + 8]
                    .chars()
                    .map(String::from)
                    .collect();
                let number = if numbered {
                    format!("{} ", row + 1)
                } else {
                    String::new()
                };
                format!("{number}{}\n", cells.join(separator))
            };
            (0..8).map(row).collect::<Vec<_>>().concat()
        };
        for text in [
            line.clone(),
            format!("{}X", rows("", false)),
            format!("{}\nX", rows(" ", false).trim_end()),
            format!("  a b c d e f g h\n{}Black to move\n", rows(" ", true)),
            format!(
                "  A B C D E F G H\n{}  A B C D E F G H\nb\n",
                rows(" ", true)
            ),
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
            (
                "\u{feff}XZ",
                "4: 'Z' in column 2 is not a square: use X, O or -",
            ),
            ("--XO", "0: got 4 squares, expected 64"),
            ("--XO--XO\n----\n", "0: got 12 squares, expected 64"),
            (
                "--XO--XO\n---?----\n",
                "9: '?' is not a square: use X, O or -",
            ),
            (
                line.trim_end_matches(" X"),
                "0: no side to move: add `X to move` or `O to move` after the board",
            ),
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
                let text = Boards::new(with_scores).print(&record).unwrap();
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
