//! The texts around the board: turn, thought, messages and position.

use eframe::egui::{Button, RichText, Role, Ui, WidgetInfo};

use super::menus::offer;
use super::pieces::small_disc;
use super::study::StudyLine;
use super::user_action::{Page, UserAction};
use crate::base::language::{tr, translated};
use crate::desk::{Action, Desk, ShownGame, Study, View};
use crate::games::Player;
use crate::interpreter::Command;
use crate::screens::board_look::BoardLook;
use crate::screens::shared::StatusMessage;
use crate::screens::theme::Theme;
use crate::screens::words::{self, levels, study, window as said};
use crate::session::GamePosition;

/// Shows the last lines of a message, which contain the result.
pub fn message(ui: &mut Ui, message: &StatusMessage, theme: &Theme) {
    const MAX_LINES: usize = 6;
    let lines: Vec<&str> = message.text.lines().collect();
    let text = RichText::new(lines[lines.len().saturating_sub(MAX_LINES)..].join("\n"));
    ui.label(if message.is_error {
        text.color(theme.error)
    } else {
        text
    });
}

/// The line above the board: the discs of both sides, and the turn.
pub fn header(
    ui: &mut Ui,
    view: &View,
    game: &ShownGame,
    position: GamePosition<'_>,
    theme: &Theme,
) {
    let sides = &view.sides;
    let look = BoardLook::of(view.info, theme);
    ui.horizontal_wrapped(|ui| {
        for player in Player::BOTH {
            if sides.has_discs() {
                small_disc(ui, look.disc(player), theme);
            }
            let mut text = said::count(sides, player, position.game());
            let controller = game.current.players().of(player);
            if !controller.is_human() {
                text = format!("{text} ({})", levels::controller(view.info, controller));
            }
            if let Some(left) = words::time_left(&game.current, player) {
                text = format!("{text}, {left}");
            }
            let text = RichText::new(text);
            let is_due = position.turn() == Some(player);
            ui.label(if is_due {
                text.strong().underline()
            } else {
                text
            });
            ui.add_space(6.0);
        }
        ui.label(RichText::new(said::state(sides, position)).strong());
    });
}

/// The line below the board: the number of the position, and buttons for others.
pub fn browser(ui: &mut Ui, desk: &Desk, game: &ShownGame, actions: &mut Vec<UserAction>) {
    ui.horizontal_wrapped(|ui| {
        for (label, name, step) in [
            ("«", tr!("Show the first position"), isize::MIN),
            ("‹", tr!("Show the position before"), -1),
            ("›", tr!("Show the next position"), 1),
            ("»", tr!("Show the last position"), isize::MAX),
        ] {
            offer(
                ui,
                desk,
                Button::new(label),
                name,
                UserAction::Browse(step),
                actions,
            );
        }
        ui.label(said::position(
            game.number(game.shown().moves()),
            game.number(game.moves().len()),
        ));
        if game.current.turn().is_none() {
            let analyze = UserAction::Desk(Action::Study(Study::Game));
            for (label, action) in [
                (said::AGAIN, UserAction::command(Command::Restart)),
                (said::OTHER_GAME, UserAction::Open(Page::NewGame)),
                (study::JUDGE, analyze),
            ] {
                let label = translated(label);
                let name = said::after_game(label);
                offer(ui, desk, Button::new(label), &name, action, actions);
            }
        }
    });
}

/// The line below the board while the user steps through a line of moves.
pub fn line_browser(ui: &mut Ui, line: &StudyLine, actions: &mut Vec<UserAction>) {
    ui.horizontal_wrapped(|ui| {
        for (label, name, step) in [("‹", study::LINE_BACK, -1), ("›", study::LINE_ON, 1)] {
            let response = ui.button(label);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, translated(name)));
            if response.clicked() {
                actions.push(UserAction::Browse(step));
            }
        }
        if ui.button(translated(study::LINE_END)).clicked() {
            actions.push(UserAction::LeaveLine);
        }
        ui.label(study::line(&line.names, line.at));
    });
}

pub fn thought(ui: &mut Ui, desk: &Desk, actions: &mut Vec<UserAction>) {
    let Some(text) = words::at_work(desk.view()) else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(text);
        let (label, name) = said::end_of_thought(desk.view());
        let action = UserAction::Desk(Action::MoveNow);
        offer(ui, desk, Button::new(label), name, action, actions);
    });
}
