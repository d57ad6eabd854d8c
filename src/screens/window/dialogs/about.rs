//! The dialog about the program: version, license and folders.

use std::path::Path;

use eframe::egui::Ui;

use super::super::form;
use crate::base::language::translated;
use crate::base::text::printable;
use crate::screens::words::start as words;
use crate::store::config_path;

/// The places of the user's files, as text.
#[derive(Debug, Default)]
pub struct Folders {
    data: String,
    settings: String,
}

impl Folders {
    pub fn new(data: &Path) -> Self {
        let text = |path: &Path| printable(&path.to_string_lossy()).to_string();
        let settings = config_path();
        Self {
            data: text(data),
            settings: settings.map_or_else(
                || translated(words::NO_FOLDER).to_owned(),
                |path| text(&path),
            ),
        }
    }

    pub fn show(&self, ui: &mut Ui) {
        ui.label(translated(words::DESCRIPTION));
        for (label, text) in [
            (words::VERSION_LABEL, words::VERSION),
            (words::LICENSE_LABEL, words::LICENSE),
            (words::DATA_LABEL, &self.data),
            (words::SETTINGS_LABEL, &self.settings),
        ] {
            // Text without a field beside its label has the height of a field.
            form::row(ui, translated(label), |ui, _| {
                ui.horizontal_wrapped(|ui| ui.label(text))
            });
        }
    }
}
