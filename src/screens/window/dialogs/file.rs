//! The window's own file dialog, for systems that have none.

use std::path::Path;

use eframe::egui::{TextEdit, Ui};

use super::super::form;
use super::super::user_action::{ExportKind, FileTask, UserAction};
use super::{DialogContext, buttons, is_entered};
use crate::base::language::translated;
use crate::screens::words::dialogs as words;

/// A typed path. It must be entered twice to overwrite a file.
#[derive(Debug, Default)]
pub struct PathField {
    pub typed: String,
    /// The existing file that would be overwritten.
    taken: Option<String>,
}

impl PathField {
    /// Whether the path has been entered once and would overwrite a file.
    pub fn is_taken(&self) -> bool {
        self.taken.as_deref() == Some(self.typed.trim())
    }

    /// The label of the button that enters the path.
    pub fn button(&self, task: FileTask) -> &'static str {
        translated(match task {
            FileTask::Import => words::OPEN,
            FileTask::Export(_) if self.is_taken() => words::DO_OVERWRITE,
            FileTask::Export(_) => words::DO_SAVE,
        })
    }

    /// Enters the path. Returns the action, or `None` if the path must be entered again.
    pub fn enter(&mut self, task: FileTask) -> Option<UserAction> {
        let file = self.typed.trim().to_owned();
        let force = self.is_taken();
        let is_new = || Path::new(&file).symlink_metadata().is_err();
        if task == FileTask::Import || force || is_new() {
            self.taken = None;
            return Some(task.action(file.into(), force));
        }
        self.taken = Some(file);
        None
    }
}

#[derive(Debug, Default)]
pub struct FileForm {
    path: PathField,
    /// Whether the field needs the keyboard focus.
    is_new: bool,
}

impl FileForm {
    /// Opens the dialog. The last text stays, so that a mistyped path can be corrected.
    pub fn open(&mut self) {
        self.is_new = true;
    }

    pub fn show(&mut self, ui: &mut Ui, task: FileTask, context: &mut DialogContext<'_>) {
        ui.label(translated(match task {
            FileTask::Import => words::FILE_TO_READ,
            FileTask::Export(ExportKind::Record) => words::FILE_TO_WRITE,
            FileTask::Export(ExportKind::Report) => words::PAGE_TO_WRITE,
            FileTask::Export(ExportKind::Animation) => words::ANIMATION_TO_WRITE,
            FileTask::Export(ExportKind::BoardPicture | ExportKind::ScoreGraph) => {
                words::PICTURE_TO_WRITE
            }
        }));
        let field = form::row(ui, translated(words::FILE), |ui, label| {
            let field = TextEdit::singleline(&mut self.path.typed);
            ui.add(field.desired_width(f32::INFINITY))
                .labelled_by(label)
        });
        if std::mem::take(&mut self.is_new) {
            field.request_focus();
        }
        let is_entered = is_entered(ui, &field);
        if self.path.is_taken() {
            ui.label(translated(words::TAKEN));
        }
        let is_ready = !self.path.typed.trim().is_empty();
        let button = self.path.button(task);
        if (buttons(ui, button, is_ready, context) || is_entered)
            && is_ready
            && let Some(action) = self.path.enter(task)
        {
            context.finish(action);
        }
    }
}

pub fn title(task: FileTask) -> &'static str {
    match task {
        FileTask::Import => words::IMPORT,
        FileTask::Export(ExportKind::Record) => words::EXPORT,
        FileTask::Export(ExportKind::Report) => words::EXPORT_REPORT,
        FileTask::Export(ExportKind::Animation) => words::EXPORT_ANIMATION,
        FileTask::Export(ExportKind::BoardPicture) => words::EXPORT_BOARD,
        FileTask::Export(ExportKind::ScoreGraph) => words::EXPORT_GRAPH,
    }
}
