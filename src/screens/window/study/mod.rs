//! The study panel: the judged moves, the scores as a graph, live analysis, and a report.

mod bar;
mod graph;
mod line;
mod live;
mod moves;
mod report;

use eframe::egui::{CollapsingHeader, RichText, ScrollArea, Ui};

use super::super::words::{self, study as said};
use super::palette::Palette;
use super::wish::Wish;
use crate::desk::Desk;
use crate::games::Player;
use crate::interpreter::{GameView, PositionView, View};
use crate::players::Estimate;

pub(super) use line::Line;

/// What the parts of the panel draw.
pub(super) struct Study<'a> {
    pub(super) desk: &'a Desk,
    pub(super) view: &'a View,
    pub(super) game: &'a GameView,
    pub(super) palette: &'a Palette,
}

impl Study<'_> {
    /// Draws the panel.
    pub(super) fn show(&self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            if let Some(opening) = self.desk.opening() {
                ui.label(RichText::new(words::opening(opening)).strong());
            }
            if let Some(score) = score_for_black(self.view, self.game) {
                bar::show(ui, &self.view.sides, score, self.palette);
            }
            let section = |ui: &mut Ui, title, content: &mut dyn FnMut(&mut Ui)| {
                CollapsingHeader::new(RichText::new(title).strong())
                    .id_salt(title)
                    .default_open(true)
                    .show(ui, |ui| content(ui));
            };
            section(ui, said::LIVE, &mut |ui| live::show(ui, self, wishes));
            section(ui, said::MOVES, &mut |ui| moves::show(ui, self, wishes));
            section(ui, said::SCORES, &mut |ui| graph::show(ui, self, wishes));
            if let Some(analysis) = &self.game.analysis {
                section(ui, said::REPORT, &mut |ui| report::show(ui, self, analysis));
            }
        });
    }
}

/// The score of the position shown, for Black: of the live analysis, or else of the judged move.
fn score_for_black(view: &View, game: &GameView) -> Option<i32> {
    let shown = game.shown();
    live_score(view, shown).or_else(|| {
        let judged = game.judgment(shown.moves.checked_sub(1)?)?;
        Some(judged.score_for_black())
    })
}

fn live_score(view: &View, shown: &PositionView) -> Option<i32> {
    let best = view.live.as_ref()?.best.first()?;
    let Estimate { score, .. } = best.estimate.as_ref()?;
    Some(if shown.turn? == Player::Black { *score } else { -score })
}
