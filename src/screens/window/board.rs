//! The board: input by pointer, keyboard or screen reader.

use std::time::Duration;

use eframe::egui::{
    CornerRadius, CursorIcon, EventFilter, Id, Key, Modifiers, Painter, Rect, Response, Role,
    Sense, Stroke, StrokeKind, Ui, WidgetInfo,
};

use super::geometry::Geometry;
use super::ground::Ground;
use super::user_action::UserAction;
use super::wheel::Wheel;
use crate::analysis::Class;
use crate::desk::ShownGame;
use crate::games::{Game, Move, Question, Square};
use crate::interpreter::MoveInput;
use crate::screens::board_look::BoardLook;
use crate::screens::motion::Animator;
use crate::screens::scene::BoardScene;
use crate::screens::theme::Theme;
use crate::screens::words::window as words;
use crate::session::{GamePosition, Ply};

/// The duration of a move in motion.
const MOTION: Duration = Duration::from_millis(200);

/// The state of the board between frames.
#[derive(Debug)]
pub struct BoardPane {
    /// The row and column of the keyboard's square. The board may have become smaller since.
    cursor: (u8, u8),
    animator: Animator,
    wheel: Wheel,
}

impl Default for BoardPane {
    fn default() -> Self {
        let animator = Animator::lasting(MOTION);
        Self {
            cursor: (0, 0),
            animator,
            wheel: Wheel::default(),
        }
    }
}

/// What the board shows, and what its input does.
pub struct BoardContext<'a> {
    pub game: &'a ShownGame,
    pub position: GamePosition<'a>,
    pub scene: BoardScene<'a>,
    /// The legal moves; empty if they are hidden.
    pub legal: Vec<Move>,
    /// The class of the last move, if it has been judged.
    pub class: Option<Class>,
    pub look: BoardLook,
    pub theme: &'static Theme,
    /// Whether this is the current position, so that moves can be played.
    pub is_now: bool,
    /// The reason why no move can be tried, if any.
    pub reason: Option<&'a str>,
    pub shows_legal: bool,
    pub is_still: bool,
}

impl BoardPane {
    /// Whether a disc is moving, so that the next move must wait.
    pub fn is_moving(&self, now: f64) -> bool {
        self.animator.moment(Duration::from_secs_f64(now)).is_some()
    }

    /// The widget for which the board has the keyboard focus.
    pub fn focus_id(&self) -> Id {
        id(self.cursor())
    }

    fn cursor(&self) -> Square {
        let (row, column) = self.cursor;
        Square { row, column }
    }

