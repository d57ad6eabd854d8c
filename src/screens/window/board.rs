//! The board: custom drawing, with input by pointer, keyboard or screen reader.

use eframe::egui::{
    Align2, Color32, CornerRadius, EventFilter, FontId, Id, Key, Modifiers, Painter, Rect, Role,
    Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2, WidgetInfo, vec2,
};

use super::animation::{Animator, Motion, named_square};
use super::geometry::Geometry;
use super::pieces::{self, DISC};
use super::user_action::UserAction;
use crate::desk::{LiveView, ShownGame};
use crate::games::{Cell, Game, Move, Played, Player, Square};
use crate::interpreter::{Marks, MoveInput};
use crate::players::Suggestion;
use crate::screens::drawn::DrawnBoard;
use crate::screens::theme::Theme;
use crate::screens::words::window as words;
use crate::session::{CurrentGame, GamePosition, Ply};

/// The state of the board between frames.
#[derive(Debug, Default)]
pub(super) struct BoardPane {
    /// The row and column of the keyboard's square. The board may have become smaller since.
    cursor: (u8, u8),
    animator: Animator,
}

/// Suggested moves, best first, and scores: from a command or the live analysis.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct BoardMarks {
    suggested: Vec<Square>,
    scores: Vec<(Square, i32)>,
}

impl BoardMarks {
    pub(super) fn of(marks: &Marks, live: Option<&LiveView>) -> Self {
        let mut shown = Self::default();
        match marks {
            Marks::Suggested(squares) => shown.suggested.clone_from(squares),
            Marks::Scores(scores) => shown.scores.clone_from(scores),
            Marks::None | Marks::Legal(_) => {}
        }
        if let Some(live) = live.filter(|live| !live.best.is_empty()) {
            let score = |suggestion: &Suggestion| {
                Some((suggestion.square?, suggestion.estimate.as_ref()?.score))
            };
            shown.scores = live.best.iter().filter_map(score).collect();
        }
        shown
    }

    fn score(&self, square: Square) -> Option<i32> {
        self.scores.iter().find(|(scored, _)| *scored == square).map(|(_, score)| *score)
    }
}

pub(super) struct Scene<'a> {
    pub(super) game: &'a ShownGame,
    pub(super) position: GamePosition<'a>,
    pub(super) board: DrawnBoard<'a>,
    /// The legal moves; empty if they are hidden.
    pub(super) legal: Vec<Move>,
    pub(super) marks: BoardMarks,
    pub(super) theme: &'static Theme,
    /// Whether this is the current position, so that moves can be played.
    pub(super) is_now: bool,
    /// The reason why no move can be tried, if any.
    pub(super) reason: Option<&'a str>,
    pub(super) shows_legal: bool,
    pub(super) is_still: bool,
}

impl BoardPane {
    /// Whether a disc is moving, so that the next move must wait.
    pub(super) fn is_moving(&self, now: f64) -> bool {
        self.animator.is_moving(now)
    }

    /// The widget for which the board has the keyboard focus.
    pub(super) fn focus_id(&self) -> Id {
        id(self.cursor())
    }

    fn cursor(&self) -> Square {
        let (row, column) = self.cursor;
        Square { row, column }
    }

