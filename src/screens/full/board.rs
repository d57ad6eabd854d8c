//! Draws the board: squares, discs, marks, the cursor and the remaining pieces.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::discs::Tiles;
use super::layout::{Layout, MoveChoice, TALL_TRAY_CELL, TRAY_CELL};
use super::paint::Paint;
use crate::games::{Cell, Note, Piece, Player, Square};
use crate::screens::board_look::{BoardLook, Surface};
use crate::screens::motion::{InFlight, Moment};
use crate::screens::scene::{BoardScene, Mark, SquareFrame};
use crate::screens::theme::ColorDepth;
use crate::screens::tiles::{Edge, Passing, Shape, TURN_STEPS, Tile};
use crate::screens::words;
use crate::session::{GamePosition, Icons};

/// A position with everything drawn on its board.
pub struct BoardDrawing<'a> {
    pub position: GamePosition<'a>,
    pub scene: BoardScene<'a>,
    pub choice: MoveChoice,
    pub cursor: Square,
    /// The selected piece of the tray.
    pub piece: usize,
    /// The last move, while its pieces move.
    pub moment: Option<Moment<'a>>,
    pub icons: Icons,
    /// Whether squares are drawn with half cells, in the colors of their game.
    pub has_tiles: bool,
    pub look: BoardLook,
    pub tiles: &'a Tiles,
    pub paint: Paint,
}

/// The content of a square.
enum Content {
    Shape(Shape),
    Text(String, Style),
}

