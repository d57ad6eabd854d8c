//! The settings of a desk.

use std::sync::Arc;

use jiff::civil::Date;

use crate::book::Book;
use crate::games::{Info, Setup};
use crate::interpreter::{Interpreter, InterpreterOptions};
use crate::players::{Level, Resources, TimeControl, all_threads};
use crate::session::{Icons, PlayerNames, Session};
use crate::store::{Autosave, Slots, Store, UnfinishedGame};
use crate::study::{BotOpenings, Coach, Counts, Deck, today};

/// The kind of client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// A user at a screen. The unfinished game is saved after every ply.
    Person,
    /// A script. The unfinished game is saved when the session ends.
    Script,
}

/// The settings of a session.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The kind of game for new games.
    pub game: &'static Info,
    /// The setup of new games, checked by [`Info::setup`].
    pub setup: Setup,
    /// The names of the players, first player first; `None` for the names of the game.
    pub names: Option<PlayerNames>,
    /// The icons of the sides; `None` for B and W.
    pub icons: Option<Icons>,
    /// The default level of the opponent.
    pub level: Level,
    /// The opening book of bots and hints in Reversi, if any.
    pub book: Option<Arc<Book>>,
    /// The number of search threads; `None` for one per core, or for one in scripts.
    pub threads: Option<usize>,
    /// The time control of new games; `None` if time is not limited.
    pub clock: Option<TimeControl>,
    /// The random seed.
    pub seed: u64,
    /// Whether only ASCII icons are accepted.
    pub ascii: bool,
    /// The data folder.
    pub store: Store,
    /// The kind of client.
    pub used_by: Use,
    /// Whether replies name the openings of Reversi that moves reach.
    pub names_openings: bool,
    /// Whether replies list all requested games of the library, as in JSON.
    pub lists_all_games: bool,
    /// The names of themes, for completion.
    pub themes: Vec<String>,
    /// The setting of the coach.
    pub coach: Coach,
    /// Saves a changed setting of the coach for the next run.
    pub keep_coach: fn(Coach),
    /// The games whose openings bots play.
    pub openings: BotOpenings,
    /// Saves changed openings of bots for the next run.
    pub keep_openings: fn(&BotOpenings),
    /// The current date, in tests.
    pub today: Option<Date>,
}

impl Settings {
    /// Creates the settings of an interactive session with a random seed.
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
            lists_all_games: true,
            themes: Vec::new(),
            coach: Coach::Off,
            keep_coach: |_| (),
            openings: BotOpenings::None,
            keep_openings: |_| (),
            today: None,
        }
    }

    /// The settings of a reproducible script without a book, with its files in `home`.
    #[cfg(test)]
    pub(crate) fn of_test(game: &'static Info, home: &std::path::Path) -> Self {
        let store = Store::at(home.join("data"));
        Self {
            seed: 7,
            book: None,
            used_by: Use::Script,
            ..Self::new(game, store)
        }
    }

    pub(super) fn interpreter(&self) -> Interpreter {
        let slots = match self.used_by {
            Use::Person => Slots::Own,
            Use::Script => Slots::Script,
        };
        let mut session = Session::new(self.seed);
        // One thread, so that the hints of a script are the same on every machine. Counting the cores slows the
        // start.
        let threads = match (self.threads, self.used_by) {
            (Some(threads), _) => threads,
            (None, Use::Script) => 1,
            (None, Use::Person) => all_threads(),
        };
        session.resources = Resources {
            book: self.book.clone(),
            threads,
        };
        session.time_control = self.clock;
        let chosen = session.choose(self.game, self.setup);
        debug_assert!(chosen.is_ok(), "the setup has been checked");
        if let Some(names) = self.names.clone() {
            session.set_names(names);
        }
        if let Some(icons) = self.icons {
            session.set_icons(icons);
        }
        let options = InterpreterOptions {
            ascii: self.ascii,
            names_openings: self.names_openings,
            lists_all_games: self.lists_all_games,
            default_level: Some(self.level).filter(|_| self.used_by == Use::Person),
            threads: self.threads,
            coach: match self.used_by {
                Use::Person => self.coach,
                Use::Script => Coach::Off,
            },
            openings: match self.used_by {
                Use::Person => self.openings.clone(),
                Use::Script => BotOpenings::None,
            },
            today: self.today,
        };
        Interpreter::new(session, self.store.clone(), slots, options)
    }

    /// Returns the numbers of due puzzles and drill lines. `None` if none are due or they can't be read.
    pub fn puzzles(&self) -> Option<Counts> {
        if !Deck::is_there(&self.store) {
            return None;
        }
        let mut deck = Deck::open_to_read(&self.store).ok()?;
        // Check this first: reading the time zone takes a millisecond.
        if deck.is_empty().ok()? {
            return None;
        }
        let counts = deck.counts(self.today.unwrap_or_else(today)).ok()?;
        (counts.due + counts.new + counts.drills.due > 0).then_some(counts)
    }

    /// Returns the unfinished game of an earlier run, if any.
    pub fn kept(&self) -> Option<UnfinishedGame> {
        Autosave::new(self.store.clone(), Slots::Own).newest()
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
