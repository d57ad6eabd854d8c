//! The dialog that sets up a position, in games that start from any board.

use eframe::egui::{CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

use super::super::super::words::dialogs as words;
use super::super::super::words::window as said;
use super::super::geometry::Geometry;
use super::super::pieces;
use super::super::wish::Wish;
use super::{Ground, buttons};
use crate::games::{Cell, Grid, Info, Player, REGISTRY, Setup};
use crate::interpreter::{Command, View};

/// A position that is being set up.
#[derive(Debug)]
pub(super) struct EditorForm {
    info: &'static Info,
    grid: Grid,
    turn: Player,
}

impl Default for EditorForm {
    fn default() -> Self {
        Self::usual(REGISTRY[0])
    }
}

impl EditorForm {
    /// The position shown now, where it can be set up; else the usual start of a game that can.
    pub(super) fn of(view: &View) -> Self {
        match &view.game {
            Some(game) if view.info.has_boards => Self {
                info: view.info,
                grid: game.shown().board.grid.clone(),
                turn: game.shown().turn.unwrap_or(view.info.first_player()),
            },
            _ => {
                let first = REGISTRY.iter().copied().find(|info| info.has_boards);
                Self::usual(first.unwrap_or(REGISTRY[0]))
            }
        }
    }

    fn usual(info: &'static Info) -> Self {
        let grid = (info.new)(Setup::default()).grid();
        Self { info, grid, turn: info.first_player() }
    }

    pub(super) fn show(&mut self, ui: &mut Ui, ground: &mut Ground<'_>) {
        ui.label(words::EDIT_HINT);
        let side = ui.available_width().min(ui.ctx().content_rect().height() - 280.0).max(160.0);
        let (room, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        self.board(ui, room, ground);
        ui.horizontal_wrapped(|ui| {
            ui.label(words::TO_MOVE);
            for player in Player::BOTH {
                ui.radio_value(&mut self.turn, player, words::side(self.info, player));
            }
            if ui.button(words::CLEAR).clicked() {
                self.grid.cells.fill(Cell::Empty);
            }
            if ui.button(words::USUAL_START).clicked() {
                *self = Self::usual(self.info);
            }
        });
        if buttons(ui, words::APPLY, true, ground) {
            let text = format!("{} {}", self.grid.to_rows().concat(), self.turn.glyph());
            ground.wishes.push(Wish::Close);
            ground.wishes.push(Wish::of(Command::SetBoard { text }));
        }
    }

    fn board(&mut self, ui: &mut Ui, room: Rect, ground: &Ground<'_>) {
        let geometry = Geometry::fit(&self.grid, room);
        let palette = ground.palette;
        for square in geometry.squares() {
            let rect = geometry.rect(square);
            let response = ui.interact(rect, Id::unique(("edit", square)), Sense::click());
            let cell = self.grid.cell(square);
            let marks = said::SquareMarks::default();
            let name = said::square(square, &self.grid, marks);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            ui.painter().rect_filled(rect, CornerRadius::ZERO, palette.square(square));
            let stroke = Stroke::new(1.0, palette.line);
            ui.painter().rect_stroke(rect, CornerRadius::ZERO, stroke, StrokeKind::Middle);
            pieces::cell(ui.painter(), cell, rect, 1.0, palette);
            if response.has_focus() || response.hovered() {
                let stroke = Stroke::new(2.0, palette.accent);
                ui.painter().rect_stroke(rect, CornerRadius::same(2), stroke, StrokeKind::Inside);
            }
            if response.clicked() {
                let index = usize::from(square.index(self.grid.columns));
                self.grid.cells[index] = match cell {
                    Cell::Empty => Cell::Disc(Player::Black),
                    Cell::Disc(Player::Black) => Cell::Disc(Player::White),
                    _ => Cell::Empty,
                };
            }
        }
    }
}
