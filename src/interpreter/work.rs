//! What takes long, as a value: it is begun here, runs anywhere, and its finding comes back.

use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::analysis::{Analysis, Analyzer, Step as JudgedStep};
use crate::book::Book;
use crate::engine::{Engine, Limits};
use crate::games::{Game, Move, Player, Reversi};
use crate::players::{self, Adviser, HASH_MB, Stop, Suggestion, suggest};
use crate::session::{Thought, Turn};
use crate::store::{Store, StoreError};
use crate::study::{Added, Check, FromGame, LIBRARY, Library, LibraryGame, Maker, Puzzle};

use super::command::Extras;
use super::reading::{FoundRecord, RecordsRead, Source};
use super::record_error::RecordError;
use super::reply::Reply;

/// The maximum number of unreadable records that are listed.
const REASONS: usize = 3;

/// What follows from a command: its reply, or work to be done first.
#[derive(Debug)]
pub enum Step {
    /// It is carried out.
    Done(Reply),
    /// Something has to be thought about first.
    Working {
        /// What can be shown at once, such as a person's own move.
        shown: Option<Reply>,
        /// What is left to do.
        work: Work,
    },
}

/// Identifies a piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct WorkId(pub(super) u64);

/// Something to think about, detached from the state that it is for.
#[derive(Debug)]
pub struct Work {
    pub(super) id: WorkId,
    pub(super) task: Task,
}

/// See [`Work`].
pub(super) enum Task {
    /// A bot's move.
    Move(Turn),
    /// Suggestions: the number of moves, and whether the best is played.
    Suggest { game: Box<dyn Game>, count: usize, book: Option<Arc<Book>>, is_played: bool },
    /// The score of every move.
    Scores(Box<Reversi>, Option<Arc<Book>>),
    /// The exact score, searched on this number of threads.
    Solve(Box<Reversi>, usize),
    /// Judgments of the moves played.
    Analyze { moves: Vec<Move>, steps: Vec<JudgedStep>, limits: Limits, extras: Extras },
    /// A position searched deeper and deeper.
    Watch(Box<Reversi>),
    /// Puzzles from the mistakes of these sides in a game.
    MakePuzzles { maker: Box<Maker>, game: Box<LibraryGame>, sides: [bool; 2], which: [usize; 2] },
    /// An exact search of a puzzle that none has confirmed yet.
    CheckPuzzle { maker: Box<Maker>, puzzle: Box<Puzzle>, which: [usize; 2] },
    /// What follows another answer to a puzzle than its own: the game after it.
    Refute(Box<Reversi>, Limits),
    /// The record of this number in a file.
    Import { source: Source, number: usize },
    /// The games of a file, which are added to the library.
    AddToLibrary { source: Source, store: Store },
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Move(_) => "Move",
            Self::Suggest { .. } => "Suggest",
            Self::Scores(..) => "Scores",
            Self::Solve(..) => "Solve",
            Self::Analyze { .. } => "Analyze",
            Self::Watch(_) => "Watch",
            Self::MakePuzzles { .. } => "MakePuzzles",
            Self::CheckPuzzle { .. } => "CheckPuzzle",
            Self::Refute(..) => "Refute",
            Self::Import { .. } => "Import",
            Self::AddToLibrary { .. } => "AddToLibrary",
        })
    }
}

/// What is being thought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The move of the bot that plays this side.
    Move(Player),
    /// A suggestion.
    Suggestion,
    /// The scores of all moves.
    Scores,
    /// The exact score.
    ExactScore,
    /// The judgment of a game.
    Analysis,
    /// The live analysis of a position.
    Watching,
    /// Puzzles from a game.
    Puzzles,
    /// Whether a puzzle is right.
    PuzzleCheck,
    /// What follows a wrong answer to a puzzle.
    Refutation,
    /// The records of a file.
    Records,
}

/// The progress of work.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// The search of one position.
    Search(players::Progress),
    /// The judgment of a game, from its last move backwards.
    Analysis {
        /// Moves judged.
        done: usize,
        /// Moves to judge.
        of: usize,
        /// The judgments so far.
        #[serde(skip)]
        judged: Arc<Judged>,
    },
    /// Puzzles are made.
    Puzzles {
        /// The number of the game, from 1.
        game: usize,
        /// The number of games.
        of: usize,
        /// The number of its moves that have been judged.
        moves: usize,
    },
    /// Puzzles are checked by exact searches.
    PuzzleCheck {
        /// The number of the puzzle, from 1.
        puzzle: usize,
        /// The number of puzzles.
        of: usize,
    },
    /// Reading a game file.
    Records(RecordsRead),
    /// The live analysis of a position: the search, and its best moves, best first.
    Watched {
        /// How far it has come.
        search: players::Progress,
        /// The moves with their scores and lines.
        best: Vec<Suggestion>,
    },
}

