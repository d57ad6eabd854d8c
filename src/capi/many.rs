//! Many positions at once.

use super::border::{CallError, ReversiCode, array, guarded, store_all};
use crate::engine::{ManyError, legal_many, play_many};

/// Finds the legal moves of `count` positions. Each has two numbers in `discs`: the discs of its side to move, and of
/// its opponent. `moves` gets one set of squares for each.
///
/// # Safety
/// `discs` leads to 2 * `count` numbers, `moves` to memory for `count` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_legal_many(
    discs: *const [u64; 2],
    count: usize,
    moves: *mut u64,
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises the numbers.
        let discs = unsafe { array("discs", discs, count)? };
        let found = legal_many(discs).map_err(CallError::argument)?;
        // SAFETY: the caller promises memory.
        unsafe { store_all("moves", moves, &found) }
    })
}

/// Plays a move in each of `count` positions, as in `reversi_legal_many`: a square from 0 to 63, or 64 to pass. `after`
/// gets two numbers for each, seen from the other side.
///
/// # Safety
/// `discs` leads to 2 * `count` numbers, `squares` to `count` numbers, `after` to memory for 2 * `count` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reversi_play_many(
    discs: *const [u64; 2],
    squares: *const u8,
    count: usize,
    after: *mut [u64; 2],
) -> ReversiCode {
    guarded(|| {
        // SAFETY: the caller promises the numbers.
        let (discs, squares) = unsafe {
            (
                array("discs", discs, count)?,
                array("squares", squares, count)?,
            )
        };
        let played = play_many(discs, squares).map_err(|error| match error {
            ManyError::Overlap { .. } | ManyError::NoSquare { .. } => CallError::argument(error),
            ManyError::Illegal { .. } | ManyError::Pass { .. } => {
                CallError::new(ReversiCode::Illegal, error)
            }
        })?;
        // SAFETY: the caller promises memory.
        unsafe { store_all("after", after, &played) }
    })
}
