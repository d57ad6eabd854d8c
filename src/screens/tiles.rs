//! Squares drawn with halves and quarters of cells: felt, holes, round discs and wooden pieces, for terminals with many
//! colors.

mod small;

use super::board_look::{BoardLook, Surface};
use super::light::{BLACK, PiecePoint, WHITE, WoodenPiece, lit, mix};
use super::scene::SquareFrame;
use super::theme::{Rgb, Theme};
use crate::games::Piece;

/// The samples of a quarter of a cell in both directions.
const SAMPLES: (u16, u16) = (3, 6);

/// The characters that fill quarters of a cell: bits for upper left, upper right, lower left and lower right.
pub const QUARTERS: [&str; 16] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
];

/// The ways to divide a cell into two colors. Halves come first: they are preferred, because shades have no corners.
const DIVISIONS: [usize; 7] = [0b0011, 0b0101, 0b1000, 0b0100, 0b0010, 0b0001, 0b0110];

/// The squared difference from the colors of the quarters, below which halves are good enough.
const GOOD_ENOUGH: u32 = 3 * 4 * 12 * 12;

/// The widths of a turning disc.
pub const TURN_STEPS: u8 = 8;

/// The least side of a square, in half cells, that has room for a line or a ring beside a disc.
const ROOMY: f32 = 6.0;

/// A disc, a piece or a mark on a square.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    #[default]
    Nothing,
    /// The mark of a legal move.
    Dot(Rgb),
    /// A disc, with the color of the mark in its middle.
    Disc(Rgb, Option<Rgb>),
    /// A disc that turns over, and its width in [`TURN_STEPS`].
    Turning(Rgb, u8),
    Piece(WoodenPiece),
}

impl Shape {
    pub fn piece(piece: &Piece, look: &BoardLook) -> Self {
        Self::Piece(WoodenPiece::new(piece, look.disc(piece.color)))
    }

    /// A disc with a mark in the middle if it was played last or, in a small square, if it was flipped.
    pub fn marked_disc(
        color: Rgb,
        frame: Option<SquareFrame>,
        is_small: bool,
        look: &BoardLook,
    ) -> Self {
        let mark = match frame {
            Some(SquareFrame::LastMove) => Some(look.last_mark),
            Some(SquareFrame::Changed) if is_small => Some(look.flipped_mark),
            _ => None,
        };
        Self::Disc(color, mark)
    }

    fn is_light(self) -> bool {
        matches!(self, Self::Disc(fill, _) if fill.is_light())
    }

    pub fn has_mark(self) -> bool {
        matches!(self, Self::Disc(_, Some(_)))
    }
}

/// What marks the edge of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Edge {
    Plain,
    Ring(Rgb),
    Corners(Rgb),
}

impl Edge {
    pub fn of(frame: Option<SquareFrame>, shape: Shape, theme: &Theme) -> Self {
        match frame {
            None => Self::Plain,
            Some(SquareFrame::LastMove | SquareFrame::Changed) if shape.has_mark() => Self::Plain,
            Some(SquareFrame::Changed) => Self::Corners(theme.frame(SquareFrame::Changed)),
            Some(frame) => Self::Ring(theme.frame(frame)),
        }
    }
}

/// A piece that passes over a square, and its distance from the square in half cells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Passing {
    pub shape: Shape,
    pub offset: (i16, i16),
}

/// A square to draw: its columns and rows of cells, and everything on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile {
    pub size: (u16, u16),
    pub surface: Surface,
    pub shape: Shape,
    pub edge: Edge,
    /// The pieces that pass: one enters while another leaves.
    pub passing: [Passing; 2],
}

/// A cell of a tile: the bits of its character in [`QUARTERS`], its color, and the color around it.
type TileCell = (usize, Rgb, Rgb);

impl Tile {
    /// The cells, row by row.
    pub fn cells(&self) -> Vec<TileCell> {
        let (width, height) = self.size;
        let mark = match self.edge {
            Edge::Ring(color) | Edge::Corners(color) => Some(color),
            Edge::Plain => None,
        };
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let quarters = places.map(|(x, y)| {
            let of_cell = [(0, 0), (1, 0), (0, 1), (1, 1)];
            of_cell.map(|(right, down)| self.quarter(2 * x + right, 2 * y + down))
        });
        quarters
            .map(|quarters| {
                if self.is_small() || self.is_roomy() {
                    divided(quarters, mark)
                } else {
                    halves(quarters)
                }
            })
            .collect()
    }

