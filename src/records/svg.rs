//! Pictures of boards as SVG, with coordinates, discs and a mark on the last move.

use std::fmt::Write;

use crate::base::text::svg;
use crate::games::{Player, Square};

use super::{
    BadRecord, Entry, Format, GameRecord, Input, Problem, ReadError, RecordFormat, Unwritable,
};

/// Prints the last position of a game as a picture, one per file. Pictures can't be read.
#[derive(Debug, Default)]
pub struct Svg {
    is_printed: bool,
}

/// The side length of a square, in pixels like all lengths here.
const SQUARE: u32 = 60;
/// The width of the frame around the squares, which contains the coordinates.
const FRAME: u32 = 40;
const SIDE: u32 = 8 * SQUARE + 2 * FRAME;
const MAX_NAME_CHARS: usize = 15;
/// The height of the line of text below the board.
const CAPTION: u32 = 44;

/// The fills `black` and `white` of the discs.
pub const GRADIENTS: &str = r##"<defs>
<radialGradient id="black" cx="0.36" cy="0.32" r="0.8"><stop offset="0" stop-color="#5a5f63"/><stop offset="0.55" stop-color="#22262a"/><stop offset="1" stop-color="#0d0f11"/></radialGradient>
<radialGradient id="white" cx="0.36" cy="0.32" r="0.8"><stop offset="0" stop-color="#ffffff"/><stop offset="0.6" stop-color="#f1f0ea"/><stop offset="1" stop-color="#c9c6ba"/></radialGradient>
</defs>
"##;

impl RecordFormat for Svg {
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError> {
        if input.peek()?.is_none() {
            return Ok(None);
        }
        let offset = input.offset();
        while input.byte()?.is_some() {}
        let problem = Problem::NotARecord("a picture".to_owned());
        Err(BadRecord::new(offset, problem).into())
    }

    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable> {
        if std::mem::replace(&mut self.is_printed, true) {
            return Err(Unwritable::OnlyOne(Format::Svg));
        }
        Ok(picture(record).into_bytes())
    }
}

fn picture(record: &GameRecord) -> String {
    let height = SIDE + CAPTION;
    let description = description(record);
    let font = "role=\"img\" font-family=\"Helvetica, Arial, sans-serif\"";
    let mut text = svg::begin(SIDE, height, font);
    let _ = writeln!(text, "<title>{description}</title>");
    text += GRADIENTS;
    let _ = writeln!(
        text,
        "<rect width=\"{SIDE}\" height=\"{height}\" fill=\"#ffffff\"/>"
    );
    text += &empty_board();
    let board = record.board();
    let discs = Square::all(8, 8).filter_map(|square| {
        board
            .disc(square.index(8).into())
            .map(|player| (square, player))
    });
    for (square, player) in discs {
        let x = center(square.column.into());
        let y = center(square.row.into());
        let (fill, edge) = match player {
            Player::Black => ("black", "#0a0c0d"),
            Player::White => ("white", "#b4b1a5"),
        };
        let _ = writeln!(
            text,
            "<circle cx=\"{}\" cy=\"{}\" r=\"25\" fill=\"#000000\" fill-opacity=\"0.22\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"25\" fill=\"url(#{fill})\" stroke=\"{edge}\"/>",
            x + 2,
            y + 3
        );
    }
    if let Some((square, _)) = last_move(record) {
        let x = center(square.column.into());
        let y = center(square.row.into());
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"#e5383b\"/>"
        );
    }
    text += &caption(record);
    text + "</svg>\n"
}

/// Draws the frame, the squares and the coordinates, as elements of a picture with a side length of 560.
pub fn empty_board() -> String {
    let length = 8 * SQUARE;
    let board = format!(
        "<rect width=\"{SIDE}\" height=\"{SIDE}\" rx=\"10\" fill=\"#2b2f33\"/>\n\
         <rect x=\"{FRAME}\" y=\"{FRAME}\" width=\"{length}\" height=\"{length}\" fill=\"#1e8e57\"/>\n"
    );
    board + &lines() + &coordinates()
}

const fn center(index: u32) -> u32 {
    FRAME + index * SQUARE + SQUARE / 2
}

