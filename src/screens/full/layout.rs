//! Screen layout, shared by drawing and mouse handling.

use ratatui::layout::{Position, Rect};

use super::places::Places;
use crate::base::text::fit::wrapped;
use crate::desk::{Action, View};
use crate::games::{Question, Square};
use crate::session::GamePosition;

const NARROWEST_PANE: u16 = 24;

/// A wider pane would only push the board aside.
const WIDEST_PANE: u16 = 60;

/// The rows of the header, and of the message and the keys below the board.
const HEADER: u16 = 1;
const FOOTER: u16 = 2;

/// The width of the row numbers left of the board.
const NUMBERS: u16 = 3;

/// The pieces per row of the tray; half as many on a narrow screen.
const TRAY: u16 = 8;

/// The width of a piece in the tray: letter, blank, three characters, and margins.
pub const TRAY_CELL: u16 = 8;

/// The rows of a piece in the tray that is drawn with half cells, or as text.
pub const TALL_TRAY_CELL: u16 = 3;
const LOW_TRAY_CELL: u16 = 1;

/// The rows for the list of moves below a tray in the pane.
const LIST: u16 = 6;

/// The least rows of a square when pieces of the tray are tall.
const LEAST_BESIDE_TALL: u16 = 4;

/// The width of a pane that leaves room for a wide bar of the evaluation, and for a margin.
const ROOMY_PANE: u16 = 40;

/// The rows of the pane above a tray in it: both players and a blank.
const PLAYERS: u16 = 3;

/// The rows of the pane above a text: both players, the opening, the evaluation, and a blank.
const ABOVE_TEXT: u16 = 5;

/// The empty columns between the board and the pane.
const BETWEEN: u16 = 2;

/// The width of the frame right of the board.
const RIGHT_RIM: u16 = 2;

/// The visible part of the board, and the size of its squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardArea {
    pub area: Rect,
    pub cell: (u16, u16),
    pub first: Square,
    pub count: (u8, u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    pub header: Rect,
    pub squares: BoardArea,
    /// The row above the board from which pieces fall, in column games.
    pub marker: Option<Rect>,
    /// The frame around the board, if squares are drawn with half cells.
    pub rim: Option<Rect>,
    /// The remaining pieces, in games that have them.
    pub tray: Option<Rect>,
    /// The rows of a piece in the tray.
    pub tray_cell: u16,
    pub pane: Option<Rect>,
    /// The rows between the board and the message.
    pub below: Rect,
    /// The bar of the evaluation beside the board.
    pub evaluation: Option<Rect>,
    pub message: Rect,
    pub keys: Rect,
}

/// The clickable places of the pane, with their actions.
pub type Targets = Places<Action>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooSmall {
    pub columns: u16,
    pub rows: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveChoice {
    Square,
    Column,
    Piece,
}

impl MoveChoice {
    pub fn of(position: GamePosition<'_>) -> Self {
        match position.game().questions()[..] {
            [Question::Piece { .. }] => Self::Piece,
            [Question::Column { .. }] => Self::Column,
            _ => Self::Square,
        }
    }
}

/// What a game needs on the screen, and how much of it there is room for.
struct Needs {
    area: Rect,
    /// The board's columns and rows, and the width of a piece.
    board: (u8, u8),
    width: u8,
    has_marker: bool,
    tray: TrayPlace,
    has_half_cells: bool,
    /// The rows of text below the board.
    text_rows: u16,
}

/// The place of the remaining pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TrayPlace {
    /// The game has none.
    Nowhere,
    BelowBoard,
    InPane,
}

impl Needs {
    fn new(area: Rect, view: &View, has_half_cells: bool) -> Self {
        let shown = view.shown();
        let grid = shown.map(|shown| shown.game().grid());
        let board = grid.as_ref().map(|grid| (grid.columns, grid.rows));
        Self {
            area,
            board: board.unwrap_or((8, 8)),
            width: grid.map_or(1, |grid| grid.width),
            has_marker: shown.is_some_and(|shown| MoveChoice::of(shown) == MoveChoice::Column),
            tray: match shown.and_then(|shown| shown.game().note()) {
                Some(_) => TrayPlace::BelowBoard,
                None => TrayPlace::Nowhere,
            },
            has_half_cells,
            text_rows: 0,
        }
    }