    /// Draws the board in `room`, and handles input. Returns its geometry.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        room: Rect,
        context: &BoardContext<'_>,
        actions: &mut Vec<UserAction>,
    ) -> Geometry {
        let grid = &context.scene.grid;
        let geometry = Geometry::fit(grid, room);
        let now = Duration::from_secs_f64(ui.input(|input| input.time));
        self.animator
            .follow(context.game, grid, now, context.is_still);
        if self.animator.moment(now).is_some() {
            ui.request_repaint();
        }
        let (row, column) = self.cursor;
        self.cursor = (
            row.min(grid.rows.saturating_sub(1)),
            column.min(grid.columns.saturating_sub(1)),
        );
        self.wheel.read(ui, geometry.outside, actions);
        let pointed = self.squares(ui, &geometry, context, actions);
        let preview = pointed.and_then(|square| context.preview(square).map(|ply| (square, ply)));
        // The shadow of the frame is outside.
        let painter = ui.painter_at(geometry.outside.expand(16.0));
        let ground = Ground {
            info: context.scene.info,
            geometry: &geometry,
            look: context.look,
            theme: context.theme,
        };
        ground.draw_frame(&painter);
        ground.draw_coordinates(&painter, has_numbered_columns(context.position.game()));
        ground.draw_squares(&painter);
        context.draw_contents(&painter, &ground, self.animator.moment(now));
        if let Some((square, ply)) = preview {
            context.draw_preview(&painter, &geometry, square, &ply);
        }
        if ui.memory(|memory| memory.has_focus(self.focus_id())) {
            draw_focus(&painter, &geometry, self.cursor(), context.theme);
        }
        geometry
    }

    /// Adds a widget for each square. Only the one under the cursor is in the tab order. Returns the square that the
    /// pointer or the keyboard is on.
    fn squares(
        &mut self,
        ui: &mut Ui,
        geometry: &Geometry,
        context: &BoardContext<'_>,
        actions: &mut Vec<UserAction>,
    ) -> Option<Square> {
        let mut pointed = None;
        let mut clicked = None;
        for square in geometry.squares() {
            let response = self.square(ui, geometry.rect(square), square, context);
            if response.hovered() || (pointed.is_none() && response.has_focus()) {
                pointed = Some(square);
            }
            if response.clicked() {
                clicked = Some(square);
            }
            if let Some(reason) = context.reason {
                response.on_hover_text_at_pointer(reason);
            } else if context.is_legal(square) {
                response.on_hover_cursor(CursorIcon::PointingHand);
            }
        }
        if let Some(square) = clicked {
            self.cursor = (square.row, square.column);
            if context.is_now {
                // An illegal move is sent by name, so that it is refused with the reason. A competitive game hides
                // its legal moves.
                let legal = context.move_at(square);
                let named = || MoveInput::Named(square.to_string());
                actions.push(UserAction::play(legal.map_or_else(named, MoveInput::Of)));
            }
        }
        self.walk(ui, context);
        pointed
    }

    /// Adds the widget of a square.
    fn square(&self, ui: &Ui, place: Rect, square: Square, context: &BoardContext<'_>) -> Response {
        let sense = if square == self.cursor() {
            Sense::click()
        } else {
            Sense::CLICK
        };
        let response = ui.interact(place, id(square), sense);
        response.widget_info(|| {
            let is_enabled = context.is_legal(square) || context.may_try();
            WidgetInfo::labeled(
                Role::Button,
                is_enabled,
                words::square(square, &context.scene),
            )
        });
        response
    }

    /// Moves the cursor with the arrow keys.
    fn walk(&mut self, ui: &Ui, context: &BoardContext<'_>) {
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
        let grid = &context.scene.grid;
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

/// Draws the frame of the square that has the keyboard focus.
fn draw_focus(painter: &Painter, geometry: &Geometry, square: Square, theme: &Theme) {
    let width = (geometry.cell * 0.06).clamp(2.0, 4.0);
    let stroke = Stroke::new(width, theme.cursor);
    let outer = Stroke::new(width + 2.0, theme.background);
    let rect = geometry.rect(square);
    painter.rect_stroke(rect, CornerRadius::same(3), outer, StrokeKind::Inside);
    painter.rect_stroke(rect, CornerRadius::same(3), stroke, StrokeKind::Inside);
}

impl BoardContext<'_> {
    pub fn is_playable(&self) -> bool {
        self.reason.is_none() && self.position.turn().is_some()
    }

    /// Whether a legal move can be played on a square.
    fn is_legal(&self, square: Square) -> bool {
        self.is_playable() && self.move_at(square).is_some()
    }

    fn move_at(&self, square: Square) -> Option<Move> {
        legal_at(self.position.game(), &self.legal, square)
    }

    /// Whether any square can be tried, because the legal moves are hidden.
    fn may_try(&self) -> bool {
        self.is_playable() && self.legal.is_empty()
    }

    fn preview(&self, square: Square) -> Option<Ply> {
        if !self.is_playable() {
            return None;
        }
        self.game.shown().preview(self.move_at(square)?)
    }
}

/// The legal move on a square, if any. A move that is not named after its square applies to the whole column.
fn legal_at(game: &dyn Game, legal: &[Move], square: Square) -> Option<Move> {
    let in_column = |&&mv: &&Move| {
        let landing = game
            .move_square(mv)
            .filter(|landing| landing.column == square.column);
        landing.is_some_and(|landing| landing.to_string() != game.move_name(mv))
    };
    let exact = legal
        .iter()
        .find(|&&mv| game.move_square(mv) == Some(square));
    exact.or_else(|| legal.iter().find(in_column)).copied()
}

/// Whether columns have numbers, because the moves of the game are columns.
fn has_numbered_columns(game: &dyn Game) -> bool {
    matches!(game.questions()[..], [Question::Column { .. }])
}
