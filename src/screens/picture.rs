//! Draws boards for the prompt: colored squares in a frame, as wide as possible. Characters around the discs mark the
//! last move, its flips and the winning line.

mod large;

use super::board_look::BoardLook;
use super::look::{Ink, Look};
use super::scene::{BoardScene, Mark, SquareFrame};
use crate::base::language::tr;
use crate::base::text::fit;
use crate::games::{Cell, Grid, Note, Square};
use crate::session::Icons;

/// The width of the row numbers and a blank, left of the squares.
const LABELS: usize = 3;

type Painted = (char, Ink);

/// Draws a board: column numbers above, row numbers left, column letters below, last move right.
pub fn draw(out: &mut String, scene: &BoardScene<'_>, icons: Icons, look: Look) {
    let is_large = large::has_room(scene, icons, look);
    let picture = if is_large {
        Picture {
            scene,
            icons,
            look,
            board: BoardLook::of(scene.info, look.theme),
            width: large::WIDTH,
        }
    } else {
        Picture::small(scene, icons, look)
    };
    picture.numbers(out);
    for row in 0..scene.grid.rows {
        if is_large {
            picture.large_row(out, row);
        } else {
            picture.row(out, row);
        }
    }
    picture.labels(out, |column| (' ', char::from(b'a' + column)));
}

/// The width of a cell: the largest with which the board fits.
fn width(scene: &BoardScene<'_>, columns: Option<usize>) -> usize {
    let Grid {
        columns: cells,
        width,
        ..
    } = scene.grid;
    let candidates: &[usize] = if width > 1 || !scene.scores.is_empty() {
        &[5, 4]
    } else {
        &[3, 2, 1]
    };
    let fits = |width: &&usize| {
        columns.is_none_or(|columns| LABELS + usize::from(cells) * **width < columns)
    };
    let narrowest = candidates.last().copied().unwrap_or(1);
    candidates.iter().find(fits).copied().unwrap_or(narrowest)
}

struct Picture<'a> {
    scene: &'a BoardScene<'a>,
    icons: Icons,
    look: Look,
    board: BoardLook,
    width: usize,
}

impl<'a> Picture<'a> {
    /// A picture with one row of characters per square.
    fn small(scene: &'a BoardScene<'a>, icons: Icons, look: Look) -> Self {
        Self {
            scene,
            icons,
            look,
            board: BoardLook::plain(look.theme),
            width: width(scene, look.columns),
        }
    }

    /// The offset in its cell of a text of `length` characters.
    fn offset(&self, length: usize) -> usize {
        // Round up, so that the only blank of narrow cells is on the left.
        (self.width - length.min(self.width)).div_ceil(2)
    }

    /// Draws the column numbers, in two rows if two digits don't fit.
    fn numbers(&self, out: &mut String) {
        let is_stacked = self.scene.grid.columns > 9 && self.width < 3;
        let tens = |column: u8| {
            if column < 9 {
                ' '
            } else {
                digit((column + 1) / 10)
            }
        };
        let units = |column: u8| digit((column + 1) % 10);
        if is_stacked {
            self.labels(out, |column| (' ', tens(column)));
            self.labels(out, |column| (' ', units(column)));
        } else {
            self.labels(out, |column| (tens(column), units(column)));
        }
    }

    /// Draws labels of up to two characters per column. The second is aligned with the discs.
    fn labels(&self, out: &mut String, label: impl Fn(u8) -> (char, char)) {
        let columns = usize::from(self.scene.grid.columns);
        let mut row = vec![' '; LABELS + columns * self.width + 1];
        let at = LABELS
            + self.offset(self.scene.grid.width.into())
            + usize::from(self.scene.grid.width) / 2;
        for column in 0..self.scene.grid.columns {
            let (before, own) = label(column);
            let at = at + usize::from(column) * self.width;
            row[at] = own;
            if before != ' ' {
                row[at - 1] = before;
            }
        }
        let ink = self.frame();
        self.write(out, row.into_iter().map(|character| (character, ink)));
        out.push('\n');
    }