    /// Whether a pane fits beside a tray with all pieces of a row. It is worth more than a flat tray.
    fn is_wide(&self) -> bool {
        self.area.width >= TRAY * TRAY_CELL + 2 + NARROWEST_PANE
    }

    /// The pieces per row of the tray.
    fn per_row(&self) -> u16 {
        if self.is_wide() { TRAY } else { TRAY / 2 }
    }

    fn tray_rows(&self, tray_cell: u16) -> u16 {
        if self.tray == TrayPlace::BelowBoard {
            1 + 2 * TRAY / self.per_row() * tray_cell
        } else {
            0
        }
    }

    /// The rows that are not the board's.
    fn rows_around(&self, tray_cell: u16) -> u16 {
        let around = HEADER + FOOTER + 1 + self.text_rows;
        around + u16::from(self.has_marker) + self.tray_rows(tray_cell)
    }

    /// The least screen: large boards can be scrolled, but small ones must fit.
    fn least(&self) -> TooSmall {
        let (columns, rows) = self.board;
        let cell = 2.max(u16::from(self.width) + 1);
        TooSmall {
            columns: (NUMBERS + u16::from(columns.min(8)) * cell).max(30),
            rows: u16::from(rows.min(8)) + self.rows_around(1),
        }
    }

    /// The room for squares.
    fn room(&self, tray_cell: u16) -> (u16, u16) {
        let rows = self.area.height.saturating_sub(self.rows_around(tray_cell));
        (self.area.width - NUMBERS, rows)
    }

    /// The size of a square, and the rows of a piece in the tray.
    fn cells(&self) -> ((u16, u16), u16) {
        let sized = |tray_cell| {
            let room = self.room(tray_cell);
            let cell = cell_size(self.board, self.width, room, self.has_half_cells);
            (cell, tray_cell)
        };
        let is_below = self.tray == TrayPlace::BelowBoard;
        let may_be_tall = is_below && self.has_half_cells && self.is_wide();
        let tall = may_be_tall.then(|| sized(TALL_TRAY_CELL));
        tall.filter(|(cell, _)| cell.1 >= LEAST_BESIDE_TALL)
            .unwrap_or_else(|| sized(1))
    }

    /// The number of columns and rows that are shown.
    fn shown(&self, cell: (u16, u16), room: (u16, u16)) -> (u8, u8) {
        let fits = |count: u8, size: u16, room: u16| {
            u8::try_from((room / size).min(u16::from(count))).unwrap_or(count)
        };
        let (columns, rows) = self.board;
        (fits(columns, cell.0, room.0), fits(rows, cell.1, room.1))
    }
}

/// The frame around the board. It takes only what squares leave.
struct Rim {
    is_there: bool,
    right: u16,
    top: u16,
}

impl Rim {
    /// The frame of a board. `spare` are the columns and rows next to it, of which the pane needs `pane` columns.
    fn new(needs: &Needs, cell: (u16, u16), spare: (u16, u16), pane: u16) -> Self {
        let is_there = needs.has_half_cells && cell.1 > 1;
        let has_right = is_there && spare.0 >= pane + RIGHT_RIM;
        Self {
            is_there,
            right: if has_right { RIGHT_RIM } else { 0 },
            top: if is_there && !needs.has_marker {
                spare.1.min(1)
            } else {
                0
            },
        }
    }
}

impl BoardArea {
    fn new(needs: &Needs, area: Rect, cell: (u16, u16), count: (u8, u8), cursor: Square) -> Self {
        let (columns, rows) = needs.board;
        Self {
            area,
            cell,
            first: Square {
                row: first_shown(cursor.row, count.1, rows),
                column: first_shown(cursor.column, count.0, columns),
            },
            count,
        }
    }
}

