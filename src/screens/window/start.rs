//! The start page: what to do first.

use eframe::egui::{
    Align, Button, CornerRadius, Key, Layout, Modifiers, Rect, RichText, ScrollArea, Sense, Stroke,
    TextStyle, Ui, Vec2, vec2,
};

use super::menus::offer;
use super::pieces;
use super::sizes::scaled;
use super::user_action::{Page, UserAction};
use crate::base::language::translated;
use crate::desk::{Desk, ShownGame};
use crate::games::{Player, REGISTRY};
use crate::interpreter::Command;
use crate::screens::board_look::BoardLook;
use crate::screens::theme::Theme;
use crate::screens::words::start as words;
use crate::store::UnfinishedGame;
use crate::study::Counts;

#[derive(Debug, Default)]
pub struct StartPage {
    /// Describes the unfinished game of an earlier run, if any.
    kept: Option<String>,
    puzzles: String,
}

impl StartPage {
    pub fn new(kept: Option<&UnfinishedGame>, puzzles: Option<&Counts>) -> Self {
        Self {
            kept: kept.map(words::kept),
            puzzles: words::puzzles(puzzles),
        }
    }

    /// Draws the page. Enter plays, and Escape shows the board.
    pub fn show(
        &self,
        ui: &mut Ui,
        desk: &Desk,
        theme: &'static Theme,
        dialog: Option<Page>,
        actions: &mut Vec<UserAction>,
    ) {
        let entries = self.entries(desk);
        if dialog.is_none() && ui.memory(|memory| memory.focused().is_none()) {
            let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
            if pressed(Key::Enter) {
                actions.extend(entries.first().map(|(.., action)| action.clone()));
            }
            if pressed(Key::Escape) {
                actions.push(UserAction::LeaveStart);
            }
        }
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                let line = scaled(ui, 44.0);
                #[expect(clippy::cast_precision_loss, reason = "a handful")]
                let height = 6.0 * line + line * entries.len() as f32;
                ui.add_space(((ui.available_height() - height) / 2.0).max(0.0));
                ui.with_layout(Layout::top_down(Align::Center), |ui| {
                    draw_sign(ui, 3.0 * line, theme);
                    let size = 2.0 * TextStyle::Heading.resolve(ui.style()).size;
                    ui.label(RichText::new(words::NAME).size(size).strong());
                    ui.add_space(line / 3.0);
                    let width = ui.available_width().min(scaled(ui, 420.0));
                    for (label, note, action) in entries {
                        let button = Button::new(&label).right_text(RichText::new(&note).weak());
                        let button =
                            button.min_size(vec2(width, line - ui.spacing().item_spacing.y));
                        let name = words::name(&label, &note);
                        // A button with text on the right takes all the width.
                        ui.allocate_ui(vec2(width, 0.0), |ui| {
                            offer(ui, desk, button, &name, action, actions);
                        });
                    }
                });
            });
    }

    /// The entries, each with a note and its action.
    fn entries(&self, desk: &Desk) -> Vec<(String, String, UserAction)> {
        let entry = |label: &str, note: &str, action| (label.to_owned(), note.to_owned(), action);
        let game = desk.view().game.as_ref();
        let is_begun = game.is_some_and(|game| !game.moves().is_empty());
        let play = match game.filter(|_| !is_begun) {
            Some(game) => entry(
                translated(words::PLAY),
                &words::opponent(desk.view(), game),
                UserAction::LeaveStart,
            ),
            None => entry(
                translated(words::PLAY),
                translated(words::NEW_GAME),
                UserAction::Open(Page::NewGame),
            ),
        };
        let mut entries = vec![play];
        let is_unfinished = |game: &&ShownGame| is_begun && game.current.turn().is_some();
        if let Some(game) = game.filter(is_unfinished) {
            let note = words::unfinished(desk.view(), game);
            entries.push(entry(
                translated(words::CONTINUE),
                &note,
                UserAction::LeaveStart,
            ));
        } else if let Some(kept) = &self.kept {
            let resume = UserAction::command(Command::LATEST_UNFINISHED);
            entries.push(entry(translated(words::CONTINUE), kept, resume));
        }
        let learn = |strategy| UserAction::command(Command::Learn { strategy });
        entries.extend([
            entry(
                translated(words::LEARN),
                translated(words::LEARN_NOTE),
                learn(false),
            ),
            entry(
                translated(words::STRATEGY),
                translated(words::STRATEGY_NOTE),
                learn(true),
            ),
            entry(
                &self.puzzles,
                translated(words::PUZZLES_NOTE),
                UserAction::command(Command::Puzzle),
            ),
            entry(
                translated(words::OPEN),
                translated(words::OPEN_NOTE),
                UserAction::Open(Page::Load),
            ),
        ]);
        entries
    }
}

/// Draws the four discs of the starting position.
fn draw_sign(ui: &mut Ui, side: f32, theme: &'static Theme) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let look = BoardLook::of(REGISTRY[0], theme);
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(8), look.rim);
    let felt = rect.shrink(side * 0.05);
    painter.rect_filled(felt, CornerRadius::ZERO, theme.board_light);
    let stroke = Stroke::new(1.5, theme.grid);
    painter.vline(felt.center().x, felt.y_range(), stroke);
    painter.hline(felt.x_range(), felt.center().y, stroke);
    for (index, player) in [Player::White, Player::Black, Player::Black, Player::White]
        .into_iter()
        .enumerate()
    {
        let right = index % 2 == 1;
        let low = index / 2 == 1;
        let place = |is_far: bool| if is_far { felt.width() / 2.0 } else { 0.0 };
        let corner = felt.min + vec2(place(right), place(low));
        let square = Rect::from_min_size(corner, felt.size() / 2.0);
        pieces::disc(painter, player, square, 1.0, &look);
    }
}
