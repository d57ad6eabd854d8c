//! The commands for the user's own opening lines.

use std::path::Path;

use super::advising::reversi_of;
use super::recording::sink_of;
use super::{ExecuteError, Interpreter, RecordError, Step};
use crate::base::text::printable;
use crate::games::{Move, Player, Square};
use crate::interpreter::command::{AddedLines, RepertoireTask};
use crate::interpreter::progress::Purpose;
use crate::interpreter::reply::Event;
use crate::interpreter::table::CommandRow;
use crate::records::{BoardPosition, Condition, format_of_output};
use crate::session::CurrentGame;
use crate::study::{
    Choice, Deck, DrilledLine, Library, OPENING_MOVES, PositionKey, Repertoire, RepertoireTree,
    Skipped,
};

impl Interpreter {
    pub(super) fn use_repertoire(&mut self, task: RepertoireTask) -> Result<Step, ExecuteError> {
        match task {
            RepertoireTask::List => Ok(self.list_repertoire()),
            RepertoireTask::Add {
                lines: AddedLines::Found(conditions),
                side,
            } => self.add_openings(conditions, side),
            RepertoireTask::Add { lines, side } => {
                let is_all = lines == AddedLines::All;
                self.add_lines(is_all, side)
            }
            RepertoireTask::Remove { all, side } => self.remove_lines(all, side),
            RepertoireTask::Export { file, force } => self.export_repertoire(file, force),
        }
    }

    fn list_repertoire(&mut self) -> Step {
        let store = self.files.store.clone();
        let book = self.session.book().cloned();
        let today = self.today();
        self.work_on_library(Purpose::Library, move |stop, _| {
            let repertoire = Deck::open_to_read(&store)?.repertoire()?;
            let mut library = Library::open_to_read(&store)?.stopping_on(stop)?;
            let games = library.own_games()?;
            Ok(Event::Repertoire {
                trees: RepertoireTree::all(&repertoire, &games, book.as_deref(), today),
                skipped: library.take_skipped(),
            })
        })
    }

    /// Adds the moves on the board, or all lines of the game.
    fn add_lines(&mut self, is_all: bool, side: Option<Player>) -> Result<Step, ExecuteError> {
        let current = self.game_from_start()?;
        let moves: Vec<Move> = current.history().iter().map(|ply| ply.mv).collect();
        let lines = if is_all {
            current.whole_lines()
        } else {
            vec![moves.clone()]
        };
        if lines.iter().all(Vec::is_empty) {
            return Err(ExecuteError::NoMoves);
        }
        let last = if moves.len().is_multiple_of(2) {
            Player::White
        } else {
            Player::Black
        };
        let player = side.or(current.players().human()).unwrap_or(last);
        let store = self.files.store.clone();
        Ok(self.work_on_library(Purpose::Library, move |_, _| {
            let lines = lines.into_iter().map(|line| squares(line.into_iter()));
            let added = Deck::open(&store)?.add_lines(player, lines)?;
            Ok(Event::RepertoireAdded { player, added })
        }))
    }

    /// Adds the openings of games of the library.
    fn add_openings(
        &mut self,
        conditions: Vec<Condition>,
        side: Option<Player>,
    ) -> Result<Step, ExecuteError> {
        let player = side.ok_or(ExecuteError::NoSideOfLines)?;
        let store = self.files.store.clone();
        Ok(self.work_on_library(Purpose::Library, move |stop, _| {
            let mut library = Library::open_to_read(&store)?.stopping_on(stop)?;
            let mut lines: Vec<Vec<Square>> = Vec::new();
            library.each(&Choice::of(&conditions), |_, game| {
                if game.record.start() == BoardPosition::START {
                    lines.push(squares(game.record.game_moves().take(OPENING_MOVES)));
                }
                true
            })?;
            if lines.is_empty() {
                let total = library.count()?;
                return Err(ExecuteError::NoGames { total });
            }
            let added = Deck::open(&store)?.add_lines(player, lines)?;
            Ok(Event::RepertoireAdded { player, added })
        }))
    }

    /// Removes the lines through the position on the board, or all lines.
    fn remove_lines(&mut self, all: bool, side: Option<Player>) -> Result<Step, ExecuteError> {
        let position = if all {
            None
        } else {
            let current = self.game_from_start()?;
            if current.history().is_empty() {
                return Err(ExecuteError::AllLines);
            }
            let game = reversi_of(current.game(), CommandRow::Repertoire)?;
            Some(PositionKey::of(&game))
        };
        let is_chosen = move |line: &DrilledLine| {
            let is_of_side = side.is_none_or(|side| line.side == side);
            is_of_side && position.is_none_or(|position| line.passes(position))
        };
        let store = self.files.store.clone();
        Ok(self.work_on_library(Purpose::Library, move |_, _| {
            let repertoire = Deck::open_to_read(&store)?.repertoire()?;
            if !repertoire.lines.iter().any(is_chosen) {
                return Err(ExecuteError::NoLines { here: !all });
            }
            let (removed, total) = Deck::open(&store)?.remove_lines(is_chosen)?;
            Ok(Event::RepertoireRemoved { removed, total })
        }))
    }

    fn export_repertoire(&mut self, file: String, force: bool) -> Result<Step, ExecuteError> {
        let format = format_of_output(Path::new(&file)).map_err(RecordError::from)?;
        let store = self.files.store.clone();
        Ok(self.work_on_library(Purpose::Library, move |_, _| {
            let repertoire = Deck::open_to_read(&store)?.repertoire()?;
            if repertoire.lines.is_empty() {
                return Err(ExecuteError::NoLines { here: false });
            }
            let mut sink = sink_of(Path::new(&file), force)?;
            for record in repertoire.records(format.has_variations()) {
                sink.add(&record).map_err(RecordError::from)?;
            }
            sink.finish().map_err(RecordError::from)?;
            Ok(Event::Exported {
                file: printable(&file).to_string(),
                format: format.name(),
                skipped: Skipped::default(),
            })
        }))
    }

    /// Reads the lines that a bot follows in the next game. The user must have some.
    pub(super) fn lines_to_follow(&self, side: Option<Player>) -> Result<Repertoire, ExecuteError> {
        let repertoire = self.deck()?.repertoire()?;
        let is_of_side = |line: &DrilledLine| side.is_none_or(|side| line.side == side);
        if repertoire.lines.iter().any(is_of_side) {
            Ok(repertoire)
        } else {
            Err(ExecuteError::NoLines { here: false })
        }
    }

    /// A random move of the user's lines for the bot to move, if it follows them and they have one.
    pub(super) fn repertoire_move(&mut self) -> Option<Move> {
        let current = self.session.current()?;
        let human = current.players().human()?;
        let is_bots_turn = current.turn() == Some(human.opponent()) && !current.is_studied();
        if !current.follows_repertoire() || !is_bots_turn {
            return None;
        }
        let game = reversi_of(current.game(), CommandRow::Repertoire).ok()?;
        let moves = self.study.followed.moves(human, &game);
        let square = *moves.get(self.session.chance(moves.len().max(1)))?;
        Some(Move(square.index(8)))
    }

    /// The current game, which must have begun from the starting position.
    fn game_from_start(&self) -> Result<&CurrentGame, ExecuteError> {
        let current = self.session.require()?;
        reversi_of(current.game(), CommandRow::Repertoire)?;
        if !current.is_from_start() {
            return Err(ExecuteError::NotFromStart);
        }
        Ok(current)
    }
}

fn squares(moves: impl Iterator<Item = Move>) -> Vec<Square> {
    moves.map(|mv| Square::from_index(mv.0, 8)).collect()
}
