//! The form for the player of a side.

use std::ops::RangeInclusive;
use std::time::Duration;

use eframe::egui::{ComboBox, Role, Slider, Ui, WidgetInfo};

use super::super::form;
use crate::base::language::translated;
use crate::games::{Info, Player};
use crate::players::Level;
use crate::screens::words::{dialogs as words, levels};
use crate::session::Controller;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeatForm {
    kind: SeatKind,
    /// The level numbers of the first three kinds.
    numbers: [u8; 3],
    seconds: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SeatKind {
    Bot,
    Depth,
    Simple,
    Person,
    Timed,
}

/// Constructs the levels of the first three kinds from their numbers.
const LEVELS: [fn(u8) -> Option<Level>; 3] = [Level::new, Level::from_depth, Level::auto];

/// The kinds in menu order, with their labels.
const KINDS: [(SeatKind, &str); 5] = [
    (SeatKind::Person, words::PERSON),
    (SeatKind::Bot, words::BOT),
    (SeatKind::Depth, words::DEPTH),
    (SeatKind::Timed, words::TIMED),
    (SeatKind::Simple, words::SIMPLE),
];

impl Default for SeatForm {
    fn default() -> Self {
        Self {
            kind: SeatKind::Person,
            numbers: [1, 12, 1],
            seconds: 1.0,
        }
    }
}

impl SeatForm {
    /// A bot that beginners can beat.
    pub fn bot() -> Self {
        Self {
            kind: SeatKind::Bot,
            ..Self::default()
        }
    }

    /// The form for a controller.
    pub fn of(controller: Controller) -> Self {
        let mut seat = Self::default();
        let Controller::Bot(level) = controller else {
            return seat;
        };
        let (kind, number) = match level {
            Level::Number(number) => (SeatKind::Bot, number),
            Level::Depth(plies) => (SeatKind::Depth, plies),
            Level::Auto(bot) => (SeatKind::Simple, bot.number()),
            Level::Milliseconds(time) => {
                return Self {
                    kind: SeatKind::Timed,
                    seconds: f64::from(time) / 1000.0,
                    ..seat
                };
            }
        };
        seat.numbers[kind as usize] = number;
        Self { kind, ..seat }
    }

    /// The form for a word from [`word`](Self::word); any other word is a human.
    pub fn of_word(word: &str) -> Self {
        word.parse().map_or_else(
            |_| Self::default(),
            |level| Self::of(Controller::Bot(level)),
        )
    }

    /// The player as one word: `human`, or a bot level.
    pub fn word(self) -> String {
        self.level()
            .map_or_else(|| Controller::Human.to_string(), |level| level.to_string())
    }

    /// The chosen player, at a level that the game has.
    pub fn controller(self, info: &Info) -> Controller {
        self.level().map_or(Controller::Human, |level| {
            Controller::Bot(level.at_most_of(info))
        })
    }

    /// The bot's level; `None` for a human.
    fn level(self) -> Option<Level> {
        match self.kind {
            SeatKind::Person => None,
            SeatKind::Timed => {
                Level::from_time(Duration::from_secs_f64(self.seconds.clamp(0.01, 600.0)))
            }
            kind => LEVELS[kind as usize](self.numbers[kind as usize]),
        }
    }

    /// Shows the form, with the side's name for screen readers.
    pub fn show(&mut self, ui: &mut Ui, info: &'static Info, player: Player) {
        let side = words::side(info, player);
        let has = |kind: SeatKind| match kind {
            SeatKind::Person | SeatKind::Bot => true,
            SeatKind::Depth | SeatKind::Simple => numbers(info, kind).is_some(),
            SeatKind::Timed => {
                Level::from_time(Duration::from_secs(1)).is_some_and(|level| level.suits(info))
            }
        };
        if !has(self.kind) {
            self.kind = SeatKind::Bot;
        }
        let name = |kind| {
            KINDS
                .iter()
                .find(|(known, _)| *known == kind)
                .map_or("", |(_, name)| translated(name))
        };
        form::row(ui, &side, |ui, _| {
            let shown = name(self.kind);
            let response = ComboBox::from_id_salt(("seat", player.index()))
                .selected_text(shown)
                .show_ui(ui, |ui| {
                    for (kind, name) in KINDS.into_iter().filter(|(kind, _)| has(*kind)) {
                        ui.selectable_value(&mut self.kind, kind, translated(name));
                    }
                })
                .response;
            let name = format!("{side}: {}", name(self.kind));
            response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &name));
        });
        self.show_strength(ui, info);
    }

    /// Shows the strength of a bot.
    fn show_strength(&mut self, ui: &mut Ui, info: &'static Info) {
        let rated = |seat: &Self, ui: &mut Ui| {
            if let Some(rated) = seat.level().and_then(|level| levels::rated(info, level)) {
                ui.weak(rated);
            }
        };
        match self.kind {
            SeatKind::Person => {}
            SeatKind::Timed => form::row(ui, translated(words::SECONDS), |ui, label| {
                let slider = Slider::new(&mut self.seconds, 0.1..=60.0);
                ui.add(slider.logarithmic(true).fixed_decimals(1))
                    .labelled_by(label);
                rated(self, ui);
            }),
            kind => {
                let name = if kind == SeatKind::Depth {
                    words::PLIES
                } else {
                    words::LEVEL
                };
                let name = translated(name);
                form::row(ui, name, |ui, label| {
                    let number = &mut self.numbers[kind as usize];
                    let range = numbers(info, kind).unwrap_or(1..=1);
                    *number = (*number).clamp(*range.start(), *range.end());
                    ui.add(Slider::new(number, range)).labelled_by(label);
                    rated(self, ui);
                });
            }
        }
    }
}

/// The range of a game's levels of one kind; `None` if it is empty.
fn numbers(info: &Info, kind: SeatKind) -> Option<RangeInclusive<u8>> {
    let has = |number: &u8| LEVELS[kind as usize](*number).is_some_and(|level| level.suits(info));
    let mut numbers = Level::DEPTHS.filter(has);
    let first = numbers.next()?;
    Some(first..=numbers.next_back().unwrap_or(first))
}
