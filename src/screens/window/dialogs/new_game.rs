//! The dialog of a new game, built from the registry of games.

use eframe::egui::{ComboBox, DragValue, RichText, Role, TextEdit, Ui, WidgetInfo};

use super::super::form;
use super::super::sizes::scaled;
use super::super::user_action::UserAction;
use super::{DialogContext, SeatForm, buttons};
use crate::base::language::translated;
use crate::desk::{Action, View};
use crate::games::{Info, Player, REGISTRY, Setup, Size};
use crate::interpreter::{Command, NewGame};
use crate::players::{Competitive, TimeControl};
use crate::screens::words::dialogs as words;
use crate::session::SessionError;
use crate::session::{Nickname, PlayerNames, Players};

#[derive(Debug)]
pub struct NewGameForm {
    info: &'static Info,
    size: Size,
    is_variant: bool,
    /// The players, first player first.
    pub seats: [SeatForm; 2],
    /// The names of the players, first player first.
    names: [String; 2],
    /// The clock as typed; empty for none.
    clock: String,
    is_competitive: bool,
    human: Player,
    nickname: String,
    /// Whether the user has changed the form. The current game no longer fills it then.
    is_touched: bool,
}

impl Default for NewGameForm {
    fn default() -> Self {
        Self {
            info: REGISTRY[0],
            size: Size {
                columns: 8,
                rows: 8,
            },
            is_variant: false,
            seats: [SeatForm::default(), SeatForm::bot()],
            names: Default::default(),
            clock: String::new(),
            is_competitive: false,
            human: Player::Black,
            nickname: String::new(),
            is_touched: false,
        }
    }
}

impl NewGameForm {
    /// Fills in the current game.
    pub fn follow(&mut self, view: &View) {
        if let Some(game) = &view.game {
            self.choose(view.info);
            let grid = game.current.game().grid();
            let players = game.current.players();
            self.size = Size {
                columns: grid.columns,
                rows: grid.rows,
            };
            self.is_competitive = players.is_competitive();
            let clocks = game.current.clocks();
            self.clock = clocks.map_or_else(String::new, |clocks| clocks.control().to_string());
            if !self.is_competitive {
                let first = view.info.first_player();
                self.seats =
                    [first, first.opponent()].map(|player| SeatForm::of(players.of(player)));
            }
        } else if !self.is_touched {
            self.choose(view.info);
        }
    }

    fn choose(&mut self, info: &'static Info) {
        if info != self.info || !self.is_touched {
            self.info = info;
            if let Some(sizes) = info.sizes {
                self.size = sizes.usual;
            }
        }
        self.is_touched = true;
    }

    pub fn show(&mut self, ui: &mut Ui, context: &mut DialogContext<'_>) {
        self.game(ui);
        if Competitive::plays(self.info) {
            form::beside(ui, |ui| {
                ui.checkbox(&mut self.is_competitive, translated(words::COMPETITIVE))
            });
        } else {
            self.is_competitive = false;
        }
        ui.add_space(scaled(ui, 6.0));
        if self.is_competitive {
            self.competitor(ui);
        } else {
            self.players(ui);
        }
        let chosen = self.chosen();
        if let Err(why) = &chosen {
            ui.label(RichText::new(why).color(context.theme.error));
        }
        if context.desk.leaves_game(&Action::Command(Command::Restart)) {
            ui.label(RichText::new(translated(words::AUTOSAVED)).weak());
        }
        if buttons(ui, translated(words::START), chosen.is_ok(), context)
            && let Ok(game) = chosen
        {
            context.finish(UserAction::Desk(Action::NewGame(Box::new(game))));
        }
    }

