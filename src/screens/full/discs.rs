//! Squares drawn with half cells: felt, holes, round discs and wooden pieces, for terminals with many colors.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::paint::Paint;
use crate::games::Piece;
use crate::screens::light::{BLACK, PiecePoint, WHITE, WoodenPiece, lit, mix};
use crate::screens::theme::Rgb;

pub(super) use crate::screens::board_look::{BoardLook, Surface};

/// The samples of a half cell in each direction.
const SAMPLES: u16 = 6;

/// More tiles than a board needs. They are dropped together when sizes or themes have changed often.
const MOST_TILES: usize = 256;

/// The least side of a square, in half cells, that has room for a line or a ring beside a disc.
const ROOMY: f32 = 6.0;

/// A disc, a piece or a mark on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Nothing,
    /// The mark of a legal move.
    Dot(Rgb),
    /// A disc, with a dot if it was played last.
    Disc(Rgb, Option<Rgb>),
    Piece(WoodenPiece),
}

impl Shape {
    pub(super) fn piece(piece: &Piece, look: &BoardLook) -> Self {
        Self::Piece(WoodenPiece::new(piece, look))
    }
}

/// What marks the edge of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Edge {
    Plain,
    Ring(Rgb),
    Corners(Rgb),
}

/// A square to draw: its columns and rows of cells, and everything on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Tile {
    pub(super) size: (u16, u16),
    pub(super) surface: Surface,
    pub(super) shape: Shape,
    pub(super) edge: Edge,
}

/// The upper and the lower color of each cell, row by row.
type Cells = Rc<[[Color; 2]]>;

/// The tiles drawn before: sampling them for each frame would take too long.
#[derive(Debug, Default)]
pub(super) struct Tiles(RefCell<HashMap<Tile, Cells>>);

impl Tiles {
    pub(super) fn draw(&self, buffer: &mut Buffer, place: Rect, tile: Tile, paint: Paint) {
        let mut tiles = self.0.borrow_mut();
        if tiles.len() >= MOST_TILES {
            tiles.clear();
        }
        let cells = tiles.entry(tile).or_insert_with(|| {
            let halves = tile.halves();
            let pairs = halves.chunks(usize::from(tile.size.0)).collect::<Vec<_>>();
            let rows = pairs.chunks(2);
            let both = rows.flat_map(|rows| rows[0].iter().zip(rows[1]));
            both.map(|(upper, lower)| [paint.color(*upper), paint.color(*lower)]).collect()
        });
        for (at, [upper, lower]) in place.positions().zip(cells.iter()) {
            if let Some(cell) = buffer.cell_mut(at) {
                let symbol = if upper == lower { " " } else { "▀" };
                cell.set_symbol(symbol).set_style(Style::new().fg(*upper).bg(*lower));
            }
        }
    }
}

impl Tile {
    /// The colors of the half cells, row by row.
    fn halves(&self) -> Vec<Rgb> {
        let (width, height) = (self.size.0, 2 * self.size.1);
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        places.map(|(x, y)| self.half(x, y)).collect()
    }

    /// The mean color of a half cell.
    fn half(&self, x: u16, y: u16) -> Rgb {
        let mut sums = [0_u32; 3];
        for sample in 0..SAMPLES * SAMPLES {
            let part = |index: u16| (f32::from(index) + 0.5) / f32::from(SAMPLES);
            let (across, down) = (part(sample % SAMPLES), part(sample / SAMPLES));
            let Rgb(red, green, blue) = self.at(f32::from(x) + across, f32::from(y) + down);
            for (sum, channel) in sums.iter_mut().zip([red, green, blue]) {
                *sum += u32::from(channel);
            }
        }
        let count = u32::from(SAMPLES * SAMPLES);
        let [red, green, blue] =
            sums.map(|sum| u8::try_from((sum + count / 2) / count).unwrap_or(u8::MAX));
        Rgb(red, green, blue)
    }

