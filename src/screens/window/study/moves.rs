//! The list of moves with their classes. A click shows the position after a move.

use eframe::egui::{Button, Grid, Id, Response, RichText, Role, Ui, WidgetInfo};

use super::super::pieces::small_disc;
use super::super::sizes::scaled;
use super::super::user_action::UserAction;
use super::StudyPanel;
use crate::analysis::Class;
use crate::base::language::translated;
use crate::base::text::printable;
use crate::desk::Action;
use crate::screens::board_look::BoardLook;
use crate::screens::variations;
use crate::screens::words::study as words;

/// The width of a move with its disc, beside text of 14 points.
const WIDTH: f32 = 76.0;

/// The indentation of each nested variation, in points, and the maximum depth that is indented.
const INDENT: f32 = 12.0;
const MAX_DEPTH: usize = 6;

pub fn show(ui: &mut Ui, study: &StudyPanel<'_>, actions: &mut Vec<UserAction>) {
    let StudyPanel {
        view, game, theme, ..
    } = study;
    if game.moves().is_empty() {
        ui.label(translated(words::NO_MOVES));
        return;
    }
    if let Some(note) = game.listed(game.shown().moves()).map(|mv| &mv.note)
        && !note.is_empty()
    {
        ui.label(printable(note).to_string());
    }
    if game.lines.len() > 1 {
        show_lines(ui, study, actions);
        return;
    }
    let shown = game.shown().moves();
    let look = BoardLook::of(view.info, theme);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few"
    )]
    let columns = (ui.available_width() / scaled(ui, WIDTH)).max(1.0) as usize;
    Grid::new("list of moves")
        .min_col_width(0.0)
        .spacing([3.0, 3.0])
        .show(ui, |ui| {
            for (index, ply) in game.moves().iter().enumerate() {
                if index > 0 && index % columns == 0 {
                    ui.end_row();
                }
                let moves = index + 1;
                let number = game.number(index + 1);
                let judged = game.judgment(index);
                let class = judged.map(|judged| judged.class);
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 3.0;
                    if view.sides.has_discs() {
                        small_disc(ui, look.disc(ply.played.player), theme);
                    }
                    let button = MoveButton {
                        text: words::short_ply(number, ply, class).into(),
                        name: words::ply(number, &view.sides, ply, class),
                        class,
                        is_shown: moves == shown,
                        explanation: judged.map(words::judgment),
                    };
                    button.show(ui, study, Action::Browse(moves), actions);
                });
            }
        });
}

/// Draws the lines of a game with variations, with nested lines indented.
fn show_lines(ui: &mut Ui, study: &StudyPanel<'_>, actions: &mut Vec<UserAction>) {
    let StudyPanel { game, .. } = study;
    for line in &game.lines {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            #[expect(clippy::cast_precision_loss, reason = "a few")]
            ui.add_space(scaled(ui, INDENT) * line.depth.min(MAX_DEPTH) as f32);
            for (nth, mv) in (1..).zip(&line.moves) {
                let moves = line.after + nth;
                let is_on_board = variations::is_shown_at(game, moves, line, nth);
                let judged = game.judgment_in(line, nth);
                let class = judged.map(|judged| judged.class);
                let is_shown = is_on_board && moves == game.shown().moves();
                let text = RichText::new(words::line_move(mv, nth == 1, class));
                let note = (!mv.note.is_empty()).then(|| printable(&mv.note).to_string());
                let button = MoveButton {
                    text: if line.depth > 0 && !is_shown {
                        text.weak()
                    } else {
                        text
                    },
                    name: words::line_move_name(line, mv),
                    class,
                    is_shown,
                    explanation: note.or_else(|| judged.map(words::judgment)),
                };
                button.show(ui, study, variations::action(game, line, nth), actions);
            }
        });
    }
}

struct MoveButton {
    text: RichText,
    name: String,
    class: Option<Class>,
    is_shown: bool,
    explanation: Option<String>,
}

impl MoveButton {
    fn show(
        self,
        ui: &mut Ui,
        StudyPanel { game, theme, .. }: &StudyPanel<'_>,
        action: Action,
        actions: &mut Vec<UserAction>,
    ) {
        let Self {
            text,
            name,
            class,
            is_shown,
            explanation,
        } = self;
        let text = match class {
            Some(class) if !is_shown => text.color(theme.class(class)),
            _ => text,
        };
        let mut response = ui.add(Button::new(text).selected(is_shown).small());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, &name));
        if let Some(explanation) = explanation {
            response = response.on_hover_text(explanation);
        }
        if is_shown && ui.memory(|memory| memory.focused().is_none()) {
            follow(&response, ui, (game.shown().moves(), game.moves().len()));
        }
        if response.clicked() {
            actions.push(UserAction::Desk(action));
        }
    }
}

/// Scrolls to the current move once per change, so that the user can scroll away.
fn follow(response: &Response, ui: &Ui, shown: (usize, usize)) {
    let id = Id::unique("move followed");
    let is_new = ui.data_mut(|data| {
        let followed = data.get_temp_mut_or_insert_with(id, || (usize::MAX, usize::MAX));
        std::mem::replace(followed, shown) != shown
    });
    if is_new {
        response.scroll_to_me(None);
    }
}
