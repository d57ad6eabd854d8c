//! The board: drawn by hand, played with the pointer, the keyboard, or a screen reader.

use eframe::egui::{
    Align2, Color32, CornerRadius, EventFilter, FontId, Id, Key, Modifiers, Painter, Rect,
    Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

use super::super::words::window as words;
use super::animation::{Animator, Look};
use super::geometry::Geometry;
use super::marks::Marked;
use super::moves;
use super::palette::Palette;
use super::pieces::{self, DISC};
use super::wish::Wish;
use crate::desk::Desk;
use crate::games::{Cell, Player, Square};
use crate::interpreter::{GameView, MoveInput, PlyReport, PositionView};

/// The board, between frames.
#[derive(Debug, Default)]
pub(super) struct BoardPane {
    /// The square that the keyboard is on.
    cursor: Cursor,
    animator: Animator,
}

/// The square that the keyboard is on; the board may have become smaller since.
#[derive(Debug, Clone, Copy, Default)]
struct Cursor {
    row: u8,
    column: u8,
}

/// What is drawn.
pub(super) struct Scene<'a> {
    pub(super) desk: &'a Desk,
    pub(super) game: &'a GameView,
    pub(super) position: &'a PositionView,
    pub(super) marked: &'a Marked,
    pub(super) palette: &'a Palette,
    /// Whether the position is the one on the board, so that the desk can be asked for a move.
    pub(super) is_now: bool,
    /// Why no move can be tried, if there is a reason.
    pub(super) reason: Option<&'a str>,
    pub(super) shows_legal: bool,
    pub(super) is_still: bool,
}

impl BoardPane {
    /// Whether a disc is on its way, so that the next move has to wait.
    pub(super) fn is_moving(&self, now: f64) -> bool {
        self.animator.is_moving(now)
    }

    /// The widget that the keyboard reaches the board by.
    pub(super) fn focus_id(&self) -> Id {
        id(Square { row: self.cursor.row, column: self.cursor.column })
    }

