//! The rows of forms: labels on the left, fields aligned on the right.

use eframe::egui::{Align, Id, Layout, Ui, vec2};

use super::sizes::scaled;

/// The width of the labels, beside text of 14 points.
const LABELS: f32 = 104.0;

/// Adds a row with a label. The content receives the label's id, for `labelled_by`.
pub fn row<R>(ui: &mut Ui, label: &str, content: impl FnOnce(&mut Ui, Id) -> R) -> R {
    let width = scaled(ui, LABELS).min(ui.available_width() * 0.4);
    let size = vec2(width, ui.spacing().interact_size.y);
    ui.horizontal_top(|ui| {
        let id = ui
            .allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_size(size);
                ui.label(label).id
            })
            .inner;
        ui.allocate_ui_with_layout(
            vec2(ui.available_width(), 0.0),
            Layout::left_to_right(Align::Center).with_main_wrap(true),
            |ui| content(ui, id),
        )
        .inner
    })
    .inner
}

/// Adds a field that has its own label, below the other fields.
pub fn beside<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    row(ui, "", |ui, _| content(ui))
}
