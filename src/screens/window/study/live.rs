//! The live analysis of the position shown: its best moves with their lines.

use eframe::egui::{Button, RichText, Role, Ui, WidgetInfo};

use super::super::user_action::UserAction;
use super::StudyPanel;
use crate::base::language::translated;
use crate::desk::LiveView;
use crate::interpreter::Progress;
use crate::players::Suggestion;
use crate::screens::words::study as words;

pub fn show(ui: &mut Ui, study: &StudyPanel<'_>, live: &LiveView, actions: &mut Vec<UserAction>) {
    if study.game.shown().turn().is_none() {
        ui.label(translated(words::OVER));
        return;
    }
    let progress = live.progress.clone().map(Progress::Search);
    ui.label(RichText::new(words::progress(progress.as_ref())).weak());
    for suggestion in &live.best {
        row(ui, study, suggestion, actions);
    }
}

/// One of the best moves: its score, and a button that steps through its line.
fn row(
    ui: &mut Ui,
    study: &StudyPanel<'_>,
    suggestion: &Suggestion,
    actions: &mut Vec<UserAction>,
) {
    let Some(estimate) = &suggestion.estimate else {
        return;
    };
    let line = if estimate.line.is_empty() {
        std::slice::from_ref(&suggestion.name)
    } else {
        &estimate.line[..]
    };
    let score = format!("{:>4}", words::score(suggestion));
    let text = format!("{score}  {}", words::moves(line));
    let color = study.theme.text;
    let button = Button::new(RichText::new(text).monospace().color(color)).truncate();
    let response = ui.add(button.min_size([ui.available_width(), 0.0].into()));
    let name = words::play_through(&suggestion.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{score}, {name}")));
    if response.on_hover_text(name.clone()).clicked() {
        actions.push(UserAction::Line(line.to_vec()));
    }
}
