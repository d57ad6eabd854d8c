//! The study panel: judged moves, score graph, live analysis and report.

mod graph;
mod live;
mod moves;

use eframe::egui::{
    Align2, Button, CollapsingHeader, CornerRadius, Grid, Rect, RichText, Role, ScrollArea, Sense,
    Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, vec2,
};

use super::menus::offer;
use super::sizes::scaled;
use super::user_action::UserAction;
use crate::analysis::Analysis;
use crate::base::language::{tr, translated};
use crate::desk::{Action, Desk, ShownGame, Study, View};
use crate::games::Player;
use crate::players::Estimate;
use crate::screens::theme::Theme;
use crate::screens::words::{self, study as said};
use crate::session::GamePosition;

/// The width from which the report is next to the moves, beside text of 14 points.
const TWO_COLUMNS: f32 = 560.0;

/// A line of moves to step through without changing the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyLine {
    pub names: Vec<String>,
    pub at: usize,
    /// The number of moves of the game before the line.
    pub from: usize,
}

impl StudyLine {
    /// Creates a line with its first move shown.
    pub fn new(names: Vec<String>, from: usize) -> Self {
        let at = names.len().min(1);
        Self { names, at, from }
    }

    pub fn shown(&self) -> &[String] {
        &self.names[..self.at]
    }

    pub fn step(&mut self, step: isize) {
        self.at = self.at.saturating_add_signed(step).min(self.names.len());
    }
}

pub struct StudyPanel<'a> {
    pub desk: &'a Desk,
    pub view: &'a View,
    pub game: &'a ShownGame,
    pub theme: &'static Theme,
}

impl StudyPanel<'_> {
    pub fn show(&self, ui: &mut Ui, actions: &mut Vec<UserAction>) {
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                // The scroll bar floats over the content.
                ui.set_max_width(ui.available_width() - scaled(ui, 10.0));
                if let Some(opening) = self.desk.opening() {
                    ui.label(RichText::new(words::opening(opening)).strong());
                }
                if let Some(score) = self.score_for_black() {
                    self.show_bar(ui, score);
                }
                self.show_toolbar(ui, actions);
                if let Some(live) = &self.view.live {
                    section(ui, said::LIVE, |ui| live::show(ui, self, live, actions));
                }
                let Some(analysis) = &self.game.analysis else {
                    section(ui, said::MOVES, |ui| moves::show(ui, self, actions));
                    return;
                };
                section(ui, said::SCORES, |ui| {
                    graph::show(ui, self, analysis, actions);
                });
                if ui.available_width() >= scaled(ui, TWO_COLUMNS) {
                    ui.columns_const(|[left, right]| {
                        section(left, said::MOVES, |ui| moves::show(ui, self, actions));
                        section(right, said::REPORT, |ui| self.show_report(ui, analysis));
                    });
                } else {
                    section(ui, said::MOVES, |ui| moves::show(ui, self, actions));
                    section(ui, said::REPORT, |ui| self.show_report(ui, analysis));
                }
            });
    }

    /// The buttons that start and stop the studies.
    fn show_toolbar(&self, ui: &mut Ui, actions: &mut Vec<UserAction>) {
        ui.horizontal_wrapped(|ui| {
            let labels = [said::JUDGE, said::STOP_JUDGING];
            self.toggle(
                ui,
                Study::Game,
                self.view.judging.is_some(),
                labels,
                actions,
            );
            let labels = [said::START_LIVE, said::STOP_LIVE];
            self.toggle(
                ui,
                Study::Position,
                self.view.live.is_some(),
                labels,
                actions,
            );
            if let Some(judging) = &self.view.judging {
                ui.label(said::progress(judging.progress.as_ref()));
            }
        });
    }

    /// The button that starts or stops a study.
    fn toggle(
        &self,
        ui: &mut Ui,
        study: Study,
        is_on: bool,
        [start, stop]: [&'static str; 2],
        actions: &mut Vec<UserAction>,
    ) {
        let (label, action) = if is_on {
            (stop, Action::StopStudy(study))
        } else {
            (start, Action::Study(study))
        };
        let label = translated(label);
        let button = Button::new(label);
        let name = tr!("{label} (panel)", label);
        offer(
            ui,
            self.desk,
            button,
            &name,
            UserAction::Desk(action),
            actions,
        );
    }

    /// The score of the position for Black: from live analysis, or from the judged move.
    fn score_for_black(&self) -> Option<i32> {
        let shown = self.game.shown();
        live_score(self.view, shown).or_else(|| {
            let judged = self.game.judgment(shown.moves().checked_sub(1)?)?;
            Some(judged.score_for_black())
        })
    }

    /// The evaluation bar, with Black's part on the left. Its text says who is ahead, and by how much.
    fn show_bar(&self, ui: &mut Ui, score_for_black: i32) {
        /// The lead, in discs, for which a side has 88% of the bar.
        const SCALE: f32 = 16.0;
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), scaled(ui, 22.0)), Sense::hover());
        let text = said::balance(&self.view.sides, score_for_black);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        #[expect(clippy::cast_precision_loss, reason = "a score has two digits")]
        let part = 0.5 + 0.5 * (score_for_black as f32 / SCALE).tanh();
        let [black, white] = Player::BOTH.map(|player| self.theme.disc(player).into());
        let painter = ui.painter();
        let corner = CornerRadius::same(4);
        painter.rect_filled(rect, corner, white);
        let black_part = Rect::from_min_size(rect.min, vec2(rect.width() * part, rect.height()));
        painter.rect_filled(black_part, corner, black);
        let border = Stroke::new(1.0, self.theme.dim);
        painter.rect_stroke(rect, corner, border, StrokeKind::Inside);
        // The text is on the larger part.
        let margin = vec2(8.0, 0.0);
        let font = TextStyle::Body.resolve(ui.style());
        let (at, align, color) = if part >= 0.5 {
            (rect.left_center() + margin, Align2::LEFT_CENTER, white)
        } else {
            (rect.right_center() - margin, Align2::RIGHT_CENTER, black)
        };
        painter.text(at, align, text, font, color);
    }

    fn show_report(&self, ui: &mut Ui, analysis: &Analysis) {
        Grid::new("report")
            .striped(true)
            .num_columns(3)
            .spacing([18.0, 4.0])
            .show(ui, |ui| {
                ui.label("");
                for player in Player::BOTH {
                    ui.label(RichText::new(words::label(&self.view.sides, player)).strong());
                }
                ui.end_row();
                for row in said::report(analysis) {
                    for figure in row {
                        ui.label(figure);
                    }
                    ui.end_row();
                }
            });
    }
}

/// A part of the panel that can be folded.
fn section(ui: &mut Ui, title: &'static str, content: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(RichText::new(translated(title)).strong())
        .id_salt(title)
        .default_open(true)
        .show(ui, content);
}

fn live_score(view: &View, shown: GamePosition<'_>) -> Option<i32> {
    let best = view.live.as_ref()?.best.first()?;
    let Estimate { score, .. } = best.estimate.as_ref()?;
    Some(if shown.turn()? == Player::Black {
        *score
    } else {
        -score
    })
}
