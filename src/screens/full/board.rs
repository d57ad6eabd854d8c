//! The board: squares in two shades, discs, marks, the cursor, and the pieces left.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::{Layout, MoveChoice, TRAY_CELL};
use super::paint::Paint;
use crate::games::{Cell, Note, Player, Square};
use crate::interpreter::{GameView, LiveView, Marks, PlyReport, PositionView};
use crate::screens::theme::Rgb;
use crate::session::Icons;

/// What is shown of a position, beside its discs.
pub(super) struct Marked<'a> {
    pub(super) cursor: Square,
    /// The piece of the tray that is chosen.
    pub(super) piece: usize,
    /// What the move under the pointer or the cursor would do.
    pub(super) preview: Option<&'a PlyReport>,
    /// Whether legal moves, and what the last one changed, are marked.
    pub(super) has_marks: bool,
    pub(super) live: Option<&'a LiveView>,
    pub(super) icons: Icons,
}

/// What frames a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Frame {
    Cursor,
    /// Part of the line that has won.
    Line,
    Last,
    Flipped,
}

/// Draws the board of a game with its labels, and what belongs to it.
pub(super) fn draw(
    buffer: &mut Buffer,
    layout: &Layout,
    game: &GameView,
    marked: &Marked<'_>,
    paint: Paint,
) {
    let position = game.shown();
    labels(buffer, layout, position, paint);
    let last = position.moves.checked_sub(1).and_then(|index| game.moves.get(index));
    let squares = Square::all(position.board.grid.rows, position.board.grid.columns);
    for square in squares {
        if let Some(place) = layout.place(square) {
            let frame = frame(square, position, last, marked);
            draw_square(buffer, place, square, frame, position, marked, paint);
        }
    }
    if let (Some(row), Some(player)) = (layout.marker, position.turn)
        && let Some(place) = layout.place(Square { row: layout.squares.first.row, ..marked.cursor })
    {
        let glyph = paint.glyph("▼", "v");
        let at = Rect { y: row.y, height: 1, ..place };
        center(buffer, at, glyph, paint.on(side(paint, player), paint.theme.background));
    }
    if let (Some(tray), Some(note)) = (layout.tray, &position.board.note) {
        draw_tray(buffer, tray, note, position, marked, paint);
    }
}

/// The text colour that stands for a side beside the board, where its discs would not be seen.
fn side(paint: Paint, player: Player) -> Rgb {
    match player {
        Player::Black => paint.theme.graph_black,
        Player::White => paint.theme.graph_white,
    }
}

fn labels(buffer: &mut Buffer, layout: &Layout, position: &PositionView, paint: Paint) {
    let style = paint.on(paint.theme.coordinates, paint.theme.background);
    let grid = &position.board.grid;
    for row in 0..grid.rows {
        let square = Square { row, column: layout.squares.first.column };
        if let Some(place) = layout.place(square) {
            let y = place.y + (place.height - 1) / 2;
            buffer.set_string(place.x - 3, y, format!("{:2}", row + 1), style);
        }
    }
    for column in 0..grid.columns {
        let square = Square { row: layout.squares.first.row, column };
        if let Some(place) = layout.place(square) {
            let letter = char::from(b'a' + column);
            let below = Rect { y: layout.squares.area.bottom(), height: 1, ..place };
            // Columns that a number chooses are numbered.
            let label = match MoveChoice::of(position) {
                MoveChoice::Column => (column + 1).to_string(),
                _ => letter.to_string(),
            };
            center(buffer, below, &label, style);
        }
    }
}

