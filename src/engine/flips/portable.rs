//! For any processor: one ray after the other.

use super::rays;

/// For each square the four rays towards higher bits: right, down-left, down, down-right.
static RAYS_UP: [[u64; 4]; 64] = rays([(0, 1), (1, -1), (1, 0), (1, 1)]);

/// For each square the squares left of it.
static LEFT: [[u64; 1]; 64] = rays([(0, -1)]);

/// Towards higher bits the nearest disc of a ray that is not the opponent's is found by a carry; it
/// outflanks if it is the player's own. The rays upwards are those downwards of the board upside
/// down. To the left the nearest disc is found by counting zeros.
#[inline]
pub(super) fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    let index = square as usize;
    let mut flipped = 0;
    for ray in RAYS_UP[index] {
        flipped |= along(ray, player, opponent);
    }
    let (player_mirrored, opponent_mirrored) = (player.swap_bytes(), opponent.swap_bytes());
    let [_, downwards @ ..] = RAYS_UP[index ^ 0x38];
    let mut mirrored = 0;
    for ray in downwards {
        mirrored |= along(ray, player_mirrored, opponent_mirrored);
    }
    let [left] = LEFT[index];
    // The lowest bit stands for none: it is never strictly between two discs of a row.
    let nearest = 1 << 63 >> ((left & !opponent) | 1).leading_zeros();
    let outflanking = nearest & left & player;
    flipped |= outflanking.wrapping_neg() << 1 & left & nonzero(outflanking);
    flipped | mirrored.swap_bytes()
}

/// The discs that are flipped along one ray towards higher bits.
#[inline]
fn along(ray: u64, player: u64, opponent: u64) -> u64 {
    let outflanking = (opponent | !ray).wrapping_add(1) & ray & player;
    outflanking.wrapping_sub(u64::from(outflanking != 0)) & ray
}

/// All ones if a bit is set, else all zeros.
#[inline]
fn nonzero(bits: u64) -> u64 {
    u64::from(bits != 0).wrapping_neg()
}
