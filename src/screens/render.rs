//! Draws boards as text for scripts. The format is stable across versions.

use std::fmt::Write;

use anstyle::{AnsiColor, Style as Ansi};

use super::scene::{BoardScene, Mark};
use crate::games::{Cell, Grid, Player, Square};
use crate::session::Icons;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Plain,
    /// Colored by ANSI escape sequences.
    Colored,
}

const BLACK: Ansi = AnsiColor::BrightCyan.on_default().bold();
const WHITE: Ansi = AnsiColor::BrightYellow.on_default().bold();
const LEGAL: Ansi = AnsiColor::BrightGreen.on_default().bold();
const SUGGESTED: Ansi = AnsiColor::BrightMagenta.on_default().bold();
const LABEL: Ansi = Ansi::new().dimmed();

impl Style {
    pub(super) fn paint(self, out: &mut String, look: Ansi, text: &str) {
        match self {
            Self::Plain => out.push_str(text),
            Self::Colored => {
                let _ = write!(out, "{look}{text}{look:#}");
            }
        }
    }

    pub(super) fn icon(self, out: &mut String, icons: Icons, player: Player) {
        match self {
            Self::Plain => out.push(icons.of(player)),
            Self::Colored => {
                self.paint(
                    out,
                    look_of(player),
                    icons.of(player).encode_utf8(&mut [0; 4]),
                );
            }
        }
    }
}

pub fn look_of(player: Player) -> Ansi {
    match player {
        Player::Black => BLACK,
        Player::White => WHITE,
    }
}

/// Draws a board: column numbers above, row numbers left, column letters below, last move right.
pub fn draw(out: &mut String, scene: &BoardScene<'_>, icons: Icons, style: Style) {
    let grid = &scene.grid;
    // More than nine columns have two-digit numbers.
    let width = match grid.columns {
        _ if !scene.scores.is_empty() => 3,
        0..=9 => 1,
        _ => 2,
    };
    let width = usize::from(grid.width).max(width);
    let is_wide = grid.width > 1;
    label_row(out, grid.columns, width, style, |labels, column| {
        let number = column + 1;
        let digits = if number < 10 { 1 } else { 2 };
        let before = if is_wide {
            (width - digits) / 2
        } else {
            width - digits
        };
        blanks(labels, before);
        push_number(labels, number);
        blanks(labels, width - digits - before);
    });
    for row in 0..grid.rows {
        let mut label = String::with_capacity(3);
        blanks(&mut label, usize::from(row < 9));
        push_number(&mut label, row + 1);
        label.push(' ');
        style.paint(out, LABEL, &label);
        for column in 0..grid.columns {
            let square = Square { row, column };
            out.push(' ');
            if let Some(score) = scene.score(square) {
                style.paint(out, LEGAL, &format!("{score:+width$}"));
                continue;
            }
            // Align narrow content with the last digit of the column number.
            blanks(out, width - usize::from(grid.width));
            cell(out, scene, square, icons, style);
        }
        if let Some(square) = scene.last.filter(|square| square.row == row) {
            out.push_str("   ");
            style.paint(out, LABEL, &format!("< {square}"));
        }
        end_line(out);
    }
    label_row(out, grid.columns, width, style, |labels, column| {
        let before = if is_wide { (width - 1) / 2 } else { width - 1 };
        blanks(labels, before);
        labels.push(char::from(b'a' + column));
        blanks(labels, width - 1 - before);
    });
}

/// Writes a number below 100, several times faster than `write!`: most commands draw a board.
fn push_number(out: &mut String, number: u8) {
    if number >= 10 {
        out.push(char::from(b'0' + number / 10));
    }
    out.push(char::from(b'0' + number % 10));
}

fn blanks(out: &mut String, count: usize) {
    for _ in 0..count {
        out.push(' ');
    }
}

fn label_row(
    out: &mut String,
    columns: u8,
    width: usize,
    style: Style,
    label: impl Fn(&mut String, u8),
) {
    let mut labels = String::with_capacity(4 + usize::from(columns) * (width + 1));
    labels.push_str("   ");
    for column in 0..columns {
        labels.push(' ');
        label(&mut labels, column);
    }
    style.paint(out, LABEL, labels.trim_end());
    out.push('\n');
}