    /// The colors of the halves of its cells, which are as wide as high, row by row.
    pub fn halves(&self) -> Vec<Rgb> {
        let width = self.size.0;
        let height = 2 * self.size.1;
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        places.map(|(x, y)| self.half(x, y)).collect()
    }

    /// The mean color of half a cell.
    fn half(&self, x: u16, y: u16) -> Rgb {
        let both = [0, 1].map(|right| self.quarter(2 * x + right, y));
        mean(both.into_iter())
    }

    /// The mean color of a quarter of a cell.
    fn quarter(&self, x: u16, y: u16) -> Rgb {
        if self.is_small() {
            return self.small_quarter(x, y);
        }
        let part = |index: u16, count: u16| (f32::from(index) + 0.5) / f32::from(count);
        let rows = (0..SAMPLES.1).map(|down| f32::from(y) + part(down, SAMPLES.1));
        mean(rows.flat_map(|down| {
            let across = (0..SAMPLES.0).map(|across| f32::from(x) + part(across, SAMPLES.0));
            across.map(move |across| self.at(0.5 * across, down))
        }))
    }

    /// The color of a point, in half cells.
    fn at(&self, x: f32, y: f32) -> Rgb {
        if let Some(color) = self.edge_at(x, y) {
            return color;
        }
        let point @ (across, down) = self.offset(x, y);
        let color = self.shaped(self.shape, self.ground_at(x.min(y), point), point);
        // A sheet hides what passes behind it, except in its hole.
        if self.is_sunk() && across.hypot(down) >= self.radius() {
            return color;
        }
        self.passing.iter().fold(color, |color, passing| {
            let (right, low) = passing.offset;
            let point = self.offset(x - f32::from(right), y - f32::from(low));
            self.shaped(passing.shape, color, point)
        })
    }

    /// The color of the edge at a point, if it is marked there.
    fn edge_at(&self, x: f32, y: f32) -> Option<Rgb> {
        let (width, height) = self.extent();
        let to_side = x.min(width - x);
        let to_end = y.min(height - y);
        let (is_marked, color) = match self.edge {
            Edge::Plain => return None,
            Edge::Ring(color) if self.is_roomy() => (to_side.min(to_end) < self.ring(), color),
            // A ring would hide a small disc.
            Edge::Ring(color) => (to_side < 0.5 || to_side < 1.0 && to_end < 1.0, color),
            Edge::Corners(color) => {
                let reach = (0.16 * self.side()).max(1.0);
                (to_side.max(to_end) < reach, color)
            }
        };
        is_marked.then_some(color)
    }

    /// The color of the empty square at a point, `from_edge` half cells from the upper or left edge.
    fn ground_at(&self, from_edge: f32, (across, down): (f32, f32)) -> Rgb {
        let distance = across.hypot(down);
        match self.surface {
            Surface::Felt { line, .. } if from_edge < self.line() => line,
            Surface::Felt { felt: ground, .. } | Surface::Plain(ground) => ground,
            Surface::Sheet { sheet, .. } if distance >= self.radius() => sheet,
            Surface::Sheet { hole, .. } => {
                let is_in_shadow = (across - 0.04).hypot(down - 0.04) >= self.radius();
                if is_in_shadow {
                    mix(hole, BLACK, 0.5)
                } else {
                    hole
                }
            }
            Surface::Wood { wood } => {
                let width = (0.4 * self.half_cell()).max(0.03);
                let is_carved = self.side() > ROOMY && (distance - 0.45).abs() < width;
                if is_carved {
                    mix(wood, WHITE, 0.16)
                } else {
                    wood
                }
            }
        }
    }

    /// The color of a shape, or of what is behind it, at a point in squares from its middle.
    fn shaped(&self, shape: Shape, behind: Rgb, (across, down): (f32, f32)) -> Rgb {
        let distance = across.hypot(down);
        let dot_radius = if self.is_roomy() {
            (0.75 * self.half_cell()).max(0.12)
        } else {
            1.2 * self.half_cell()
        };
        match shape {
            Shape::Dot(dot) if distance < self.half_cell().max(0.1) => dot,
            Shape::Disc(_, Some(dot)) if distance < dot_radius => dot,
            Shape::Disc(fill, _) if self.is_roomy() => self.disc(fill, behind, across, down),
            Shape::Disc(fill, _) if distance < self.radius() => fill,
            Shape::Nothing | Shape::Dot(_) | Shape::Disc(..) => behind,
            Shape::Turning(fill, width) => {
                let width = f32::from(width.max(1)) / f32::from(TURN_STEPS);
                self.disc(fill, behind, across / width, down)
            }
            Shape::Piece(piece) => match piece.at(across, down) {
                PiecePoint::Wood(wood) => wood,
                PiecePoint::Shadow => mix(behind, BLACK, 0.4),
                PiecePoint::Outside => behind,
            },
        }
    }

