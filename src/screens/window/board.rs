//! The board: input by pointer, keyboard or screen reader.

use std::time::Duration;

use eframe::egui::{
    CornerRadius, CursorIcon, EventFilter, Id, Key, Modifiers, Rect, Role, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo,
};

use super::geometry::Geometry;
use super::ground::Ground;
use super::user_action::UserAction;
use super::wheel::Wheel;
use crate::analysis::Class;
use crate::desk::{LiveView, ShownGame};
use crate::games::{Game, Move, Square};
use crate::interpreter::{Marks, MoveInput};
use crate::players::Suggestion;
use crate::screens::board_look::BoardLook;
use crate::screens::drawn::DrawnBoard;
use crate::screens::motion::Animator;
use crate::screens::theme::Theme;
use crate::screens::words::window as words;
use crate::session::{CurrentGame, GamePosition, Ply};

/// The duration of a move in motion.
const MOTION: Duration = Duration::from_millis(200);

/// The state of the board between frames.
#[derive(Debug)]
pub(super) struct BoardPane {
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

/// Suggested moves, best first, and scores: from a command or the live analysis.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct BoardMarks {
    pub(super) suggested: Vec<Square>,
    pub(super) scores: Vec<(Square, i32)>,
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

    pub(super) fn score(&self, square: Square) -> Option<i32> {
        self.scores
            .iter()
            .find(|(scored, _)| *scored == square)
            .map(|(_, score)| *score)
    }
}

pub(super) struct Scene<'a> {
    pub(super) game: &'a ShownGame,
    pub(super) position: GamePosition<'a>,
    pub(super) board: DrawnBoard<'a>,
    /// The legal moves; empty if they are hidden.
    pub(super) legal: Vec<Move>,
    pub(super) marks: BoardMarks,
    /// The class of the last move, if it has been judged.
    pub(super) class: Option<Class>,
    pub(super) look: BoardLook,
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
        self.animator.moment(Duration::from_secs_f64(now)).is_some()
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
        let now = Duration::from_secs_f64(ui.input(|input| input.time));
        self.animator.follow(scene.game, grid, now, scene.is_still);
        if self.animator.moment(now).is_some() {
            ui.request_repaint();
        }
        let (row, column) = self.cursor;
        self.cursor = (
            row.min(grid.rows.saturating_sub(1)),
            column.min(grid.columns.saturating_sub(1)),
        );
        self.wheel.read(ui, geometry.outside, actions);
        let pointed = self.squares(ui, &geometry, scene, actions);
        let preview = pointed.and_then(|square| scene.preview(square).map(|ply| (square, ply)));
        // The shadow of the frame is outside.
        let painter = ui.painter_at(geometry.outside.expand(16.0));
        let Scene { look, theme, .. } = *scene;
        let info = scene.position.game().info();
        let ground = Ground {
            info,
            geometry: &geometry,
            look,
            theme,
        };
        ground.draw_frame(&painter);
        ground.draw_coordinates(&painter, has_numbered_columns(&scene.game.current));
        ground.draw_squares(&painter);
        scene.draw_contents(&painter, &ground, self.animator.moment(now));
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
            let sense = if square == cursor {
                Sense::click()
            } else {
                Sense::CLICK
            };
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
            } else if is_legal {
                response.on_hover_cursor(CursorIcon::PointingHand);
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

    pub(super) fn legal_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.legal
            .iter()
            .filter_map(|&mv| self.position.game().move_square(mv))
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

/// Whether columns have numbers, because the moves of the game are numbers.
fn has_numbered_columns(game: &CurrentGame) -> bool {
    let legal = || {
        game.position()
            .shown_moves()
            .first()
            .map(|&mv| game.game().move_name(mv))
    };
    let first = game.move_names().next().or_else(legal);
    first.is_some_and(|name| name.starts_with(|first: char| first.is_ascii_digit()))
}
