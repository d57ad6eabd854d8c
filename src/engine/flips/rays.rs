//! Rays: the squares in one direction from a square.

/// The rays from each square, in directions given as the rows and columns of one step.
pub const fn rays<const N: usize>(steps: [(i32, i32); N]) -> [[u64; N]; 64] {
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
