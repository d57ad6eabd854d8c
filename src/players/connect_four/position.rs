//! A Connect Four position: two bitboards, from the point of view of the side to move.
//!
//! A column has seven bits, the lowest cell first. The seventh is always empty, so that shifts never carry a line
//! from one column into the next.

/// The number of columns.
pub const COLUMNS: u32 = 7;

pub const ROWS: u32 = 6;

pub const CELLS: u32 = COLUMNS * ROWS;

/// The number of bits from a cell to its right neighbor.
pub const STRIDE: u32 = ROWS + 1;

/// The lowest cell of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;

pub const BOARD: u64 = BOTTOM * 0b11_1111;

/// The first, third and fifth row from the bottom.
pub const ODD_ROWS: u64 = BOTTOM * 0b01_0101;

/// The second, fourth and sixth row from the bottom.
pub const EVEN_ROWS: u64 = BOTTOM * 0b10_1010;

/// The number of bits between neighbors in a row and in the two diagonals.
const SLOPES: [u32; 3] = [STRIDE, STRIDE - 1, STRIDE + 1];

/// A position in which neither side has four in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConnectFourPosition {
    player: u64,
    /// The counters of both sides.
    mask: u64,
}

impl ConnectFourPosition {
    /// Returns the empty board.
    pub const fn start() -> Self {
        Self { player: 0, mask: 0 }
    }

    /// Returns the position after a sequence of columns, the digits 1 to 7.
    ///
    /// `None` if a digit is not a column, a column is full, or a move wins: a finished game is not a position.
    pub fn from_columns(columns: &str) -> Option<Self> {
        columns.chars().try_fold(Self::start(), |position, digit| {
            let column = digit.to_digit(COLUMNS + 1)?.checked_sub(1)?;
            (position.is_legal(column) && !position.wins_with(column))
                .then(|| position.play(column))
        })
    }

    /// Returns the number of counters on the board.
    pub const fn counters(self) -> u32 {
        self.mask.count_ones()
    }

    /// Whether a column, counted from 0, exists and has room.
    pub const fn is_legal(self, column: u32) -> bool {
        column < COLUMNS && self.mask & (1 << (column * STRIDE + ROWS - 1)) == 0
    }

    /// Whether a counter in this column, counted from 0, makes four in a row.
    pub fn wins_with(self, column: u32) -> bool {
        column < COLUMNS && self.immediate_wins() & column_cells(column) != 0
    }

    /// Returns the position after a counter in a column, from the other side's view.
    ///
    /// The column is counted from 0. It must be legal, and the move must not win.
    #[must_use]
    pub fn play(self, column: u32) -> Self {
        debug_assert!(self.is_legal(column) && !self.wins_with(column));
        self.play_cell(self.playable() & column_cells(column))
    }

    /// The position after a counter on a playable cell, given as its bit.
    #[must_use]
    pub(super) const fn play_cell(self, cell: u64) -> Self {
        Self {
            player: self.player ^ self.mask,
            mask: self.mask | cell,
        }
    }

    /// Returns a number below 2⁴⁹ that identifies the position.
    ///
    /// In each column, the sum of the two sets determines the height (sums of height h are 2ʰ − 1 to 2ʰ⁺¹ − 2), and
    /// from it the counters.
    pub const fn key(self) -> u64 {
        self.player + self.mask
    }

    /// Returns the position with a key.
    ///
    /// `None` unless the numbers of counters are right and neither side has four in a row.
    pub fn from_key(key: u64) -> Option<Self> {
        let mut player = 0;
        let mut mask = 0;
        for column in 0..COLUMNS {
            let sum = key >> (column * STRIDE) & 0x7f;
            let height = (sum + 1).ilog2();
            let full = (1 << height) - 1;
            if height > ROWS {
                return None;
            }
            mask |= full << (column * STRIDE);
            player |= (sum - full) << (column * STRIDE);
        }
        let position = Self { player, mask };
        let even = player.count_ones() == mask.count_ones() / 2;
        let running = !has_line(player) && !has_line(position.opponent());
        (key >> (COLUMNS * STRIDE) == 0 && even && running).then_some(position)
    }

