//! Draws squares with halves and quarters of cells, and keeps what it has sampled.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::paint::Paint;
use crate::screens::tiles::{QUARTERS, Tile};

/// More tiles than a board needs. They are dropped together when sizes or themes have changed often.
const MOST_TILES: usize = 256;

/// A cell of a tile: a character, its color, and the color around it.
type DrawnCell = (&'static str, Color, Color);

/// The tiles drawn before, row by row: sampling them for each frame would take too long.
#[derive(Debug, Default)]
pub struct Tiles(RefCell<HashMap<Tile, Rc<[DrawnCell]>>>);

impl Tiles {
    pub fn draw(&self, buffer: &mut Buffer, place: Rect, tile: Tile, paint: Paint) {
        let mut tiles = self.0.borrow_mut();
        if tiles.len() >= MOST_TILES {
            tiles.clear();
        }
        let cells = tiles.entry(tile).or_insert_with(|| {
            let painted = tile.cells().into_iter().map(|(bits, color, around)| {
                let color = paint.color(color);
                let around = paint.color(around);
                (
                    if color == around { " " } else { QUARTERS[bits] },
                    color,
                    around,
                )
            });
            painted.collect()
        });
        for (at, (symbol, color, around)) in place.positions().zip(cells.iter()) {
            if let Some(cell) = buffer.cell_mut(at) {
                cell.set_symbol(symbol)
                    .set_style(Style::new().fg(*color).bg(*around));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Cell;

    use super::*;
    use crate::screens::board_look::Surface;
    use crate::screens::theme::{ColorDepth, Rgb, ThemeName};
    use crate::screens::tiles::{Edge, Passing, Shape};

    #[test]
    fn a_tile_is_sampled_once_and_drawn_with_halves_and_quarters() {
        let (board, fill) = (Rgb(0, 128, 60), Rgb(200, 40, 40));
        let tile = Tile {
            size: (8, 4),
            surface: Surface::Plain(board),
            shape: Shape::Disc(fill, None),
            edge: Edge::Plain,
            passing: <[Passing; 2]>::default(),
        };
        let paint = Paint::new(ThemeName::DARK, ColorDepth::True, false);
        let (tiles, area) = (Tiles::default(), Rect::new(0, 0, 8, 4));
        let mut buffer = Buffer::empty(area);
        for _ in 0..2 {
            tiles.draw(&mut buffer, area, tile, paint);
        }
        assert_eq!(tiles.0.borrow().len(), 1);
        let mut symbols = buffer.content().iter().map(Cell::symbol);
        assert!(symbols.clone().all(|symbol| QUARTERS.contains(&symbol)));
        assert!(
            symbols.any(|symbol| !" ▀".contains(symbol)),
            "a round disc has corners"
        );
        assert_eq!(buffer[(0, 0)].bg, paint.color(board));
    }
}
