//! Legal moves of a side, for all squares at once.

/// Columns b to g: a run of discs that is flipped along a row or diagonal never reaches column a
/// or h, so masking them keeps the shifts from wrapping around the edge.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares on which `player` would flip at least one disc.
///
/// For each of the eight directions the player's discs are spread over adjacent opposing discs
/// (at most six), and one step further, where the square must be empty.
///
/// ```
/// use reversi::engine::legal_moves;
/// // The start, Black to move: d3, c4, f5, e6.
/// let (black, white) = (1 << 35 | 1 << 28, 1 << 27 | 1 << 36);
/// assert_eq!(legal_moves(black, white), 1 << 19 | 1 << 26 | 1 << 37 | 1 << 44);
/// ```
pub fn legal_moves(player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let reached = along::<1>(player, inner)
        | along::<8>(player, opponent)
        | along::<7>(player, inner)
        | along::<9>(player, inner);
    reached & !(player | opponent)
}

/// The squares behind runs of `passable` discs that start next to a disc of `player`, along one
/// line in both directions. Doubling the step covers runs of up to six in four shifts.
fn along<const SHIFT: u32>(player: u64, passable: u64) -> u64 {
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
