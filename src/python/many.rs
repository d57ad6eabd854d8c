//! Many positions at once, on numpy arrays.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use numpy::PyReadonlyArrayDyn;
use numpy::prelude::*;
use pyo3::prelude::*;

use super::arguments::in_range;
use super::arrays::{check, contiguous, shaped};
use super::errors::unusable;
use super::waiting::watched;
use crate::engine::eval::Evaluation;
use crate::engine::{Engine, Limits, Position, legal_many as legal, play_many as play};
use crate::players::Stop;

/// The number of positions that a thread takes at once.
const CHUNK: usize = 16;

/// An array of discs, of shape (n, 2).
struct DiscArray<'py>(PyReadonlyArrayDyn<'py, u64>);

impl<'py> DiscArray<'py> {
    fn of(argument: &Bound<'py, PyAny>) -> PyResult<Self> {
        check::<u64>("discs", argument, "(n, 2)", |shape| matches!(shape, [_, 2]))?;
        contiguous(argument).map(Self)
    }

    /// The discs of the side to move and of its opponent, by position.
    fn pairs(&self) -> PyResult<&[[u64; 2]]> {
        let (pairs, _) = self.0.as_slice()?.as_chunks();
        Ok(pairs)
    }

    /// The positions, without overlapping discs.
    fn positions(&self) -> PyResult<Vec<Position>> {
        let pairs = self.pairs()?;
        let position = |&[player, opponent]: &[u64; 2]| Position::new(player, opponent);
        let positions: Option<Vec<Position>> = pairs.iter().map(position).collect();
        match positions {
            Some(positions) => Ok(positions),
            None => Err(legal(pairs).map_or_else(unusable, |_| unusable("discs overlap"))),
        }
    }
}

/// Returns the legal moves of many positions, as bitboards: a uint64 array of shape (n,).
///
/// `discs` is a uint64 array of shape (n, 2): the discs of the side to move, and of its opponent. A side without a move
/// has 0.
///
/// >>> import numpy as np
/// >>> from reversi_engine import Board, legal_many
/// >>> discs = np.array([Board().discs, Board("f5").discs], dtype=np.uint64)
/// >>> [f"{moves:x}" for moves in legal_many(discs)]
/// ['102004080000', '280020000000']
#[pyfunction]
pub fn legal_many<'py>(py: Python<'py>, discs: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let discs = DiscArray::of(discs)?;
    let pairs = discs.pairs()?;
    let moves = py.detach(|| legal(pairs)).map_err(unusable)?;
    let count = moves.len();
    shaped(py, moves, &[count])
}

/// Plays a move in each of many positions, and returns the positions after them, seen from the other side: a uint64
/// array of shape (n, 2).
///
/// `discs` is a uint64 array of shape (n, 2), `squares` a uint8 array of shape (n,): 0 to 63, or PASS where the side to
/// move has no move.
///
/// >>> import numpy as np
/// >>> from reversi_engine import Board, play_many
/// >>> discs = np.array([Board().discs], dtype=np.uint64)
/// >>> after = play_many(discs, np.array([19], dtype=np.uint8))
/// >>> tuple(after[0].tolist()) == Board("d3").discs
/// True
#[pyfunction]
pub fn play_many<'py>(
    py: Python<'py>,
    discs: &Bound<'py, PyAny>,
    squares: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let discs = DiscArray::of(discs)?;
    let pairs = discs.pairs()?;
    let count = pairs.len();
    check::<u8>("squares", squares, &format!("({count},)"), |shape| {
        shape == [count]
    })?;
    let squares = contiguous::<u8>(squares)?;
    let squares = squares.as_slice()?;
    let after = py.detach(|| play(pairs, squares)).map_err(unusable)?;
    shaped(py, after.into_flattened(), &[count, 2])
}

/// Returns the expected scores of many positions for their sides to move, without a search: an int32 array of shape
/// (n,), in discs.
///
/// `discs` is a uint64 array of shape (n, 2).
///
/// >>> import numpy as np
/// >>> from reversi_engine import Board, evaluate_many
/// >>> discs = np.array([Board("f5d6c3").discs], dtype=np.uint64)
/// >>> evaluate_many(discs).shape
/// (1,)
#[pyfunction]
pub fn evaluate_many<'py>(
    py: Python<'py>,
    discs: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let positions = DiscArray::of(discs)?.positions()?;
    let scores = py.detach(|| {
        let evaluation = Evaluation::global();
        let score = |position: &Position| evaluation.evaluate(*position, position.legal_moves());
        positions.iter().map(score).collect::<Vec<i32>>()
    });
    let count = scores.len();
    shaped(py, scores, &[count])
}