fn frame(
    square: Square,
    position: &PositionView,
    last: Option<&PlyReport>,
    marked: &Marked<'_>,
) -> Option<Frame> {
    let choice = MoveChoice::of(position);
    let is_cursor = match choice {
        MoveChoice::Square => square == marked.cursor,
        MoveChoice::Column | MoveChoice::Piece => false,
    };
    if is_cursor && position.turn.is_some() {
        return Some(Frame::Cursor);
    }
    // What a move would do is shown in place of what the last one did.
    let preview = marked.preview.filter(|_| marked.has_marks);
    let changes = |ply: &PlyReport| ply.flipped.contains(&square) || ply.placed == Some(square);
    if preview.is_some_and(changes) {
        return Some(Frame::Flipped);
    }
    if preview.is_none() && position.board.line.contains(&square) {
        return Some(Frame::Line);
    }
    if position.board.last == Some(square) {
        return Some(Frame::Last);
    }
    let is_flipped = preview.is_none() && last.is_some_and(changes);
    (is_flipped && marked.has_marks).then_some(Frame::Flipped)
}

fn draw_square(
    buffer: &mut Buffer,
    place: Rect,
    square: Square,
    frame: Option<Frame>,
    position: &PositionView,
    marked: &Marked<'_>,
    paint: Paint,
) {
    let theme = paint.theme;
    let board = theme.square(square);
    fill(buffer, place, " ", paint.on(theme.text, board));
    match position.board.grid.cell(square) {
        Cell::Disc(player) => disc(buffer, place, player, board, marked.icons, paint),
        Cell::Piece(piece) => {
            let bold = paint.on(theme.disc(piece.color), board).add_modifier(Modifier::BOLD);
            center(buffer, place, piece.picture, bold);
        }
        Cell::Empty => {
            let (text, color) = empty(square, position, marked, paint);
            let style = paint.on(color, board);
            let style =
                if color == theme.suggested { style.add_modifier(Modifier::BOLD) } else { style };
            center(buffer, place, &text, style);
        }
    }
    if let Some(frame) = frame {
        draw_frame(buffer, place, frame, paint);
    }
}

/// What stands on an empty square: a score, a rank, or the mark of a legal move.
fn empty(
    square: Square,
    position: &PositionView,
    marked: &Marked<'_>,
    paint: Paint,
) -> (String, Rgb) {
    let theme = paint.theme;
    if let Some(live) = marked.live {
        let mut best = live.best.iter().enumerate();
        if let Some((index, one)) = best.find(|(_, one)| one.square == Some(square))
            && let Some(estimate) = &one.estimate
        {
            let color = if index == 0 { theme.suggested } else { theme.legal };
            return (format!("{:+}", estimate.score), color);
        }
    }
    match &position.board.marks {
        Marks::Suggested(squares) => {
            if let Some(rank) = squares.iter().position(|&suggested| suggested == square) {
                return ((rank + 1).to_string(), theme.suggested);
            }
        }
        Marks::Scores(scores) => {
            if let Some((_, score)) = scores.iter().find(|(scored, _)| *scored == square) {
                let best = scores.iter().map(|(_, score)| *score).max();
                let color = if best == Some(*score) { theme.suggested } else { theme.legal };
                return (format!("{score:+}"), color);
            }
        }
        Marks::None | Marks::Legal(_) => {}
    }
    let is_legal = position.legal.iter().any(|legal| legal.square == Some(square));
    let asked = matches!(position.board.marks, Marks::Legal(_));
    if is_legal && (marked.has_marks || asked) && MoveChoice::of(position) == MoveChoice::Square {
        return (paint.glyph("•", ".").to_owned(), theme.legal);
    }
    // Where squares have no colour of their own, the empty ones have to be seen all the same.
    let nothing = if paint.has_colors() { "" } else { paint.glyph("·", "-") };
    (nothing.to_owned(), theme.legal)
}