    /// The color of a point, in half cells.
    fn at(&self, x: f32, y: f32) -> Rgb {
        let (width, height) = (f32::from(self.size.0), f32::from(2 * self.size.1));
        let side = width.min(height);
        let is_roomy = side >= ROOMY;
        let ring = (0.07 * side).max(1.0);
        let has_ring = matches!(self.edge, Edge::Ring(_));
        let line = match self.surface {
            Surface::Felt { .. } if is_roomy && !has_ring => (0.08 * side).round().max(1.0),
            _ => 0.0,
        };
        let inner = side - line;
        let is_sunk = matches!(self.surface, Surface::Sheet { .. });
        let radius = match self.surface {
            // Whole half cells keep the edge of a hole sharp.
            Surface::Sheet { .. } if is_roomy => (0.45 * side).floor() / side,
            _ if has_ring && is_roomy => (side / 2.0 - ring - 0.5) / side,
            _ => 0.46,
        };
        let middle = |at: f32, length: f32| (at - f32::midpoint(length, line)) / inner;
        let (across, down) = (middle(x, width), middle(y, height));
        let half_cell = 1.0 / inner;
        let distance = across.hypot(down);

        let (to_side, to_end) = (x.min(width - x), y.min(height - y));
        match self.edge {
            Edge::Ring(color) if to_side.min(to_end) < ring => return color,
            Edge::Corners(color) if to_side.max(to_end) < (0.16 * side).max(1.0) => return color,
            _ => {}
        }
        let color = match self.surface {
            Surface::Felt { line: color, .. } if x.min(y) < line => color,
            Surface::Felt { felt: ground, .. } | Surface::Plain(ground) => ground,
            Surface::Sheet { sheet, .. } if distance >= radius => sheet,
            Surface::Sheet { hole, .. } => {
                let is_in_shadow = (across - 0.04).hypot(down - 0.04) >= radius;
                if is_in_shadow { mix(hole, BLACK, 0.5) } else { hole }
            }
            Surface::Wood { wood } => {
                let is_carved =
                    side > ROOMY && (distance - 0.45).abs() < (0.4 * half_cell).max(0.03);
                if is_carved { mix(wood, WHITE, 0.16) } else { wood }
            }
        };
        match self.shape {
            Shape::Dot(dot) if distance < half_cell.max(0.1) => dot,
            Shape::Disc(_, Some(dot)) if distance < (0.85 * half_cell).max(0.12) => dot,
            Shape::Nothing | Shape::Dot(_) => color,
            Shape::Disc(fill, _) => disc(fill, color, is_sunk, radius, (across, down)),
            Shape::Piece(piece) => match piece.at(across, down) {
                PiecePoint::Wood(wood) => wood,
                PiecePoint::Shadow => mix(color, BLACK, 0.4),
                PiecePoint::Outside => color,
            },
        }
    }
}

/// A disc under a light from the upper left, with a light edge, and its shadow on `behind`.
fn disc(fill: Rgb, behind: Rgb, is_sunk: bool, radius: f32, (across, down): (f32, f32)) -> Rgb {
    let distance = across.hypot(down);
    if distance >= radius {
        let is_in_shadow = !is_sunk && (across - 0.05).hypot(down - 0.05) < radius;
        return if is_in_shadow { mix(behind, BLACK, 0.4) } else { behind };
    }
    lit(fill, is_sunk, across / radius, down / radius)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Rgb = Rgb(0, 128, 60);
    const FILL: Rgb = Rgb(200, 40, 40);

    fn tile(rows: u16, shape: Shape) -> Tile {
        let surface = Surface::Sheet { sheet: BOARD, hole: BOARD };
        Tile { size: (2 * rows, rows), surface, shape, edge: Edge::Plain }
    }

    fn nearly(a: Rgb, b: Rgb) -> bool {
        [(a.0, b.0), (a.1, b.1), (a.2, b.2)].iter().all(|(a, b)| a.abs_diff(*b) <= 24)
    }

    #[test]
    fn a_disc_is_round_on_its_board_and_has_its_color_in_the_middle() {
        for rows in 2..20 {
            let tile = tile(rows, Shape::Disc(FILL, None));
            let last = 2 * rows - 1;
            for (x, y) in [(0, 0), (last, 0), (0, last), (last, last)] {
                let corner = tile.half(x, y);
                assert!(if rows > 2 { corner == BOARD } else { corner != FILL }, "{rows}");
            }
            assert!(nearly(tile.half(rows, rows), FILL), "{rows}: {:?}", tile.half(rows, rows));
        }
    }

    #[test]
    fn the_coverage_of_a_circle_is_symmetric() {
        for rows in 2..12 {
            // A dot has no light: only its coverage counts.
            let tile = tile(rows, Shape::Dot(FILL));
            let last = 2 * rows - 1;
            for (x, y) in (0..=last).flat_map(|y| (0..=last).map(move |x| (x, y))) {
                let color = tile.half(x, y);
                for other in [(last - x, y), (x, last - y), (y, x)] {
                    // Rounding can move a sample or two over the edge.
                    let mirrored = tile.half(other.0, other.1);
                    assert!(mirrored.0.abs_diff(color.0) <= 12, "{rows}: {x} {y}");
                }
            }
        }
    }

    #[test]
    fn light_comes_from_the_upper_left() {
        let tile = tile(6, Shape::Disc(Rgb(128, 128, 128), None));
        assert!(tile.half(4, 4).luminance() > tile.half(7, 7).luminance());
    }

    #[test]
    fn a_tile_is_sampled_once_and_drawn_with_half_blocks() {
        use crate::screens::theme::{ColorDepth, ThemeName};

        let paint = Paint::new(ThemeName::Dark, ColorDepth::True, false);
        let (tiles, area) = (Tiles::default(), Rect::new(0, 0, 8, 4));
        let mut buffer = Buffer::empty(area);
        for _ in 0..2 {
            tiles.draw(&mut buffer, area, tile(4, Shape::Disc(FILL, None)), paint);
        }
        assert_eq!(tiles.0.borrow().len(), 1);
        assert!(buffer.content().iter().all(|cell| [" ", "▀"].contains(&cell.symbol())));
        assert_eq!(buffer[(0, 0)].bg, paint.color(BOARD));
    }
}
