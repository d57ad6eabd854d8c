//! Screen layout, shared by drawing and mouse handling.

use ratatui::layout::{Position, Rect};

use crate::base::text::fit::wrapped;
use crate::desk::{Action, View};
use crate::games::{Question, Square};
use crate::session::GamePosition;

const NARROWEST_PANE: u16 = 24;

/// The rows of the header, and of the message and the keys below the board.
const HEADER: u16 = 1;
const FOOTER: u16 = 2;

/// The width of the row numbers left of the board.
const NUMBERS: u16 = 3;

/// The pieces per row of the tray; half as many on a narrow screen.
const TRAY: u16 = 8;

/// The width of a piece in the tray: letter, blank, three characters, and margins.
pub(super) const TRAY_CELL: u16 = 8;

/// The visible part of the board, and the size of its squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoardArea {
    pub(super) area: Rect,
    pub(super) cell: (u16, u16),
    pub(super) first: Square,
    pub(super) count: (u8, u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) header: Rect,
    pub(super) squares: BoardArea,
    /// The row above the board from which pieces fall, in column games.
    pub(super) marker: Option<Rect>,
    /// The remaining pieces, in games that have them.
    pub(super) tray: Option<Rect>,
    pub(super) pane: Option<Rect>,
    pub(super) message: Rect,
    pub(super) keys: Rect,
}

/// The clickable places of the pane, with their actions.
#[derive(Debug, Default)]
pub(super) struct Targets(Vec<(Rect, Action)>);

impl Targets {
    /// Adds a place that shows the position after `moves` moves.
    pub(super) fn add(&mut self, place: Rect, moves: usize) {
        self.add_action(place, Action::Browse(moves));
    }

    pub(super) fn add_action(&mut self, place: Rect, action: Action) {
        self.0.push((place, action));
    }