/// The columns of the board, the tray below it, and the pane.
struct ScreenColumns {
    rim: Rim,
    /// The first column of the board with its numbers, and its width.
    left: u16,
    board_width: u16,
    /// The width of a tray below the board, and of the part of the screen left of the pane.
    tray_width: u16,
    left_of_pane: u16,
    pane: Option<Rect>,
    beside: Beside,
}

impl ScreenColumns {
    /// Divides the screen for squares that take `width` columns and leave `spare` columns and rows.
    fn new(needs: &Needs, width: u16, cell: (u16, u16), spare: (u16, u16)) -> Self {
        let area = needs.area;
        let has_pane = area.width > NUMBERS + width + NARROWEST_PANE;
        let rim = Rim::new(
            needs,
            cell,
            spare,
            if has_pane { NARROWEST_PANE + 1 } else { 0 },
        );
        let board_width = NUMBERS + width + rim.right;
        let tray_width = match needs.tray {
            TrayPlace::BelowBoard => needs.per_row() * TRAY_CELL,
            TrayPlace::Nowhere | TrayPlace::InPane => 0,
        };
        // The tray may be wider than the board.
        let widest = board_width.max(tray_width);
        let room = area.width.saturating_sub(widest);
        let beside = Beside::new(room, needs.tray != TrayPlace::Nowhere);
        let most = if rim.is_there { WIDEST_PANE } else { u16::MAX };
        let pane_width = if has_pane { beside.pane.min(most) } else { 0 };
        // Boards drawn with characters are only centered without a pane.
        let left_of_pane = match has_pane {
            true if rim.is_there => area.width.saturating_sub(pane_width + beside.around()),
            true => 0,
            false => area.width,
        };
        let pane = Rect {
            x: area.right().saturating_sub(pane_width + beside.margin),
            y: area.y + HEADER,
            width: pane_width,
            height: area.height - HEADER - FOOTER,
        };
        let is_wide = has_pane && pane.width >= NARROWEST_PANE - 1;
        Self {
            left: area.x + left_of_pane.saturating_sub(board_width) / 2,
            board_width,
            tray_width,
            left_of_pane,
            pane: is_wide.then_some(pane),
            beside,
            rim,
        }
    }

    /// The tray below the board, from row `y`, if it is there.
    fn tray(&self, needs: &Needs, y: u16, height: u16) -> Option<Rect> {
        let indent = self.left_of_pane.saturating_sub(self.tray_width) / 2;
        (needs.tray == TrayPlace::BelowBoard).then_some(Rect {
            x: needs.area.x + indent,
            y,
            width: self.tray_width,
            height,
        })
    }

    /// The bar of the evaluation, as high as the squares.
    fn evaluation(&self, squares: Rect) -> Option<Rect> {
        self.pane.filter(|_| self.beside.bar > 0).map(|_| Rect {
            x: self.left + self.board_width + 1,
            width: self.beside.bar,
            ..squares
        })
    }
}

impl Layout {
    /// Lays out a screen so that `cursor` is visible. Without a pane, the board leaves `text_rows` rows below it for a
    /// text, as far as possible.
    pub fn new(
        area: Rect,
        view: &View,
        cursor: Square,
        has_half_cells: bool,
        text_rows: u16,
    ) -> Result<Self, TooSmall> {
        let mut needs = Needs::new(area, view, has_half_cells);
        let least = needs.least();
        if area.width < least.columns || area.height < least.rows {
            return Err(least);
        }
        if let Some(layout) = Self::with_tray_beside(area, view, cursor, has_half_cells, text_rows)
        {
            return Ok(layout);
        }
        let layout = Self::of(&needs, cursor);
        if text_rows == 0 || layout.pane.is_some() {
            return Ok(layout);
        }
        needs.text_rows = text_rows.min(area.height - least.rows);
        Ok(Self::of(&needs, cursor))
    }