/// Moves of a game and what was found out about them.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    pub(super) moves: Vec<Move>,
    pub(super) analysis: Arc<Analysis>,
}

/// The result of work, for [`Interpreter::resume`](super::Interpreter::resume).
#[derive(Debug)]
pub struct Finding {
    pub(super) id: WorkId,
    pub(super) found: Found,
    /// Whether its end was requested before it came by itself.
    pub(super) is_stopped: bool,
}

/// See [`Finding`].
#[derive(Debug)]
pub(super) enum Found {
    Move(Thought),
    Suggestions {
        best: Vec<Suggestion>,
        is_played: bool,
    },
    Scores(Vec<Suggestion>),
    Solved(Option<(Suggestion, u64)>),
    Analysis {
        judged: Judged,
        extras: Extras,
    },
    /// All that was found has been reported.
    Watched,
    /// The maker comes back for the next game; without what it found if it was stopped.
    Puzzles {
        maker: Box<Maker>,
        game: Box<LibraryGame>,
        found: Option<FromGame>,
    },
    /// The maker returns for the next puzzle; without a result if it was stopped.
    Checked {
        maker: Box<Maker>,
        puzzle: Box<Puzzle>,
        check: Option<Check>,
    },
    /// The best answer to a wrong move.
    Refuted(Option<Suggestion>),
    /// The record of a file.
    Record {
        file: String,
        found: Result<FoundRecord, RecordError>,
    },
    /// The result of adding the games of a file to the library.
    Added {
        file: String,
        found: Result<Result<AddedGames, StoreError>, RecordError>,
    },
}

/// Games of a file that have been added to the library.
#[derive(Debug)]
pub(super) struct AddedGames {
    pub(super) added: Added,
    pub(super) unreadable: usize,
    /// Why, for the first of those that can't be read.
    pub(super) reasons: Vec<String>,
}

impl Work {
    /// What it is about.
    pub fn purpose(&self) -> Purpose {
        match &self.task {
            Task::Move(turn) => Purpose::Move(turn.player()),
            Task::Suggest { .. } => Purpose::Suggestion,
            Task::Scores(..) => Purpose::Scores,
            Task::Solve(..) => Purpose::ExactScore,
            Task::Analyze { .. } => Purpose::Analysis,
            Task::Watch(_) => Purpose::Watching,
            Task::MakePuzzles { .. } => Purpose::Puzzles,
            Task::CheckPuzzle { .. } => Purpose::PuzzleCheck,
            Task::Refute(..) => Purpose::Refutation,
            Task::Import { .. } | Task::AddToLibrary { .. } => Purpose::Records,
        }
    }

