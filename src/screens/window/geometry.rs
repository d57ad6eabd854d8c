//! The places of the squares, for a board of any size in any space.

use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

use crate::games::{Grid, Square};

/// The width of the frame, in squares.
const FRAME: f32 = 0.24;

/// The room for the coordinates above and left of the frame, in squares.
const COORDINATES: f32 = 0.42;

/// The room for everything around the squares, in squares.
const EDGES: f32 = COORDINATES + 2.0 * FRAME;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Geometry {
    /// The board with its frame and coordinates.
    pub outside: Rect,
    pub frame: Rect,
    pub inside: Rect,
    pub cell: f32,
    pub rows: u8,
    pub columns: u8,
}

impl Geometry {
    /// The largest board that fits in `room`, centered at its top.
    pub fn fit(grid: &Grid, room: Rect) -> Self {
        let rows = grid.rows;
        let columns = grid.columns;
        let across = f32::from(columns) + EDGES;
        let down = f32::from(rows) + EDGES;
        let cell = (room.width() / across)
            .min(room.height() / down)
            .max(4.0)
            .floor();
        let size = vec2(across, down) * cell;
        // Whole points keep the edges of squares sharp.
        let corner = pos2((room.center().x - size.x / 2.0).floor(), room.top().round());
        let outside = Rect::from_min_size(corner, size);
        let inside = Rect::from_min_size(
            (corner + Vec2::splat((COORDINATES + FRAME) * cell)).round(),
            vec2(columns.into(), rows.into()) * cell,
        );
        Self {
            outside,
            frame: inside.expand(FRAME * cell),
            inside,
            cell,
            rows,
            columns,
        }
    }

    /// The width of the largest board that is at most `height` high.
    pub fn widest(grid: &Grid, height: f32) -> f32 {
        height * (f32::from(grid.columns) + EDGES) / (f32::from(grid.rows) + EDGES)
    }

    pub fn rect(&self, square: Square) -> Rect {
        self.rect_at(f32::from(square.column), f32::from(square.row))
    }

    /// The place of a square, which may be between others.
    pub fn rect_at(&self, column: f32, row: f32) -> Rect {
        let corner = self.inside.min + vec2(column, row) * self.cell;
        Rect::from_min_size(corner, Vec2::splat(self.cell))
    }

    pub fn center(&self, square: Square) -> Pos2 {
        self.rect(square).center()
    }

    /// The place of the coordinate above a column.
    pub fn above(&self, column: u8) -> Pos2 {
        let square = Square { row: 0, column };
        pos2(
            self.center(square).x,
            f32::midpoint(self.outside.top(), self.frame.top()),
        )
    }

    /// The place of the coordinate left of a row.
    pub fn beside(&self, row: u8) -> Pos2 {
        let square = Square { row, column: 0 };
        pos2(
            f32::midpoint(self.outside.left(), self.frame.left()),
            self.center(square).y,
        )
    }

    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        Square::all(self.rows, self.columns)
    }
}
