//! The parts of the window that only its tests use: they create it, settle it, and read its state.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use super::Window;
use crate::desk::{Desk, Settings, Use};
use crate::screens::shared::FirstScreen;
use crate::screens::window::user_action::ExportKind;

impl Window {
    /// Creates a window with a new session.
    pub fn new(settings: &Settings) -> Self {
        let settings = Settings {
            used_by: Use::Person,
            names_openings: true,
            lists_all_games: false,
            ..settings.clone()
        };
        let (kept, puzzles) = (settings.kept(), settings.puzzles());
        let desk = Rc::new(RefCell::new(Desk::new(&settings, || ())));
        let mut window = Self::at(desk, &settings);
        window.begin(Some(FirstScreen {
            kept,
            puzzles,
            mistakes: Vec::new(),
            resume: false,
        }));
        window
    }

    /// Returns the last message.
    pub fn message(&self) -> &str {
        &self.message.text
    }

    /// Turns animations off or on.
    pub fn set_still(&mut self, is_still: bool) {
        self.preferences.kept.reduced_motion = is_still;
    }

    /// Disables the system's dialogs, as on a system that has none.
    pub fn forbid_system_dialogs(&mut self) {
        self.files.forbid();
    }

    /// Writes a picture of the board to a new file, with extension `svg` or `png`.
    pub fn write_board(&mut self, file: &Path) {
        self.write(ExportKind::BoardPicture, file, false);
    }

    /// Whether the program should end.
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}
