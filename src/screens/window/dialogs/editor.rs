//! The dialog that sets up a position, in games that start from any board.

use eframe::egui::{CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

use super::super::form;
use super::super::geometry::Geometry;
use super::super::pieces;
use super::super::user_action::UserAction;
use super::{DialogContext, buttons};
use crate::base::language::translated;
use crate::desk::View;
use crate::games::{Cell, Info, Player, REGISTRY, Setup};
use crate::interpreter::Command;
use crate::screens::board_look::BoardLook;
use crate::screens::scene::BoardScene;
use crate::screens::words::dialogs as words;
use crate::screens::words::window as said;

#[derive(Debug)]
pub struct EditorForm {
    scene: BoardScene<'static>,
    turn: Player,
}

impl EditorForm {
    /// Starts from the current position if its game allows setups, otherwise from a default position.
    pub fn of(view: &View) -> Option<Self> {
        match &view.game {
            Some(game) if view.info.has_boards => Some(Self {
                scene: BoardScene::bare(view.info, game.shown().game().grid()),
                turn: game.shown().turn().unwrap_or(view.info.first_player()),
            }),
            _ => REGISTRY
                .iter()
                .find(|info| info.has_boards)
                .map(|info| Self::start(info)),
        }
    }

    fn start(info: &'static Info) -> Self {
        let grid = (info.new)(Setup::default()).grid();
        Self {
            scene: BoardScene::bare(info, grid),
            turn: info.first_player(),
        }
    }

    pub fn show(&mut self, ui: &mut Ui, context: &mut DialogContext<'_>) {
        ui.label(translated(words::EDIT_HINT));
        let side = ui
            .available_width()
            .min(ui.ctx().content_rect().height() - 280.0)
            .max(160.0);
        let (room, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        self.board(ui, room, context);
        form::row(ui, translated(words::TO_MOVE), |ui, _| {
            for player in Player::BOTH {
                ui.radio_value(&mut self.turn, player, words::side(self.scene.info, player));
            }
            if ui.button(translated(words::CLEAR)).clicked() {
                self.scene.grid.cells.fill(Cell::Empty);
            }
            if ui.button(translated(words::USUAL_START)).clicked() {
                *self = Self::start(self.scene.info);
            }
        });
        if buttons(ui, translated(words::APPLY), true, context) {
            let text = format!(
                "{} {}",
                self.scene.grid.to_rows().concat(),
                self.turn.glyph()
            );
            context.finish(UserAction::command(Command::SetBoard { text }));
        }
    }

    fn board(&mut self, ui: &mut Ui, room: Rect, context: &DialogContext<'_>) {
        let geometry = Geometry::fit(&self.scene.grid, room);
        let theme = context.theme;
        let look = BoardLook::of(self.scene.info, theme);
        for square in geometry.squares() {
            let rect = geometry.rect(square);
            let response = ui.interact(rect, Id::unique(("edit", square)), Sense::click());
            let cell = self.scene.grid.cell(square);
            let name = said::square(square, &self.scene);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            ui.painter()
                .rect_filled(rect, CornerRadius::ZERO, look.ground(square));
            let stroke = Stroke::new(1.0, theme.grid);
            ui.painter()
                .rect_stroke(rect, CornerRadius::ZERO, stroke, StrokeKind::Middle);
            pieces::cell(ui.painter(), cell, rect, &look);
            if response.has_focus() || response.hovered() {
                let stroke = Stroke::new(2.0, theme.accent);
                ui.painter()
                    .rect_stroke(rect, CornerRadius::same(2), stroke, StrokeKind::Inside);
            }
            if response.clicked() {
                let index = usize::from(square.index(self.scene.grid.columns));
                self.scene.grid.cells[index] = match cell {
                    Cell::Empty => Cell::Disc(Player::Black),
                    Cell::Disc(Player::Black) => Cell::Disc(Player::White),
                    _ => Cell::Empty,
                };
            }
        }
    }
}
