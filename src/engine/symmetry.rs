//! The eight symmetries of the board: rotations and reflections.

use super::Position;

/// The set with its columns in reverse order: a1 becomes h1.
pub const fn mirrored(set: u64) -> u64 {
    set.swap_bytes().reverse_bits()
}

/// The set with rows and columns exchanged: a2 becomes b1.
pub const fn transposed(set: u64) -> u64 {
    // Exchanges the off-diagonal quarters of blocks with sides of eight, four and two squares.
    let swapped = (set ^ set >> 28) & 0x0000_0000_f0f0_f0f0;
    let set = set ^ swapped ^ swapped << 28;
    let swapped = (set ^ set >> 14) & 0x0000_cccc_0000_cccc;
    let set = set ^ swapped ^ swapped << 14;
    let swapped = (set ^ set >> 7) & 0x00aa_00aa_00aa_00aa;
    set ^ swapped ^ swapped << 7
}

/// The image of a set of squares under `symmetry`, from 0 (the identity) to 7.
pub const fn turned(mut set: u64, symmetry: u32) -> u64 {
    assert!(symmetry < 8, "there are eight symmetries");
    if symmetry & 1 != 0 {
        set = set.swap_bytes();
    }
    if symmetry & 2 != 0 {
        set = mirrored(set);
    }
    if symmetry & 4 != 0 {
        set = transposed(set);
    }
    set
}

/// Returns the image of a square (0 to 63) under a symmetry (0 to 7). Symmetry 0 is the identity.
///
/// # Panics
/// Panics if `square` is 64 or more, or `symmetry` is 8 or more.
///
/// ```
/// use reversi::engine::{Position, turned_square};
/// let (position, square) = (Position::START, 19);
/// for symmetry in 0..8 {
///     let turned = position.turned(symmetry).after(turned_square(square, symmetry));
///     assert_eq!(turned, position.after(square).turned(symmetry));
/// }
/// ```
pub const fn turned_square(square: u32, symmetry: u32) -> u32 {
    assert!(square < 64, "a board has 64 squares");
    turned(1 << square, symmetry).trailing_zeros()
}

impl Position {
    /// Returns the image of the position under a symmetry (0 to 7). Symmetry 0 is the identity.
    ///
    /// # Panics
    /// Panics if `symmetry` is 8 or more.
    #[must_use]
    pub const fn turned(self, symmetry: u32) -> Self {
        Self {
            player: turned(self.player, symmetry),
            opponent: turned(self.opponent, symmetry),
        }
    }

    /// Returns the representative of the eight symmetric positions, the same one for all of them.
    ///
    /// ```
    /// use reversi::engine::Position;
    /// // The first moves d3 and e6 are symmetric.
    /// let [d3, e6] = [19, 44].map(|square| Position::START.after(square));
    /// assert_ne!(d3, e6);
    /// assert_eq!(d3.canonical(), e6.canonical());
    /// ```
    #[must_use]
    pub fn canonical(self) -> Self {
        let images = |discs: u64| {
            [discs, transposed(discs)].map(|discs| {
                let rotated = discs.reverse_bits();
                [discs, discs.swap_bytes(), rotated, rotated.swap_bytes()]
            })
        };
        let players = images(self.player);
        let opponents = images(self.opponent);
        let all = players.iter().flatten().zip(opponents.iter().flatten());
        let least = all.min().unwrap_or((&self.player, &self.opponent));
        Self {
            player: *least.0,
            opponent: *least.1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_the_expected_images() {
        let (a1, b1, h1, a2, a8, c5) = (0, 1, 7, 8, 56, 34);
        assert_eq!(mirrored(1 << a1), 1 << h1);
        assert_eq!(transposed(1 << a2), 1 << b1);
        assert_eq!(transposed(1 << c5), 1 << 20, "e3");
        assert_eq!(turned(1 << a1, 1), 1 << a8);
    }

    #[test]
    fn the_eight_symmetries_differ() {
        let set = 0x0123_4567_89ab_cdef;
        let mut all: Vec<u64> = (0..8).map(|symmetry| turned(set, symmetry)).collect();
        assert!(
            all.iter()
                .all(|turned| turned.count_ones() == set.count_ones())
        );
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 8);
    }

    #[test]
    fn symmetric_positions_have_the_same_representative() {
        let position = Position {
            player: 0x0000_0010_0804_0201,
            opponent: 0x0102_0000_0000_1c00,
        };
        let images = (0..8).map(|symmetry| position.turned(symmetry));
        let least = images
            .clone()
            .min_by_key(|image| (image.player, image.opponent))
            .unwrap();
        assert!(
            images
                .map(Position::canonical)
                .all(|canonical| canonical == least)
        );
    }
}
