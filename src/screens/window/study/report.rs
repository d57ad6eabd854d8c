//! The report of a judged game: the figures of both sides.

use eframe::egui::{Grid, RichText, Ui};

use super::super::super::words::{study as words, window};
use super::Study;
use crate::analysis::Analysis;
use crate::games::Player;

/// Draws the figures of both sides.
pub(super) fn show(ui: &mut Ui, study: &Study<'_>, analysis: &Analysis) {
    Grid::new("report").striped(true).num_columns(3).spacing([18.0, 4.0]).show(ui, |ui| {
        ui.label("");
        for player in Player::BOTH {
            ui.label(RichText::new(window::side(&study.view.sides, player)).strong());
        }
        ui.end_row();
        for row in words::report(analysis) {
            for figure in row {
                ui.label(figure);
            }
            ui.end_row();
        }
    });
}
