//! Draws the board: squares, discs, marks, the cursor and the remaining pieces.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::discs::Tiles;
use super::layout::{Layout, MoveChoice, TRAY_CELL};
use super::paint::Paint;
use crate::desk::LiveView;
use crate::games::{Cell, Note, Piece, Player, Square};
use crate::interpreter::Marks;
use crate::screens::board_look::{BoardLook, Surface};
use crate::screens::drawn::DrawnBoard;
use crate::screens::motion::{InFlight, Moment};
use crate::screens::theme::Rgb;
use crate::screens::tiles::{Edge, Passing, Shape, TURN_STEPS, Tile};
use crate::screens::words;
use crate::session::{GamePosition, Icons, Ply};

/// The mark of a legal move.
const LEGAL: &str = "•";

/// A position with everything drawn on its board.
pub(super) struct BoardDrawing<'a> {
    pub(super) position: GamePosition<'a>,
    pub(super) board: DrawnBoard<'a>,
    pub(super) choice: MoveChoice,
    pub(super) legal: Vec<Square>,
    pub(super) cursor: Square,
    /// The selected piece of the tray.
    pub(super) piece: usize,
    /// The effects of the move under the pointer or the cursor.
    pub(super) preview: Option<&'a Ply>,
    /// Whether legal moves and the changes of the last move are marked.
    pub(super) has_marks: bool,
    pub(super) live: Option<&'a LiveView>,
    /// The last move, while its pieces move.
    pub(super) moment: Option<Moment<'a>>,
    pub(super) icons: Icons,
    pub(super) look: BoardLook,
    pub(super) tiles: &'a Tiles,
    pub(super) paint: Paint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SquareFrame {
    Cursor,
    WinningLine,
    LastMove,
    Flipped,
}

