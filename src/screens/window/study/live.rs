//! The live analysis of the position shown: its best moves with their lines.

use eframe::egui::{Button, RichText, Role, Ui, WidgetInfo};

use super::super::super::words::study as words;
use super::super::menus::offer;
use super::super::wish::Wish;
use super::Study;
use crate::desk::{Action, Study as Kind};
use crate::interpreter::Progress;
use crate::players::Suggestion;

/// Draws the analysis, and lets it begin and end.
pub(super) fn show(ui: &mut Ui, study: &Study<'_>, wishes: &mut Vec<Wish>) {
    let (label, wish) = if study.view.live.is_some() {
        (words::STOP_LIVE, Wish::Act(Action::StopStudy(Kind::Position)))
    } else {
        (words::START_LIVE, Wish::Act(Action::Study(Kind::Position)))
    };
    let name = format!("{label} (panel)");
    if offer(ui, study.desk, Button::new(label), &name, &wish).clicked() {
        wishes.push(wish);
    }
    let Some(live) = &study.view.live else { return };
    if study.game.shown().turn.is_none() {
        ui.label(words::OVER);
        return;
    }
    let progress = live.progress.clone().map(Progress::Search);
    ui.label(RichText::new(words::progress(progress.as_ref())).weak());
    for suggestion in &live.best {
        row(ui, study, suggestion, wishes);
    }
}

/// One of the best moves: its score, and its line to be played through.
fn row(ui: &mut Ui, study: &Study<'_>, suggestion: &Suggestion, wishes: &mut Vec<Wish>) {
    let Some(estimate) = &suggestion.estimate else { return };
    let line = if estimate.line.is_empty() {
        std::slice::from_ref(&suggestion.name)
    } else {
        &estimate.line[..]
    };
    let score = format!("{:>4}", words::score(suggestion));
    let text = format!("{score}  {}", words::moves(line));
    let color = study.palette.text;
    let button = Button::new(RichText::new(text).monospace().color(color)).truncate();
    let response = ui.add(button.min_size([ui.available_width(), 0.0].into()));
    let name = words::play_through(&suggestion.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{score}, {name}")));
    if response.on_hover_text(name.clone()).clicked() {
        wishes.push(Wish::Line(line.to_vec()));
    }
}
