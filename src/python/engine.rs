//! The engine, which releases the GIL and can be interrupted.

use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;

use super::analysis::PyAnalysis;
use super::arguments::{GivenLimits, in_range, seconds};
use super::board::PyBoard;
use super::errors::{file_error, interrupted, unusable};
use super::game::PyGame;
use super::result::PySearchResult;
use super::signals::SignalWatch;
use super::waiting::watched;
use crate::analysis::{AnalysisProgress, Analyzer, steps};
use crate::base::files;
use crate::book::Book;
use crate::engine::eval::{Evaluation, LARGEST_FILE};
use crate::engine::{Engine, Limits};
use crate::players::adviser::{book_suggestions, is_deeper};
use crate::players::{Adviser, HASH_MB, Stop};

/// An engine. It keeps its transposition table from search to search; `clear` empties it.
///
/// `threads` is the number of search threads, `hash_mb` the maximum size of the table, `weights` the path of a weights
/// file, and `book` is True for the built-in opening book, or the path of another. Without a book, positions of the
/// opening are searched like others.
///
/// Several engines can search in several threads, each its own. Ctrl-C stops a search within 50 ms: it raises
/// Interrupted, whose `result` is the result so far.
///
/// >>> from reversi_engine import Board, Engine
/// >>> with Engine() as engine:
/// ...     result = engine.search(Board("f5"), depth=8)
/// >>> result.move, result.depth
/// ('d6', 8)
#[pyclass(name = "Engine", frozen, module = "reversi_engine")]
#[derive(Debug)]
pub struct PyEngine {
    /// `None` when closed.
    search: Mutex<Option<Engine>>,
    book: Option<Arc<Book>>,
    /// The request to end the current search.
    stop: Mutex<Stop>,
    /// The process that created the engine. Its threads and locks don't survive a fork.
    process: u32,
}

