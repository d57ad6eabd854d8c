//! What is said around the board: whose turn it is, who is thinking, and what has happened.

use eframe::egui::{RichText, Role, Ui, WidgetInfo};

use super::super::words::{self, study};
use super::board::small_disc;
use super::menus::offer;
use super::palette::Palette;
use super::study::Line;
use super::wish::{Browse, Wish};
use crate::desk::Desk;
use crate::games::Player;
use crate::interpreter::{GameView, PositionView, View};

/// What has happened last.
#[derive(Debug, Default)]
pub(super) struct Message {
    text: String,
    is_error: bool,
}

impl Message {
    /// Says something.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        *self = Self { text: text.into().trim_end().to_owned(), is_error: false };
    }

    /// Says what is wrong.
    pub(super) fn complain(&mut self, text: impl Into<String>) {
        let text: String = text.into();
        // A square stays as it is.
        let is_word = text.chars().nth(1).is_some_and(char::is_alphabetic);
        let text = if is_word { words::capital(&text) } else { text };
        *self = Self { text, is_error: true };
    }

    /// What was said last.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Shows it.
    pub(super) fn show(&self, ui: &mut Ui, palette: &Palette) {
        /// As many lines as there is room for.
        const SHOWN: usize = 6;
        // The last lines say what came of it.
        let lines: Vec<&str> = self.text.lines().collect();
        let shown = lines[lines.len().saturating_sub(SHOWN)..].join("\n");
        let text = RichText::new(shown);
        ui.label(if self.is_error { text.color(palette.error) } else { text });
    }
}

/// The line above the board: the discs of both sides, and whose turn it is.
pub(super) fn header(
    ui: &mut Ui,
    view: &View,
    game: &GameView,
    position: &PositionView,
    palette: &Palette,
) {
    let sides = &view.sides;
    ui.horizontal_wrapped(|ui| {
        for player in Player::BOTH {
            if sides.has_discs() {
                small_disc(ui, player, palette);
            }
            let mut text = words::window::count(sides, player, &position.board);
            let controller = game.mode.controller(player);
            if !controller.is_human() {
                text = format!("{text} ({})", words::window::bot(controller));
            }
            let text = RichText::new(text);
            let is_due = position.turn == Some(player);
            ui.label(if is_due { text.strong().underline() } else { text });
            ui.add_space(6.0);
        }
        ui.label(RichText::new(words::window::state(sides, position)).strong());
    });
}

/// The line below the board: the position shown, and the ways to others.
pub(super) fn browser(ui: &mut Ui, desk: &Desk, game: &GameView, wishes: &mut Vec<Wish>) {
    ui.horizontal(|ui| {
        let mut button = |ui: &mut Ui, label: &str, name: &str, browse| {
            let wish = Wish::Browse(browse);
            if offer(ui, desk, eframe::egui::Button::new(label), name, &wish).clicked() {
                wishes.push(wish);
            }
        };
        button(ui, "«", "Show the first position", Browse::First);
        button(ui, "‹", "Show the position before", Browse::Back);
        button(ui, "›", "Show the next position", Browse::Forward);
        button(ui, "»", "Show the last position", Browse::Last);
        ui.label(words::window::position(
            game.number(game.shown().moves),
            game.number(game.moves.len()),
        ));
    });
}

/// The line below the board while a line of moves is played through.
pub(super) fn line_browser(ui: &mut Ui, line: &Line, wishes: &mut Vec<Wish>) {
    ui.horizontal_wrapped(|ui| {
        let steps = [("‹", study::LINE_BACK, Browse::Back), ("›", study::LINE_ON, Browse::Forward)];
        for (label, name, browse) in steps {
            let response = ui.button(label);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
            if response.clicked() {
                wishes.push(Wish::AlongLine(browse));
            }
        }
        if ui.button(study::LINE_END).clicked() {
            wishes.push(Wish::LeaveLine);
        }
        ui.label(study::line(&line.names, line.at));
    });
}

/// The line that says who is thinking.
pub(super) fn thought(ui: &mut Ui, desk: &Desk, wishes: &mut Vec<Wish>) {
    let Some(text) = words::at_work(desk.view()) else { return };
    ui.horizontal_wrapped(|ui| {
        ui.label(text);
        let wish = Wish::Act(crate::desk::Action::MoveNow);
        let (label, name) = words::window::end_of_thought(desk.view());
        if offer(ui, desk, eframe::egui::Button::new(label), name, &wish).clicked() {
            wishes.push(wish);
        }
    });
}
