//! The discs that one move flips.

/// For each square the four rays towards higher bits: right, down-left, down, down-right.
static RAYS_UP: [[u64; 4]; 64] = rays([(0, 1), (1, -1), (1, 0), (1, 1)]);

/// For each square the four rays towards lower bits: left, up-right, up, up-left.
static RAYS_DOWN: [[u64; 4]; 64] = rays([(0, -1), (-1, 1), (-1, 0), (-1, -1)]);

const fn rays(steps: [(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
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
/// Towards higher bits the nearest disc of a ray that is not the opponent's is found by a carry,
/// towards lower bits by counting leading zeros; it outflanks if it is the player's own.
///
/// # Panics
/// When `square` is 64 or more.
///
/// ```
/// use reversi::engine::flips;
/// // d3 from the start: the white disc on d4 lies between d3 and the black one on d5.
/// assert_eq!(flips(19, 1 << 35 | 1 << 28, 1 << 27 | 1 << 36), 1 << 27);
/// ```
pub fn flips(square: u32, player: u64, opponent: u64) -> u64 {
    let index = square as usize;
    let mut flipped = 0;
    for ray in RAYS_UP[index] {
        let outflanking = (opponent | !ray).wrapping_add(1) & ray & player;
        flipped |= outflanking.wrapping_sub(u64::from(outflanking != 0)) & ray;
    }
    for ray in RAYS_DOWN[index] {
        let stop = ray & !opponent;
        let nearest = (1_u64 << 63).checked_shr(stop.leading_zeros()).unwrap_or(0);
        let outflanking = nearest & player;
        flipped |= (outflanking << 1).wrapping_neg() & ray & mask(outflanking != 0);
    }
    flipped
}

/// All ones or all zeros.
const fn mask(condition: bool) -> u64 {
    (condition as u64).wrapping_neg()
}