/// The limits of an analysis, and the progress that it reports.
struct Judging<'a> {
    analyzer: Analyzer,
    game: &'a PyGame,
    progress: Option<Py<PyAny>>,
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (*, threads = 1, hash_mb = HASH_MB, weights = None, book = None))]
    fn new(
        threads: usize,
        hash_mb: usize,
        weights: Option<PathBuf>,
        book: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let threads = in_range("threads", threads, &(1..=256))?;
        let hash_mb = in_range("hash_mb", hash_mb, &(1..=65_536))?;
        let mut engine = Engine::new(hash_mb, threads);
        if let Some(path) = weights {
            engine = engine.with_evaluation(Arc::new(evaluation(&path)?));
        }
        Ok(Self {
            search: Mutex::new(Some(engine)),
            book: book.map(opened_book).transpose()?.flatten(),
            stop: Mutex::default(),
            process: process::id(),
        })
    }

    /// Returns the best moves of a board.
    ///
    /// The limits can be combined: the depth in plies (1 to 60), the time in seconds, the number of nodes. Without one,
    /// the search is as deep as for a hint of the program: 18 plies, and exact near the end. `selectivity` is the
    /// confidence of pruning in percent: 73, 87, 95, 98, 99, or 100 for none. `lines` is the number of best moves to
    /// find.
    ///
    /// >>> engine = Engine()
    /// >>> result = engine.search(Board(), depth=6, lines=4)
    /// >>> sorted(line.move for line in result.lines)
    /// ['c4', 'd3', 'e6', 'f5']
    #[pyo3(signature = (board, *, depth = None, time = None, nodes = None, selectivity = None, lines = 1))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn search(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        depth: Option<u32>,
        time: Option<f64>,
        nodes: Option<u64>,
        selectivity: Option<u8>,
        lines: usize,
    ) -> PyResult<PySearchResult> {
        let given = GivenLimits {
            depth,
            time,
            nodes,
            selectivity,
            lines,
        };
        let limits = given.limits()?;
        if let Some(result) = self.book_result(board, &limits) {
            return Ok(result);
        }
        self.search_within(py, board, &limits)
    }

    /// Returns the exact result of a board with perfect play. With `only_outcome`, the score is only the sign: 1 for a
    /// win, 0 for a draw, -1 for a loss, which is faster.
    ///
    /// >>> board = Board.from_obf("XXXXXXX-XXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOOOOOOO-- O")
    /// >>> Engine().solve(board).exact
    /// True
    #[pyo3(signature = (board, *, lines = 1, only_outcome = false))]
    fn solve(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        lines: usize,
        only_outcome: bool,
    ) -> PyResult<PySearchResult> {
        let lines = in_range("lines", lines, &(1..=64))?;
        let limits = Limits {
            lines,
            only_outcome,
            ..Limits::default()
        };
        self.search_within(py, board, &limits)
    }

    /// Judges the moves of a game: the best moves, and the discs that other moves lost.
    ///
    /// By default, it searches as deep as the program's `analyze`: 18 plies, and exact near the end. `depth` is another
    /// depth in plies, `exact_from` the number of empty squares from which scores are exact, `time` the maximum number
    /// of seconds per position. `progress` is called with the number of judged moves and of all moves.
    ///
    /// >>> from reversi_engine import Game
    /// >>> analysis = Engine().analyze(Game("f5d6c3d3c4"), depth=6)
    /// >>> [judgment.move for judgment in analysis.moves]
    /// ['f5', 'd6', 'c3', 'd3', 'c4']
    #[pyo3(signature = (game, *, depth = None, exact_from = None, time = None, progress = None))]
    fn analyze(
        &self,
        py: Python<'_>,
        game: &PyGame,
        depth: Option<u32>,
        exact_from: Option<u32>,
        time: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyAnalysis> {
        let usual = Adviser::limits();
        let exact_from = exact_from.unwrap_or(usual.exact_from);
        let exact_from = in_range("exact_from", exact_from, &(0..=60))?;
        let limits = match depth {
            Some(depth) => Limits {
                depth: in_range("depth", depth, &(2..=60))?,
                ..Limits::default()
            },
            None => usual,
        };
        let limits = Limits {
            exact_from,
            time: time.map(seconds).transpose()?,
            ..limits
        };
        let mut slot = self.open()?;
        let engine = slot.take().ok_or_else(closed)?;
        let analyzer = Analyzer::new(engine, limits);
        let mut judging = Judging {
            analyzer,
            game,
            progress,
        };
        let analysis = judging.run(py, &self.new_stop());
        *slot = Some(judging.analyzer.into_engine());
        analysis
    }

    /// Ends the current search of another thread, which returns its result so far.
    fn stop(&self) {
        self.last_stop().request();
    }

    /// Empties the transposition table, so that the next search doesn't depend on earlier ones.
    fn clear(&self) -> PyResult<()> {
        self.open()?.as_mut().ok_or_else(closed)?.clear();
        Ok(())
    }

    /// Frees the memory of the engine, which can no longer search. It does nothing the second time.
    fn close(&self) -> PyResult<()> {
        self.open()?.take();
        Ok(())
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        self.close()
    }

    #[expect(clippy::unused_self, reason = "a method of Python")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "an engine can't be pickled: create one in each process",
        ))
    }
}

