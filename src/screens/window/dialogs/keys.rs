//! The keys, from the table of the menus.

use eframe::egui::{Grid, RichText, Ui};

use super::super::super::words::dialogs as words;
use super::super::entries::menus;
use super::{Ground, close_button};

/// All keys.
pub(super) fn show(ui: &mut Ui, ground: &mut Ground<'_>) {
    Grid::new("keys").striped(true).num_columns(2).show(ui, |ui| {
        for (keys, what) in words::MORE_KEYS {
            ui.label(RichText::new(keys).monospace());
            ui.label(what);
            ui.end_row();
        }
        for entry in menus().into_iter().flat_map(|menu| menu.entries) {
            if let Some(keys) = entry.keys {
                ui.label(RichText::new(ui.format_shortcut(&keys)).monospace());
                ui.label(entry.label);
                ui.end_row();
            }
        }
    });
    close_button(ui, ground);
}
