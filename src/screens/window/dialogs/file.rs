//! The dialog that asks for the path of a file, where the system has no dialog for files.

use eframe::egui::{TextEdit, Ui};

use super::super::super::words::dialogs as words;
use super::super::wish::{Choice, Wish, Written};
use super::{Ground, buttons, is_entered};

/// What has been typed.
#[derive(Debug, Default)]
pub(super) struct FileForm {
    path: String,
    /// Whether the field is still to get the keyboard's focus.
    is_new: bool,
}

impl FileForm {
    /// The dialog anew. What was typed before stays, so that a path with a slip can be mended.
    pub(super) fn open(&mut self) {
        self.is_new = true;
    }

    pub(super) fn show(&mut self, ui: &mut Ui, choice: Choice, ground: &mut Ground<'_>) {
        ui.label(match choice {
            Choice::Record => words::FILE_TO_READ,
            Choice::Target(Written::Record) => words::FILE_TO_WRITE,
            Choice::Target(Written::Board | Written::Graph) => words::PICTURE_TO_WRITE,
        });
        let label = ui.label(words::FILE);
        let field = TextEdit::singleline(&mut self.path);
        let field = ui.add(field.desired_width(f32::INFINITY)).labelled_by(label.id);
        if std::mem::take(&mut self.is_new) {
            field.request_focus();
        }
        let is_entered = is_entered(ui, &field);
        let file = self.path.trim();
        let done = match choice {
            Choice::Record => words::OPEN,
            Choice::Target(_) => words::DO_SAVE,
        };
        if (buttons(ui, done, !file.is_empty(), ground) || is_entered) && !file.is_empty() {
            ground.wishes.push(Wish::Close);
            ground.wishes.push(choice.wish(file.into()));
        }
    }
}

/// The title of the dialog.
pub(super) fn title(choice: Choice) -> &'static str {
    match choice {
        Choice::Record => words::IMPORT,
        Choice::Target(Written::Record) => words::EXPORT,
        Choice::Target(Written::Board) => words::EXPORT_BOARD,
        Choice::Target(Written::Graph) => words::EXPORT_GRAPH,
    }
}