    /// Lays out a screen whose pane has room for the tray. Its pieces are low if a text needs room, too.
    fn with_tray_beside(
        area: Rect,
        view: &View,
        cursor: Square,
        has_half_cells: bool,
        text_rows: u16,
    ) -> Option<Self> {
        let mut needs = Needs::new(area, view, has_half_cells);
        if needs.tray == TrayPlace::Nowhere {
            return None;
        }
        needs.tray = TrayPlace::InPane;
        let mut layout = Self::of(&needs, cursor);
        let pane = layout.pane?;
        let per_row = (pane.width / TRAY_CELL).min(TRAY);
        let rows = (2 * TRAY).div_ceil(per_row.max(1));
        let room = pane.height.checked_sub(PLAYERS + 1)?;
        let may_be_tall = has_half_cells && text_rows == 0;
        // Pieces are set apart where the list of moves has room, too.
        let cells = [
            (TALL_TRAY_CELL + 1, LIST),
            (TALL_TRAY_CELL, 0),
            (LOW_TRAY_CELL, 0),
        ];
        let (cell, _) = cells
            .into_iter()
            .filter(|(cell, _)| *cell == LOW_TRAY_CELL || may_be_tall)
            .find(|(cell, list)| rows * cell + list < room)?;
        layout.tray_cell = cell;
        layout.tray = Some(Rect {
            x: pane.x,
            y: pane.y + PLAYERS,
            width: per_row * TRAY_CELL,
            height: 1 + rows * cell,
        });
        (per_row >= TRAY / 2).then_some(layout)
    }

    /// The rows of the tray in the pane; 0 if it is below the board.
    pub fn tray_beside(&self) -> u16 {
        let (Some(tray), Some(pane)) = (self.tray, self.pane) else {
            return 0;
        };
        if tray.x == pane.x { tray.height + 1 } else { 0 }
    }

    fn of(needs: &Needs, cursor: Square) -> Self {
        let area = needs.area;
        let (cell, tray_cell) = needs.cells();
        let room = needs.room(tray_cell);
        let count = needs.shown(cell, room);
        let size = (u16::from(count.0) * cell.0, u16::from(count.1) * cell.1);
        let spare = (room.0 - size.0, room.1 - size.1);
        let columns = ScreenColumns::new(needs, size.0, cell, spare);
        let rim = &columns.rim;
        let above = if rim.is_there && needs.text_rows == 0 {
            (spare.1 - rim.top) / 2
        } else {
            0
        };
        let marker_rows = u16::from(needs.has_marker);
        let squares = Rect {
            x: columns.left + NUMBERS,
            y: area.y + HEADER + above + rim.top + marker_rows,
            width: size.0,
            height: size.1,
        };
        let tray_rows = needs.tray_rows(tray_cell);
        let row = |y| Rect {
            y,
            height: 1,
            ..area
        };
        let message = row(area.bottom() - FOOTER);
        let board_bottom = squares.bottom() + 1 + tray_rows;
        Self {
            header: row(area.y),
            squares: BoardArea::new(needs, squares, cell, count, cursor),
            marker: needs.has_marker.then_some(Rect {
                y: squares.y - 1,
                height: 1,
                ..squares
            }),
            rim: rim.is_there.then_some(Rect {
                x: columns.left,
                y: squares.y - rim.top - marker_rows,
                width: columns.board_width,
                height: size.1 + rim.top + marker_rows + 1,
            }),
            tray: columns.tray(needs, squares.bottom() + 1, tray_rows),
            tray_cell,
            pane: columns.pane,
            evaluation: columns.evaluation(squares),
            below: Rect {
                y: board_bottom,
                height: message.y.saturating_sub(board_bottom),
                ..area
            },
            message,
            keys: row(area.bottom() - 1),
        }
    }

    /// The place of a text about the position: the pane without the lines about the players, or below the board.
    pub fn text(&self) -> Rect {
        self.pane.map_or(self.below, |pane| {
            let players = (ABOVE_TEXT + self.tray_beside()).min(pane.height);
            Rect {
                y: pane.y + players,
                height: pane.height - players,
                ..pane
            }
        })
    }

    /// Whether a message fits below the board. A long one may cover the keys.
    pub fn has_room_for(&self, message: &str) -> bool {
        has_room_below(message, self.message.width)
    }

