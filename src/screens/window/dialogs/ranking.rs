//! The ranking as a table.

use eframe::egui::{Grid, RichText, Ui};

use super::super::super::words::dialogs as words;
use super::{Ground, close_button};
use crate::session::Entry;

/// The ranking, best first.
pub(super) fn show(ui: &mut Ui, entries: &[Entry], ground: &mut Ground<'_>) {
    if entries.is_empty() {
        ui.label(words::NO_RANKING);
    } else {
        Grid::new("ranking").striped(true).num_columns(3).spacing([24.0, 4.0]).show(ui, |ui| {
            for title in [words::PLACE, words::NICKNAME, words::SCORE] {
                ui.label(RichText::new(title).strong());
            }
            ui.end_row();
            for (place, entry) in (1..).zip(entries) {
                ui.label(place.to_string());
                ui.label(entry.nickname.as_str());
                ui.label(entry.score.to_string());
                ui.end_row();
            }
        });
    }
    close_button(ui, ground);
}