    /// Draws the board into a room, and lets a person play on it. Returns where it is.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        room: Rect,
        scene: &Scene<'_>,
        wishes: &mut Vec<Wish>,
    ) -> Geometry {
        let grid = &scene.position.board.grid;
        let geometry = Geometry::fit(grid, room);
        let now = ui.input(|input| input.time);
        self.animator.follow(scene.game, scene.position, now, scene.is_still);
        if self.animator.is_moving(now) {
            ui.request_repaint();
        }
        self.cursor.row = self.cursor.row.min(grid.rows.saturating_sub(1));
        self.cursor.column = self.cursor.column.min(grid.columns.saturating_sub(1));
        let pointed = self.squares(ui, &geometry, scene, wishes);
        let preview = pointed.and_then(|square| scene.preview(square).map(|ply| (square, ply)));
        let painter = ui.painter_at(geometry.outside);
        scene.ground(&painter, &geometry);
        scene.contents(&painter, &geometry, &self.animator, now);
        if let Some((square, ply)) = preview {
            scene.foretell(&painter, &geometry, square, &ply);
        }
        let focused = ui.memory(|memory| memory.has_focus(self.focus_id()));
        if focused {
            let square = Square { row: self.cursor.row, column: self.cursor.column };
            let width = (geometry.cell * 0.06).clamp(2.0, 4.0);
            let stroke = Stroke::new(width, scene.palette.cursor);
            let outer = Stroke::new(width + 2.0, scene.palette.ground);
            let rect = geometry.rect(square);
            painter.rect_stroke(rect, CornerRadius::same(3), outer, StrokeKind::Inside);
            painter.rect_stroke(rect, CornerRadius::same(3), stroke, StrokeKind::Inside);
        }
        geometry
    }

    /// Makes the squares widgets. Only the one under the cursor takes part in the tab order. Returns the one
    /// that is pointed at, by pointer or keyboard.
    fn squares(
        &mut self,
        ui: &mut Ui,
        geometry: &Geometry,
        scene: &Scene<'_>,
        wishes: &mut Vec<Wish>,
    ) -> Option<Square> {
        let cursor = Square { row: self.cursor.row, column: self.cursor.column };
        let mut pointed = None;
        let mut clicked = None;
        for square in geometry.squares() {
            let sense = if square == cursor { Sense::click() } else { Sense::CLICK };
            let response = ui.interact(geometry.rect(square), id(square), sense);
            let is_legal = scene.is_playable() && moves::at(scene.position, square).is_some();
            response.widget_info(|| {
                let marks = scene.square_marks(square);
                let name = words::square(square, &scene.position.board.grid, marks);
                WidgetInfo::labeled(Role::Button, is_legal || scene.may_try(), name)
            });
            if response.hovered() || (pointed.is_none() && response.has_focus()) {
                pointed = Some(square);
            }
            if response.clicked() {
                clicked = Some(square);
            }
            explain(response, scene.reason);
        }
        if let Some(square) = clicked {
            self.cursor = Cursor { row: square.row, column: square.column };
            if scene.is_now {
                let named = || MoveInput::Named(square.to_string());
                let mv = moves::input(scene.position, square).unwrap_or_else(named);
                wishes.push(Wish::play(mv));
            }
        }
        self.walk(ui, scene);
        pointed
    }

    /// Moves the cursor by the arrow keys.
    fn walk(&mut self, ui: &Ui, scene: &Scene<'_>) {
        let id_before = self.focus_id();
        if !ui.memory(|memory| memory.has_focus(id_before)) {
            return;
        }
        let arrows = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id_before, arrows));
        let grid = &scene.position.board.grid;
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let Cursor { row, column } = &mut self.cursor;
        if pressed(Key::ArrowUp) {
            *row = row.saturating_sub(1);
        }
        if pressed(Key::ArrowDown) && *row + 1 < grid.rows {
            *row += 1;
        }
        if pressed(Key::ArrowLeft) {
            *column = column.saturating_sub(1);
        }
        if pressed(Key::ArrowRight) && *column + 1 < grid.columns {
            *column += 1;
        }
        if self.focus_id() != id_before {
            ui.memory_mut(|memory| memory.request_focus(self.focus_id()));
        }
    }
}

/// The widget of a square.
fn id(square: Square) -> Id {
    Id::unique(("square", square.row, square.column))
}

/// Says why nothing can be played.
fn explain(response: Response, reason: Option<&str>) {
    if let Some(reason) = reason {
        response.on_hover_text_at_pointer(reason);
    }
}

