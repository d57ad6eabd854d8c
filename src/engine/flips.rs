//! The discs that one move flips.

/// For each square the four rays towards higher bits: right, down-left, down, down-right.
static RAYS_UP: [[u64; 4]; 64] = rays([(0, 1), (1, -1), (1, 0), (1, 1)]);

/// For each square the squares left of it.
static LEFT: [[u64; 1]; 64] = rays([(0, -1)]);

const fn rays<const N: usize>(steps: [(i32, i32); N]) -> [[u64; N]; 64] {
    let mut table = [[0; N]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < N {
            let (rows, columns) = steps[direction];
            let mut row = square / 8 + rows;
            let mut column = square % 8 + columns;
            while row >= 0 && row < 8 && column >= 0 && column < 8 {
                table[square.cast_unsigned() as usize][direction] |= 1 << (8 * row + column);
                row += rows;
                column += columns;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

/// The opposing discs that `player` would flip by a move on `square` (0 to 63); 0 if the move is
/// not legal there. The square itself is expected to be empty.
///
/// Towards higher bits the nearest disc of a ray that is not the opponent's is found by a carry; it
/// outflanks if it is the player's own. The rays upwards are those downwards of the board upside
/// down. To the left the nearest disc is found by counting zeros.
///
/// # Panics
/// When `square` is 64 or more.
///
/// ```
/// use reversi::engine::flips;
/// // d3 from the start: the white disc on d4 lies between d3 and the black one on d5.
/// assert_eq!(flips(19, 1 << 35 | 1 << 28, 1 << 27 | 1 << 36), 1 << 27);
/// ```
#[inline]
pub fn flips(square: u32, player: u64, opponent: u64) -> u64 {
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
