//! What takes long, as a value: it is begun here, runs anywhere, and its finding comes back.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::analysis::{Analysis, Analyzer, Step as JudgedStep};
use crate::engine::{Engine, Limits};
use crate::games::{Game, Move, Player, Reversi};
use crate::players::adviser::suggestions;
use crate::players::{self, Adviser, Answer, HASH_MB, Memory, Request, Stop, Suggestion, Thinker};
use crate::store::{Store, StoreError};
use crate::study::{Added, Check, FromGame, LIBRARY, Library, LibraryGame, Maker, Puzzle};

use super::command::Extras;
use super::reading::{FoundRecord, RecordSource, RecordsRead};
use super::record_error::RecordError;
use super::reply::Reply;

/// The maximum number of unreadable records that are listed.
const MAX_LISTED_REASONS: usize = 3;

/// What follows from a command: its reply, or work to be done first.
#[derive(Debug)]
pub enum Step {
    Done(Reply),
    /// Something has to be thought about first.
    Working {
        /// What can be shown at once, such as a person's own move.
        shown: Option<Reply>,
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

#[derive(Debug)]
pub(super) enum Task {
    /// A thought about one position, and whether the move that is suggested is played.
    Think { request: Request, purpose: Purpose, is_played: bool },
    /// Judgments of the moves played.
    Analyze { moves: Vec<Move>, steps: Vec<JudgedStep>, limits: Limits, extras: Extras },
    /// Puzzles from the mistakes of these sides in a game.
    MakePuzzles { maker: Box<Maker>, game: Box<LibraryGame>, sides: [bool; 2], which: [usize; 2] },
    /// An exact search of a puzzle that none has confirmed yet.
    CheckPuzzle { maker: Box<Maker>, puzzle: Box<Puzzle>, which: [usize; 2] },
    /// The record of this number in a file.
    Import { source: RecordSource, number: usize },
    /// The games of a file, which are added to the library.
    AddToLibrary { source: RecordSource, store: Store },
}

/// What is being thought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    Move(Player),
    Suggestion,
    Scores,
    /// The exact score.
    ExactScore,
    Analysis,
    Watching,
    Puzzles,
    PuzzleCheck,
    Refutation,
    Records,
}

/// The progress of work.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    Search(players::Progress),
    Analysis {
        done: usize,
        of: usize,
        #[serde(skip)]
        judged: Arc<Judged>,
    },
    Puzzles {
        /// The number of the game, from 1.
        game: usize,
        of: usize,
        moves: usize,
    },
    /// Puzzles are checked by exact searches.
    PuzzleCheck {
        /// The number of the puzzle, from 1.
        puzzle: usize,
        of: usize,
    },
    Records(RecordsRead),
    /// The live analysis of a position: the search, and its best moves, best first.
    Watched {
        search: players::Progress,
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

#[derive(Debug)]
pub(super) enum Found {
    Thought {
        answer: Box<Answer>,
        purpose: Purpose,
        is_played: bool,
    },
    Analysis {
        judged: Judged,
        extras: Extras,
    },
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
    Record {
        file: String,
        found: Result<FoundRecord, RecordError>,
    },
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

impl Task {
    /// A search of the engine on all threads that are of use.
    pub(super) fn search(game: Box<Reversi>, limits: Limits, purpose: Purpose) -> Self {
        let adviser = Adviser::new(HASH_MB, search_threads());
        let memory = Memory::Forget;
        let thinker = Thinker::Engine { adviser, limits, memory, book_margin: None };
        Self::think(game, thinker, purpose)
    }

    /// A thought that is for no state.
    pub(super) fn think(game: Box<dyn Game>, thinker: Thinker, purpose: Purpose) -> Self {
        Self::Think { request: Request::new(game, thinker), purpose, is_played: false }
    }
}

impl Work {
    /// What it is about.
    pub fn purpose(&self) -> Purpose {
        match &self.task {
            Task::Think { purpose, .. } => *purpose,
            Task::Analyze { .. } => Purpose::Analysis,
            Task::MakePuzzles { .. } => Purpose::Puzzles,
            Task::CheckPuzzle { .. } => Purpose::PuzzleCheck,
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
            Task::Think { request, purpose, is_played } => {
                let game = request.game.clone_box();
                let reversi = game.as_any().downcast_ref::<Reversi>();
                let answer = request.think(stop, &mut |search, found| {
                    report(match reversi.zip(found).filter(|_| purpose == Purpose::Watching) {
                        Some((game, found)) => {
                            Progress::Watched { search, best: suggestions(game, found) }
                        }
                        None => Progress::Search(search),
                    });
                });
                Found::Thought { answer: Box::new(answer), purpose, is_played }
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
    source: &RecordSource,
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
            if reasons.len() < MAX_LISTED_REASONS {
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
fn search_threads() -> usize {
    const MAX_THREADS: usize = 16;
    thread::available_parallelism().map_or(1, Into::into).min(MAX_THREADS)
}

/// Work goes to another thread, and the finding comes back.
const _: () = {
    const fn is_send<T: Send + 'static>() {}
    is_send::<Work>();
    is_send::<Finding>();
    is_send::<Progress>();
};
