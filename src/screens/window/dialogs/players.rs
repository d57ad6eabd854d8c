//! The dialog that changes who plays.

use eframe::egui::{RichText, Ui};

use super::super::super::words::dialogs as words;
use super::super::wish::Wish;
use super::{Ground, Seat, buttons};
use crate::games::{Info, Player, REGISTRY};
use crate::interpreter::{Command, Side, View};
use crate::session::Controller;

/// Who is to play.
#[derive(Debug)]
pub(super) struct PlayersForm {
    info: &'static Info,
    seats: [Seat; 2],
    before: [Controller; 2],
    turn: Option<Player>,
}

impl Default for PlayersForm {
    fn default() -> Self {
        Self {
            info: REGISTRY[0],
            seats: Default::default(),
            before: [Controller::Human; 2],
            turn: None,
        }
    }
}

impl PlayersForm {
    /// Who plays now.
    pub(super) fn of(view: &View) -> Self {
        let controller = |player| {
            let game = view.game.as_ref();
            game.map_or(Controller::Human, |game| game.mode.controller(player))
        };
        let before = Player::BOTH.map(controller);
        Self { info: view.info, seats: before.map(Seat::of), before, turn: view.turn() }
    }

    pub(super) fn show(&mut self, ui: &mut Ui, ground: &mut Ground<'_>) {
        for player in Player::BOTH {
            ui.label(RichText::new(words::side(self.info, player)).strong());
            self.seats[player.index()].show(ui, self.info, player);
        }
        if buttons(ui, words::APPLY, true, ground) {
            ground.wishes.push(Wish::Close);
            // A bot that is to move thinks at once, and nobody changes seats then: it comes last.
            let last = self.turn.unwrap_or(Player::Black);
            for player in [last.opponent(), last] {
                let controller = self.seats[player.index()].controller(self.info);
                if controller != self.before[player.index()] {
                    let side = Side::Of(player);
                    ground.wishes.push(Wish::of(Command::Player { side, controller }));
                }
            }
        }
    }
}