    fn frame(&self) -> Ink {
        Ink::on(self.look.theme.coordinates, self.look.theme.background)
    }

    /// Draws a row of squares with its number, and the last move if made there.
    fn row(&self, out: &mut String, row: u8) {
        let Grid { columns, .. } = self.scene.grid;
        let frame = self.frame();
        let mut painted: Vec<Painted> = format!("{:2} ", row + 1)
            .chars()
            .map(|character| (character, frame))
            .collect();
        for column in 0..columns {
            self.cell(&mut painted, Square { row, column });
        }
        painted.push((' ', frame));
        for column in 0..columns {
            self.marks(&mut painted, Square { row, column });
        }
        self.write(out, painted.into_iter());
        self.last(out, row);
        out.push('\n');
    }

    /// Writes the last move if it was made in this row.
    fn last(&self, out: &mut String, row: u8) {
        let Grid { columns, .. } = self.scene.grid;
        if let Some(square) = self.scene.last.filter(|square| square.row == row) {
            let name = format!("   < {square}");
            let used = LABELS + usize::from(columns) * self.width + 1;
            if self
                .look
                .columns
                .is_none_or(|columns| used + name.len() <= columns)
            {
                self.look.dim(out, &name);
            }
        }
    }

    fn cell(&self, painted: &mut Vec<Painted>, square: Square) {
        let ground = self.board.ground(square);
        let (text, ink) = match self.scene.grid.cell(square) {
            Cell::Disc(player) => {
                let icon = self.look.icons(self.icons)[player.index()];
                (icon.to_string(), self.look.disc(self.icons, player, ground))
            }
            Cell::Piece(piece) => (piece.picture.to_owned(), self.look.piece_ink(piece)),
            Cell::Empty => self.empty(square),
        };
        let length = text.chars().count();
        let blank = (' ', Ink::on(self.look.theme.legal, ground));
        let before = self.offset(length);
        painted.extend(std::iter::repeat_n(blank, before));
        painted.extend(
            text.chars()
                .take(self.width)
                .map(|character| (character, ink)),
        );
        painted.extend(std::iter::repeat_n(
            blank,
            self.width.saturating_sub(before + length),
        ));
    }

    /// The content of an empty square: a score, a rank or a legal-move mark.
    fn empty(&self, square: Square) -> (String, Ink) {
        let theme = self.look.theme;
        let mark = self.scene.mark(square);
        let text = match mark {
            Some(Mark::Legal) => ".".to_owned(),
            Some(Mark::Suggested(rank)) => {
                let rank = rank.to_string();
                let is_alone = self.scene.suggested.len() == 1 || rank.len() >= self.width.max(2);
                if is_alone { "?".to_owned() } else { rank }
            }
            Some(Mark::Score { score, .. }) => format!("{score:+}"),
            // Without colors, empty squares need a visible character.
            None if self.look.has_colors() => " ".to_owned(),
            None => "-".to_owned(),
        };
        let color = mark.map_or(theme.legal, |mark| theme.mark(mark));
        (text, Ink::on(color, self.board.ground(square)).bold())
    }

    /// Draws the marks of a square. `[ ]` is the winning line, `< >` the last move, and `( )` its flips.
    fn marks(&self, painted: &mut [Painted], square: Square) {
        let theme = self.look.theme;
        let content = usize::from(self.scene.grid.width);
        let (signs, color) = match self.scene.frame(square) {
            Some(SquareFrame::WinningLine) if content > 1 => (['*', '*'], theme.suggested),
            Some(SquareFrame::WinningLine) => (['[', ']'], theme.suggested),
            Some(SquareFrame::LastMove) => (['<', '>'], theme.suggested),
            Some(SquareFrame::Changed) => (['(', ')'], theme.legal),
            Some(SquareFrame::Cursor) | None => return,
        };
        if self.width <= content {
            return;
        }
        let start = LABELS + usize::from(square.column) * self.width + self.offset(content);
        for (at, sign) in [start - 1, start + content].into_iter().zip(signs) {
            let Some((character, ink)) = painted.get_mut(at) else {
                continue;
            };
            // Neighbors in narrow cells share the column between them.
            *character = if *character == ' ' { sign } else { '|' };
            // The last mark of a narrow row is on the frame, in its colors.
            let color = if *ink == self.frame() {
                ink.text
            } else {
                Some(color)
            };
            *ink = Ink {
                text: color,
                ..*ink
            }
            .bold();
        }
    }

