//! Squares of 4x2 cells, which have no room for light and shade: every quarter of a cell has one of a few plain colors,
//! so that discs are round and have room between them.

use super::{Edge, Shape, TURN_STEPS, Tile};
use crate::screens::board_look::Surface;
use crate::screens::light::{BLACK, mix};
use crate::screens::theme::Rgb;

/// The columns and rows of a small square.
const SIZE: (u16, u16) = (4, 2);

/// The last column and row of quarters.
const LAST: (i32, i32) = (7, 3);

/// Half the width of a disc in each row of quarters. The last row separates it from the square below.
const DISC: [i32; 4] = [2, 3, 2, 0];

/// The row of a mark, and half the widths of the mark of a legal move and of a mark on a disc.
const MIDDLE: i32 = 1;
const DOT: i32 = 1;
const MARK: i32 = 2;

/// The share of the cursor's color in the ground below it.
const TINT: f32 = 0.3;

impl Tile {
    pub(super) fn is_small(&self) -> bool {
        self.size == SIZE && !matches!(self.shape, Shape::Piece(_))
    }

    /// The color of a quarter of a cell in a small square.
    pub(super) fn small_quarter(&self, x: u16, y: u16) -> Rgb {
        let at = (i32::from(x), i32::from(y));
        if let Some(color) = self.small_edge(at) {
            return color;
        }
        let is_hole = is_within(DISC, at);
        let color = shaped(self.shape, self.small_ground(is_hole), at);
        // A sheet hides what passes behind it, except in its hole.
        if self.is_sunk() && !is_hole {
            return color;
        }
        self.passing.iter().fold(color, |color, passing| {
            let (right, low) = passing.offset;
            // An offset counts half cells: a half cell is two quarters wide.
            let at = (at.0 - 2 * i32::from(right), at.1 - i32::from(low));
            shaped(passing.shape, color, at)
        })
    }

    fn small_edge(&self, (x, y): (i32, i32)) -> Option<Rgb> {
        let to_side = x.min(LAST.0 - x);
        let to_end = y.min(LAST.1 - y);
        match self.edge {
            Edge::Ring(color) => {
                let is_marked = to_side == 0 || to_side == 1 && to_end == 0;
                // A light frame would merge with a light disc.
                let merges = color.is_light() && self.shape.is_light();
                is_marked.then_some(if merges { BLACK } else { color })
            }
            Edge::Corners(color) => (to_side == 0 && to_end == 0).then_some(color),
            Edge::Plain => None,
        }
    }

    fn small_ground(&self, is_hole: bool) -> Rgb {
        let ground = match self.surface {
            Surface::Sheet { sheet, .. } if !is_hole => sheet,
            Surface::Sheet { hole, .. } => hole,
            Surface::Felt { felt: ground, .. }
            | Surface::Wood { wood: ground }
            | Surface::Plain(ground) => ground,
        };
        match self.edge {
            Edge::Ring(color) => mix(ground, color, TINT),
            Edge::Plain | Edge::Corners(_) => ground,
        }
    }
}

/// The color of a shape, or of what is behind it, in a quarter of a cell.
fn shaped(shape: Shape, behind: Rgb, at: (i32, i32)) -> Rgb {
    let is_mark = |half_width| at.1 == MIDDLE && is_near(half_width, at.0);
    match shape {
        Shape::Dot(color) if is_mark(DOT) => color,
        Shape::Disc(_, Some(mark)) if is_mark(MARK) => mark,
        Shape::Disc(fill, _) if is_within(DISC, at) => fill,
        Shape::Turning(fill, width) => {
            let width = i32::from(width);
            let steps = i32::from(TURN_STEPS);
            let turned = DISC.map(|half| (half * width + steps / 2) / steps);
            if is_within(turned, at) { fill } else { behind }
        }
        _ => behind,
    }
}

fn is_within(half_widths: [i32; 4], (x, y): (i32, i32)) -> bool {
    let row = usize::try_from(y).ok();
    let half_width = row.and_then(|row| half_widths.get(row));
    half_width.is_some_and(|half_width| is_near(*half_width, x))
}

/// Whether a column of quarters is among the `2 * half_width` in the middle.
fn is_near(half_width: i32, x: i32) -> bool {
    (4 - half_width..4 + half_width).contains(&x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::tiles::Passing;

    const FELT: Rgb = Rgb(0, 128, 60);
    const DARK: Rgb = Rgb(12, 12, 12);
    const RED: Rgb = Rgb(224, 64, 47);

    /// The quarters of a square, with a letter for each color: disc, mark, edge, or a blank for the ground.
    fn drawn(shape: Shape, edge: Edge) -> [String; 4] {
        let surface = Surface::Plain(FELT);
        let passing = <[Passing; 2]>::default();
        let tile = Tile {
            size: SIZE,
            surface,
            shape,
            edge,
            passing,
        };
        let letter = |color| match color {
            DARK => 'B',
            RED => 'x',
            Rgb(255, 255, 255) => '[',
            _ => ' ',
        };
        [0, 1, 2, 3].map(|y| (0..8).map(|x| letter(tile.small_quarter(x, y))).collect())
    }

    #[test]
    fn a_small_disc_is_round_with_its_mark_in_the_middle_and_a_frame_around_it() {
        let marked = drawn(Shape::Disc(DARK, Some(RED)), Edge::Plain);
        assert_eq!(marked, ["  BBBB  ", " BxxxxB ", "  BBBB  ", "        "]);
        let framed = drawn(Shape::Disc(DARK, None), Edge::Ring(Rgb(255, 255, 255)));
        assert_eq!(framed, ["[[BBBB[[", "[BBBBBB[", "[ BBBB [", "[[    [["]);
        let turning = drawn(Shape::Turning(DARK, TURN_STEPS / 2), Edge::Plain);
        assert_eq!(turning, ["   BB   ", "  BBBB  ", "   BB   ", "        "]);
        let legal = drawn(Shape::Dot(RED), Edge::Plain);
        assert_eq!(legal, ["        ", "   xx   ", "        ", "        "]);
    }

    #[test]
    fn no_cell_of_a_small_square_has_more_than_two_colors() {
        let marks = [None, Some(RED)];
        let shapes = marks.map(|mark| Shape::Disc(DARK, mark));
        let edges = [Edge::Plain, Edge::Ring(Rgb(255, 255, 255))];
        for (shape, edge) in shapes
            .iter()
            .flat_map(|shape| edges.map(|edge| (*shape, edge)))
        {
            let rows = drawn(shape, edge);
            let quarter = |x: usize, y: usize| rows[y].as_bytes()[x];
            for (x, y) in [0, 2, 4, 6].iter().flat_map(|x| [(*x, 0), (*x, 2)]) {
                let mut colors = vec![
                    quarter(x, y),
                    quarter(x + 1, y),
                    quarter(x, y + 1),
                    quarter(x + 1, y + 1),
                ];
                colors.sort_unstable();
                colors.dedup();
                assert!(colors.len() <= 2, "{rows:?}");
            }
        }
    }
}
