//! A small transposition table for one thread, with exact bounds only.

use crate::engine::Position;
use crate::engine::hash::{check, prefetch, products};
use crate::engine::score::{HIGHEST, LOWEST};
use crate::engine::table::NO_SQUARE;

/// The number of slots: 1 MiB, which fits into the second-level cache. The index of a [`TableKey`] has 16 bits, too.
const SLOTS: usize = 1 << 16;

#[derive(Debug, Clone, Copy)]
pub struct SmallSlot {
    check: u64,
    pub lower: i8,
    pub upper: i8,
    /// The best move, or the one that failed high, for the principal variation. It doesn't help to order moves,
    /// because few positions are searched again with another bound.
    pub best: u8,
}

#[derive(Debug, Clone, Copy)]
pub struct TableKey {
    check: u64,
    index: u16,
}

impl TableKey {
    pub const ZERO: Self = Self { check: 0, index: 0 };

    #[inline]
    pub fn of(position: Position) -> Self {
        let products = products(position);
        // The highest bits of a product depend on almost all bits of the discs.
        let [.., low, high] = products[0].wrapping_add(products[1]).to_le_bytes();
        Self {
            check: check(products),
            index: u16::from_le_bytes([low, high]),
        }
    }
}

impl SmallSlot {
    /// The empty slot. Its bounds hold for every position.
    const EMPTY: Self = Self {
        check: 0,
        lower: LOWEST,
        upper: HIGHEST,
        best: NO_SQUARE,
    };

    #[inline]
    pub fn is_of(&self, key: TableKey) -> bool {
        self.check == key.check
    }
}

/// One slot per index; a new position replaces the old one.
#[derive(Debug)]
pub struct SmallTable(Box<[SmallSlot; SLOTS]>);

impl SmallTable {
    pub fn new() -> Self {
        Self(
            vec![SmallSlot::EMPTY; SLOTS]
                .try_into()
                .expect("the vector has SLOTS elements"),
        )
    }

    pub fn clear(&mut self) {
        self.0.fill(SmallSlot::EMPTY);
    }

    #[inline]
    pub fn prefetch(&self, key: TableKey) {
        prefetch(self.slot(key));
    }

    /// The slot where a position would be, to be checked with [`SmallSlot::is_of`].
    #[inline]
    pub fn slot(&self, key: TableKey) -> &SmallSlot {
        &self.0[usize::from(key.index)]
    }

    #[inline]
    pub fn put(&mut self, key: TableKey, [lower, upper]: [i8; 2], best: u8) {
        self.0[usize::from(key.index)] = SmallSlot {
            check: key.check,
            lower,
            upper,
            best,
        };
    }
}

#[cfg(test)]
impl SmallTable {
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|slot| slot.check == 0)
    }
}
