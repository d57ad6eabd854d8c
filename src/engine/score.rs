//! Scores: the disc difference at the end of the game, for the side to move, with the empty squares
//! given to the winner.

use super::Position;
use super::bits::count;

/// The score of a side that owns all 64 squares at the end.
pub(super) const MAX_SCORE: i32 = HIGHEST as i32;

/// The score of a side that owns no square at the end.
pub(super) const MIN_SCORE: i32 = LOWEST as i32;

/// The same as bytes, as tables store them: the bounds of a position of which nothing is known.
pub(super) const HIGHEST: i8 = 64;
pub(super) const LOWEST: i8 = -HIGHEST;

/// Above every score; `-INFINITY` is below every score, and stands for "no move yet".
pub(super) const INFINITY: i32 = MAX_SCORE + 1;

/// The score of a position in which neither side can move.
pub(super) fn final_score(position: Position) -> i32 {
    let [own, other] = [position.player, position.opponent].map(count);
    match own - other {
        0 => 0,
        lead if lead > 0 => MAX_SCORE - 2 * other,
        _ => MIN_SCORE + 2 * own,
    }
}
