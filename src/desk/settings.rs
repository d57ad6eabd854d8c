//! How a desk is set up.

use std::sync::Arc;

use jiff::civil::Date;

use crate::book::Book;
use crate::games::{Info, Setup};
use crate::interpreter::Interpreter;
use crate::players::{Level, Resources, TimeControl, all_threads};
use crate::session::{Icons, PlayerNames, Session};
use crate::store::{Autosave, Slots, Store, UnfinishedGame};
use crate::study::{Counts, Deck, today};

/// Who uses the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// A person: the unfinished game is kept after every ply.
    Person,
    /// A script: it is kept when the session ends.
    Script,
}

/// The settings of a session.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The kind of game that new games are of.
    pub game: &'static Info,
    /// What they are set up like, checked by [`Info::setup`].
    pub setup: Setup,
    /// The names of the players, the first one first.
    pub names: Option<PlayerNames>,
    /// The icons of the players; `None` for B and W.
    pub icons: Option<Icons>,
    /// The level of the bot that a person plays against who names none.
    pub level: Level,
    /// The opening book of bots and hints in Reversi; `None` for none.
    pub book: Option<Arc<Book>>,
    /// The number of threads of searches; `None` for one for each core.
    pub threads: Option<usize>,
    /// The time of each side in new games; `None` if it is not limited.
    pub clock: Option<TimeControl>,
    /// The random seed.
    pub seed: u64,
    /// Whether only ASCII icons are taken.
    pub ascii: bool,
    /// Where the files are.
    pub store: Store,
    /// Who uses it.
    pub used_by: Use,
    /// Whether replies name the openings of Reversi that moves reach.
    pub names_openings: bool,
    /// The day that counts as today, in tests.
    pub today: Option<Date>,
}

/// An unfinished game that an earlier run has left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The name of its game.
    pub game: &'static str,
    /// When it was kept.
    pub saved: jiff::Timestamp,
    /// Plies played.
    pub ply: usize,
}

impl Settings {
    /// A person's session of this kind of game, with a random seed.
    pub fn new(game: &'static Info, store: Store) -> Self {
        Self {
            game,
            setup: Setup::default(),
            names: None,
            icons: None,
            level: Level::BEGINNER,
            book: Some(Book::shipped()),
            threads: None,
            clock: None,
            seed: rand::random(),
            ascii: false,
            store,
            used_by: Use::Person,
            names_openings: true,
            today: None,
        }
    }

    /// A session that always goes the same way, without a book, with its files in a folder.
    #[cfg(test)]
    pub(crate) fn of_test(game: &'static Info, home: &std::path::Path) -> Self {
        let store = Store::at(home.join("data"));
        Self { seed: 7, book: None, used_by: Use::Script, ..Self::new(game, store) }
    }

    pub(super) fn interpreter(&self) -> Interpreter {
        let slots = match self.used_by {
            Use::Person => Slots::Own,
            Use::Script => Slots::Script,
        };
        let mut session = Session::new(self.seed);
        // The hints of a script are the same on every machine. Asking for the number of cores takes part of the
        // time of a start.
        let threads = match (self.threads, self.used_by) {
            (Some(threads), _) => threads,
            (None, Use::Script) => 1,
            (None, Use::Person) => all_threads(),
        };
        session.set_resources(Resources { book: self.book.clone(), threads });
        session.set_time_control_of_new_games(self.clock);
        let chosen = session.choose(self.game, self.setup);
        debug_assert!(chosen.is_ok(), "the setup has been checked");
        if let Some(names) = self.names.clone() {
            session.set_names(names);
        }
        if let Some(icons) = self.icons {
            session.set_icons(icons);
        }
        let mut interpreter = Interpreter::new(session, self.store.clone(), slots, self.ascii);
        interpreter.set_today(self.today);
        interpreter.set_threads(self.threads);
        if self.names_openings {
            interpreter.name_openings();
        }
        if self.used_by == Use::Person {
            interpreter.enable_prompt_defaults(self.level);
        }
        interpreter
    }

    /// How many puzzles and drilled lines are due; `None` if there are none, or they can't be read.
    pub fn puzzles(&self) -> Option<Counts> {
        // Reading the time zone takes a millisecond, which a start without puzzles and drills can do without.
        if !Deck::is_there(&self.store) {
            return None;
        }
        let mut deck = Deck::open(&self.store).ok()?;
        let counts = deck.counts(self.today.unwrap_or_else(today)).ok()?;
        (counts.due + counts.new + counts.drills.due > 0).then_some(counts)
    }

    /// The unfinished game that an earlier run has left, if there is one.
    pub fn kept(&self) -> Option<Kept> {
        let UnfinishedGame { game, at, .. } =
            Autosave::new(self.store.clone(), Slots::Own).newest()?;
        Some(Kept { game: game.game().info().name, saved: at, ply: game.plies() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::REGISTRY;
    use crate::study::{Course, DrilledLine, Rating};

    #[test]
    fn drilled_lines_are_due_without_any_puzzle() {
        let home = tempfile::tempdir().unwrap();
        let day = jiff::civil::date(2026, 1, 1);
        let mut settings = Settings::of_test(REGISTRY[0], home.path());
        assert_eq!(settings.puzzles(), None);
        let first = [crate::games::parse_square("f5", 8, 8).unwrap()];
        let line = DrilledLine::new(Course::new(None, None), &first);
        let mut deck = Deck::open(&settings.store).unwrap();
        let due = deck.drilled(&line, Rating::Good, day).unwrap().unwrap();
        settings.today = Some(day);
        assert_eq!(settings.puzzles(), None);
        settings.today = Some(due);
        assert_eq!(settings.puzzles().unwrap().drills.due, 1);
    }
}
