//! The rules of the game that is played.

use eframe::egui::Ui;

use super::super::super::words::Voice;
use super::{Ground, close_button};

/// The rules.
pub(super) fn show(ui: &mut Ui, ground: &mut Ground<'_>) {
    ui.label(Voice::Window.help(ground.desk.view().info.details));
    close_button(ui, ground);
}