    /// Returns the position with left and right swapped.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let mirror = |cells: u64| {
            (0..COLUMNS).fold(0, |mirrored, column| {
                mirrored << STRIDE | cells >> (column * STRIDE) & 0x7f
            })
        };
        Self {
            player: mirror(self.player),
            mask: mirror(self.mask),
        }
    }

    /// Returns this position or its mirror image, whichever has the smaller key.
    #[must_use]
    pub fn canonical(self) -> Self {
        let mirrored = self.mirrored();
        if mirrored.key() < self.key() {
            mirrored
        } else {
            self
        }
    }

    pub(super) const fn player(self) -> u64 {
        self.player
    }

    pub(super) const fn opponent(self) -> u64 {
        self.player ^ self.mask
    }

    pub(super) const fn empty(self) -> u64 {
        self.mask ^ BOARD
    }

    /// The cells where the next counter can land, at most one per column.
    pub(super) const fn playable(self) -> u64 {
        (self.mask + BOTTOM) & BOARD
    }

    /// The playable cells that complete four in a row for the side to move.
    pub(super) const fn immediate_wins(self) -> u64 {
        completing_cells(self.player) & self.playable()
    }

    /// The playable cells after which the other side can't win at once. The side to move must have no winning cell.
    pub(super) const fn safe_cells(self) -> u64 {
        let threats = completing_cells(self.opponent()) & BOARD;
        let playable = self.playable();
        let forced = playable & threats;
        let answers = if forced == 0 {
            playable
        } else if forced.is_power_of_two() {
            forced
        } else {
            return 0;
        };
        // A counter below a threat would make that threat playable.
        answers & !(threats >> 1)
    }

    /// The empty cells that would complete the mover's line after a counter on `cell`.
    pub(super) const fn threats_after(self, cell: u64) -> u64 {
        completing_cells(self.player | cell) & self.empty() & !cell
    }

    /// Whether one counter can't stop `threats`, the empty cells that complete the other side's lines. Two of them
    /// are playable, or one is playable and another is directly above it.
    pub(super) const fn cannot_stop(self, threats: u64) -> bool {
        let open = threats & self.playable();
        open & threats >> 1 != 0 || open & open.wrapping_sub(1) != 0
    }

    /// The empty cells that would complete a line of the other side.
    pub(super) const fn opponent_threats(self) -> u64 {
        completing_cells(self.opponent()) & self.empty()
    }
}

/// The cells of a column, counted from 0.
pub const fn column_cells(column: u32) -> u64 {
    0b11_1111 << (column * STRIDE)
}

pub const fn has_line(cells: u64) -> bool {
    let mut lines = four(cells, 1);
    let mut slope = 0;
    while slope < SLOPES.len() {
        lines |= four(cells, SLOPES[slope]);
        slope += 1;
    }
    lines != 0
}

/// The lowest cells of the fours in one direction.
const fn four(cells: u64, shift: u32) -> u64 {
    let pairs = cells & cells >> shift;
    pairs & pairs >> (2 * shift)
}

/// The cells that complete a line with three of `cells`; occupied and off-board bits are possible.
const fn completing_cells(cells: u64) -> u64 {
    // Upward only: nothing can land below a counter.
    let mut found = cells << 1 & cells << 2 & cells << 3;
    let mut slope = 0;
    while slope < SLOPES.len() {
        let shift = SLOPES[slope];
        let before = cells << shift;
        let after = cells >> shift;
        let two_before = before & cells << (2 * shift);
        let two_after = after & cells >> (2 * shift);
        found |= two_before & (cells << (3 * shift) | after);
        found |= two_after & (cells >> (3 * shift) | before);
        slope += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read() {
        let position = ConnectFourPosition::from_columns("4455").unwrap();
        assert_eq!(position.counters(), 4);
        for wrong in ["0", "8", "a", "4444444", "44 5", "1212121", "12121213"] {
            assert_eq!(ConnectFourPosition::from_columns(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn wins_are_seen_in_all_directions() {
        for (columns, win) in [
            ("121212", 0),
            ("112233", 3),
            ("1223343446", 3),
            ("7665545442", 3),
            ("1122447", 2),
        ] {
            let position = ConnectFourPosition::from_columns(columns).unwrap();
            let wins: Vec<u32> = (0..COLUMNS)
                .filter(|&column| position.wins_with(column))
                .collect();
            assert_eq!(
                wins.contains(&win),
                columns != "1122447",
                "{columns} {wins:?}"
            );
        }
    }

    #[test]
    fn keys_and_mirrors_go_back_and_forth() {
        let position = ConnectFourPosition::from_columns("4434521").unwrap();
        assert_eq!(
            ConnectFourPosition::from_key(position.key()),
            Some(position)
        );
        assert_eq!(
            ConnectFourPosition::from_columns("4454367"),
            Some(position.mirrored())
        );
        assert_eq!(position.mirrored().mirrored(), position);
        assert_eq!(position.canonical(), position.mirrored().canonical());
        for key in [u64::MAX, 1 << 49, 0x7f, 2, 0b1_1110] {
            assert_eq!(ConnectFourPosition::from_key(key), None, "{key:x}");
        }
    }

    /// The positions after one more counter, including won ones.
    fn children(position: ConnectFourPosition) -> impl Iterator<Item = ConnectFourPosition> {
        let cells = (0..COLUMNS).map(move |column| position.playable() & column_cells(column));
        cells
            .filter(|&cell| cell != 0)
            .map(move |cell| position.play_cell(cell))
    }

    /// The number of positions after each number of counters, finished games included: <https://oeis.org/A212693>.
    #[test]
    fn positions_are_as_many_as_published() {
        use std::collections::HashSet;

        let mut positions = vec![ConnectFourPosition::start()];
        let mut counts = vec![1];
        for _ in 0..10 {
            let running = positions
                .iter()
                .filter(|position| !has_line(position.opponent()));
            let mut known = HashSet::new();
            positions = running
                .flat_map(|&position| children(position))
                .filter(|child| known.insert(child.key()))
                .collect();
            counts.push(positions.len());
        }
        let published = [
            1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275, 558_186, 1_662_623,
        ];
        assert_eq!(counts, published);
    }
}