    /// Does it, here and now. Once `stop` is requested the finding follows within milliseconds, with
    /// what was found until then.
    pub fn run(self, stop: &Stop, report: &mut dyn FnMut(Progress)) -> Finding {
        let found = match self.task {
            Task::MakePuzzles { mut maker, game, sides, which: [number, of] } => {
                let found = maker.look_at(&game, sides, stop.flag(), &mut |moves, _| {
                    report(Progress::Puzzles { game: number, of, moves });
                });
                Found::Puzzles { maker, game, found }
            }
            Task::CheckPuzzle { mut maker, puzzle, which: [number, of] } => {
                report(Progress::PuzzleCheck { puzzle: number, of });
                let check = maker.check(&puzzle, stop.flag());
                Found::Checked { maker, puzzle, check }
            }
            Task::Refute(game, limits) => {
                let mut search = |progress| report(Progress::Search(progress));
                let mut adviser = Adviser::new(HASH_MB, search_threads());
                let solved = adviser.best(&game, &limits, stop, &mut search);
                Found::Refuted(solved.map(|(best, _)| best).filter(|_| !stop.is_requested()))
            }
            Task::Move(turn) => {
                Found::Move(turn.think(stop, &mut |progress| report(Progress::Search(progress))))
            }
            Task::Suggest { game, count, book, is_played } => {
                Found::Suggestions { best: suggest(&*game, count, book, stop), is_played }
            }
            Task::Scores(game, book) => {
                Found::Scores(Adviser::default().with_book(book).scores(&game, stop))
            }
            Task::Solve(game, threads) => {
                let mut search = |progress| report(Progress::Search(progress));
                Found::Solved(Adviser::new(HASH_MB, threads).solve(&game, stop, &mut search))
            }
            Task::Analyze { moves, steps, limits, extras } => {
                // One thread always finds the same.
                let mut analyzer = Analyzer::new(Engine::new(HASH_MB, 1), limits);
                let of = steps.len();
                let judged =
                    |analysis| Judged { moves: moves.clone(), analysis: Arc::new(analysis) };
                let mut latest = Arc::new(judged(Analysis::new(Vec::new(), of)));
                let analysis = analyzer.analyze(&steps, stop.flag(), &mut |far| {
                    let done = far.judged.len();
                    if done != latest.analysis.moves.len() {
                        let moves = far.judged.iter().rev().cloned().collect();
                        latest = Arc::new(judged(Analysis::new(moves, of)));
                    }
                    report(Progress::Analysis { done, of, judged: Arc::clone(&latest) });
                });
                Found::Analysis { judged: judged(analysis), extras }
            }
            Task::Import { source, number } => {
                let mut read = |far| report(Progress::Records(far));
                let found = source.record(number, stop, &mut read);
                Found::Record { file: source.into_name(), found }
            }
            Task::AddToLibrary { source, store } => {
                let mut read = |far| report(Progress::Records(far));
                let found = add_to_library(&store, &source, stop, &mut read);
                Found::Added { file: source.into_name(), found }
            }
            Task::Watch(game) => {
                let mut adviser = Adviser::new(HASH_MB, search_threads());
                adviser.watch(&game, stop, &mut |search, best| {
                    report(Progress::Watched { search, best });
                });
                Found::Watched
            }
        };
        Finding { id: self.id, found, is_stopped: stop.is_requested() }
    }
}

impl Progress {
    /// Time since the search began; `None` where it isn't known.
    pub fn time(&self) -> Option<Duration> {
        match self {
            Self::Search(search) | Self::Watched { search, .. } => Some(search.time),
            Self::Analysis { .. }
            | Self::Puzzles { .. }
            | Self::PuzzleCheck { .. }
            | Self::Records(_) => None,
        }
    }
}

/// Adds the games of a file to the library. A file can have more games than there is memory for, so only those
/// that the library lacks now are kept until it can be written.
fn add_to_library(
    store: &Store,
    source: &Source,
    stop: &Stop,
    report: &mut dyn FnMut(RecordsRead),
) -> Result<Result<AddedGames, StoreError>, RecordError> {
    let mut library: Library = match store.read_value(LIBRARY) {
        Ok(library) => library,
        Err(error) => return Ok(Err(error)),
    };
    let before = library.games().len();
    let mut reader = source.read(stop, report)?;
    let (mut reasons, mut unreadable) = (Vec::new(), 0);
    let games = reader.by_ref().filter_map(|found| match found {
        Ok(entry) => Some(LibraryGame::of(&entry.record, None)),
        Err(bad) => {
            unreadable += 1;
            if reasons.len() < REASONS {
                reasons.push(bad.to_string());
            }
            None
        }
    });
    let seen = library.add(games);
    reader.end()?;
    let new = library.split_off(before);
    drop(library);
    let written = store.change_value(LIBRARY, |library: &mut Library| {
        let added = library.add(new);
        (added.added > 0, added)
    });
    Ok(written.map(|added| {
        let added = Added {
            duplicates: added.duplicates + seen.duplicates,
            empty: seen.empty,
            full: added.full + seen.full,
            ..added
        };
        AddedGames { added, unreadable, reasons }
    }))
}

/// The number of threads that search one position: those that the processor has, as far as more are of use.
pub(super) fn search_threads() -> usize {
    const MOST: usize = 16;
    thread::available_parallelism().map_or(1, Into::into).min(MOST)
}

/// Work goes to another thread, and the finding comes back.
const _: () = {
    const fn is_send<T: Send + 'static>() {}
    is_send::<Work>();
    is_send::<Finding>();
    is_send::<Progress>();
};
