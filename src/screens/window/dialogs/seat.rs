//! Who plays a side, as fields of a dialog.

use std::time::Duration;

use eframe::egui::{ComboBox, Role, Slider, Ui, WidgetInfo};

use super::super::super::words::{dialogs as words, levels};
use crate::games::{Info, Player};
use crate::players::Level;
use crate::players::ladder::has_ratings;
use crate::session::Controller;

/// Who plays a side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) struct Seat {
    kind: Kind,
    level: u8,
    human_like: u8,
    simple: u8,
    seconds: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Person,
    Bot,
    HumanLike,
    Simple,
    Timed,
}

impl Default for Seat {
    fn default() -> Self {
        Self { kind: Kind::Person, level: 5, human_like: 6, simple: 1, seconds: 1.0 }
    }
}

impl Seat {
    /// A bot that beginners have a chance against.
    pub(super) fn bot() -> Self {
        Self { kind: Kind::Bot, level: 4, ..Self::default() }
    }

    /// The fields for whoever plays now.
    pub(in super::super) fn of(controller: Controller) -> Self {
        let seat = Self::default();
        let Controller::Bot(level) = controller else { return seat };
        let number = |of: fn(u8) -> Option<Level>| {
            let mut numbers = Level::RANGE;
            numbers.find(|&number| of(number) == Some(level))
        };
        if let Some(level) = number(Level::new) {
            return Self { kind: Kind::Bot, level, ..seat };
        }
        if let Some(human_like) = number(Level::human_like) {
            return Self { kind: Kind::HumanLike, human_like, ..seat };
        }
        if let Some(simple) = number(Level::auto) {
            return Self { kind: Kind::Simple, simple, ..seat };
        }
        let seconds = level.time().map_or(seat.seconds, |time| time.as_secs_f64());
        Self { kind: Kind::Timed, seconds, ..seat }
    }

    /// The fields for a word that [`word`](Self::word) has made; any other is a person.
    pub(in super::super) fn of_word(word: &str) -> Self {
        word.parse().map_or_else(|_| Self::default(), |level| Self::of(Controller::Bot(level)))
    }

    /// Who plays, in one word: `human`, or the level of a bot.
    pub(in super::super) fn word(self) -> String {
        self.level().map_or_else(|| Controller::Human.to_string(), |level| level.to_string())
    }

    /// Who plays then; a person where the game has no such bot.
    pub(in super::super) fn controller(self, info: &Info) -> Controller {
        self.level().map_or(Controller::Human, |level| Controller::Bot(level.at_most_of(info)))
    }

    /// The bot's level; `None` of a person.
    fn level(self) -> Option<Level> {
        match self.kind {
            Kind::Person => None,
            Kind::Bot => Level::new(self.level),
            Kind::HumanLike => Level::human_like(self.human_like),
            Kind::Simple => Level::auto(self.simple),
            Kind::Timed => Level::of_time(Duration::from_secs_f64(self.seconds.clamp(0.01, 600.0))),
        }
    }

    /// Shows the fields, with the side's name for screen readers.
    pub(super) fn show(&mut self, ui: &mut Ui, info: &'static Info, player: Player) {
        let side = words::side(info, player);
        let has = |kind: Kind| match kind {
            Kind::Person | Kind::Bot => true,
            Kind::HumanLike => human_like(info).next().is_some(),
            Kind::Simple => simple(info).next().is_some(),
            Kind::Timed => {
                Level::of_time(Duration::from_secs(1)).is_some_and(|level| level.suits(info))
            }
        };
        if !has(self.kind) {
            self.kind = Kind::Bot;
        }
        ui.horizontal_wrapped(|ui| {
            let response = ComboBox::from_id_salt(("seat", player.index()))
                .selected_text(self.kind.name())
                .show_ui(ui, |ui| {
                    let kinds =
                        [Kind::Person, Kind::Bot, Kind::HumanLike, Kind::Timed, Kind::Simple];
                    for kind in kinds.into_iter().filter(|&kind| has(kind)) {
                        ui.selectable_value(&mut self.kind, kind, kind.name());
                    }
                })
                .response;
            let name = format!("{side}: {}", self.kind.name());
            response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &name));
            let slider = match self.kind {
                Kind::Person => return,
                Kind::Bot => {
                    let strongest = Level::strongest(info);
                    self.level = self.level.clamp(1, strongest);
                    Slider::new(&mut self.level, 1..=strongest).text(words::LEVEL)
                }
                Kind::HumanLike => {
                    let levels: Vec<u8> = human_like(info).collect();
                    let weakest = levels.first().copied().unwrap_or(1);
                    let strongest = levels.last().copied().unwrap_or(weakest);
                    Slider::new(&mut self.human_like, weakest..=strongest).text(words::LEVEL)
                }
                Kind::Simple => {
                    let most = simple(info).last().unwrap_or(1);
                    Slider::new(&mut self.simple, 1..=most).text(words::LEVEL)
                }
                Kind::Timed => Slider::new(&mut self.seconds, 0.1..=60.0)
                    .logarithmic(true)
                    .fixed_decimals(1)
                    .text(words::SECONDS),
            };
            ui.add(slider);
            let level = self.level().filter(|_| has_ratings(info));
            if let Some(rated) = level.and_then(levels::rated) {
                ui.weak(rated);
            }
        });
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Person => words::PERSON,
            Self::Bot => words::BOT,
            Self::HumanLike => words::HUMAN_LIKE,
            Self::Simple => words::SIMPLE,
            Self::Timed => words::TIMED,
        }
    }
}

/// The numbers of a game's bots with a simple rule each.
fn simple(info: &Info) -> impl Iterator<Item = u8> {
    Level::RANGE.filter(|&number| Level::auto(number).is_some_and(|level| level.suits(info)))
}

/// The human-like levels of a game.
fn human_like(info: &Info) -> impl Iterator<Item = u8> {
    Level::RANGE.filter(|&number| Level::human_like(number).is_some_and(|level| level.suits(info)))
}
