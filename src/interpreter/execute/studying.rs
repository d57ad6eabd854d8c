//! The commands for the library of games.

use std::path::Path;

use super::advising::only_reversi;
use super::{ExecuteError, Interpreter, Step};
use crate::book::Book;
use crate::games::{Game, Player, Reversi};
use crate::interpreter::command::{Asked, LibraryTask};
use crate::interpreter::progress::{Progress, Purpose};
use crate::interpreter::reading::RecordSource;
use crate::interpreter::reply::Event;
use crate::interpreter::table::CommandRow;
use crate::players::Stop;
use crate::records::{BoardPosition, Condition, Format};
use crate::report::page::{is_page, stats_page};
use crate::session::CurrentGame;
use crate::store::{Store, StoreError};
use crate::study::{
    BookExit, Deck, HumanSides, Library, LibraryGame, OwnRating, PositionResults, Skipped, Stats,
    check, deviations, stats_svg,
};

impl Interpreter {
    /// Replaces the current game with a game of the library.
    fn open_game(&mut self, number: usize) -> Result<Step, ExecuteError> {
        // Where no game is imported, none is opened.
        self.permit_row(CommandRow::Import.info(), &[])?;
        let store = self.files.store.clone();
        let read = move |stop: &Stop, _: &mut dyn FnMut(Progress)| {
            let mut library = Library::open_to_read(&store)?.stopping_on(stop)?;
            let game = library.game(number)?;
            game.ok_or(ExecuteError::NoLibraryGame { number })
        };
        Ok(self.hand_out(
            Purpose::Library,
            read,
            move |interpreter, game: Result<LibraryGame, ExecuteError>, _| {
                interpreter.take_record(game?.record, |record, switched_to| Event::LibraryOpened {
                    number,
                    record,
                    switched_to,
                })
            },
        ))
    }

    pub(super) fn use_library(&mut self, task: LibraryTask) -> Result<Step, ExecuteError> {
        self.add_earlier_games_in_script();
        let store = self.files.store.clone();
        Ok(match task {
            LibraryTask::List => return self.find(Vec::new(), None),
            LibraryTask::AddThis => return self.add_this(),
            LibraryTask::Add { file } => {
                let source = RecordSource::open(&file)?;
                self.work_on_library(Purpose::Records, move |stop, report| {
                    add_to_library(&store, source, stop, report)
                })
            }
            LibraryTask::Open { number } => return self.open_game(number),
            LibraryTask::Delete { numbers } => self.change_library(move |library| {
                if let Some(number) = library.delete(&numbers)? {
                    return Err(ExecuteError::NoLibraryGame { number });
                }
                let total = library.count()?;
                Ok(Event::LibraryDeleted { numbers, total })
            }),
            LibraryTask::Restore { numbers } => self.change_library(move |library| {
                if let Some(number) = library.restore(&numbers)? {
                    return Err(ExecuteError::NotInBin { number });
                }
                let total = library.count()?;
                Ok(Event::LibraryRestored { numbers, total })
            }),
            LibraryTask::Bin => self.change_library(|library| {
                let games = library.bin()?;
                let skipped = library.take_skipped();
                Ok(Event::LibraryBin { games, skipped })
            }),
            LibraryTask::Purge => self.change_library(|library| {
                let purged = library.purge()?;
                Ok(Event::LibraryPurged { purged })
            }),
            LibraryTask::Tag {
                numbers,
                tag,
                is_given,
            } => self.change_library(move |library| {
                let games = library.tag(&numbers, &tag, is_given)?;
                let games = games.map_err(|number| ExecuteError::NoLibraryGame { number })?;
                Ok(Event::LibraryTagged { games })
            }),
            LibraryTask::Deviations => self.show_deviations()?,
            LibraryTask::Export { file, force } => return self.export_library(file, force),
            LibraryTask::Check { repairs } => {
                self.work_on_library(Purpose::Library, move |stop, _| {
                    let report = check(&store, repairs, stop)?;
                    Ok(Event::LibraryChecked { report })
                })
            }
        })
    }

    fn show_deviations(&mut self) -> Result<Step, ExecuteError> {
        let store = self.files.store.clone();
        let book = self.drill_book()?;
        Ok(self.work_on_library(Purpose::Library, move |_, _| {
            let (games, deviations, skipped) = book_exits(&store, &book)?;
            Ok(Event::Deviations {
                games,
                deviations,
                skipped,
            })
        }))
    }