impl BoardDrawing<'_> {
    pub fn draw(&self, buffer: &mut Buffer, layout: &Layout) {
        self.draw_labels(buffer, layout);
        let in_flight = self.in_flight();
        for square in Square::all(self.scene.grid.rows, self.scene.grid.columns) {
            if let Some(place) = layout.place(square) {
                self.draw_square(buffer, place, square, &in_flight);
            }
        }
        if let (Some(row), Some(player)) = (layout.marker, self.position.turn()) {
            self.draw_marker(buffer, layout, row, player);
        }
        if let (Some(tray), Some(note)) = (layout.tray, self.position.game().note()) {
            self.draw_tray(buffer, tray, layout.tray_cell, &note);
        }
    }

    /// Draws the marker of the selected column, above the board.
    fn draw_marker(&self, buffer: &mut Buffer, layout: &Layout, row: Rect, player: Player) {
        let paint = self.paint;
        let first_row = Square {
            row: layout.squares.first.row,
            ..self.cursor
        };
        let Some(place) = layout.place(first_row) else {
            return;
        };
        let style = match player {
            _ if self.has_tiles => paint.on(self.look.disc(player), self.look.rim),
            // The color of a disc would be invisible here.
            Player::Black => paint.on(paint.theme.graph_black, paint.theme.background),
            Player::White => paint.on(paint.theme.graph_white, paint.theme.background),
        };
        let at = Rect {
            y: row.y,
            height: 1,
            ..place
        };
        center(buffer, at, paint.glyph("▼", "v"), style);
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
        let grid = &self.scene.grid;
        let first = layout.squares.first;
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

    /// The pieces that are not on a square.
    fn in_flight(&self) -> Vec<InFlight> {
        let Some(moment) = self.moment else {
            return Vec::new();
        };
        let grid = &self.scene.grid;
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
        let width = f32::from(place.width);
        let height = f32::from(2 * place.height);
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
        let (shown, width) = moment.turning(square, cell)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 1"
        )]
        let width = (width * f32::from(TURN_STEPS)).ceil() as u8;
        Some(Shape::Turning(self.look.disc(shown), width))
    }

    /// Draws a square with everything on it.
    fn draw_square(
        &self,
        buffer: &mut Buffer,
        place: Rect,
        square: Square,
        in_flight: &[InFlight],
    ) {
        let frame = self.scene.frame(square);
        let content = self.content(square, place.height);
        let shape = match content {
            Content::Shape(shape) => shape,
            Content::Text(..) => Shape::Nothing,
        };
        if self.has_tiles {
            let tile = Tile {
                size: (place.width, place.height),
                surface: self.look.surface(square),
                shape,
                edge: Edge::of(frame, shape, self.paint.theme),
                passing: self.passing(place, square, in_flight),
            };
            self.tiles.draw(buffer, place, tile, self.paint);
        } else {
            self.draw_blocks(buffer, place, square, shape);
        }
        if let Content::Text(text, mut style) = content {
            // A tile has its own ground, which the cursor tints.
            style.bg = style.bg.filter(|_| !self.has_tiles);
            center(buffer, place, &text, style);
        }
        let is_framed = !self.has_tiles && (place.height < 2 || !shape.has_mark());
        if let Some(frame) = frame.filter(|_| is_framed) {
            self.draw_frame(buffer, place, frame);
        }
    }

    /// The content of a square that is `height` cells high.
    fn content(&self, square: Square, height: u16) -> Content {
        let Self { look, paint, .. } = *self;
        let on_square = |color| paint.on(color, look.ground(square));
        let cell = self.scene.grid.cell(square);
        match cell {
            Cell::Disc(player) if let Some(icon) = self.icon(player) => {
                Content::Text(icon.to_string(), on_square(look.disc(player)))
            }
            _ if let Some(moving) = self.moving(square, cell) => Content::Shape(moving),
            Cell::Disc(player) => {
                let frame = self.scene.frame(square);
                let is_small = !self.has_tiles || height == 2;
                let disc = Shape::marked_disc(look.disc(player), frame, is_small, &look);
                Content::Shape(disc)
            }
            Cell::Piece(piece) if !self.has_tiles => {
                let style = on_square(look.disc(piece.color)).add_modifier(Modifier::BOLD);
                Content::Text(piece.picture.to_owned(), style)
            }
            Cell::Piece(_) => Content::Shape(self.shape(cell)),
            Cell::Empty => self.mark(square),
        }
    }

    /// The mark on an empty square.
    fn mark(&self, square: Square) -> Content {
        let paint = self.paint;
        let mark = self.scene.mark(square);
        let color = mark.map_or(paint.theme.legal, |mark| paint.theme.mark(mark));
        let text = match mark {
            Some(Mark::Legal) if self.has_tiles => {
                return Content::Shape(Shape::Dot(color));
            }
            Some(Mark::Legal) => paint.glyph("•", ".").to_owned(),
            Some(Mark::Suggested(rank)) => rank.to_string(),
            Some(Mark::Score { score, .. }) => format!("{score:+}"),
            None if paint.has_colors() => String::new(),
            // Without colors, empty squares need a visible character.
            None => paint.glyph("·", "-").to_owned(),
        };
        let style = paint.on(color, self.look.ground(square));
        let style = match mark {
            Some(Mark::Suggested(_) | Mark::Score { is_best: true, .. }) => {
                style.add_modifier(Modifier::BOLD)
            }
            _ => style,
        };
        Content::Text(text, style)
    }

    /// The character of a disc; `None` if it is drawn.
    fn icon(&self, player: Player) -> Option<char> {
        let Self { icons, paint, .. } = *self;
        match player {
            _ if icons != Icons::default() || paint.ascii => Some(icons.of(player)),
            _ if paint.has_colors() => None,
            Player::Black => Some('●'),
            Player::White => Some('○'),
        }
    }

    /// Draws a square with characters: its ground, and a disc that fills it or is a symbol in a small square.
    fn draw_blocks(&self, buffer: &mut Buffer, place: Rect, square: Square, shape: Shape) {
        let Self { look, paint, .. } = *self;
        let ground = look.ground(square);
        let has_lines = paint.depth == ColorDepth::Ansi16 && paint.has_colors();
        // The lines of the theme have the hue of the squares, so they would vanish.
        let lines = paint.on(paint.theme.black_disc, ground);
        for at in place.positions() {
            let symbol = match at {
                _ if !has_lines => " ",
                _ if at.x == place.x => "▏",
                _ if at.y == place.bottom() - 1 && place.height > 1 => "▁",
                _ => " ",
            };
            if let Some(cell) = buffer.cell_mut(at) {
                cell.set_symbol(symbol).set_style(lines);
            }
        }
        let Shape::Disc(color, mark) = shape else {
            return;
        };
        let style = paint.on(color, ground);
        let rows: &[&str] = match (place.width, place.height) {
            (6, 3) => &["▗▄▄▖", "████", "▝▀▀▘"],
            (4, 2) => &["▗██▖", " ▀▀ "],
            _ => return center(buffer, place, "●", style),
        };
        let left = place.x + (place.width - 4) / 2;
        for (row, y) in rows.iter().zip(place.y..) {
            let symbols = row.chars().zip(left..).filter(|(symbol, _)| *symbol != ' ');
            for (symbol, x) in symbols {
                buffer[(x, y)].set_char(symbol).set_style(style);
            }
        }
        if let Some(mark) = mark {
            let middle = (left + 1, place.y + (place.height - 1) / 2);
            buffer.set_string(middle.0, middle.1, "▄▄", paint.on(mark, color));
        }
    }

    /// Frames a square by its left and right columns, which large discs leave free.
    fn draw_frame(&self, buffer: &mut Buffer, place: Rect, frame: SquareFrame) {
        let paint = self.paint;
        if place.width < 3 {
            let modifier = if frame == SquareFrame::Cursor {
                Modifier::REVERSED
            } else {
                Modifier::UNDERLINED
            };
            buffer.set_style(place, Style::new().add_modifier(modifier));
            return;
        }
        let middle = place.y + (place.height - 1) / 2;
        let (glyphs, rows) = match frame {
            SquareFrame::Cursor => (["[", "]"], place.y..place.bottom()),
            SquareFrame::WinningLine => (["*", "*"], place.y..place.bottom()),
            SquareFrame::LastMove => (["<", ">"], place.y..place.bottom()),
            SquareFrame::Changed => (["(", ")"], middle..middle + 1),
        };
        for (x, glyph) in [place.x, place.right() - 1].into_iter().zip(glyphs) {
            if !paint.has_colors() {
                buffer.set_string(x, middle, glyph, Style::new().add_modifier(Modifier::BOLD));
                continue;
            }
            for y in rows.clone() {
                if let Some(cell) = buffer.cell_mut((x, y)) {
                    cell.set_bg(paint.color(paint.theme.frame(frame)));
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
            let (color, ground) = if paint.has_half_cells() {
                (self.look.disc(piece.color), theme.wood)
            } else {
                (theme.disc(piece.color), theme.board_light)
            };
            let style = paint.on(color, ground);
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
            height: rows.min(TALL_TRAY_CELL),
        };
        let surface = Surface::Plain(paint.theme.wood);
        let shape = Shape::piece(piece, &self.look);
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