    pub(super) fn at(&self, at: Position) -> Option<Action> {
        self.0.iter().find(|(place, _)| place.contains(at)).map(|(_, action)| action.clone())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooSmall {
    pub(super) columns: u16,
    pub(super) rows: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveChoice {
    Square,
    Column,
    Piece,
}

impl MoveChoice {
    pub(super) fn of(position: GamePosition<'_>) -> Self {
        match position.game().questions()[..] {
            [Question::Piece { .. }] => Self::Piece,
            [Question::Column { .. }] => Self::Column,
            _ => Self::Square,
        }
    }
}

impl Layout {
    /// Lays out a screen so that `cursor` is visible.
    pub(super) fn new(area: Rect, view: &View, cursor: Square) -> Result<Self, TooSmall> {
        let shown = view.shown();
        let grid = shown.map(|shown| shown.game().grid());
        let (columns, rows) = grid.as_ref().map_or((8, 8), |grid| (grid.columns, grid.rows));
        let width = grid.map_or(1, |grid| grid.width);
        let has_marker = shown.is_some_and(|shown| MoveChoice::of(shown) == MoveChoice::Column);
        let has_tray = shown.is_some_and(|shown| shown.game().note().is_some());
        // A pane next to the tray is worth more than a flat tray.
        let is_wide = area.width >= TRAY * TRAY_CELL + 2 + NARROWEST_PANE;
        let per_row = if is_wide { TRAY } else { TRAY / 2 };
        let tray_rows = if has_tray { 1 + 2 * TRAY / per_row } else { 0 };
        let marker_rows = u16::from(has_marker);
        let around = HEADER + FOOTER + 1 + marker_rows + tray_rows;

        // Large boards can be scrolled, but small ones must fit.
        let least = TooSmall {
            columns: (NUMBERS + u16::from(columns.min(8)) * 2.max(u16::from(width) + 1)).max(30),
            rows: u16::from(rows.min(8)) + around,
        };
        if area.width < least.columns || area.height < least.rows {
            return Err(least);
        }
        let room = (area.width - NUMBERS, area.height - around);
        let cell = cell_size((columns, rows), width, room);
        let fits = |count: u8, size: u16, room: u16| {
            u8::try_from((room / size).min(u16::from(count))).unwrap_or(count)
        };
        let count = (fits(columns, cell.0, room.0), fits(rows, cell.1, room.1));
        let first = Square {
            row: first_shown(cursor.row, count.1, rows),
            column: first_shown(cursor.column, count.0, columns),
        };
        let size = (u16::from(count.0) * cell.0, u16::from(count.1) * cell.1);
        let board_width = NUMBERS + size.0;
        let has_pane = area.width >= board_width + 1 + NARROWEST_PANE;
        // Without a pane, center the board.
        let left = area.x + if has_pane { 0 } else { (area.width - board_width) / 2 };
        let top = area.y + HEADER;
        let row = |y, height| Rect { x: area.x, y, width: area.width, height };
        let squares_at =
            Rect { x: left + NUMBERS, y: top + marker_rows, width: size.0, height: size.1 };
        let marker = has_marker.then_some(Rect { y: top, height: 1, ..squares_at });
        let below = squares_at.bottom() + 1;
        let tray = has_tray.then_some(Rect {
            x: area.x + (area.width - per_row * TRAY_CELL) / 2 * u16::from(!has_pane),
            y: below,
            width: per_row * TRAY_CELL,
            height: tray_rows,
        });
        // The tray may be wider than the board.
        let used = tray.map_or(left + board_width, |tray| tray.right().max(left + board_width));
        let pane = Rect {
            x: used + 2,
            y: top,
            width: area.right().saturating_sub(used + 2),
            height: area.height - HEADER - FOOTER,
        };
        Ok(Self {
            header: row(area.y, HEADER),
            squares: BoardArea { area: squares_at, cell, first, count },
            marker,
            tray,
            pane: (has_pane && pane.width >= NARROWEST_PANE - 1).then_some(pane),
            message: row(area.bottom() - 2, 1),
            keys: row(area.bottom() - 1, 1),
        })
    }

    /// Whether a message fits below the board. A long one may cover the keys.
    pub(super) fn has_room_for(&self, message: &str) -> bool {
        wrapped(message, self.message.width.into()).len() <= 2
    }

    /// The place of a square; `None` if it is not visible.
    pub(super) fn place(&self, square: Square) -> Option<Rect> {
        let BoardArea { area, cell, first, count } = self.squares;
        let column = square.column.checked_sub(first.column).filter(|&column| column < count.0)?;
        let row = square.row.checked_sub(first.row).filter(|&row| row < count.1)?;
        Some(Rect {
            x: area.x + u16::from(column) * cell.0,
            y: area.y + u16::from(row) * cell.1,
            width: cell.0,
            height: cell.1,
        })
    }

    /// The square at a place of the screen. In column games, the row above the board counts too.
    pub(super) fn square_at(&self, at: Position) -> Option<Square> {
        let BoardArea { area, cell, first, .. } = self.squares;
        let over = self.marker.is_some_and(|marker| marker.contains(at));
        if !area.contains(at) && !over {
            return None;
        }
        let part = |offset: u16, size: u16| u8::try_from(offset / size).unwrap_or(u8::MAX);
        Some(Square {
            row: first.row + part(at.y.saturating_sub(area.y), cell.1),
            column: first.column + part(at.x - area.x, cell.0),
        })
    }

    /// The index of the piece in the tray at a place of the screen.
    pub(super) fn piece_at(&self, at: Position) -> Option<usize> {
        let tray = self.tray.filter(|tray| tray.contains(at) && at.y > tray.y)?;
        let per_row = tray.width / TRAY_CELL;
        Some(usize::from((at.y - tray.y - 1) * per_row + (at.x - tray.x) / TRAY_CELL))
    }

    pub(super) fn pieces_per_row(&self) -> usize {
        self.tray.map_or(1, |tray| usize::from(tray.width / TRAY_CELL))
    }
}

/// The largest square size that fits, or a readable one if none does.
fn cell_size((columns, rows): (u8, u8), width: u8, room: (u16, u16)) -> (u16, u16) {
    const SIZES: [(u16, u16); 4] = [(6, 3), (4, 2), (3, 1), (2, 1)];
    let piece = if width > 1 { u16::from(width) + 2 } else { 0 };
    let fits = |size: &(u16, u16)| {
        u16::from(columns) * size.0 <= room.0 && u16::from(rows) * size.1 <= room.1
    };
    let sizes = SIZES.map(|(columns, rows)| (columns.max(piece), rows));
    sizes.into_iter().find(fits).unwrap_or(
        // The board is scrolled anyway, so prefer readable squares.
        if width > 1 { (piece, 1) } else { (3, 1) },
    )
}

/// The first row shown, so that the cursor is in the middle if possible.
fn first_shown(cursor: u8, shown: u8, of: u8) -> u8 {
    cursor.saturating_sub(shown / 2).min(of.saturating_sub(shown))
}