    /// A disc under a light from the upper left, with a light edge, and its shadow on `behind`.
    fn disc(&self, fill: Rgb, behind: Rgb, across: f32, down: f32) -> Rgb {
        let is_sunk = self.is_sunk();
        let radius = self.radius();
        if across.hypot(down) < radius {
            return lit(fill, is_sunk, across / radius, down / radius);
        }
        let is_in_shadow = !is_sunk && (across - 0.05).hypot(down - 0.05) < radius;
        if is_in_shadow {
            mix(behind, BLACK, 0.4)
        } else {
            behind
        }
    }

    fn is_roomy(&self) -> bool {
        self.side() >= ROOMY
    }

    /// Whether a sheet is in front of the disc.
    fn is_sunk(&self) -> bool {
        matches!(self.surface, Surface::Sheet { .. })
    }

    /// The width and the height, in half cells.
    fn extent(&self) -> (f32, f32) {
        (f32::from(self.size.0), f32::from(2 * self.size.1))
    }

    /// The shorter side, in half cells.
    fn side(&self) -> f32 {
        let (width, height) = self.extent();
        width.min(height)
    }

    /// The width of a ring along the edge, in half cells.
    fn ring(&self) -> f32 {
        (0.07 * self.side()).max(1.0)
    }

    /// The width of the line along the upper and left edges, in half cells.
    fn line(&self) -> f32 {
        match (self.surface, self.edge) {
            (_, Edge::Ring(_)) => 0.0,
            (Surface::Felt { .. }, _) if self.is_roomy() => (0.08 * self.side()).round().max(1.0),
            _ => 0.0,
        }
    }

    /// The radius of a disc, or of a hole, in squares.
    fn radius(&self) -> f32 {
        let side = self.side();
        match (self.surface, self.edge) {
            _ if !self.is_roomy() => 0.47,
            // Whole half cells keep the edge of a hole sharp.
            (Surface::Sheet { .. }, _) => (0.45 * side).floor() / side,
            (_, Edge::Ring(_)) => (side / 2.0 - self.ring() - 0.5) / side,
            _ => 0.46,
        }
    }

    /// A half cell, in squares.
    fn half_cell(&self) -> f32 {
        1.0 / (self.side() - self.line())
    }

    /// The offset of a point in half cells from the middle, in squares.
    fn offset(&self, x: f32, y: f32) -> (f32, f32) {
        let (width, height) = self.extent();
        let line = self.line();
        let inner = self.side() - line;
        let offset = |at: f32, length: f32| (at - f32::midpoint(length, line)) / inner;
        (offset(x, width), offset(y, height))
    }
}

fn mean(colors: impl Iterator<Item = Rgb>) -> Rgb {
    let mut sums = [0_u32; 3];
    let mut count = 0_u32;
    for Rgb(red, green, blue) in colors {
        count += 1;
        for (sum, channel) in sums.iter_mut().zip([red, green, blue]) {
            *sum += u32::from(channel);
        }
    }
    let [red, green, blue] =
        sums.map(|sum| u8::try_from((sum + count / 2) / count.max(1)).unwrap_or(u8::MAX));
    Rgb(red, green, blue)
}

/// A cell of a small square: its two halves, whose shades show a disc rounder than corners could.
fn halves([a, b, c, d]: [Rgb; 4]) -> (usize, Rgb, Rgb) {
    (0b0011, mean([a, b].into_iter()), mean([c, d].into_iter()))
}

