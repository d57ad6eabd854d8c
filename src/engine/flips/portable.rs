//! Flips on any processor: one ray after the other.

use super::rays::rays;

/// The rays toward higher bits from each square: right, down-left, down, down-right.
static RAYS_UP: [[u64; 4]; 64] = rays([(0, 1), (1, -1), (1, 0), (1, 1)]);

static LEFT: [[u64; 1]; 64] = rays([(0, -1)]);

/// The portable version of [`super::flips`]. Toward higher bits, a carry finds the nearest square without an opposing
/// disc, which outflanks if the player owns it. Upward rays are handled as downward rays on the board upside down. To
/// the left, a count of leading zeros finds the nearest square.
#[inline]
pub fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    let index = square as usize;
    let mut flipped = 0;
    for ray in RAYS_UP[index] {
        flipped |= along(ray, player, opponent);
    }
    let player_mirrored = player.swap_bytes();
    let opponent_mirrored = opponent.swap_bytes();
    let [_, downwards @ ..] = RAYS_UP[index ^ 0x38];
    let mut mirrored = 0;
    for ray in downwards {
        mirrored |= along(ray, player_mirrored, opponent_mirrored);
    }
    let [left] = LEFT[index];
    // The lowest bit stands for none: it is never strictly between two discs in a row.
    let nearest = 1 << 63 >> ((left & !opponent) | 1).leading_zeros();
    let outflanking = nearest & left & player;
    flipped |= outflanking.wrapping_neg() << 1 & left & nonzero(outflanking);
    flipped | mirrored.swap_bytes()
}

#[inline]
fn along(ray: u64, player: u64, opponent: u64) -> u64 {
    let outflanking = (opponent | !ray).wrapping_add(1) & ray & player;
    outflanking.wrapping_sub(u64::from(outflanking != 0)) & ray
}

#[inline]
fn nonzero(bits: u64) -> u64 {
    u64::from(bits != 0).wrapping_neg()
}
