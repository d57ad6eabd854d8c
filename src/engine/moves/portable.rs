//! Legal moves on any processor: one line after the other.

use crate::engine::bits::INNER_COLUMNS;

#[inline]
pub fn reached(player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    along::<1>(player, inner)
        | along::<8>(player, opponent)
        | along::<7>(player, inner)
        | along::<9>(player, inner)
}

/// The squares behind runs of `passable` discs that start next to a disc of `player`, in both directions of one line.
/// Doubling the step covers runs of up to six discs in four shifts.
#[inline]
pub fn along<const SHIFT: u32>(player: u64, passable: u64) -> u64 {
    let mut up = passable & (player << SHIFT);
    let mut down = passable & (player >> SHIFT);
    up |= passable & (up << SHIFT);
    down |= passable & (down >> SHIFT);
    let pairs_up = passable & (passable << SHIFT);
    let pairs_down = passable & (passable >> SHIFT);
    up |= pairs_up & (up << (2 * SHIFT));
    down |= pairs_down & (down >> (2 * SHIFT));
    up |= pairs_up & (up << (2 * SHIFT));
    down |= pairs_down & (down >> (2 * SHIFT));
    (up << SHIFT) | (down >> SHIFT)
}
