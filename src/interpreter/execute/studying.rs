//! The library of games.

use std::fs;
use std::path::Path;

use super::advising::only_reversi;
use super::{ExecuteError, Interpreter, RecordError};
use crate::engine::Position;
use crate::games::{Game, Player, Reversi, reversi};
use crate::interpreter::command::{Asked, LibraryTask};
use crate::interpreter::keeper::Keeping;
use crate::interpreter::reply::{Event, Reply};
use crate::records::{BoardPosition, Condition, Format, GameRecord, ReadError};
use crate::session::CurrentGame;
use crate::store::{RecordFile, StoreError};
use crate::study::{Added, LIBRARY, Library, LibraryGame, Reached, Stats, You, stats_svg};
use crate::text::printable;

/// The most records of a file that are named because they can't be read.
const REASONS: usize = 3;

impl Interpreter {
    pub(super) fn use_library(&mut self, task: LibraryTask) -> Result<Reply, ExecuteError> {
        match task {
            LibraryTask::List => self.find(&[], None),
            LibraryTask::AddThis => {
                let game = self.game_for_library(self.session.require()?)?;
                if game.squares().is_empty() {
                    return Err(ExecuteError::NoMoves);
                }
                let added = self.add_games(vec![game])?;
                let (file, unreadable, reasons) = (None, 0, Vec::new());
                Ok(self.reply(Event::LibraryAdded { file, added, unreadable, reasons }))
            }
            LibraryTask::Add { file } => self.add_file(&file),
        }
    }

    fn add_file(&mut self, file: &str) -> Result<Reply, ExecuteError> {
        let (path, shown) = (Path::new(file), printable(file).to_string());
        // Opening a named pipe would wait for whoever writes to it.
        if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            return Err(RecordError::NotAFile(shown).into());
        }
        let opened = RecordFile::open(path, None).map_err(RecordError::from)?;
        let (mut failure, mut reasons, mut unreadable) = (None, Vec::new(), 0);
        let games = opened.records.filter_map(|found| match found {
            Ok(entry) => Some(LibraryGame::of(&entry.record, None)),
            Err(ReadError::Bad(bad)) => {
                unreadable += 1;
                if reasons.len() < REASONS {
                    reasons.push(bad.to_string());
                }
                None
            }
            Err(ReadError::Io(source)) => {
                failure = Some(source);
                None
            }
        });
        // A file can have more games than there is memory for, so only those that the library lacks now are
        // kept until it can be written.
        let mut library: Library = self.store.read_value(LIBRARY)?;
        let before = library.games().len();
        let seen = library.add(games);
        if let Some(source) = failure {
            return Err(RecordError::Unreadable { file: shown, source }.into());
        }
        let new = library.split_off(before);
        drop(library);
        let added = self.add_games(new)?;
        let added = Added {
            duplicates: added.duplicates + seen.duplicates,
            empty: seen.empty,
            full: added.full + seen.full,
            ..added
        };
        Ok(self.reply(Event::LibraryAdded { file: Some(shown), added, unreadable, reasons }))
    }

    fn add_games(&self, games: Vec<LibraryGame>) -> Result<Added, StoreError> {
        self.store.change_value(LIBRARY, |library: &mut Library| {
            let added = library.add(games);
            (added.added > 0, added)
        })
    }

    pub(super) fn find(
        &self,
        conditions: &[Condition],
        position: Option<Asked>,
    ) -> Result<Reply, ExecuteError> {
        let position = match position {
            None => None,
            Some(Asked::Of(board)) => Some(board),
            Some(Asked::OnBoard) => Some(self.board_asked()?),
        };
        let library: Library = self.store.read_value(LIBRARY)?;
        let numbers = library.find(conditions);
        let lines =
            |numbers: &[usize]| numbers.iter().filter_map(|&number| library.line(number)).collect();
        Ok(self.reply(match position {
            None => {
                let library_total = library.games().len();
                Event::Library { total: numbers.len(), library_total, games: lines(&numbers) }
            }
            Some(board) => {
                let reached = library.reached(board, &numbers);
                let list = lines(&reached.numbers);
                Event::Reached { reached, list }
            }
        }))
    }

    /// What was played in the position on the board in the games of the library; `None` if there are none, or
    /// they can't be read, which the commands of the library say.
    pub(super) fn played_in_library(&self) -> Option<Reached> {
        let library: Library = self.store.read_value(LIBRARY).ok()?;
        let numbers = library.find(&[]);
        let board = self.board_asked().ok().filter(|_| !numbers.is_empty())?;
        Some(library.reached(board, &numbers))
    }

    pub(super) fn stats(&self, file: Option<&str>, force: bool) -> Result<Reply, ExecuteError> {
        let library: Library = self.store.read_value(LIBRARY)?;
        let stats = Stats::of(&library);
        match file {
            None => Ok(self.reply(Event::Stats { stats: Box::new(stats) })),
            Some(file) => self.write_file((file, force), "SVG", stats_svg(&stats).into_bytes()),
        }
    }

    /// The position on the board, for a question about it.
    fn board_asked(&self) -> Result<BoardPosition, ExecuteError> {
        let Some(current) = self.session.current() else { return Ok(BoardPosition::START) };
        let name = current.game().info().name;
        let game = current.game().as_any().downcast_ref::<Reversi>();
        let game = game.ok_or_else(|| only_reversi("find", name))?;
        let turn = game.turn().unwrap_or(Player::Black);
        Ok(BoardPosition::new(Position::from(game), turn))
    }

    /// The current game as the library keeps it.
    pub(super) fn game_for_library(
        &self,
        current: &CurrentGame,
    ) -> Result<LibraryGame, ExecuteError> {
        let record = self.record(current, Format::Ggf)?;
        // A game that was taken from a record and has not gone on was played elsewhere.
        let length = current.history().len();
        let is_taken = |taken: &GameRecord| taken.game_moves().count() >= length;
        if self.taken.as_deref().is_some_and(is_taken) {
            return Ok(LibraryGame::of(&record, None));
        }
        let humans = Player::BOTH.map(|player| current.mode().controller(player).is_human());
        Ok(LibraryGame::of(&record, Some(You::of(humans))))
    }

    /// Adds a game that has just ended to the library, beside what is done next; scripts add none.
    pub(super) fn keep_finished(&self) {
        let Keeping::EveryPly(autosaver) = self.keeper.keeping() else { return };
        let Some(current) = self.session.current() else { return };
        if self.is_learning()
            || self.is_practising()
            || current.game().info().code != reversi::INFO.code
        {
            return;
        }
        let Ok(game) = self.game_for_library(current) else { return };
        let store = self.store.clone();
        autosaver.finish(move || {
            let game = game.clone();
            let keep = |library: &mut Library| {
                let added = library.add([game]);
                (added.added > 0, ())
            };
            store.change_value(LIBRARY, keep)
        });
    }
}