/// Solves many positions on all cores, and returns their exact scores for their sides to move: an int32 array of shape
/// (n,), in discs.
///
/// `discs` is a uint64 array of shape (n, 2). A side without a move passes; after the end, the score is the count.
/// `threads` is the number of threads, by default all cores; `hash_mb` the maximum size of the table of each.
/// `progress` is called with the number of solved positions and of all positions. Ctrl-C raises `KeyboardInterrupt`.
///
/// >>> import numpy as np
/// >>> from reversi_engine import solve_many
/// >>> solve_many(np.array([[0b10, 0b01]], dtype=np.uint64))
/// array([-64], dtype=int32)
#[pyfunction]
#[pyo3(signature = (discs, *, threads = None, hash_mb = 16, progress = None))]
pub fn solve_many<'py>(
    py: Python<'py>,
    discs: &Bound<'py, PyAny>,
    threads: Option<usize>,
    hash_mb: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let positions = DiscArray::of(discs)?.positions()?;
    let threads = in_range("threads", threads.unwrap_or_else(all_cores), &(1..=256))?;
    let hash_mb = in_range("hash_mb", hash_mb, &(1..=65_536))?;
    let all = positions.len();
    let solving = Solving {
        positions,
        next: AtomicUsize::new(0),
        solved: AtomicUsize::new(0),
        stop: Stop::new(),
    };
    let mut reported = 0;
    let mut report = |py: Python<'_>| {
        let solved = solving.solved.load(Ordering::Relaxed);
        if let Some(progress) = progress.as_ref().filter(|_| solved != reported) {
            progress.call1(py, (solved, all))?;
        }
        reported = solved;
        Ok(())
    };
    let work = || solving.on_threads(threads, hash_mb);
    let watched = watched(py, &solving.stop, work, &mut report)?;
    if let Some(error) = watched.interruption {
        return Err(error);
    }
    report(py)?;
    shaped(py, watched.result, &[all])
}

struct Solving {
    positions: Vec<Position>,
    /// The index of the next position to take.
    next: AtomicUsize,
    solved: AtomicUsize,
    stop: Stop,
}

impl Solving {
    /// The scores of all positions, unless stopped. If not all threads can be started, fewer solve them.
    fn on_threads(&self, threads: usize, hash_mb: usize) -> Vec<i32> {
        let scores = Mutex::new(vec![0; self.positions.len()]);
        let chunks = self.positions.len().div_ceil(CHUNK);
        thread::scope(|scope| {
            for _ in 1..threads.min(chunks) {
                let solve = || self.solve_chunks(hash_mb, &scores);
                if thread::Builder::new().spawn_scoped(scope, solve).is_err() {
                    break;
                }
            }
            self.solve_chunks(hash_mb, &scores);
        });
        scores.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn solve_chunks(&self, hash_mb: usize, scores: &Mutex<Vec<i32>>) {
        let mut engine = Engine::new(hash_mb, 1);
        let limits = Limits::default();
        loop {
            let first = self.next.fetch_add(CHUNK, Ordering::Relaxed);
            let Some(rest) = self.positions.get(first..) else {
                return;
            };
            let mut chunk = Vec::with_capacity(CHUNK);
            for &position in rest.iter().take(CHUNK) {
                let flag = self.stop.flag();
                chunk.push(
                    engine
                        .search_with(position, &limits, flag, &mut |_| ())
                        .score(),
                );
                if self.stop.is_requested() {
                    return;
                }
                self.solved.fetch_add(1, Ordering::Relaxed);
            }
            let mut scores = scores.lock().unwrap_or_else(PoisonError::into_inner);
            scores[first..first + chunk.len()].copy_from_slice(&chunk);
        }
    }
}

/// Returns the images of many positions under the eight symmetries: a uint64 array of shape (n, 8, 2). The first one is
/// the position itself; their order is that of Board.turned.
///
/// `discs` is a uint64 array of shape (n, 2), of any sets of squares.
///
/// >>> import numpy as np
/// >>> from reversi_engine import Board, symmetries
/// >>> discs = np.array([Board("f5").discs], dtype=np.uint64)
/// >>> [tuple(image) for image in symmetries(discs)[0].tolist()] == [b.discs for b in Board("f5").symmetries()]
/// True
#[pyfunction]
pub fn symmetries<'py>(py: Python<'py>, discs: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let discs = DiscArray::of(discs)?;
    let pairs = discs.pairs()?;
    let images = py.detach(|| {
        let mut images = Vec::with_capacity(8 * pairs.len());
        for pair in pairs {
            images.extend((0..8).map(|symmetry| pair.map(|set| turned_set(set, symmetry))));
        }
        images
    });
    shaped(py, images.into_flattened(), &[pairs.len(), 8, 2])
}

/// Returns sets of squares as planes: a float32 array with two more dimensions, rows from the top and columns from the
/// left, 1 for a square in the set and 0 for another.
///
/// `sets` is a uint64 array of any shape: `planes(discs)` has shape (n, 2, 8, 8), `planes(legal_many(discs))` has shape
/// (n, 8, 8).
///
/// >>> import numpy as np
/// >>> from reversi_engine import planes
/// >>> planes(np.array([1 << 8], dtype=np.uint64))[0, 1, :3].tolist()
/// [1.0, 0.0, 0.0]
#[pyfunction]
pub fn planes<'py>(py: Python<'py>, sets: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    check::<u64>("sets", sets, "(...)", |_| true)?;
    let sets = contiguous::<u64>(sets)?;
    let shape = [sets.shape(), &[8, 8]].concat();
    let sets = sets.as_slice()?;
    let numbers = py.detach(|| {
        let mut numbers = vec![0.0_f32; 64 * sets.len()];
        let (planes, _) = numbers.as_chunks_mut::<64>();
        for (plane, set) in planes.iter_mut().zip(sets) {
            for (square, number) in plane.iter_mut().enumerate() {
                *number = f32::from(u8::from(set >> square & 1 == 1));
            }
        }
        numbers
    });
    shaped(py, numbers, &shape)
}

fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// The image of a set of squares. The symmetries of positions are those of their sets.
fn turned_set(set: u64, symmetry: u32) -> u64 {
    Position::new(set, 0).map_or(0, |position| position.turned(symmetry).player())
}
