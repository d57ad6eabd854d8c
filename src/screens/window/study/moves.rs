//! The list of moves with their classes; a click shows the position after a move.

use eframe::egui::{Button, Grid, RichText, Role, ScrollArea, Ui, WidgetInfo};

use super::super::super::words::study as words;
use super::super::board::small_disc;
use super::super::wish::Wish;
use super::Study;
use crate::desk::Action;

/// The height of the list, in points.
const HEIGHT: f32 = 170.0;

/// The width of a move with its disc, in points.
const WIDTH: f32 = 76.0;

/// Draws the list.
pub(super) fn show(ui: &mut Ui, study: &Study<'_>, wishes: &mut Vec<Wish>) {
    let Study { view, game, palette, .. } = study;
    if game.moves.is_empty() {
        ui.label(words::NO_MOVES);
        return;
    }
    let shown = game.shown().moves;
    ScrollArea::vertical().id_salt("moves").max_height(HEIGHT).show(ui, |ui| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few")]
        let columns = (ui.available_width() / WIDTH).max(1.0) as usize;
        Grid::new("list of moves").min_col_width(0.0).spacing([3.0, 3.0]).show(ui, |ui| {
            for (index, ply) in game.moves.iter().enumerate() {
                if index > 0 && index % columns == 0 {
                    ui.end_row();
                }
                let number = index + 1;
                let judged = game.judgment(index);
                let class = judged.map(|judged| judged.class);
                let text = RichText::new(words::short_ply(number, ply, class));
                let is_shown = number == shown;
                let text = match class {
                    Some(class) if !is_shown => text.color(palette.class(class)),
                    _ => text,
                };
                let response = ui
                    .horizontal(|ui| {
                        ui.spacing_mut().item_spacing.x = 3.0;
                        if view.sides.has_discs() {
                            small_disc(ui, ply.player, palette);
                        }
                        ui.add(Button::new(text).selected(is_shown).small())
                    })
                    .inner;
                let name = words::ply(number, &view.sides, ply, class);
                response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, &name));
                if is_shown && ui.memory(|memory| memory.focused().is_none()) {
                    follow(&response, ui, (shown, game.moves.len()));
                }
                let response = match judged {
                    Some(judged) => response.on_hover_text(words::judgment(judged)),
                    None => response,
                };
                if response.clicked() {
                    wishes.push(Wish::Act(Action::Browse(number)));
                }
            }
        });
    });
}

/// Scrolls to the move that is shown, once after each change, so that a person can scroll away.
fn follow(response: &eframe::egui::Response, ui: &Ui, shown: (usize, usize)) {
    let id = eframe::egui::Id::unique("move followed");
    let is_new = ui.data_mut(|data| {
        let followed = data.get_temp_mut_or_insert_with(id, || (usize::MAX, usize::MAX));
        std::mem::replace(followed, shown) != shown
    });
    if is_new {
        response.scroll_to_me(None);
    }
}
