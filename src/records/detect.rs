//! Detects the format of a file from the beginning of its content.

use crate::base::language::tr;
use crate::games::Player;

use super::board::{is_square, side_of};
use super::board_picture::BoardPicture;
use super::lines::{is_letters, row};
use super::obf::without_comment;
use super::{
    BoardError, BoardPosition, Format, Obf, ObfError, ReadError, decode, pgn, read, text_save,
    wthor,
};

impl Format {
    /// Guesses the format of a file from its first bytes, as [`read`] expects it.
    ///
    /// The fallback is a transcript, because any text can surround its moves.
    pub fn of_content(bytes: &[u8]) -> Self {
        if wthor::is_beginning(bytes) {
            return Self::Wthor;
        }
        let text = decode::beginning(bytes);
        if let Some(format) = text
            .match_indices("(;")
            .find_map(|(start, _)| of_tree(&text[start + 2..]))
        {
            return format;
        }
        if text.trim_start().starts_with("<svg") || text.trim_start().starts_with("<?xml") {
            return Self::Svg;
        }
        if pgn::is_beginning(&text) {
            return Self::Pgn;
        }
        let mut lines = text.lines();
        let Some(first) = lines
            .by_ref()
            .map(without_comment)
            .find(|line| !is_blank(line))
        else {
            return Self::Transcript;
        };
        let second = without_comment(lines.clone().next().unwrap_or_default());
        if text_save::may_be_header(first) && cells(second) == 8 {
            return Self::TextSave;
        }
        let is_board = |text: &str| text.parse::<BoardPosition>().is_ok();
        if first.contains(';') && matches!(Obf::parse(first), Ok(Some(_))) {
            return Self::Obf;
        }
        if BoardPicture::begins(&text) {
            return Self::Board;
        }
        // A single row may be a rule above a text, so a board needs two.
        let mut rows = lines
            .take_while(|line| !is_blank(line))
            .map(without_comment);
        let next = rows.find(|line| !is_blank(line)).unwrap_or_default();
        let is_board = is_board(first)
            || is_letters(first)
            || is_likely_line(first)
            || is_likely_row(first) && is_likely_row(next);
        if is_board {
            Self::Board
        } else {
            Self::Transcript
        }
    }
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

fn cells(line: &str) -> usize {
    line.chars()
        .filter(|character| !character.is_whitespace())
        .count()
}

/// Whether a line looks like a row of a board. One of its squares may be wrong.
fn is_likely_row(line: &str) -> bool {
    let row = row(line);
    cells(row) == 8 && row.chars().filter(|&mark| is_square(mark)).count() > 6
}

/// Whether a line looks like a whole board. A few squares may be wrong, missing or extra.
/// A board has discs of both sides, or 64 squares that are not all alike; a rule has neither.
fn is_likely_line(line: &str) -> bool {
    let squares: Vec<char> = line.chars().filter(|&mark| is_square(mark)).collect();
    let has = |player| squares.iter().any(|&mark| side_of(mark) == Some(player));
    let is_rule = squares.iter().all(|mark| squares.first() == Some(mark));
    let cells = cells(line);
    (60..70).contains(&cells)
        && squares.len() + 4 > cells
        && (has(Player::Black) && has(Player::White) || squares.len() == 64 && !is_rule)
}

/// The format of the text after a `(;`: SGF or GGF if it begins with a property.
fn of_tree(text: &str) -> Option<Format> {
    let head: String = text
        .chars()
        .take(200)
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let (name, _) = head.split_once('[')?;
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    let is_sgf = ["FF[", "GM[1]", "GM[2]"]
        .iter()
        .any(|property| head.contains(property));
    Some(if is_sgf { Format::Sgf } else { Format::Ggf })
}

/// Whether a word is a sequence of squares, as games are often written: `f5d6c3`.
pub fn is_transcript(word: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    word.len() >= 4 && word.as_bytes().chunks(2).all(is_square)
}

/// The format of a game or position typed instead of a file name; `None` if it is a file name.
pub fn typed(text: &str) -> Option<Format> {
    if is_transcript(text) {
        return Some(Format::Transcript);
    }
    if matches!(
        Obf::parse(text),
        Ok(Some(_)) | Err(ObfError::Board(BoardError::MissingSide))
    ) {
        return Some(Format::Obf);
    }
    (text.contains('\n') && BoardPicture::begins(text)).then_some(Format::Board)
}

/// Parses a position: moves from the start, or 64 squares and the side to move.
///
/// # Errors
/// Returns the reason, as a message for the user.
pub fn typed_position(text: &str) -> Result<BoardPosition, String> {
    if let Ok(board) = text.parse() {
        return Ok(board);
    }
    if let Ok(Some(obf)) = Obf::parse(text) {
        return Ok(obf.board);
    }
    let mut records = read(Format::Transcript, text.as_bytes());
    match records.next() {
        Some(Ok(entry)) => Ok(entry.record.board()),
        Some(Err(ReadError::Bad(bad))) => Err(bad.problem.to_string()),
        Some(Err(error)) => Err(error.to_string()),
        None => {
            Err(tr!("use moves like f5d6c3, or 64 squares (X O -) and the side to move").to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::BYTE_ORDER_MARK;

    #[test]
    fn a_file_is_recognized_by_its_beginning() {
        let line = BoardPosition::START.to_string();
        let rows: String = (0..8)
            .map(|row| line[8 * row..8 * row + 8].to_owned() + "\n")
            .collect();
        let wthor = [20, 5, 10, 8, 160, 0, 0, 0, 0, 0, 188, 7, 8, 0, 24, 0];
        for (content, format) in [
            (&b"F5d6C3"[..], Format::Transcript),
            (b"", Format::Transcript),
            (b"Dear all,\n\nf5d6", Format::Transcript),
            (b"2 (;GM[Othello]PC[x]", Format::Ggf),
            (b"(;FF[4]\nGM[2]", Format::Sgf),
            (b"( ;GM[2]", Format::Transcript),
            (b"nice (; f5d6 (;GM[Othello]", Format::Ggf),
            (b"nice (; f5d6", Format::Transcript),
            (b"M X\r\n- - - - - - - -\n", Format::TextSave),
            (b"MX\n--------\n", Format::TextSave),
            (b"A O 2 \n--------\n", Format::TextSave),
            (format!("{line}; D3:+0;").as_bytes(), Format::Obf),
            (format!("% comment\n{line}\n").as_bytes(), Format::Board),
            (format!("{rows}X\n").as_bytes(), Format::Board),
            (
                format!("  a b c d e f g h\n{rows}X\n").as_bytes(),
                Format::Board,
            ),
            (format!("# comment\n{rows}").as_bytes(), Format::Board),
            (
                format!("1 {}", rows.replace('\n', "\n# row\n2 ")).as_bytes(),
                Format::Board,
            ),
            (
                format!("Z{rows}").replacen("Z-", "Z", 1).as_bytes(),
                Format::Board,
            ),
            (
                line.replace('X', "B").replace('O', "W").as_bytes(),
                Format::Board,
            ),
            (line.as_bytes()[1..].as_ref(), Format::Board),
            (line.trim_end_matches(" X").as_bytes(), Format::Board),
            (line.replacen('O', "Z", 1).as_bytes(), Format::Board),
            (b"--------\nf5d6c3\n", Format::Transcript),
            (b"--------\nf5d6c3d3\n", Format::Transcript),
            (b"--------\n\n--------\n", Format::Transcript),
            (b"-- -- -- --\nf5d6c3\n", Format::Transcript),
            ("*".repeat(24).as_bytes(), Format::Transcript),
            ("-".repeat(64).as_bytes(), Format::Transcript),
            ("-*".repeat(35).as_bytes(), Format::Transcript),
            (
                b"\n[Event \"Dutch Open 56 - 2011\"]\n1. F5 D6\n",
                Format::Pgn,
            ),
            (b"% escaped\n  [White \"a\"]\n", Format::Pgn),
            (b"1. f5 {diagonal would be f6} d6", Format::Pgn),
            (b"{a comment} f5 d6", Format::Pgn),
            (b"f5 d6 (1... f6 2. e6) c3", Format::Pgn),
            (b"1. f5 d6 (f6 e6) 2. c3", Format::Pgn),
            (b"1.f5 1...d6", Format::Pgn),
            (b"F5 $1 d6", Format::Pgn),
            (b"1. f5 (1.5) d6 (+1) 2. c3 (0:02)", Format::Transcript),
            (b"f5 (Black)\nd6 (White)", Format::Transcript),
            (b"(1. f5 d6 2. c3)", Format::Transcript),
            (b"[1] f5 [2] d6", Format::Transcript),
            (b"[\"f5\", \"d6\"]", Format::Transcript),
            (b"{\n  \"moves\": [\"f5\", \"d6\"]\n}", Format::Transcript),
            (&wthor, Format::Wthor),
            (b"<svg xmlns", Format::Svg),
        ] {
            assert_eq!(
                Format::of_content(content),
                format,
                "{}",
                String::from_utf8_lossy(content)
            );
            if format != Format::Wthor {
                let marked = [&BYTE_ORDER_MARK, content].concat();
                assert_eq!(Format::of_content(&marked), format, "{marked:?}");
            }
        }
        for &format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
            if format.extension() != "txt" {
                assert_eq!(Format::of_extension(format.extension()), Some(format));
            }
        }
    }
}