/// Ends a line without trailing blanks.
fn end_line(out: &mut String) {
    while out.ends_with(' ') {
        out.pop();
    }
    out.push('\n');
}

fn cell(out: &mut String, scene: &BoardScene<'_>, square: Square, icons: Icons, style: Style) {
    let grid = &scene.grid;
    let of_disc = |player| {
        let look = look_of(player);
        if scene.last == Some(square) {
            look.underline()
        } else {
            look
        }
    };
    match grid.cell(square) {
        Cell::Piece(piece) => style.paint(out, of_disc(piece.color), piece.shape),
        Cell::Disc(player) if style == Style::Plain => out.push(icons.of(player)),
        Cell::Disc(player) => {
            let icon = icons.of(player);
            style.paint(out, of_disc(player), icon.encode_utf8(&mut [0; 4]));
        }
        Cell::Empty => match scene.mark(square) {
            Some(Mark::Legal) => style.paint(out, LEGAL, centered(".", " . ", grid)),
            Some(Mark::Suggested(_)) => style.paint(out, SUGGESTED, centered("?", " ? ", grid)),
            Some(Mark::Score { .. }) | None => style.paint(out, LABEL, centered("-", " - ", grid)),
        },
    }
}

/// The mark that suits the width of the cells.
fn centered(narrow: &'static str, wide: &'static str, grid: &Grid) -> &'static str {
    if grid.width == 1 { narrow } else { wide }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Reversi, reversi};

    fn render_board(grid: &Grid, icons: Icons, style: Style) -> String {
        let mut out = String::new();
        let scene = BoardScene::bare(&reversi::INFO, grid.clone());
        draw(&mut out, &scene, icons, style);
        out
    }

    #[test]
    fn the_start_looks_as_people_know_it() {
        let board = render_board(
            &Reversi::new(Player::Black).grid(),
            Icons::default(),
            Style::Plain,
        );
        let expected = "    1 2 3 4 5 6 7 8
 1  - - - - - - - -
 2  - - - - - - - -
 3  - - - - - - - -
 4  - - - W B - - -
 5  - - - B W - - -
 6  - - - - - - - -
 7  - - - - - - - -
 8  - - - - - - - -
    a b c d e f g h
";
        assert_eq!(board, expected);
    }

    #[test]
    fn marks_stand_on_empty_squares_and_the_last_move_beside_its_row() {
        let mut game = Reversi::new(Player::Black);
        game.play(game.parse_move("d3").unwrap()).unwrap();
        let squares = game
            .moves()
            .into_iter()
            .filter_map(|mv| game.move_square(mv));
        let scene = BoardScene {
            last: Some(Square { row: 2, column: 3 }),
            legal: squares.collect(),
            ..BoardScene::bare(game.info(), game.grid())
        };
        let mut out = String::new();
        draw(&mut out, &scene, Icons::default(), Style::Plain);
        let rows: Vec<&str> = out.lines().collect();
        assert_eq!(rows[3], " 3  - - . B . - - -   < d3");
        assert_eq!(rows[4], " 4  - - - B B - - -");
        assert_eq!(rows[5], " 5  - - . B W - - -");
    }

    #[test]
    fn wide_boards_keep_their_columns_in_line() {
        let grid = Grid {
            rows: 2,
            columns: 12,
            cells: vec![Cell::Empty; 24],
            width: 1,
        };
        let board = render_board(&grid, Icons::default(), Style::Plain);
        let widths: Vec<usize> = board.lines().map(str::len).collect();
        assert_eq!(widths, [39, 39, 39, 39]);
    }

    #[test]
    fn color_changes_no_character() {
        let grid = Reversi::new(Player::Black).grid();
        let colored = render_board(&grid, Icons::default(), Style::Colored);
        let plain = render_board(&grid, Icons::default(), Style::Plain);
        assert_ne!(colored, plain);
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
    }
}
