//! The dialogs that save a game and open one.

use eframe::egui::{Button, RichText, Role, TextEdit, Ui, WidgetInfo};

use super::super::form;
use super::super::sizes::scaled;
use super::super::user_action::{ExportKind, FileTask, UserAction};
use super::file::PathField;
use super::{DialogContext, buttons, is_entered};
use crate::base::language::translated;
use crate::interpreter::Command;
use crate::screens::words::dialogs as words;
use crate::store::{SaveName, SaveSummary};

#[derive(Debug, Default)]
pub struct SavesForm {
    name: String,
    file: PathField,
}

impl SavesForm {
    pub fn show_save(
        &mut self,
        ui: &mut Ui,
        list: &[SaveSummary],
        context: &mut DialogContext<'_>,
    ) {
        let field = form::row(ui, translated(words::NAME), |ui, label| {
            let field = TextEdit::singleline(&mut self.name).desired_width(f32::INFINITY);
            ui.add(field).labelled_by(label)
        });
        let name = self.name.trim();
        let parsed = name.parse::<SaveName>();
        match &parsed {
            Err(error) if !name.is_empty() => {
                ui.label(RichText::new(error.to_string()).color(context.theme.error));
            }
            Ok(name) if list.iter().any(|save| save.name == *name) => {
                ui.label(translated(words::REPLACES));
            }
            _ => {
                ui.label("");
            }
        }
        let is_entered = is_entered(ui, &field);
        self.file(ui, context, FileTask::Export(ExportKind::Record));
        if (buttons(ui, translated(words::DO_SAVE), parsed.is_ok(), context) || is_entered)
            && let Ok(name) = parsed
        {
            context.finish(UserAction::command(Command::Save { name, force: false }));
        }
    }

    pub fn show_load(
        &mut self,
        ui: &mut Ui,
        list: &[SaveSummary],
        context: &mut DialogContext<'_>,
    ) {
        if list.is_empty() {
            ui.label(translated(words::NO_SAVES));
        }
        for save in list {
            let name = save.name.clone();
            ui.horizontal_wrapped(|ui| {
                let open = UserAction::command(Command::Load { name: name.clone() });
                if named(
                    ui,
                    translated(words::OPEN),
                    save.name.as_str(),
                    save.game.is_ok(),
                ) {
                    context.finish(open);
                }
                if named(ui, translated(words::REMOVE), save.name.as_str(), true) {
                    context.finish(UserAction::command(Command::Remove { name }));
                }
                ui.label(words::save(save));
            });
        }
        self.file(ui, context, FileTask::Import);
    }

    /// A field for a path, with a button for the system's dialog.
    fn file(&mut self, ui: &mut Ui, context: &mut DialogContext<'_>, task: FileTask) {
        ui.separator();
        form::row(ui, translated(words::FILE), |ui, label| {
            let field = TextEdit::singleline(&mut self.file.typed).desired_width(scaled(ui, 180.0));
            let field = ui.add(field).labelled_by(label);
            let is_entered = is_entered(ui, &field);
            let file = self.file.typed.trim();
            let button = self.file.button(task);
            let is_ready = !file.is_empty();
            if (named(ui, button, translated(words::FILE), is_ready) || is_entered && is_ready)
                && let Some(action) = self.file.enter(task)
            {
                context.finish(action);
            }
            if ui.button(translated(words::BROWSE)).clicked() {
                context.finish(UserAction::Choose(task));
            }
        });
        if self.file.is_taken() {
            ui.label(translated(words::TAKEN));
        }
    }
}

/// A button with a description for screen readers.
fn named(ui: &mut Ui, label: &str, what: &str, is_enabled: bool) -> bool {
    let response = ui.add_enabled(is_enabled, Button::new(label));
    let name = words::on(label, what);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, &name));
    response.clicked()
}