    /// Creates work on the library that takes a moment.
    fn change_library(
        &mut self,
        run: impl FnOnce(&mut Library) -> Result<Event, ExecuteError> + Send + 'static,
    ) -> Step {
        let store = self.files.store.clone();
        self.work_on_library(Purpose::Library, move |stop, _| {
            run(&mut Library::open_to_read(&store)?.stopping_on(stop)?)
        })
    }

    /// Adds the current game to the library.
    fn add_this(&mut self) -> Result<Step, ExecuteError> {
        let game = self.game_for_library(self.session.require()?)?;
        if game.record.game_moves().next().is_none() {
            return Err(ExecuteError::NoMoves);
        }
        let store = self.files.store.clone();
        Ok(self.work_on_library(Purpose::Library, move |_, _| {
            Ok(Event::LibraryAdded {
                file: None,
                added: Library::open(&store)?.add([game])?,
                unreadable: 0,
                reasons: Vec::new(),
                unread: None,
            })
        }))
    }

    /// Creates work on the library, which can take seconds. Its result stays valid even if other moves have been
    /// played since.
    pub(super) fn work_on_library(
        &mut self,
        purpose: Purpose,
        run: impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> Result<Event, ExecuteError>
        + Send
        + 'static,
    ) -> Step {
        self.lasting_work(purpose, run, |interpreter, event| {
            Ok(Some(Step::Done(interpreter.reply(event?))))
        })
    }

    pub(super) fn find(
        &mut self,
        conditions: Vec<Condition>,
        position: Option<Asked>,
    ) -> Result<Step, ExecuteError> {
        let position = match position {
            None => None,
            Some(Asked::Of(board)) => Some(board),
            Some(Asked::OnBoard) => Some(self.board_asked()?),
        };
        self.add_earlier_games_in_script();
        let most = if self.options.lists_all_games {
            usize::MAX
        } else {
            MAX_LISTED_GAMES
        };
        let store = self.files.store.clone();
        let search = move |stop: &Stop| {
            let mut library = Library::open_to_read(&store)?.stopping_on(stop)?;
            Ok(match position {
                None => {
                    let (total, games) = library.find(&conditions, most)?;
                    let library_total = library.count()?;
                    let skipped = library.take_skipped();
                    Event::Library {
                        total,
                        library_total,
                        games,
                        skipped,
                    }
                }
                Some(board) => {
                    let (reached, list) = library.reached(board, &conditions, most)?;
                    Event::Reached {
                        reached,
                        list,
                        skipped: library.take_skipped(),
                    }
                }
            })
        };
        Ok(self.work_on_library(Purpose::Library, move |stop, _| search(stop)))
    }

    /// Looks up the current position in the library. Returns `None` if the library is empty or can't be read; its
    /// own commands report that.
    pub(super) fn played_in_library(&self) -> Option<PositionResults> {
        if !Library::is_there(&self.files.store) {
            return None;
        }
        let mut library = Library::open_to_read(&self.files.store).ok()?;
        let board = self.board_asked().ok()?;
        if library.count().ok()? == 0 {
            return None;
        }
        Some(library.reached(board, &[], 0).ok()?.0)
    }

    pub(super) fn stats(&mut self, file: Option<String>, force: bool) -> Step {
        self.add_earlier_games_in_script();
        let store = self.files.store.clone();
        let read = move |stop: &Stop, _: &mut dyn FnMut(Progress)| stats_of(&store, stop);
        let show = move |interpreter: &mut Self, read: Result<_, StoreError>| {
            let (stats, skipped) = read?;
            let reply = match file {
                None => interpreter.reply(Event::Stats { stats, skipped }),
                Some(file) if is_page(Path::new(&file)) => {
                    let page = stats_page(&stats);
                    interpreter.write_file(&file, force, "html", page.as_bytes())?
                }
                Some(file) => {
                    let picture = stats_svg(&stats);
                    interpreter.write_file(&file, force, "svg", picture.as_bytes())?
                }
            };
            Ok(Some(Step::Done(reply)))
        };
        self.lasting_work(Purpose::Library, read, show)
    }

    /// Returns a function, for any thread, that finds the user's rating; `None` if the game has none.
    pub fn rating_finder(&self) -> Option<impl FnOnce() -> Option<OwnRating> + Send + use<>> {
        let store = self.files.store.clone();
        let is_rated = self.session.info().is_reversi();
        (is_rated && Library::is_there(&store)).then_some(move || {
            let games = Library::open_to_read(&store).ok()?.own_games().ok()?;
            Stats::of(&games).rating
        })
    }