/// The two colors and the character that come closest to the quarters of a cell. A mark keeps its color.
fn divided(quarters: [Rgb; 4], mark: Option<Rgb>) -> (usize, Rgb, Rgb) {
    let of = |bits: usize, is_set: bool| {
        let chosen = (0..4).filter(move |quarter| (bits >> quarter & 1 == 1) == is_set);
        chosen.map(move |quarter| quarters[quarter])
    };
    let marked: usize = (0..4)
        .filter(|quarter| Some(quarters[*quarter]) == mark)
        .map(|quarter| 1 << quarter)
        .sum();
    if let Some(mark) = mark.filter(|_| (1..15).contains(&marked)) {
        return (marked, mark, mean(of(marked, false)));
    }
    let difference = |a: Rgb, b: Rgb| {
        let channels = [(a.0, b.0), (a.1, b.1), (a.2, b.2)];
        channels
            .iter()
            .map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2))
            .sum::<u32>()
    };
    let mut best = (u32::MAX, (0, quarters[0], quarters[0]));
    for bits in DIVISIONS {
        let color = mean(of(bits, true));
        let around = mean(of(bits, false));
        let to = |mean: Rgb, is_set| {
            of(bits, is_set)
                .map(move |one| difference(one, mean))
                .sum::<u32>()
        };
        let error = to(color, true) + to(around, false);
        if error < best.0 {
            best = (error, (bits, color, around));
        }
        if error <= GOOD_ENOUGH {
            break;
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Rgb = Rgb(0, 128, 60);
    const FILL: Rgb = Rgb(200, 40, 40);

    fn tile(rows: u16, shape: Shape) -> Tile {
        let surface = Surface::Sheet {
            sheet: BOARD,
            hole: BOARD,
        };
        Tile {
            size: (2 * rows, rows),
            surface,
            shape,
            edge: Edge::Plain,
            passing: <[Passing; 2]>::default(),
        }
    }

    fn nearly(a: Rgb, b: Rgb) -> bool {
        [(a.0, b.0), (a.1, b.1), (a.2, b.2)]
            .iter()
            .all(|(a, b)| a.abs_diff(*b) <= 24)
    }

    #[test]
    fn a_disc_is_round_on_its_board_and_has_its_color_in_the_middle() {
        for rows in 2..20 {
            let tile = tile(rows, Shape::Disc(FILL, None));
            let last = 2 * rows - 1;
            for (x, y) in [(0, 0), (last, 0), (0, last), (last, last)] {
                let corner = tile.half(x, y);
                assert!(
                    if rows > 2 {
                        corner == BOARD
                    } else {
                        corner != FILL
                    },
                    "{rows}"
                );
            }
            assert!(
                nearly(tile.half(rows, rows), FILL),
                "{rows}: {:?}",
                tile.half(rows, rows)
            );
        }
    }

    #[test]
    fn the_coverage_of_a_circle_is_symmetric() {
        for rows in 3..12 {
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
    fn a_turning_disc_is_narrower_and_a_passing_one_elsewhere() {
        let count = |tile: Tile| {
            let halves = tile.halves();
            halves.iter().filter(|color| nearly(**color, FILL)).count()
        };
        let whole = count(tile(6, Shape::Disc(FILL, None)));
        let turning: Vec<usize> = (0..=TURN_STEPS)
            .map(|width| count(tile(6, Shape::Turning(FILL, width))))
            .collect();
        assert!(
            turning.is_sorted() && turning[1] < turning[4],
            "{turning:?}"
        );
        assert_eq!(turning.last(), Some(&whole));
        for (offset, least) in [((0, 0), whole), ((0, 6), 1), ((0, 12), 0)] {
            let passing = Passing {
                shape: Shape::Disc(FILL, None),
                offset,
            };
            let passing = [passing, Passing::default()];
            let found = count(Tile {
                passing,
                ..tile(6, Shape::Nothing)
            });
            assert!(found >= least && found <= whole, "{offset:?}: {found}");
            assert!(offset != (0, 12) || found == 0, "{found}");
        }
    }

    #[test]
    fn the_quarters_of_a_cell_are_divided_into_the_two_nearest_colors() {
        let [a, b] = [BOARD, FILL];
        let near = Rgb(BOARD.0 + 4, BOARD.1, BOARD.2);
        for (quarters, bits) in [
            ([a, a, b, b], 0b0011),
            ([a, b, a, b], 0b0101),
            ([a, a, a, b], 0b1000),
            ([b, a, a, a], 0b0001),
            ([a, b, b, a], 0b0110),
            ([a, near, b, b], 0b0011),
            ([a, near, near, a], 0b0011),
        ] {
            assert_eq!(divided(quarters, None).0, bits, "{quarters:?}");
        }
        assert_eq!(divided([a, a, a, b], None), (0b1000, b, a));
        assert_eq!(
            divided([a, near, b, b], Some(a)).0,
            0b0001,
            "a mark keeps its color"
        );
    }

    #[test]
    fn light_comes_from_the_upper_left() {
        let tile = tile(6, Shape::Disc(Rgb(128, 128, 128), None));
        assert!(tile.half(4, 4).luminance() > tile.half(7, 7).luminance());
    }
}