impl PyEngine {
    /// The engine, `None` when closed. It is refused while it searches, and in another process.
    fn open(&self) -> PyResult<MutexGuard<'_, Option<Engine>>> {
        if process::id() != self.process {
            return Err(PyRuntimeError::new_err(
                "the engine belongs to another process: create one in this process",
            ));
        }
        match self.search.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "the engine is searching: use one engine per thread",
            )),
        }
    }

    fn last_stop(&self) -> MutexGuard<'_, Stop> {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The stop request of a new search.
    fn new_stop(&self) -> Stop {
        let stop = Stop::new();
        *self.last_stop() = stop.clone();
        stop
    }

    /// The result of the book for a board, unless a search within the limits would be deeper.
    fn book_result(&self, board: &PyBoard, limits: &Limits) -> Option<PySearchResult> {
        let book = self.book.as_deref()?;
        let game = board.board_position().to_game();
        if !is_deeper(book, board.engine_position(), limits) {
            return None;
        }
        let mut suggestions = book_suggestions(book, &game);
        suggestions.truncate(limits.lines);
        PySearchResult::of_book(suggestions)
    }

    fn search_within(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        limits: &Limits,
    ) -> PyResult<PySearchResult> {
        let position = board.engine_position();
        let mut slot = self.open()?;
        let engine = slot.as_mut().ok_or_else(closed)?;
        let stop = self.new_stop();
        let signals = SignalWatch::new(&stop);
        let is_stopped = || signals.is_stopped();
        let search = || engine.search_until(position, limits, &is_stopped, &mut |_| ());
        let result = PySearchResult::from(&py.detach(search));
        match signals.into_interruption() {
            None => Ok(result),
            Some(error) => {
                let result = Py::new(py, result)?.into_any();
                Err(interrupted(py, error, result))
            }
        }
    }
}

impl Judging<'_> {
    fn run(&mut self, py: Python<'_>, stop: &Stop) -> PyResult<PyAnalysis> {
        let record = self.game.record();
        let has_passed_first = record
            .moves()
            .first()
            .is_some_and(|ply| ply.square.is_none());
        let first = 1 + usize::from(has_passed_first);
        let moves = record.game_moves();
        let (steps, _) = steps(record.start().to_game(), first, moves)
            .map_err(|(ply, error)| unusable(format!("ply {ply}: {error}")))?;
        let judged = Mutex::new(0);
        let all = steps.len();
        let analyzer = &mut self.analyzer;
        let work = || {
            let count = |progress: AnalysisProgress<'_>| *lock(&judged) = progress.judged.len();
            analyzer.analyze(&steps, stop.flag(), &mut { count })
        };
        let mut reported = 0;
        let progress = self.progress.as_ref();
        let mut report = |py: Python<'_>, judged: usize| {
            if let Some(progress) = progress.filter(|_| reported != judged) {
                progress.call1(py, (judged, all))?;
            }
            reported = judged;
            Ok(())
        };
        let watched = watched(py, stop, work, |py| report(py, *lock(&judged)))?;
        let count = watched.result.moves.len();
        let result = PyAnalysis::new(watched.result, record);
        if let Some(error) = watched.interruption {
            let result = Py::new(py, result)?.into_any();
            return Err(interrupted(py, error, result));
        }
        report(py, count)?;
        Ok(result)
    }
}

fn lock(count: &Mutex<usize>) -> MutexGuard<'_, usize> {
    count.lock().unwrap_or_else(PoisonError::into_inner)
}

fn closed() -> PyErr {
    PyRuntimeError::new_err("the engine is closed: create another")
}

fn evaluation(path: &std::path::Path) -> PyResult<Evaluation> {
    let bytes = files::read(path, LARGEST_FILE);
    let bytes = bytes.map_err(|error| file_error(path, &error.into()))?;
    Evaluation::from_bytes(&bytes).map_err(|error| unusable(format!("{}: {error}", path.display())))
}

/// The built-in book for True, none for False, or the book at a path.
fn opened_book(argument: &Bound<'_, PyAny>) -> PyResult<Option<Arc<Book>>> {
    if let Ok(is_wanted) = argument.extract::<bool>() {
        return Ok(is_wanted.then(Book::shipped));
    }
    let path: PathBuf = argument.extract()?;
    let file = files::open(&path).map_err(|error| file_error(&path, &error.into()))?;
    let book = Book::in_file(file);
    let book = book.map_err(|error| unusable(format!("{}: {error}", path.display())))?;
    Ok(Some(Arc::new(book)))
}