    /// The place of a square; `None` if it is not visible.
    pub fn place(&self, square: Square) -> Option<Rect> {
        let BoardArea {
            area,
            cell,
            first,
            count,
        } = self.squares;
        let column = square
            .column
            .checked_sub(first.column)
            .filter(|&column| column < count.0)?;
        let row = square
            .row
            .checked_sub(first.row)
            .filter(|&row| row < count.1)?;
        Some(Rect {
            x: area.x + u16::from(column) * cell.0,
            y: area.y + u16::from(row) * cell.1,
            width: cell.0,
            height: cell.1,
        })
    }

    /// The square at a place of the screen. In column games, the row above the board counts too.
    pub fn square_at(&self, at: Position) -> Option<Square> {
        let BoardArea {
            area, cell, first, ..
        } = self.squares;
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
    pub fn piece_at(&self, at: Position) -> Option<usize> {
        let tray = self
            .tray
            .filter(|tray| tray.contains(at) && at.y > tray.y)?;
        let per_row = tray.width / TRAY_CELL;
        let row = (at.y - tray.y - 1) / self.tray_cell;
        Some(usize::from(row * per_row + (at.x - tray.x) / TRAY_CELL))
    }

    pub fn pieces_per_row(&self) -> usize {
        self.tray
            .map_or(1, |tray| usize::from(tray.width / TRAY_CELL))
    }
}

/// Whether a message fits the two rows below a board of `width` columns.
pub fn has_room_below(message: &str, width: u16) -> bool {
    wrapped(message, width.into()).len() <= 2
}

/// What is beside the board, in columns.
struct Beside {
    /// The bar of the evaluation.
    bar: u16,
    pane: u16,
    /// The margin right of the pane.
    margin: u16,
}

impl Beside {
    /// Divides `room` columns. Games with a tray have no bar.
    fn new(room: u16, has_tray: bool) -> Self {
        let (bar, margin) = match room {
            _ if has_tray => (0, 0),
            _ if room > ROOMY_PANE + 2 + BETWEEN => (2, 1),
            _ => (u16::from(room >= NARROWEST_PANE + 1 + BETWEEN), 0),
        };
        Self {
            bar,
            pane: room.saturating_sub(bar + BETWEEN + margin),
            margin,
        }
    }

    /// The columns around the pane.
    fn around(&self) -> u16 {
        self.bar + BETWEEN + self.margin
    }
}

/// The largest square size that fits, or a readable one if none does.
fn cell_size(
    (columns, rows): (u8, u8),
    width: u8,
    room: (u16, u16),
    has_half_cells: bool,
) -> (u16, u16) {
    const SIZES: [(u16, u16); 4] = [(6, 3), (4, 2), (3, 1), (2, 1)];
    let piece = if width > 1 { u16::from(width) + 2 } else { 0 };
    let fits = |size: &(u16, u16), room: (u16, u16)| {
        u16::from(columns) * size.0 <= room.0 && u16::from(rows) * size.1 <= room.1
    };
    // Squares of half cells have any size, and shrink to leave room for the pane.
    let most = if has_half_cells {
        room.1 / u16::from(rows)
    } else {
        0
    };
    let square = |height: u16| (2 * height, height);
    let beside_pane = (room.0.saturating_sub(NARROWEST_PANE + 1), room.1);
    let largest = (3..=most)
        .rev()
        .map(square)
        .find(|size| fits(size, beside_pane));
    if let Some(size) = largest.or((4..=most).rev().map(square).find(|size| fits(size, room))) {
        return size;
    }
    let sizes = SIZES.map(|(columns, rows)| (columns.max(piece), rows));
    sizes.into_iter().find(|size| fits(size, room)).unwrap_or(
        // The board is scrolled anyway, so prefer readable squares.
        if width > 1 { (piece, 1) } else { (3, 1) },
    )
}

/// The first row shown, so that the cursor is in the middle if possible.
fn first_shown(cursor: u8, shown: u8, of: u8) -> u8 {
    cursor
        .saturating_sub(shown / 2)
        .min(of.saturating_sub(shown))
}