fn lines() -> String {
    let mut path = String::new();
    let end = FRAME + 8 * SQUARE;
    for index in 0..=8 {
        let at = FRAME + index * SQUARE;
        let _ = write!(path, "M{at} {FRAME}V{end}M{FRAME} {at}H{end}");
    }
    let mut text = format!("<path d=\"{path}\" stroke=\"#0f5132\" stroke-width=\"2\"/>\n");
    for (x, y) in [(2, 2), (2, 6), (6, 2), (6, 6)] {
        let x = FRAME + x * SQUARE;
        let y = FRAME + y * SQUARE;
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"#0f5132\"/>"
        );
    }
    text
}

fn coordinates() -> String {
    let mut text = "<g fill=\"#e9ecef\" font-size=\"20\" text-anchor=\"middle\">\n".to_owned();
    for (index, letter) in (0..8).zip('a'..='h') {
        let at = center(index);
        let _ = writeln!(
            text,
            "<text x=\"{at}\" y=\"27\">{letter}</text><text x=\"20\" y=\"{}\">{}</text>",
            at + 7,
            index + 1
        );
    }
    text + "</g>\n"
}

/// The last move and its number, from 1, without passes.
fn last_move(record: &GameRecord) -> Option<(Square, usize)> {
    let squares = record.moves().iter().filter_map(|mv| mv.square);
    squares.zip(1..).last()
}

fn caption(record: &GameRecord) -> String {
    let score = record.score();
    let top = SIDE + CAPTION / 2;
    let middle = SIDE / 2;
    let side = |player: Player| {
        let name = &record.players[player.index()].name;
        let name = if name.is_empty() {
            player.to_string()
        } else {
            svg::escaped(name, MAX_NAME_CHARS)
        };
        format!("{name}  {}", score.discs(player))
    };
    let status = match record.turn() {
        Some(player) => format!("{player} to move"),
        None => "game over".to_owned(),
    };
    format!(
        "<g fill=\"#212529\" font-size=\"20\">\n\
         <circle cx=\"20\" cy=\"{top}\" r=\"11\" fill=\"url(#black)\"/>\
         <text x=\"40\" y=\"{baseline}\" xml:space=\"preserve\">{}</text>\n\
         <circle cx=\"{}\" cy=\"{top}\" r=\"11\" fill=\"url(#white)\" stroke=\"#868e96\"/>\
         <text x=\"{}\" y=\"{baseline}\" text-anchor=\"end\" xml:space=\"preserve\">{}</text>\n\
         <text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\" fill=\"#ced4da\" font-size=\"17\">{status}</text>\n\
         </g>\n",
        side(Player::Black),
        SIDE - 20,
        SIDE - 40,
        side(Player::White),
        baseline = top + 7,
        below = SIDE - 14,
    )
}

fn description(record: &GameRecord) -> String {
    let score = record.score();
    let last = match last_move(record) {
        Some((square, number)) => format!(", after {square}, move {number}"),
        None => String::new(),
    };
    format!(
        "Othello board: Black {}, White {}{last}",
        score.black, score.white
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_shows_the_position() {
        let mut record = GameRecord::by_choices(&[0, 1, 2, 3, 4]);
        record.players[0].name = "Ann & <Bob>\u{7}".to_owned();
        record.players[1].name = "Zo\u{ffff}\u{fffe}e".to_owned();
        let text = String::from_utf8(Svg::default().print(&record).unwrap()).unwrap();
        let discs = record.score().black + record.score().white;
        assert_eq!(text.matches("r=\"25\" fill=\"url(").count(), discs as usize);
        assert_eq!(text.matches("#e5383b").count(), 1);
        assert!(text.contains(r"Ann &amp; &lt;Bob&gt;\u{7} "));
        assert!(text.contains(r"Zo\u{ffff}\u{fffe}e "));
        assert!(!text.contains(['\u{7}', '\u{fffe}', '\u{ffff}']));
        assert!(text.contains("white to move"));
        for opened in ["svg", "g", "defs", "title"] {
            let count = |tag: String| text.matches(&tag).count();
            let opening = count(format!("<{opened}>")) + count(format!("<{opened} "));
            assert_eq!(opening, count(format!("</{opened}>")), "{opened}");
        }
        let empty = String::from_utf8(Svg::default().print(&GameRecord::new()).unwrap()).unwrap();
        assert!(!empty.contains("#e5383b"));
        let mut twice = Svg::default();
        twice.print(&record).unwrap();
        assert_eq!(twice.print(&record), Err(Unwritable::OnlyOne(Format::Svg)));
    }
}