/// A disc as large as its square: an icon of one character in small squares, or where people chose icons.
fn disc(buffer: &mut Buffer, place: Rect, player: Player, board: Rgb, icons: Icons, paint: Paint) {
    let theme = paint.theme;
    let style = paint.on(theme.disc(player), board);
    let has_own = icons != Icons::default();
    let rows: &[&str] = match (place.width, place.height) {
        _ if has_own || paint.ascii || !paint.has_colors() => &[],
        (6, 3) => &[" ▗▄▄▖ ", " ████ ", " ▝▀▀▘ "],
        (4, 2) => &["▗██▖", "▝██▘"],
        _ => &[],
    };
    for (y, row) in (place.y..).zip(rows) {
        buffer.set_string(place.x, y, row, style);
    }
    if rows.is_empty() {
        let icon = match player {
            _ if has_own || paint.ascii => icons.of(player),
            _ if paint.has_colors() => '●',
            Player::Black => '●',
            Player::White => '○',
        };
        center(buffer, place, icon.encode_utf8(&mut [0; 4]), style);
    }
}

/// Frames a square by its left and right columns, which discs leave free as far as they can.
fn draw_frame(buffer: &mut Buffer, place: Rect, frame: Frame, paint: Paint) {
    let theme = paint.theme;
    let (color, glyphs) = match frame {
        Frame::Cursor => (theme.cursor, ["[", "]"]),
        Frame::Line => (theme.suggested, ["*", "*"]),
        Frame::Last => (theme.last_move, ["<", ">"]),
        Frame::Flipped => (theme.flipped, ["(", ")"]),
    };
    let middle = place.y + (place.height - 1) / 2;
    let edges = [place.x, place.right() - 1];
    if place.width < 3 {
        let modifier =
            if frame == Frame::Cursor { Modifier::REVERSED } else { Modifier::UNDERLINED };
        buffer.set_style(place, Style::new().add_modifier(modifier));
        return;
    }
    for (x, glyph) in edges.into_iter().zip(glyphs) {
        if !paint.has_colors() {
            buffer.set_string(x, middle, glyph, Style::new().add_modifier(Modifier::BOLD));
            continue;
        }
        let rows =
            if frame == Frame::Flipped { middle..middle + 1 } else { place.y..place.bottom() };
        for y in rows {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_bg(paint.color(color));
            }
        }
    }
}

/// The pieces left, with the one in hand.
fn draw_tray(
    buffer: &mut Buffer,
    tray: Rect,
    note: &Note,
    position: &PositionView,
    marked: &Marked<'_>,
    paint: Paint,
) {
    let theme = paint.theme;
    let title = match &note.hand {
        Some(piece) => format!("in hand: {} {}   remaining:", piece.letter, piece.picture),
        None => "remaining:".to_owned(),
    };
    buffer.set_string(tray.x, tray.y, title, paint.dim());
    let is_chosen = |index: usize| {
        MoveChoice::of(position) == MoveChoice::Piece
            && position.turn.is_some()
            && index == marked.piece
    };
    let per_row = usize::from(tray.width / TRAY_CELL);
    for (index, piece) in note.left.iter().enumerate() {
        let (Ok(column), Ok(row)) =
            (u16::try_from(index % per_row), u16::try_from(index / per_row))
        else {
            break;
        };
        let (x, y) = (tray.x + column * TRAY_CELL, tray.y + 1 + row);
        if y >= tray.bottom() {
            break;
        }
        buffer.set_string(x + 1, y, piece.letter.to_string(), paint.accent());
        buffer.set_string(
            x + 3,
            y,
            piece.picture,
            paint.on(theme.disc(piece.color), theme.board_light),
        );
        if is_chosen(index) {
            let bold = paint.accent().add_modifier(Modifier::BOLD);
            buffer.set_string(x, y, "[", bold);
            buffer.set_string(x + 6, y, "]", bold);
        }
    }
}

fn fill(buffer: &mut Buffer, area: Rect, symbol: &str, style: Style) {
    for y in area.y..area.bottom() {
        for x in area.x..area.right() {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_symbol(symbol).set_style(style);
            }
        }
    }
}

/// Writes a text in the middle of a place.
fn center(buffer: &mut Buffer, place: Rect, text: &str, style: Style) {
    let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
    let x = place.x + place.width.saturating_sub(width) / 2;
    let y = place.y + (place.height - 1) / 2;
    buffer.set_stringn(x, y, text, usize::from(place.right().saturating_sub(x)), style);
}
