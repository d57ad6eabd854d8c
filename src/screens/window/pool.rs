//! The remaining pieces, in games whose pieces belong to neither side.

use eframe::egui::{
    CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

use super::board::BoardContext;
use super::pieces;
use super::sizes::scaled;
use super::user_action::UserAction;
use crate::base::language::translated;
use crate::games::{Move, Note, Piece, Square};
use crate::interpreter::MoveInput;
use crate::screens::board_look::BoardLook;
use crate::screens::theme::Rgb;
use crate::screens::words::window as words;

/// The columns of the pool beside the board, and below it.
const BESIDE: usize = 4;
const BELOW: usize = 8;

/// The place of the pool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PoolPlace {
    /// The game has none.
    Nowhere,
    /// The width of the pool.
    Beside(f32),
    /// The height of the pool.
    Below(f32),
}

impl PoolPlace {
    /// The place where the pool takes the least from the board.
    pub fn of(ui: &Ui, note: Option<&Note>) -> Self {
        let (room, Some(note)) = (ui.available_size(), note) else {
            return Self::Nowhere;
        };
        #[expect(clippy::cast_precision_loss, reason = "a handful")]
        let [columns, rows] = [BESIDE, note.left.len().div_ceil(BELOW).max(1)].map(|n| n as f32);
        if room.x > 1.3 * room.y {
            Self::Beside(columns * side(ui, room.x * 0.4, BESIDE) + scaled(ui, 16.0))
        } else {
            Self::Below(rows * side(ui, room.x, BELOW) + scaled(ui, 54.0))
        }
    }
}

/// The side of a piece in a pool of a given width.
fn side(ui: &Ui, width: f32, columns: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a handful")]
    let share = width / columns as f32;
    share.clamp(24.0, scaled(ui, 56.0)).floor()
}

/// Draws the piece in hand and the remaining ones. Pieces that can be chosen are buttons.
pub fn show(
    ui: &mut Ui,
    room: Rect,
    place: PoolPlace,
    context: &BoardContext<'_>,
    actions: &mut Vec<UserAction>,
) {
    let game = context.position.game();
    let Some(note) = game.note() else { return };
    let columns = if matches!(place, PoolPlace::Beside(_)) {
        BESIDE
    } else {
        BELOW
    };
    let side = side(ui, room.width(), columns);
    #[expect(clippy::cast_precision_loss, reason = "a handful")]
    let margin = ((room.width() - side * columns as f32) / 2.0).max(0.0);
    let margin = if columns == BESIDE {
        0.0
    } else {
        margin.floor()
    };
    let room = Rect::from_min_max(room.min + vec2(margin, 0.0), room.max);
    let mut ui = ui.new_child(eframe::egui::UiBuilder::new().max_rect(room));
    ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
    if let Some(hand) = &note.hand {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
            ui.painter()
                .rect_filled(rect, CornerRadius::same(4), ground(&context.look));
            pieces::piece(ui.painter(), hand, rect, 1.0, &context.look);
            ui.label(words::in_hand(hand));
        });
    } else {
        ui.label(translated(words::LEFT));
    }
    let start = ui.cursor().min;
    for (index, piece) in note.left.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a handful")]
        let at = vec2((index % columns) as f32, (index / columns) as f32);
        let rect = Rect::from_min_size(start + at * side, Vec2::splat(side)).shrink(1.0);
        let named = |&mv: &Move| {
            game.move_square(mv).is_none() && game.move_name(mv) == piece.letter.to_string()
        };
        let legal = context
            .legal
            .iter()
            .copied()
            .find(named)
            .filter(|_| context.is_playable());
        one(&mut ui, rect, piece, legal, context, actions);
    }
}

/// The wood under a piece.
fn ground(look: &BoardLook) -> Rgb {
    look.ground(Square { row: 0, column: 0 })
}

fn one(
    ui: &mut Ui,
    rect: Rect,
    piece: &Piece,
    legal: Option<Move>,
    context: &BoardContext<'_>,
    actions: &mut Vec<UserAction>,
) {
    let sense = if legal.is_some() {
        Sense::click()
    } else {
        Sense::hover()
    };
    let response = ui.interact(rect, Id::unique(("piece", piece.letter)), sense);
    response
        .widget_info(|| WidgetInfo::labeled(Role::Button, legal.is_some(), words::piece(piece)));
    ui.painter()
        .rect_filled(rect, CornerRadius::same(4), ground(&context.look));
    let opacity = if legal.is_some() { 1.0 } else { 0.6 };
    pieces::piece(ui.painter(), piece, rect, opacity, &context.look);
    if legal.is_some() && (response.hovered() || response.has_focus()) {
        let stroke = Stroke::new(3.0, context.theme.cursor);
        ui.painter()
            .rect_stroke(rect, CornerRadius::same(4), stroke, StrokeKind::Inside);
    }
    if let Some(mv) = legal.filter(|_| response.clicked()) {
        actions.push(UserAction::play(MoveInput::Of(mv)));
    }
}