    /// Shows the choice of game, size and rules.
    fn game(&mut self, ui: &mut Ui) {
        let mut chosen = self.info;
        form::row(ui, translated(words::GAME), |ui, _| {
            let combo = ComboBox::from_id_salt(words::GAME).selected_text(self.info.name);
            let response = combo.show_ui(ui, |ui| {
                for &info in REGISTRY {
                    ui.selectable_value(&mut chosen, info, info.name);
                }
            });
            let name = words::on(translated(words::GAME), self.info.name);
            response
                .response
                .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &name));
        });
        self.choose(chosen);
        form::beside(ui, |ui| {
            ui.label(RichText::new(translated(self.info.rules)).weak())
        });
        if let Some(sizes) = self.info.sizes {
            let range = sizes.smallest..=sizes.largest;
            let fields = [
                (&mut self.size.columns, words::COLUMNS),
                (&mut self.size.rows, words::ROWS),
            ];
            for (value, name) in fields {
                form::row(ui, translated(name), |ui, label| {
                    ui.add(DragValue::new(value).range(range.clone()))
                        .labelled_by(label);
                });
            }
        }
        match self.info.variant {
            Some(variant) => {
                let name = words::variant(variant.name);
                let tick = |ui: &mut Ui| ui.checkbox(&mut self.is_variant, name);
                form::beside(ui, tick).on_hover_text(translated(variant.help));
            }
            None => self.is_variant = false,
        }
    }

    /// Shows the choice of players, and their names.
    fn players(&mut self, ui: &mut Ui) {
        let first = self.info.first_player();
        for (index, player) in [first, first.opponent()].into_iter().enumerate() {
            let side = words::side(self.info, player);
            self.seats[index].show(ui, self.info, player);
            form::row(ui, translated(words::NAME), |ui, label| {
                let field = TextEdit::singleline(&mut self.names[index])
                    .hint_text(side)
                    .char_limit(PlayerNames::MAX_LENGTH)
                    .desired_width(f32::INFINITY);
                ui.add(field).labelled_by(label);
            });
            ui.add_space(scaled(ui, 6.0));
        }
        form::row(ui, translated(words::CLOCK), |ui, label| {
            let field = TextEdit::singleline(&mut self.clock)
                .hint_text(translated(words::CLOCK_EXAMPLE))
                .char_limit(20)
                .desired_width(f32::INFINITY);
            ui.add(field).labelled_by(label);
        });
    }

    /// Shows the choice of side and nickname for a competitive game.
    fn competitor(&mut self, ui: &mut Ui) {
        form::row(ui, translated(words::YOU_PLAY), |ui, _| {
            for player in Player::BOTH {
                ui.radio_value(&mut self.human, player, words::side(self.info, player));
            }
        });
        form::row(ui, translated(words::NICKNAME), |ui, label| {
            ui.text_edit_singleline(&mut self.nickname)
                .labelled_by(label);
        });
    }

    /// The chosen game, or an error message.
    fn chosen(&self) -> Result<NewGame, String> {
        let info = self.info;
        let size = info.sizes.map(|_| self.size);
        let setup = Setup {
            size,
            variant: self.is_variant,
            ..Setup::default()
        };
        let setup = info
            .setup(setup)
            .map_err(|error| SessionError::from(error).to_string())?;
        let players = if self.is_competitive {
            let nickname = self.nickname.trim().parse::<Nickname>();
            let nickname = nickname.map_err(|error| error.to_string())?;
            Players::competitive(self.human, nickname)
        } else {
            let [first, second] = self.seats.map(|seat| seat.controller(info));
            let player = info.first_player();
            let players = Players::HUMANS.with(player, first);
            players.with(player.opponent(), second)
        };
        let clock = match self.clock.trim() {
            "" => None,
            typed => Some(
                typed
                    .parse::<TimeControl>()
                    .map_err(|error| error.to_string())?,
            ),
        };
        Ok(NewGame {
            info,
            setup,
            players,
            names: self.chosen_names()?,
            clock,
        })
    }

    fn chosen_names(&self) -> Result<Option<PlayerNames>, String> {
        let first = self.info.first_player();
        let names = self.names.each_ref().map(|name| name.trim());
        if self.is_competitive || names.iter().all(|name| name.is_empty()) {
            return Ok(None);
        }
        let or_side = |player, typed: &str| {
            if typed.is_empty() {
                words::side(self.info, player)
            } else {
                typed.to_owned()
            }
        };
        let first_name = or_side(first, names[0]);
        let second_name = or_side(first.opponent(), names[1]);
        PlayerNames::new(&first_name, &second_name)
            .map(Some)
            .map_err(|error| error.to_string())
    }
}