impl BoardDrawing<'_> {
    pub(super) fn draw(&self, buffer: &mut Buffer, layout: &Layout) {
        let Self {
            position, paint, ..
        } = *self;
        self.draw_labels(buffer, layout);
        let in_flight = self.in_flight();
        for square in Square::all(self.board.grid.rows, self.board.grid.columns) {
            let Some(place) = layout.place(square) else {
                continue;
            };
            if layout.rim.is_some() {
                self.draw_tile(buffer, place, square, &in_flight);
                continue;
            }
            self.draw_square(buffer, place, square);
            if let Some(frame) = self.frame(square) {
                self.draw_frame(buffer, place, frame);
            }
        }
        let first_row = Square {
            row: layout.squares.first.row,
            ..self.cursor
        };
        if let (Some(row), Some(player)) = (layout.marker, position.turn())
            && let Some(place) = layout.place(first_row)
        {
            let style = match (layout.rim, player) {
                (Some(_), _) => paint.on(self.look.disc(player), self.look.rim),
                // The color of a disc would be invisible here.
                (None, Player::Black) => paint.on(paint.theme.graph_black, paint.theme.background),
                (None, Player::White) => paint.on(paint.theme.graph_white, paint.theme.background),
            };
            let at = Rect {
                y: row.y,
                height: 1,
                ..place
            };
            center(buffer, at, paint.glyph("▼", "v"), style);
        }
        if let (Some(tray), Some(note)) = (layout.tray, position.game().note()) {
            self.draw_tray(buffer, tray, layout.tray_cell, &note);
        }
    }

    fn draw_labels(&self, buffer: &mut Buffer, layout: &Layout) {
        let Self { paint, .. } = *self;
        let style = match layout.rim {
            Some(rim) => {
                let style = paint.on(paint.theme.rim_text, self.look.rim);
                buffer.set_style(rim, style);
                style
            }
            None => paint.on(paint.theme.coordinates, paint.theme.background),
        };
        let top = layout
            .rim
            .filter(|rim| layout.marker.is_none() && rim.y < layout.squares.area.y);
        let (grid, first) = (&self.board.grid, layout.squares.first);
        for row in 0..grid.rows {
            if let Some(place) = layout.place(Square {
                row,
                column: first.column,
            }) {
                let y = place.y + (place.height - 1) / 2;
                buffer.set_string(place.x - 3, y, format!("{:2}", row + 1), style);
            }
        }
        for column in 0..grid.columns {
            if let Some(place) = layout.place(Square {
                row: first.row,
                column,
            }) {
                let below = Rect {
                    y: layout.squares.area.bottom(),
                    height: 1,
                    ..place
                };
                // Columns that are moves have numbers.
                let label = match self.choice {
                    MoveChoice::Column => (column + 1).to_string(),
                    _ => char::from(b'a' + column).to_string(),
                };
                center(buffer, below, &label, style);
                if let Some(rim) = top {
                    center(buffer, Rect { y: rim.y, ..below }, &label, style);
                }
            }
        }
    }

    fn frame(&self, square: Square) -> Option<SquareFrame> {
        let Self { position, .. } = *self;
        let is_cursor = self.choice == MoveChoice::Square && square == self.cursor;
        if is_cursor && position.turn().is_some() {
            return Some(SquareFrame::Cursor);
        }
        // The preview of a move replaces the marks of the last one.
        let preview = self.preview.filter(|_| self.has_marks);
        let changes = |Ply { played, .. }: &Ply| {
            played.flipped.contains(&square) || played.placed == Some(square)
        };
        if preview.is_some_and(changes) {
            return Some(SquareFrame::Flipped);
        }
        if preview.is_none() && self.board.line.contains(&square) {
            return Some(SquareFrame::WinningLine);
        }
        if self.board.last == Some(square) {
            return Some(SquareFrame::LastMove);
        }
        let is_flipped = preview.is_none() && position.history().last().is_some_and(changes);
        (is_flipped && self.has_marks).then_some(SquareFrame::Flipped)
    }

    /// The pieces that are not on a square.
    fn in_flight(&self) -> Vec<InFlight> {
        let Some(moment) = self.moment else {
            return Vec::new();
        };
        let grid = &self.board.grid;
        let arriving = Square::all(grid.rows, grid.columns).filter_map(|square| {
            let (column, row) = moment.place(square)?;
            Some(InFlight {
                cell: grid.cell(square),
                column,
                row,
            })
        });
        arriving.chain(moment.leaving()).collect()
    }

    /// The piece that a cell has, without marks.
    fn shape(&self, cell: Cell) -> Shape {
        match cell {
            Cell::Disc(player) => Shape::Disc(self.look.disc(player), None),
            Cell::Piece(piece) => Shape::piece(piece, &self.look),
            Cell::Empty => Shape::Nothing,
        }
    }

    /// The pieces in flight that cover a part of a square.
    fn passing(&self, place: Rect, square: Square, in_flight: &[InFlight]) -> [Passing; 2] {
        let mut passing = <[Passing; 2]>::default();
        let (width, height) = (f32::from(place.width), f32::from(2 * place.height));
        let over = in_flight.iter().filter_map(|piece| {
            let columns = piece.column - f32::from(square.column);
            let rows = piece.row - f32::from(square.row);
            #[expect(clippy::cast_possible_truncation, reason = "less than a square")]
            let offset = || {
                (
                    (columns * width).round() as i16,
                    (rows * height).round() as i16,
                )
            };
            let is_over = columns.abs() < 1.0 && rows.abs() < 1.0;
            is_over.then(|| Passing {
                shape: self.shape(piece.cell),
                offset: offset(),
            })
        });
        passing
            .iter_mut()
            .zip(over)
            .for_each(|(free, piece)| *free = piece);
        passing
    }

    /// The piece on a square while a move is drawn; `None` if the square looks as always.
    fn moving(&self, square: Square, cell: Cell) -> Option<Shape> {
        let moment = self.moment?;
        if moment.place(square).is_some() {
            return Some(Shape::Nothing);
        }
        let (Cell::Disc(player), (width, is_before)) = (cell, moment.turning(square)?) else {
            return None;
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 1"
        )]
        let width = (width * f32::from(TURN_STEPS)).ceil() as u8;
        let shown = if is_before { player.opponent() } else { player };
        Some(Shape::Turning(self.look.disc(shown), width))
    }

    /// Draws a square with everything on it, in half cells.
    fn draw_tile(&self, buffer: &mut Buffer, place: Rect, square: Square, in_flight: &[InFlight]) {
        let Self { look, paint, .. } = *self;
        let theme = paint.theme;
        let frame = self.frame(square);
        let is_last = frame == Some(SquareFrame::LastMove);
        let cell = self.board.grid.cell(square);
        let mut text = None;
        let has_icon = self.icons != Icons::default();
        let shape = match cell {
            Cell::Disc(player) if has_icon => {
                text = Some((self.icons.of(player).to_string(), look.disc(player)));
                Shape::Nothing
            }
            _ if let Some(moving) = self.moving(square, cell) => moving,
            Cell::Disc(player) => Shape::Disc(look.disc(player), is_last.then_some(look.dot)),
            Cell::Piece(_) => self.shape(cell),
            Cell::Empty => match self.empty(square) {
                // In small squares, a character is finer.
                (mark, color) if mark == LEGAL && place.height > 2 => Shape::Dot(color),
                (mark, color) => {
                    text = Some((mark, color));
                    Shape::Nothing
                }
            },
        };
        let edge = match frame {
            None => Edge::Plain,
            Some(SquareFrame::LastMove) if matches!(shape, Shape::Disc(..)) => Edge::Plain,
            Some(SquareFrame::Cursor) => Edge::Ring(theme.cursor),
            Some(SquareFrame::WinningLine) => Edge::Ring(theme.suggested),
            Some(SquareFrame::LastMove) => Edge::Ring(theme.last_move),
            Some(SquareFrame::Flipped) => Edge::Corners(theme.flipped),
        };
        let tile = Tile {
            size: (place.width, place.height),
            surface: look.surface(square),
            shape,
            edge,
            passing: self.passing(place, square, in_flight),
        };
        self.tiles.draw(buffer, place, tile, paint);
        if let Some((text, color)) = text {
            let bold = color == theme.suggested;
            let style = paint.on(color, look.ground(square));
            let style = if bold {
                style.add_modifier(Modifier::BOLD)
            } else {
                style
            };
            center(buffer, place, &text, style);
        }
    }

    fn draw_square(&self, buffer: &mut Buffer, place: Rect, square: Square) {
        let Self { paint, .. } = *self;
        let theme = paint.theme;
        let board = theme.square(square);
        for at in place.positions() {
            if let Some(cell) = buffer.cell_mut(at) {
                cell.set_symbol(" ").set_style(paint.on(theme.text, board));
            }
        }
        match self.board.grid.cell(square) {
            Cell::Disc(player) => self.draw_disc(buffer, place, player, board),
            Cell::Piece(piece) => {
                let style = paint.on(theme.disc(piece.color), board);
                center(
                    buffer,
                    place,
                    piece.picture,
                    style.add_modifier(Modifier::BOLD),
                );
            }
            Cell::Empty => {
                let (text, color) = self.empty(square);
                let style = paint.on(color, board);
                let is_suggested = color == theme.suggested;
                let style = if is_suggested {
                    style.add_modifier(Modifier::BOLD)
                } else {
                    style
                };
                center(buffer, place, &text, style);
            }
        }
    }

    /// The content of an empty square: a score, a rank or a legal-move mark.
    fn empty(&self, square: Square) -> (String, Rgb) {
        let Self { paint, .. } = *self;
        let theme = paint.theme;
        let color = |is_best: bool| {
            if is_best {
                theme.suggested
            } else {
                theme.legal
            }
        };
        if let Some(live) = self.live {
            let mut best = live.best.iter().enumerate();
            if let Some((index, one)) = best.find(|(_, one)| one.square == Some(square))
                && let Some(estimate) = &one.estimate
            {
                return (format!("{:+}", estimate.score), color(index == 0));
            }
        }
        match self.board.marks {
            Marks::Suggested(squares) => {
                if let Some(rank) = squares.iter().position(|&suggested| suggested == square) {
                    return ((rank + 1).to_string(), theme.suggested);
                }
            }
            Marks::Scores(scores) => {
                if let Some((_, score)) = scores.iter().find(|(scored, _)| *scored == square) {
                    let best = scores.iter().map(|(_, score)| *score).max();
                    return (format!("{score:+}"), color(best == Some(*score)));
                }
            }
            Marks::None | Marks::Legal(_) => {}
        }
        let is_legal = self.legal.contains(&square);
        let asked = matches!(self.board.marks, Marks::Legal(_));
        let is_square = self.choice == MoveChoice::Square;
        if is_legal && (self.has_marks || asked) && is_square {
            return (paint.glyph(LEGAL, ".").to_owned(), theme.legal);
        }
        // Without colors, empty squares need a visible character.
        let nothing = if paint.has_colors() {
            ""
        } else {
            paint.glyph("·", "-")
        };
        (nothing.to_owned(), theme.legal)
    }

    /// Draws a disc that fills its square. Small squares, and users who chose icons, get an icon.
    fn draw_disc(&self, buffer: &mut Buffer, place: Rect, player: Player, board: Rgb) {
        let Self { icons, paint, .. } = *self;
        let style = paint.on(paint.theme.disc(player), board);
        let has_own = icons != Icons::default() || paint.ascii;
        let rows: &[&str] = match (place.width, place.height) {
            _ if has_own || !paint.has_colors() => &[],
            (6, 3) => &[" ▗▄▄▖ ", " ████ ", " ▝▀▀▘ "],
            (4, 2) => &["▗██▖", "▝██▘"],
            _ => &[],
        };
        for (y, row) in (place.y..).zip(rows) {
            buffer.set_string(place.x, y, row, style);
        }
        if rows.is_empty() {
            let icon = match player {
                _ if has_own => icons.of(player),
                Player::White if !paint.has_colors() => '○',
                _ => '●',
            };
            center(buffer, place, icon.encode_utf8(&mut [0; 4]), style);
        }
    }

    /// Frames a square by its left and right columns, which large discs leave free.
    fn draw_frame(&self, buffer: &mut Buffer, place: Rect, frame: SquareFrame) {
        let paint = self.paint;
        let theme = paint.theme;
        let (color, glyphs) = match frame {
            SquareFrame::Cursor => (theme.cursor, ["[", "]"]),
            SquareFrame::WinningLine => (theme.suggested, ["*", "*"]),
            SquareFrame::LastMove => (theme.last_move, ["<", ">"]),
            SquareFrame::Flipped => (theme.flipped, ["(", ")"]),
        };
        if place.width < 3 {
            let is_cursor = frame == SquareFrame::Cursor;
            let modifier = if is_cursor {
                Modifier::REVERSED
            } else {
                Modifier::UNDERLINED
            };
            buffer.set_style(place, Style::new().add_modifier(modifier));
            return;
        }
        let middle = place.y + (place.height - 1) / 2;
        let is_short = frame == SquareFrame::Flipped;
        let rows = if is_short {
            middle..middle + 1
        } else {
            place.y..place.bottom()
        };
        for (x, glyph) in [place.x, place.right() - 1].into_iter().zip(glyphs) {
            if !paint.has_colors() {
                buffer.set_string(x, middle, glyph, Style::new().add_modifier(Modifier::BOLD));
                continue;
            }
            for y in rows.clone() {
                if let Some(cell) = buffer.cell_mut((x, y)) {
                    cell.set_bg(paint.color(color));
                }
            }
        }
    }

    /// Draws the remaining pieces, and the one in hand.
    fn draw_tray(&self, buffer: &mut Buffer, tray: Rect, rows: u16, note: &Note) {
        let Self {
            position, paint, ..
        } = *self;
        let theme = paint.theme;
        let title = paint.cut(&words::tray(note.hand.as_ref()), tray.width);
        buffer.set_string(tray.x, tray.y, title, paint.dim());
        let is_choice = self.choice == MoveChoice::Piece && position.turn().is_some();
        if rows > 1
            && let Some(piece) = &note.hand
        {
            // The place of the last piece is free while one is in hand.
            let at = (tray.right() - TRAY_CELL, tray.bottom() - rows);
            self.draw_tray_tile(buffer, at, rows, piece, Edge::Ring(theme.suggested));
        }
        let places = (tray.y + 1..tray.bottom())
            .step_by(rows.into())
            .flat_map(|y| {
                (0..tray.width / TRAY_CELL).map(move |column| (tray.x + column * TRAY_CELL, y))
            });
        for ((index, piece), (x, y)) in note.left.iter().enumerate().zip(places) {
            let is_chosen = is_choice && index == self.piece;
            if rows > 1 {
                let edge = if is_chosen {
                    Edge::Ring(theme.cursor)
                } else {
                    Edge::Plain
                };
                self.draw_tray_tile(buffer, (x, y), rows, piece, edge);
                continue;
            }
            buffer.set_string(x + 1, y, piece.letter.to_string(), paint.accent());
            let style = paint.on(theme.disc(piece.color), theme.board_light);
            buffer.set_string(x + 3, y, piece.picture, style);
            if is_chosen {
                let bold = paint.accent().add_modifier(Modifier::BOLD);
                buffer.set_string(x, y, "[", bold);
                buffer.set_string(x + 6, y, "]", bold);
            }
        }
    }

    /// Draws a piece beside the board with half cells, after its letter.
    fn draw_tray_tile(
        &self,
        buffer: &mut Buffer,
        (x, y): (u16, u16),
        rows: u16,
        piece: &Piece,
        edge: Edge,
    ) {
        let paint = self.paint;
        let place = Rect {
            x: x + 2,
            y,
            width: TRAY_CELL - 2,
            height: rows,
        };
        let (surface, shape) = (
            Surface::Plain(paint.theme.wood),
            Shape::piece(piece, &self.look),
        );
        let size = (place.width, place.height);
        let passing = <[Passing; 2]>::default();
        self.tiles.draw(
            buffer,
            place,
            Tile {
                size,
                surface,
                shape,
                edge,
                passing,
            },
            paint,
        );
        buffer.set_string(x, y + rows / 2, piece.letter.to_string(), paint.accent());
    }
}

fn center(buffer: &mut Buffer, place: Rect, text: &str, style: Style) {
    let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
    let x = place.x + place.width.saturating_sub(width) / 2;
    let y = place.y + (place.height - 1) / 2;
    buffer.set_stringn(
        x,
        y,
        text,
        usize::from(place.right().saturating_sub(x)),
        style,
    );
}
