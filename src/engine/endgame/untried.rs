//! The moves of a node that have not been searched yet. There are few, and the first ones often suffice, so finding
//! the next best move is faster than sorting all of them.

use super::NEAR_END;
use super::small_table::TableKey;
use crate::engine::Position;

/// Room for every move: a power of two, so that an index fits into the low bits of a priority.
const CAPACITY: u32 = NEAR_END.next_power_of_two();

#[derive(Debug, Clone, Copy)]
pub struct UntriedMove {
    pub square: u32,
    /// The table key of `next`; unset where the table is not used.
    pub key: TableKey,
    pub next: Position,
    pub replies: u64,
}

/// Combines `worth` and `index` in one number, which is higher for greater worth, then for a lower index.
#[inline]
pub fn priority(worth: i32, index: u32) -> i32 {
    worth * CAPACITY.cast_signed() + (CAPACITY - 1 - index).cast_signed()
}

#[inline]
fn index_of(priority: i32) -> usize {
    (CAPACITY - 1 - priority.cast_unsigned() % CAPACITY) as usize
}

#[derive(Debug)]
pub struct Untried {
    pub moves: [UntriedMove; CAPACITY as usize],
    /// [`NONE`](Self::NONE) for a move that has been taken, and for unused places.
    pub priorities: [i32; CAPACITY as usize],
}

impl Untried {
    pub const NONE: i32 = i32::MIN;

    pub const EMPTY: Self = {
        let next = Position {
            player: 0,
            opponent: 0,
        };
        let none = UntriedMove {
            square: 0,
            key: TableKey::ZERO,
            next,
            replies: 0,
        };
        Self {
            moves: [none; CAPACITY as usize],
            priorities: [Self::NONE; CAPACITY as usize],
        }
    };

    /// The highest priority; [`NONE`](Self::NONE) if all moves have been taken.
    #[inline]
    pub fn greatest(&self) -> i32 {
        self.priorities
            .iter()
            .fold(Self::NONE, |most, &priority| most.max(priority))
    }

    #[inline]
    pub fn take(&mut self, priority: i32) -> UntriedMove {
        let index = index_of(priority);
        self.priorities[index] = Self::NONE;
        self.moves[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_priority_belongs_to_the_first_move_of_greatest_worth() {
        let worths = [-1000, 20, -1, 0, 1 << 16, 1, 20, 0, -1000, 19, 20, 21, -1];
        let mut untried = Untried::EMPTY;
        for (index, &worth) in (0..).zip(&worths) {
            untried.moves[index as usize].square = index;
            untried.priorities[index as usize] = priority(worth, index);
            assert_eq!(index_of(priority(worth, index)), index as usize);
        }
        let mut expected: Vec<usize> = (0..worths.len()).collect();
        expected.sort_by_key(|&index| std::cmp::Reverse(worths[index]));
        let taken = expected
            .iter()
            .map(|_| untried.take(untried.greatest()).square as usize);
        assert_eq!(taken.collect::<Vec<_>>(), expected);
        assert_eq!(untried.greatest(), Untried::NONE);
    }
}