    /// Draws the board in `room`, and handles input. Returns its geometry.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        room: Rect,
        scene: &Scene<'_>,
        actions: &mut Vec<UserAction>,
    ) -> Geometry {
        let grid = &scene.board.grid;
        let geometry = Geometry::fit(grid, room);
        let now = ui.input(|input| input.time);
        self.animator.follow(scene.game, grid, now, scene.is_still);
        if self.animator.is_moving(now) {
            ui.request_repaint();
        }
        let (row, column) = self.cursor;
        self.cursor =
            (row.min(grid.rows.saturating_sub(1)), column.min(grid.columns.saturating_sub(1)));
        let pointed = self.squares(ui, &geometry, scene, actions);
        let preview = pointed.and_then(|square| scene.preview(square).map(|ply| (square, ply)));
        let painter = ui.painter_at(geometry.outside);
        scene.draw_empty(&painter, &geometry);
        scene.draw_contents(&painter, &geometry, &self.animator, now);
        if let Some((square, ply)) = preview {
            scene.draw_preview(&painter, &geometry, square, &ply);
        }
        let focused = ui.memory(|memory| memory.has_focus(self.focus_id()));
        if focused {
            let width = (geometry.cell * 0.06).clamp(2.0, 4.0);
            let stroke = Stroke::new(width, scene.theme.cursor);
            let outer = Stroke::new(width + 2.0, scene.theme.background);
            let rect = geometry.rect(self.cursor());
            painter.rect_stroke(rect, CornerRadius::same(3), outer, StrokeKind::Inside);
            painter.rect_stroke(rect, CornerRadius::same(3), stroke, StrokeKind::Inside);
        }
        geometry
    }

    /// Adds a widget for each square. Only the one under the cursor is in the tab order. Returns the square that the
    /// pointer or the keyboard is on.
    fn squares(
        &mut self,
        ui: &mut Ui,
        geometry: &Geometry,
        scene: &Scene<'_>,
        actions: &mut Vec<UserAction>,
    ) -> Option<Square> {
        let cursor = self.cursor();
        let mut pointed = None;
        let mut clicked = None;
        for square in geometry.squares() {
            let sense = if square == cursor { Sense::click() } else { Sense::CLICK };
            let response = ui.interact(geometry.rect(square), id(square), sense);
            let is_legal = scene.is_playable() && scene.move_at(square).is_some();
            response.widget_info(|| {
                let marks = scene.square_marks(square);
                let name = words::square(square, &scene.board.grid, marks);
                WidgetInfo::labeled(Role::Button, is_legal || scene.may_try(), name)
            });
            if response.hovered() || (pointed.is_none() && response.has_focus()) {
                pointed = Some(square);
            }
            if response.clicked() {
                clicked = Some(square);
            }
            if let Some(reason) = scene.reason {
                response.on_hover_text_at_pointer(reason);
            }
        }
        if let Some(square) = clicked {
            self.cursor = (square.row, square.column);
            if scene.is_now {
                // An illegal move is sent by name, so that it is refused with the reason. A competitive game hides
                // its legal moves.
                let legal = scene.move_at(square);
                let named = || MoveInput::Named(square.to_string());
                actions.push(UserAction::play(legal.map_or_else(named, MoveInput::Of)));
            }
        }
        self.walk(ui, scene);
        pointed
    }

    /// Moves the cursor with the arrow keys.
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
        let grid = &scene.board.grid;
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (row, column) = &mut self.cursor;
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

fn id(square: Square) -> Id {
    Id::unique(("square", square.row, square.column))
}