impl Scene<'_> {
    /// Whether a move can be tried.
    pub(super) fn is_playable(&self) -> bool {
        self.reason.is_none() && self.position.turn.is_some()
    }

    /// Whether the legal moves are marked.
    fn marks_legal(&self) -> bool {
        self.shows_legal && self.is_playable()
    }

    /// Whether any square can be tried, because the legal ones are not shown.
    fn may_try(&self) -> bool {
        self.is_playable() && self.position.legal.is_empty() && self.position.turn.is_some()
    }

    /// What is marked on a square.
    fn square_marks(&self, square: Square) -> words::SquareMarks {
        words::SquareMarks {
            is_legal: self.position.legal.iter().any(|legal| legal.square == Some(square)),
            is_last: self.position.board.last == Some(square),
            suggested: self.marked.rank(square),
            score: self.marked.score(square).map(|scored| scored.score),
        }
    }

    /// What a move on a square would do.
    fn preview(&self, square: Square) -> Option<PlyReport> {
        if !self.is_playable() {
            return None;
        }
        self.desk.preview(moves::at(self.position, square)?.mv)
    }

    /// Draws the empty board with its coordinates.
    fn ground(&self, painter: &Painter, geometry: &Geometry) {
        let palette = self.palette;
        for square in geometry.squares() {
            painter.rect_filled(geometry.rect(square), CornerRadius::ZERO, palette.square(square));
        }
        let grid = &self.position.board.grid;
        let width = (geometry.cell * 0.03).clamp(1.0, 2.0);
        let stroke = Stroke::new(width, palette.line);
        for column in 0..=grid.columns {
            let x = geometry.rect_at(f32::from(column), 0.0).left();
            painter.vline(x, geometry.inside.y_range(), stroke);
        }
        for row in 0..=grid.rows {
            let y = geometry.rect_at(0.0, f32::from(row)).top();
            painter.hline(geometry.inside.x_range(), y, stroke);
        }
        let font = FontId::proportional((geometry.cell * 0.3).clamp(8.0, 18.0));
        let numbered = moves::has_numbered_columns(self.game);
        let label = |at, text: String| {
            painter.text(at, Align2::CENTER_CENTER, text, font.clone(), palette.coordinate);
        };
        for column in 0..grid.columns {
            let letter = char::from(b'a' + column).to_string();
            let text = if numbered { (column + 1).to_string() } else { letter };
            label(geometry.above(column), text);
        }
        for row in 0..grid.rows {
            label(geometry.beside(row), (u16::from(row) + 1).to_string());
        }
    }

    /// Draws what is on the squares, and what is marked on them.
    fn contents(&self, painter: &Painter, geometry: &Geometry, animator: &Animator, now: f64) {
        let board = &self.position.board;
        let inside = painter.with_clip_rect(geometry.inside.intersect(painter.clip_rect()));
        if let Some((cell, column, row)) = animator.leaving(now) {
            pieces::cell(&inside, cell, geometry.rect_at(column, row), 1.0, self.palette);
        }
        for square in geometry.squares() {
            let (cell, rect) = (board.grid.cell(square), geometry.rect(square));
            match animator.look(square, now) {
                Look::Still => pieces::cell(&inside, cell, rect, 1.0, self.palette),
                Look::Growing(size) => pieces::cell(&inside, cell, rect, size, self.palette),
                Look::At { column, row } => {
                    let rect = geometry.rect_at(column, row);
                    pieces::cell(&inside, cell, rect, 1.0, self.palette);
                }
                Look::Turning { width, is_before } => {
                    if let Cell::Disc(player) = cell {
                        let shown = if is_before { player.opponent() } else { player };
                        let radius = vec2(width.max(0.05), 1.0) * DISC * geometry.cell;
                        pieces::disc(&inside, shown, rect.center(), radius, self.palette);
                    }
                }
            }
        }
        if let Some(last) = board.last.filter(|_| !animator.is_moving(now)) {
            self.last(&inside, geometry, last);
        }
        for &square in board.line.iter().filter(|_| !animator.is_moving(now)) {
            let rect = geometry.rect(square).shrink(1.5);
            let stroke = Stroke::new((geometry.cell * 0.07).max(2.0), self.palette.suggested);
            inside.rect_stroke(rect, CornerRadius::same(3), stroke, StrokeKind::Inside);
        }
        self.marks(&inside, geometry);
    }

    /// Marks the last move.
    fn last(&self, painter: &Painter, geometry: &Geometry, square: Square) {
        let palette = self.palette;
        let center = geometry.center(square);
        if let Cell::Disc(_) = self.position.board.grid.cell(square) {
            let radius = (geometry.cell * 0.09).max(2.0);
            painter.circle_filled(center, radius, palette.dot);
        } else {
            let rect = geometry.rect(square).shrink(1.5);
            let stroke = Stroke::new((geometry.cell * 0.05).max(2.0), palette.last);
            painter.rect_stroke(rect, CornerRadius::same(3), stroke, StrokeKind::Inside);
        }
    }

    /// Marks legal moves, suggested moves and scores.
    fn marks(&self, painter: &Painter, geometry: &Geometry) {
        let palette = self.palette;
        let cell = geometry.cell;
        let legal = self.position.legal.iter().filter_map(|legal| legal.square);
        let is_marked = self.marks_legal();
        for square in legal.filter(|_| is_marked) {
            if self.marked.score(square).is_some() {
                continue;
            }
            if self.position.board.grid.cell(square) == Cell::Empty {
                painter.circle_filled(
                    geometry.center(square),
                    (cell * 0.08).max(1.5),
                    palette.legal,
                );
            } else {
                // A full column that can be pushed down.
                let stroke = Stroke::new((cell * 0.04).max(1.0), palette.legal);
                painter.circle_stroke(geometry.center(square), cell * 0.12, stroke);
            }
        }
        for (rank, square) in self.marked.suggested() {
            let width = (cell * if rank == 1 { 0.07 } else { 0.035 }).max(1.5);
            let stroke = Stroke::new(width, palette.suggested);
            painter.circle_stroke(geometry.center(square), cell * 0.36, stroke);
        }
        let font = FontId::proportional((cell * 0.32).clamp(9.0, 26.0));
        for (square, scored) in self.marked.scores() {
            let center = geometry.center(square);
            let color = if scored.is_best { palette.suggested } else { palette.legal };
            if scored.is_best {
                let stroke = Stroke::new((cell * 0.04).max(1.5), color);
                painter.circle_stroke(center, cell * 0.4, stroke);
            }
            let text = format!("{:+}", scored.score);
            painter.text(center, Align2::CENTER_CENTER, text, font.clone(), color);
        }
    }

    /// Shows what a move would do: the disc it places, and those it turns over.
    fn foretell(&self, painter: &Painter, geometry: &Geometry, chosen: Square, ply: &PlyReport) {
        let inside = painter.with_clip_rect(geometry.inside.intersect(painter.clip_rect()));
        let ghost = |color: Color32| color.gamma_multiply(0.5);
        let cell = geometry.cell;
        if let Some(placed) = ply.placed {
            let shown = self.ghost_color(ply.player);
            let center = geometry.center(placed);
            match self.position.board.note.as_ref().and_then(|note| note.hand.as_ref()) {
                Some(hand) => {
                    let behind = self.palette.square(placed);
                    pieces::ghost(&inside, hand, geometry.rect(placed), 0.55, behind, self.palette);
                }
                None => {
                    inside.circle_filled(center, DISC * cell, ghost(shown));
                }
            }
            if placed != chosen && placed.to_string() != ply.name && is_square(&ply.name, geometry)
            {
                let stroke = Stroke::new((cell * 0.05).max(1.5), self.palette.legal);
                inside.line_segment([geometry.center(chosen), center], stroke);
            }
        }
        for &square in &ply.flipped {
            let center = geometry.center(square);
            let color = self.palette.disc(ply.player);
            inside.circle_filled(center, cell * 0.16, color);
            inside.circle_stroke(
                center,
                cell * 0.16,
                Stroke::new(1.0, self.palette.rim(ply.player)),
            );
        }
        if let Some(out) = ply.pushed_out {
            let (center, arm) = (geometry.center(out), cell * 0.2);
            let stroke = Stroke::new((cell * 0.07).max(2.0), self.palette.last);
            for way in [vec2(arm, arm), vec2(arm, -arm)] {
                inside.line_segment([center - way, center + way], stroke);
            }
        }
    }

    fn ghost_color(&self, player: Player) -> Color32 {
        self.palette.disc(player)
    }
}

/// Whether a move is named after a square.
fn is_square(name: &str, geometry: &Geometry) -> bool {
    geometry.squares().any(|square| square.to_string() == name)
}

/// Draws a small disc beside text, and takes the room for it.
pub(super) fn small_disc(ui: &mut Ui, player: Player, palette: &Palette) {
    let side = ui.text_style_height(&eframe::egui::TextStyle::Body);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let stroke = Stroke::new(1.5, palette.dim);
    ui.painter().circle(rect.center(), side * 0.42, palette.disc(player), stroke);
}
