//! Which format a file has, by its name or its content.

use std::io;

use crate::games::Player;

use super::board::{is_square, side_of};
use super::lines::{is_letters, row, without_comment};
use super::{BoardPosition, Format, Input, Obf, input, text_save, wthor};

/// How much of a file is looked at.
const BEGINNING: usize = 4096;

impl Format {
    /// The format called so on the command line.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format that files with this extension have. `txt` says nothing.
    ///
    /// ```
    /// use reversi::records::Format;
    /// assert_eq!(Format::of_extension("WTB"), Some(Format::Wthor));
    /// assert_eq!(Format::of_extension("txt"), None);
    /// ```
    pub fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "ggf" => Self::Ggf,
            "sgf" => Self::Sgf,
            "obf" => Self::Obf,
            "wtb" => Self::Wthor,
            "svg" => Self::Svg,
            _ => return None,
        })
    }

    /// The usual extension of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Transcript | Self::Board | Self::TextSave => "txt",
            Self::Ggf => "ggf",
            Self::Sgf => "sgf",
            Self::Obf => "obf",
            Self::Wthor => "wtb",
            Self::Svg => "svg",
        }
    }

    /// Whether its records can be read: pictures can't.
    pub const fn is_readable(self) -> bool {
        !matches!(self, Self::Svg)
    }

    /// The format that an input seems to have, by its beginning, which stays to be read. What is
    /// nothing else is a transcript, since that may have any text around it.
    ///
    /// # Errors
    /// When the input can't be read.
    pub fn of_input(input: &mut Input<'_>) -> io::Result<Self> {
        Ok(Self::of_content(&input.look_ahead(BEGINNING)?))
    }

    /// The format of a file that begins so.
    pub fn of_content(bytes: &[u8]) -> Self {
        if wthor::is_beginning(bytes) {
            return Self::Wthor;
        }
        let text =
            String::from_utf8_lossy(bytes.strip_prefix(&input::BYTE_ORDER_MARK).unwrap_or(bytes));
        if let Some(format) =
            text.match_indices("(;").find_map(|(start, _)| of_tree(&text[start + 2..]))
        {
            return format;
        }
        if text.trim_start().starts_with("<svg") || text.trim_start().starts_with("<?xml") {
            return Self::Svg;
        }
        let mut lines = text.lines();
        let Some(first) = lines.by_ref().map(without_comment).find(|line| !is_blank(line)) else {
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
        // A row alone may as well be a rule above a text: two make a board.
        let mut rows = lines.take_while(|line| !is_blank(line)).map(without_comment);
        let next = rows.find(|line| !is_blank(line)).unwrap_or_default();
        let is_board = is_board(first)
            || is_letters(first)
            || is_likely_line(first)
            || is_likely_row(first) && is_likely_row(next);
        if is_board { Self::Board } else { Self::Transcript }
    }
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// The characters of a line that are no blanks.
fn cells(line: &str) -> usize {
    line.chars().filter(|character| !character.is_whitespace()).count()
}

/// Whether a line is a row of a board, even if one of its squares is wrong.
fn is_likely_row(line: &str) -> bool {
    let row = row(line);
    cells(row) == 8 && row.chars().filter(|&mark| is_square(mark)).count() > 6
}

/// Whether a line is a whole board, even if a few of its squares are wrong, too many or missing. It
/// has discs of both sides, or 64 squares that are not all alike: a rule has neither.
fn is_likely_line(line: &str) -> bool {
    let squares: Vec<char> = line.chars().filter(|&mark| is_square(mark)).collect();
    let has = |player| squares.iter().any(|&mark| side_of(mark) == Some(player));
    let is_rule = squares.iter().all(|mark| squares.first() == Some(mark));
    let cells = cells(line);
    (60..70).contains(&cells)
        && squares.len() + 4 > cells
        && (has(Player::Black) && has(Player::White) || squares.len() == 64 && !is_rule)
}

/// The format of what follows a `(;`: SGF or GGF, if it is a property.
fn of_tree(text: &str) -> Option<Format> {
    let head: String = text.chars().take(200).filter(|letter| !letter.is_whitespace()).collect();
    let (name, _) = head.split_once('[')?;
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    let is_sgf = ["FF[", "GM[1]", "GM[2]"].iter().any(|property| head.contains(property));
    Some(if is_sgf { Format::Sgf } else { Format::Ggf })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_beginning() {
        let line = BoardPosition::START.to_string();
        let rows: String = (0..8).map(|row| line[8 * row..8 * row + 8].to_owned() + "\n").collect();
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
            (format!("  a b c d e f g h\n{rows}X\n").as_bytes(), Format::Board),
            (format!("# comment\n{rows}").as_bytes(), Format::Board),
            (format!("1 {}", rows.replace('\n', "\n# row\n2 ")).as_bytes(), Format::Board),
            (format!("Z{rows}").replacen("Z-", "Z", 1).as_bytes(), Format::Board),
            (line.replace('X', "B").replace('O', "W").as_bytes(), Format::Board),
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
            (&wthor, Format::Wthor),
            (b"<svg xmlns", Format::Svg),
        ] {
            assert_eq!(Format::of_content(content), format, "{}", String::from_utf8_lossy(content));
            if format != Format::Wthor {
                let marked = [&input::BYTE_ORDER_MARK, content].concat();
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