impl Scene<'_> {
    pub(super) fn is_playable(&self) -> bool {
        self.reason.is_none() && self.position.turn().is_some()
    }

    fn move_at(&self, square: Square) -> Option<Move> {
        legal_at(self.position.game(), &self.legal, square)
    }

    fn legal_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.legal.iter().filter_map(|&mv| self.position.game().move_square(mv))
    }

    /// Whether any square can be tried, because the legal moves are hidden.
    fn may_try(&self) -> bool {
        self.is_playable() && self.legal.is_empty()
    }

    fn square_marks(&self, square: Square) -> words::SquareMarks {
        words::SquareMarks {
            is_legal: self.legal_squares().any(|legal| legal == square),
            is_last: self.board.last == Some(square),
            suggested: (1..)
                .zip(&self.marks.suggested)
                .find_map(|(rank, suggested)| (*suggested == square).then_some(rank)),
            score: self.marks.score(square),
        }
    }

    fn preview(&self, square: Square) -> Option<Ply> {
        if !self.is_playable() {
            return None;
        }
        self.game.shown().preview(self.move_at(square)?)
    }

    /// Draws the empty board with its coordinates.
    fn draw_empty(&self, painter: &Painter, geometry: &Geometry) {
        let theme = self.theme;
        for square in geometry.squares() {
            painter.rect_filled(geometry.rect(square), CornerRadius::ZERO, theme.square(square));
        }
        let grid = &self.board.grid;
        let width = (geometry.cell * 0.03).clamp(1.0, 2.0);
        let stroke = Stroke::new(width, theme.grid);
        for column in 0..=grid.columns {
            let x = geometry.rect_at(f32::from(column), 0.0).left();
            painter.vline(x, geometry.inside.y_range(), stroke);
        }
        for row in 0..=grid.rows {
            let y = geometry.rect_at(0.0, f32::from(row)).top();
            painter.hline(geometry.inside.x_range(), y, stroke);
        }
        let font = FontId::proportional((geometry.cell * 0.3).clamp(8.0, 18.0));
        let numbered = has_numbered_columns(&self.game.current);
        let label = |at, text: String| {
            painter.text(at, Align2::CENTER_CENTER, text, font.clone(), theme.coordinates.into());
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

    /// Draws the pieces and marks on the squares.
    fn draw_contents(&self, painter: &Painter, geometry: &Geometry, animator: &Animator, now: f64) {
        let board = &self.board;
        let inside = painter.with_clip_rect(geometry.inside.intersect(painter.clip_rect()));
        if let Some((cell, column, row)) = animator.leaving(now) {
            pieces::cell(&inside, cell, geometry.rect_at(column, row), 1.0, self.theme);
        }
        for square in geometry.squares() {
            let (cell, rect) = (board.grid.cell(square), geometry.rect(square));
            match animator.motion(square, now) {
                Motion::Still => pieces::cell(&inside, cell, rect, 1.0, self.theme),
                Motion::Growing(size) => pieces::cell(&inside, cell, rect, size, self.theme),
                Motion::At { column, row } => {
                    let rect = geometry.rect_at(column, row);
                    pieces::cell(&inside, cell, rect, 1.0, self.theme);
                }
                Motion::Turning { width, is_before } => {
                    if let Cell::Disc(player) = cell {
                        let shown = if is_before { player.opponent() } else { player };
                        let radius = vec2(width.max(0.05), 1.0) * DISC * geometry.cell;
                        pieces::disc(&inside, shown, rect.center(), radius, self.theme);
                    }
                }
            }
        }
        if let Some(last) = board.last.filter(|_| !animator.is_moving(now)) {
            self.draw_last(&inside, geometry, last);
        }
        for &square in board.line.iter().filter(|_| !animator.is_moving(now)) {
            let rect = geometry.rect(square).shrink(1.5);
            let stroke = Stroke::new((geometry.cell * 0.07).max(2.0), self.theme.suggested);
            inside.rect_stroke(rect, CornerRadius::same(3), stroke, StrokeKind::Inside);
        }
        self.draw_marks(&inside, geometry);
    }

    fn draw_last(&self, painter: &Painter, geometry: &Geometry, square: Square) {
        let theme = self.theme;
        let center = geometry.center(square);
        if let Cell::Disc(_) = self.board.grid.cell(square) {
            let radius = (geometry.cell * 0.09).max(2.0);
            painter.circle_filled(center, radius, theme.disc_mark);
        } else {
            let rect = geometry.rect(square).shrink(1.5);
            let stroke = Stroke::new((geometry.cell * 0.05).max(2.0), theme.last_move);
            painter.rect_stroke(rect, CornerRadius::same(3), stroke, StrokeKind::Inside);
        }
    }

    fn draw_marks(&self, painter: &Painter, geometry: &Geometry) {
        let theme = self.theme;
        let cell = geometry.cell;
        let is_marked = self.shows_legal && self.is_playable();
        let legal = self.legal_squares();
        for square in legal.filter(|&square| is_marked && self.marks.score(square).is_none()) {
            if self.board.grid.cell(square) == Cell::Empty {
                painter.circle_filled(geometry.center(square), (cell * 0.08).max(1.5), theme.legal);
            } else {
                // A full column that can be pushed down.
                let stroke = Stroke::new((cell * 0.04).max(1.0), theme.legal);
                painter.circle_stroke(geometry.center(square), cell * 0.12, stroke);
            }
        }
        for (index, &square) in self.marks.suggested.iter().enumerate() {
            let width = (cell * if index == 0 { 0.07 } else { 0.035 }).max(1.5);
            let stroke = Stroke::new(width, theme.suggested);
            painter.circle_stroke(geometry.center(square), cell * 0.36, stroke);
        }
        let font = FontId::proportional((cell * 0.32).clamp(9.0, 26.0));
        let best = self.marks.scores.iter().map(|(_, score)| *score).max();
        for &(square, score) in &self.marks.scores {
            let center = geometry.center(square);
            let is_best = Some(score) == best;
            let color = if is_best { theme.suggested } else { theme.legal };
            if is_best {
                let stroke = Stroke::new((cell * 0.04).max(1.5), color);
                painter.circle_stroke(center, cell * 0.4, stroke);
            }
            let text = format!("{score:+}");
            painter.text(center, Align2::CENTER_CENTER, text, font.clone(), color.into());
        }
    }

    /// Shows the effects of a move: the placed disc and the flipped ones.
    fn draw_preview(&self, painter: &Painter, geometry: &Geometry, chosen: Square, ply: &Ply) {
        let inside = painter.with_clip_rect(geometry.inside.intersect(painter.clip_rect()));
        let cell = geometry.cell;
        let Played { player, placed, flipped, pushed_out, .. } = &ply.played;
        if let Some(placed) = *placed {
            let center = geometry.center(placed);
            let note = self.position.game().note();
            if let Some(hand) = note.as_ref().and_then(|note| note.hand.as_ref()) {
                let behind = self.theme.square(placed).into();
                pieces::ghost(&inside, hand, geometry.rect(placed), 0.55, behind, self.theme);
            } else {
                let color = Color32::from(self.theme.disc(*player)).gamma_multiply(0.5);
                inside.circle_filled(center, DISC * cell, color);
            }
            let named = named_square(&ply.name(), &self.board.grid);
            if placed != chosen && named.is_some_and(|named| named != placed) {
                let stroke = Stroke::new((cell * 0.05).max(1.5), self.theme.legal);
                inside.line_segment([geometry.center(chosen), center], stroke);
            }
        }
        for &square in flipped {
            let center = geometry.center(square);
            let color = self.theme.disc(*player);
            inside.circle_filled(center, cell * 0.16, color);
            inside.circle_stroke(
                center,
                cell * 0.16,
                Stroke::new(1.0, self.theme.outline(*player)),
            );
        }
        if let Some(out) = *pushed_out {
            let (center, arm) = (geometry.center(out), cell * 0.2);
            let stroke = Stroke::new((cell * 0.07).max(2.0), self.theme.last_move);
            for way in [vec2(arm, arm), vec2(arm, -arm)] {
                inside.line_segment([center - way, center + way], stroke);
            }
        }
    }
}

/// The legal move on a square, if any. A move that is not named after its square applies to the whole column.
fn legal_at(game: &dyn Game, legal: &[Move], square: Square) -> Option<Move> {
    let in_column = |&&mv: &&Move| {
        let landing = game.move_square(mv).filter(|landing| landing.column == square.column);
        landing.is_some_and(|landing| landing.to_string() != game.move_name(mv))
    };
    let exact = legal.iter().find(|&&mv| game.move_square(mv) == Some(square));
    exact.or_else(|| legal.iter().find(in_column)).copied()
}

/// Whether columns have numbers, because the moves of the game are numbers.
fn has_numbered_columns(game: &CurrentGame) -> bool {
    let legal = || game.position().shown_moves().first().map(|&mv| game.game().move_name(mv));
    let first = game.move_names().next().or_else(legal);
    first.is_some_and(|name| name.starts_with(|first: char| first.is_ascii_digit()))
}

/// Draws a small disc in line with text.
pub(super) fn small_disc(ui: &mut Ui, player: Player, theme: &Theme) {
    let side = ui.text_style_height(&TextStyle::Body);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let stroke = Stroke::new(1.5, theme.dim);
    ui.painter().circle(rect.center(), side * 0.42, theme.disc(player), stroke);
}
