//! Engines.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use super::border::{CallError, ReversiCode, borrowed, free, guarded, store, store_handle};
use super::position::ReversiPosition;
use crate::engine::{Engine, Found, Limits, Selectivity};
use crate::players::{Adviser, Stop};

/// An engine, with its transposition table.
#[derive(Debug)]
pub struct ReversiEngine {
    search: Mutex<Engine>,
    /// The request to end the current search.
    stop: Mutex<Stop>,
}

/// The limits of a search. A number that is 0 is no limit; without any, the search is as deep as for a hint.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ReversiLimits {
    /// The depth in plies, up to 60.
    pub depth: u32,
    /// The time in milliseconds.
    pub milliseconds: u64,
    /// The number of nodes.
    pub nodes: u64,
    /// The confidence of pruning in percent: 73, 87, 95, 98, 99, or 100 for none; 0 for the default.
    pub selectivity: u8,
}

/// The maximum number of moves in a line.
pub const REVERSI_MAX_LINE: usize = 60;

/// The result of a search.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ReversiResult {
    /// The score for the side to move, in discs. Empty squares count for the winner.
    pub score: i32,
    /// The search depth, in plies.
    pub depth: u32,
    /// The selectivity of the search, in percent; 100 for none.
    pub selectivity: u8,
    /// Whether the score is exact: the result of perfect play.
    pub exact: bool,
    /// The number of moves in `line`.
    pub line_length: u8,
    /// The expected moves of both sides, beginning with the best move, without passes.
    pub line: [u8; REVERSI_MAX_LINE],
    /// The number of positions visited.
    pub nodes: u64,
    /// The time of the search, in seconds.
    pub seconds: f64,
}

impl ReversiResult {
    fn new(found: &Found) -> Self {
        let mut line = [0; REVERSI_MAX_LINE];
        let moves = found.lines.first().map_or(&[][..], |line| &line.moves);
        let length = moves.len().min(REVERSI_MAX_LINE);
        for (square, mv) in line.iter_mut().zip(moves) {
            *square = u8::try_from(mv.0).unwrap_or_default();
        }
        Self {
            score: found.score(),
            depth: found.depth,
            selectivity: found.selectivity.percent(),
            exact: found.is_exact(),
            line_length: u8::try_from(length).unwrap_or_default(),
            line,
            nodes: found.nodes,
            seconds: found.time.as_secs_f64(),
        }
    }
}

impl ReversiLimits {
    fn limits(self) -> Result<Limits, CallError> {
        let has_none = (self.depth, self.milliseconds, self.nodes) == (0, 0, 0);
        let mut limits = if has_none {
            Adviser::limits()
        } else {
            Limits::default()
        };
        if self.depth > 60 {
            let message = format!("depth is {}: use 1 to 60", self.depth);
            return Err(CallError::argument(message));
        }
        if self.depth > 0 {
            (limits.depth, limits.exact_from) = (self.depth, self.depth);
        }
        if self.selectivity > 0 {
            let mut all = Selectivity::ALL.into_iter();
            let level = all.find(|level| level.percent() == self.selectivity);
            let percent = self.selectivity;
            limits.selectivity = level.ok_or_else(|| {
                CallError::argument(format!(
                    "selectivity is {percent}: use 73, 87, 95, 98, 99 or 100"
                ))
            })?;
            limits.end_selectivity = limits.selectivity;
        }
        let time = (self.milliseconds > 0).then(|| Duration::from_millis(self.milliseconds));
        (limits.time, limits.nodes) = (time, Some(self.nodes).filter(|&nodes| nodes > 0));
        Ok(limits)
    }
}

impl ReversiEngine {
    fn open(&self) -> Result<MutexGuard<'_, Engine>, CallError> {
        match self.search.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(CallError::new(
                ReversiCode::Busy,
                "the engine is searching: use one engine per thread",
            )),
        }
    }

    fn last_stop(&self) -> MutexGuard<'_, Stop> {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn search(
        &self,
        position: ReversiPosition,
        limits: &Limits,
    ) -> Result<ReversiResult, CallError> {
        let position = position.checked()?;
        let mut engine = self.open()?;
        let stop = Stop::new();
        *self.last_stop() = stop.clone();
        let found = engine.search_with(position, limits, stop.flag(), &mut |_| ());
        Ok(ReversiResult::new(&found))
    }
}

/// Creates an engine with a number of threads (1 to 256) and a transposition table of at most `hash_mb` MiB (1 to
/// 65536). Free it with `reversi_engine_free`.
///
/// # Safety
/// `engine` leads to memory for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_engine_new(
    threads: usize,
    hash_mb: usize,
    engine: *mut *mut ReversiEngine,
) -> ReversiCode {
    guarded(|| {
        if !(1..=256).contains(&threads) {
            let message = format!("threads is {threads}: use 1 to 256");
            return Err(CallError::argument(message));
        }
        if !(1..=65_536).contains(&hash_mb) {
            let message = format!("hash_mb is {hash_mb}: use 1 to 65536");
            return Err(CallError::argument(message));
        }
        let handle = ReversiEngine {
            search: Mutex::new(Engine::new(hash_mb, threads)),
            stop: Mutex::default(),
        };
        // SAFETY: the caller promises memory.
        unsafe { store_handle("engine", engine, handle) }
    })
}

/// Frees an engine; null is no error.
///
/// # Safety
/// `engine` is null, or has come from `reversi_engine_new`, and no thread uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_engine_free(engine: *mut ReversiEngine) {
    // SAFETY: the caller promises it.
    unsafe { free(engine) }
}

/// Searches a position within limits; null for none.
///
/// # Safety
/// `engine` is an engine, `position` leads to a position, `limits` to limits or is null, `result` to memory for a
/// result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_engine_search(
    engine: *const ReversiEngine,
    position: *const ReversiPosition,
    limits: *const ReversiLimits,
    result: *mut ReversiResult,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises an engine and a position.
        let (engine, position) = unsafe {
            (
                borrowed("engine", engine)?,
                *borrowed("position", position)?,
            )
        };
        let limits = if limits.is_null() {
            Adviser::limits()
        } else {
            // SAFETY: the caller promises limits.
            unsafe { borrowed("limits", limits)? }.limits()?
        };
        let found = engine.search(position, &limits)?;
        // SAFETY: the caller promises memory.
        unsafe { store("result", result, found) }
    })
}

/// Solves a position: finds its exact score.
///
/// # Safety
/// `engine` is an engine, `position` leads to a position, `result` to memory for a result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_engine_solve(
    engine: *const ReversiEngine,
    position: *const ReversiPosition,
    result: *mut ReversiResult,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises an engine and a position.
        let (engine, position) = unsafe {
            (
                borrowed("engine", engine)?,
                *borrowed("position", position)?,
            )
        };
        let found = engine.search(position, &Limits::default())?;
        // SAFETY: the caller promises memory.
        unsafe { store("result", result, found) }
    })
}

/// Ends the current search of another thread, which returns its result so far.
///
/// # Safety
/// `engine` is an engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_engine_stop(engine: *const ReversiEngine) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises an engine.
        unsafe { borrowed("engine", engine)? }.last_stop().request();
        Ok(())
    })
}

/// Empties the transposition table, so that the next search doesn't depend on earlier ones.
///
/// # Safety
/// `engine` is an engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_engine_clear(engine: *const ReversiEngine) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises an engine.
        unsafe { borrowed("engine", engine)? }.open()?.clear();
        Ok(())
    })
}