    /// Writes a row in runs of equal style. Without colors, it has no trailing blanks.
    fn write(&self, out: &mut String, painted: impl Iterator<Item = Painted>) {
        let mut run = String::new();
        let mut current = Ink::default();
        for (character, ink) in painted {
            if ink != current && !run.is_empty() {
                self.look.paint(out, current, &run);
                run.clear();
            }
            current = ink;
            run.push(character);
        }
        if !self.look.has_colors() {
            run.truncate(run.trim_end().len());
        }
        self.look.paint(out, current, &run);
        if !self.look.has_colors() {
            out.truncate(out.trim_end_matches(' ').len());
        }
    }
}

fn digit(number: u8) -> char {
    char::from(b'0' + number % 10)
}

/// Writes the piece in hand and the remaining pieces, as many per line as fit.
pub fn note(out: &mut String, note: &Note, look: Look) {
    const CELL: usize = 7;
    const ALL_PIECES: usize = 16;
    if let Some(piece) = &note.hand {
        out.push_str(tr!("In hand:"));
        out.push(' ');
        out.push(piece.letter);
        out.push(' ');
        look.piece(out, piece);
        out.push('\n');
    }
    if note.left.len() + usize::from(note.hand.is_some()) == ALL_PIECES {
        // Until the first piece is placed.
        out.push_str(tr!(
            "( round [ square, L l light, D d dark, capitals large, ! solid ; hollow"
        ));
        out.push('\n');
    }
    let left = tr!("Remaining:");
    let indentation = fit::width(left) + 1;
    out.push_str(left);
    out.push(' ');
    if note.left.is_empty() {
        out.push_str(tr!("pieces" => "nothing"));
    }
    let room = look
        .columns
        .unwrap_or(usize::MAX)
        .saturating_sub(indentation);
    let per_line = if room >= 8 * CELL { 8 } else { 4 };
    for (index, piece) in note.left.iter().enumerate() {
        match index {
            0 => {}
            _ if index % per_line == 0 => {
                out.push('\n');
                out.push_str(&" ".repeat(indentation));
            }
            _ => out.push_str("  "),
        }
        out.push(piece.letter);
        out.push(' ');
        look.piece(out, piece);
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Player, reversi};
    use crate::screens::theme::{ColorDepth, ThemeName, contrast, theme};

    fn look(name: ThemeName, depth: ColorDepth, columns: usize) -> Look {
        Look {
            theme: theme(name),
            depth,
            symbols: true,
            rows_for_large: None,
            columns: Some(columns),
            is_screen_reader: false,
        }
    }

    fn board(grid: Grid) -> BoardScene<'static> {
        BoardScene::bare(&reversi::INFO, grid)
    }

    fn empty(rows: u8, columns: u8) -> Grid {
        let cells = vec![Cell::Empty; usize::from(rows) * usize::from(columns)];
        Grid {
            rows,
            columns,
            cells,
            width: 1,
        }
    }

    fn drawn(board: &BoardScene<'_>, look: Look) -> String {
        let mut out = String::new();
        draw(&mut out, board, Icons::default(), look);
        out
    }

    #[test]
    fn a_board_is_as_wide_as_there_is_room_for() {
        for (columns, cells, numbers) in [(120, 3, 1), (80, 2, 2), (60, 2, 2), (40, 1, 2)] {
            let look = look(ThemeName::DARK, ColorDepth::Ansi256, columns);
            let picture = drawn(&board(empty(3, 26)), look);
            let widths: Vec<usize> = picture.lines().map(fit::width).collect();
            assert_eq!(
                widths,
                vec![3 + 26 * cells + 1; 3 + 1 + numbers],
                "{columns}"
            );
        }
    }

    #[test]
    fn signs_say_what_the_last_move_did_without_colours_too() {
        let mut board = board(empty(1, 6));
        let at = |column| Square { row: 0, column };
        for column in [1, 2, 3] {
            board.grid.cells[column] = Cell::Disc(Player::Black);
        }
        let (flipped, suggested) = ([at(2)], [at(5), at(4)]);
        (board.last, board.flipped, board.suggested) = (Some(at(1)), &flipped, &suggested);
        let plain = look(ThemeName::DARK, ColorDepth::None, 80);
        let picture = drawn(&board, plain);
        assert_eq!(picture.lines().nth(1), Some(" 1  - <●>(●) ●  2  1   < b1"));
        // Narrow cells share the column between them.
        let narrow = drawn(
            &board,
            Look {
                columns: Some(16),
                ..plain
            },
        );
        assert_eq!(narrow.lines().nth(1), Some(" 1  -<●|●)● 2 1"));
        board.line = vec![at(1), at(2), at(3)];
        (board.flipped, board.suggested) = (&[], &[]);
        let picture = drawn(&board, plain);
        assert_eq!(picture.lines().nth(1), Some(" 1  - [●][●][●] -  -   < b1"));
    }

    #[test]
    fn large_discs_take_two_rows_where_the_terminal_is_high_enough() {
        let mut board = board(empty(8, 8));
        board.grid.cells[0] = Cell::Disc(Player::Black);
        let flipped = [Square { row: 5, column: 5 }];
        (board.flipped, board.last) = (&flipped, Some(Square { row: 1, column: 1 }));
        board.scores = vec![(Square { row: 2, column: 2 }, 12)];
        for (rows, columns, lines) in [
            (Some(24), 80, 18),
            (Some(23), 80, 10),
            (Some(24), 36, 10),
            (None, 80, 10),
        ] {
            let plain = look(ThemeName::DARK, ColorDepth::True, columns);
            let picture = drawn(
                &board,
                Look {
                    rows_for_large: rows,
                    ..plain
                },
            );
            assert_eq!(picture.lines().count(), lines, "{rows:?} {columns}");
            let stripped = anstream::adapter::strip_str(&picture).to_string();
            assert!(
                stripped.lines().all(|line| fit::width(line) <= columns),
                "{stripped}"
            );
            assert!(stripped.contains("+12"), "{stripped}");
            assert_eq!(stripped.contains('▀'), lines == 18, "{stripped}");
        }
    }

    #[test]
    fn all_text_has_a_contrast_of_at_least_4_5_and_discs_of_3() {
        for name in ThemeName::all() {
            let look = look(name, ColorDepth::True, 80);
            let at = |column| Square { row: 0, column };
            let mut board = board(empty(2, 8));
            board.grid.cells[0] = Cell::Disc(Player::Black);
            board.grid.cells[1] = Cell::Disc(Player::White);
            let (flipped, suggested) = ([at(1)], [at(2), at(3)]);
            (board.last, board.flipped, board.suggested) = (Some(at(0)), &flipped, &suggested);
            let icons = Icons::default();
            for is_letter in [true, false] {
                let look = Look {
                    symbols: !is_letter,
                    ..look
                };
                let picture = Picture::small(&board, icons, look);
                let mut painted = Vec::new();
                painted.extend([(' ', Ink::default()); LABELS]);
                for column in 0..8 {
                    picture.cell(&mut painted, at(column));
                }
                for column in 0..8 {
                    picture.marks(&mut painted, at(column));
                }
                let frame = picture.frame();
                let seen = painted.iter().filter(|(character, _)| *character != ' ');
                for (character, ink) in seen.copied().chain([('1', frame)]) {
                    let (Some(text), Some(ground)) = (ink.text, ink.ground) else {
                        panic!("{character} has no colours");
                    };
                    let least = if matches!(character, '●' | '○') {
                        3.0
                    } else {
                        4.5
                    };
                    let found = contrast(text, ground);
                    assert!(found >= least, "{name:?}: {character} has {found:.2}:1");
                }
            }
        }
    }
}