    /// The current position, or the starting position if there is no game.
    fn board_asked(&self) -> Result<BoardPosition, ExecuteError> {
        let Some(current) = self.session.current() else {
            return Ok(BoardPosition::START);
        };
        let name = current.game().info().name;
        let game = current.game().as_any().downcast_ref::<Reversi>();
        let game = game.ok_or_else(|| only_reversi(CommandRow::Find, name))?;
        let turn = game.turn().unwrap_or(Player::Black);
        Ok(BoardPosition {
            turn,
            ..BoardPosition::from(game)
        })
    }

    /// Converts a game to a library game.
    pub(in crate::interpreter) fn game_for_library(
        &self,
        current: &CurrentGame,
    ) -> Result<LibraryGame, ExecuteError> {
        let record = self.record(current, Format::Ggf)?;
        // A game from a record, without further moves, was played elsewhere.
        let length = current.history().len();
        if current
            .source()
            .is_some_and(|source| source.game_moves().count() >= length)
        {
            return Ok(LibraryGame::of(record, None));
        }
        let humans = current.humans();
        Ok(LibraryGame {
            is_aided: current.aid().is_some(),
            ..LibraryGame::of(record, Some(HumanSides::new(humans)))
        })
    }

    /// Adds a finished game to the library, in the background. Does nothing in scripts.
    pub(super) fn keep_finished(&self) {
        let Some(current) = self.session.current() else {
            return;
        };
        let autosaver = self.files.autosaver();
        if !autosaver.is_in_background()
            || self.is_practicing()
            || current.history().is_empty()
            || !current.game().info().is_reversi()
        {
            return;
        }
        let Ok(game) = self.game_for_library(current) else {
            return;
        };
        let store = self.files.store.clone();
        autosaver.finish(game.finished(), move || {
            Library::open(&store)?.add([game.clone()])?;
            Ok(())
        });
    }

    /// Adds the finished games of earlier runs to the library, in the background of a prompt.
    pub(super) fn add_earlier_games(&self) {
        let autosaver = self.files.autosaver();
        let store = self.files.store.clone();
        if autosaver.is_in_background() && store.has_finished() {
            autosaver.add_earlier(move || Library::add_finished(&store));
        }
    }

    /// Like [`add_earlier_games`](Self::add_earlier_games), but in scripts, before they use the library. Failures
    /// are not reported, because the games stay in the autosave.
    fn add_earlier_games_in_script(&self) {
        if !self.files.autosaver().is_in_background() {
            let _ = Library::add_finished(&self.files.store);
        }
    }
}

/// Returns the statistics of the games by users of this program, and the games that could not be read.
fn stats_of(store: &Store, stop: &Stop) -> Result<(Box<Stats>, Skipped), StoreError> {
    let mut library = Library::open_to_read(store)?.stopping_on(stop)?;
    let games = library.own_games()?;
    let mut stats = Stats::of(&games);
    stats.guesses = Deck::open_to_read(store)?.guess_totals()?;
    Ok((Box::new(stats), library.take_skipped()))
}

/// Returns the number of games by users of this program, where these games left the opening book, and the games that
/// could not be read.
pub fn book_exits(
    store: &Store,
    book: &Book,
) -> Result<(usize, Vec<BookExit>, Skipped), StoreError> {
    let mut library = Library::open_to_read(store)?;
    let games = library.own_games()?;
    let exits = deviations(&games, book);
    Ok((games.len(), exits, library.take_skipped()))
}

/// The maximum number of games in a list for people.
pub const MAX_LISTED_GAMES: usize = 20;

/// The maximum number of unreadable records to list.
const MAX_LISTED_REASONS: usize = 3;

/// Adds the games of a file to the library. Added games stay if the rest can't be read.
fn add_to_library(
    store: &Store,
    source: RecordSource,
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Result<Event, ExecuteError> {
    let mut reader = source.read(stop, report)?;
    let mut reasons = Vec::new();
    let mut unreadable = 0;
    let games = reader.by_ref().filter_map(|found| match found {
        Ok(entry) => Some(LibraryGame::of(entry.record, None)),
        Err(bad) => {
            unreadable += 1;
            if reasons.len() < MAX_LISTED_REASONS {
                reasons.push(bad.to_string());
            }
            None
        }
    });
    let mut added = Library::open(store)?.stopping_on(stop)?.add(games)?;
    let unread = reader.take_unread();
    added.is_interrupted |= !reader.end_or_stop()?;
    Ok(Event::LibraryAdded {
        file: Some(source.shown),
        added,
        unreadable,
        reasons,
        unread,
    })
}
