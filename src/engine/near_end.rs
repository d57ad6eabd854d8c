//! Exact searches near the end, where most positions of a search to the end are.
//!
//! They are asked with a null window, as those of the last squares are: is the score more than
//! `alpha`? What is known of positions is in a table of the thread's own, small enough to stay in the
//! processor's second cache: the large one would be waited for longer than the search takes that it
//! saves.

use std::hint::select_unpredictable;

use super::lanes::Lanes;
use super::ordering::NearEndOrder;
use super::shallow::{self, NOTHING, final_score, odd_squares};
use super::stability::cut_by_stability;
use super::table::{check, prefetch, products};
use super::{NO_SQUARE, Position, squares};

/// With so many empty squares or fewer the search is one of these; tuned on time.
pub(super) const NEAR_END: u32 = 13;

/// With fewer empty squares, a table and ordering moves cost more than they save.
const LEAST: u32 = 6;

/// With so many empty squares or fewer, moves are not ordered where none is expected to be good enough;
/// tuned on time.
const UNORDERED: u32 = 7;

/// How many positions the table holds: a MiB of them. The number in a [`Place`] has as many bits.
const SLOTS: usize = 1 << 16;

/// A position, and what is known of it.
#[derive(Debug, Clone, Copy)]
struct Slot {
    check: u64,
    /// The score is at least this.
    lower: i8,
    /// The score is at most this.
    upper: i8,
    /// The move that was best, or good enough: for best lines. Few positions are met again with
    /// another bound, so that it is no help to the order of moves.
    best: u8,
}

impl Slot {
    /// Of no position, but right for all.
    const EMPTY: Self = Self { check: 0, lower: -64, upper: 64, best: NO_SQUARE };
}

/// What one thread knows of positions near the end. All of it is exact, so it is right for every
/// search.
#[derive(Debug, Default)]
pub(super) struct NearEnd {
    /// None before the first search.
    memory: Option<Box<Memory>>,
}

impl NearEnd {
    /// Forgets former searches.
    pub(super) fn clear(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.slots.fill(Slot::EMPTY);
        }
    }

    /// The move that was best, or good enough, when the position was searched last.
    pub(super) fn best(&self, position: Position) -> Option<u32> {
        let place = Place::of(position);
        let slot = self.memory.as_ref()?.slots[usize::from(place.index)];
        (slot.check == place.check).then_some(slot.best.into())
    }

    /// Whether the score is more than `alpha`, with at most [`NEAR_END`] empty squares, and whether it is
    /// expected to be: a bound of it on the same side. Adds to `nodes` what was looked at.
    pub(super) fn search(
        &mut self,
        position: Position,
        alpha: i32,
        empties: u32,
        nodes: &mut u64,
        expects_cut: bool,
    ) -> i32 {
        let memory = self.memory.get_or_insert_with(Memory::new);
        memory.nodes = *nodes;
        let score = memory.score(position, position.legal_moves(), alpha, empties, expects_cut);
        *nodes = memory.nodes;
        score
    }
}

/// What a search near the end works with.
#[derive(Debug)]
struct Memory {
    /// What has been looked at: here, because each number that is handed on from node to node takes time.
    nodes: u64,
    slots: Box<[Slot; SLOTS]>,
    /// The moves of the positions on the way to the one that is looked at, by how many squares are
    /// empty. They stay here, because making room for them anew takes a good part of a node's time.
    untried: [Untried; NEAR_END as usize + 1],
}

impl Memory {
    fn new() -> Box<Self> {
        let slots = vec![Slot::EMPTY; SLOTS].try_into().expect("as many slots as that");
        Box::new(Self { nodes: 0, slots, untried: [Untried::NONE; NEAR_END as usize + 1] })
    }

    /// As [`NearEnd::search`], with these legal moves.
    fn score(
        &mut self,
        position: Position,
        moves: u64,
        alpha: i32,
        empties: u32,
        expects_cut: bool,
    ) -> i32 {
        if empties < LEAST {
            return shallow::search(position, moves, alpha, &mut self.nodes, expects_cut);
        }
        self.nodes += 1;
        if moves == 0 {
            let passed = position.passed();
            let moves = passed.legal_moves();
            if moves == 0 {
                return final_score(position);
            }
            return -self.score(passed, moves, -alpha - 1, empties, !expects_cut);
        }
        // What the other side can't lose any more bounds the score, from above.
        if !expects_cut && let Some(most) = cut_by_stability(position, alpha, empties) {
            return most;
        }
        let place = Place::of(position);
        let (mut lower, mut upper) = (-64, 64);
        let slot = self.slots[usize::from(place.index)];
        if slot.check == place.check {
            (lower, upper) = (slot.lower, slot.upper);
            if i32::from(lower) > alpha {
                return lower.into();
            }
            if i32::from(upper) <= alpha {
                return upper.into();
            }
        }
        let (best, square) = if expects_cut || empties > UNORDERED {
            self.best_first(position, moves, alpha, empties, expects_cut)
        } else {
            self.one_by_one(position, moves, alpha, empties)
        };
        let bound = best.to_le_bytes()[0].cast_signed();
        if best > alpha {
            lower = lower.max(bound);
        } else {
            upper = upper.min(bound);
        }
        let best = square.to_le_bytes()[0];
        self.slots[usize::from(place.index)] = Slot { check: place.check, lower, upper, best };
        bound.into()
    }

    /// The score of a position by its moves, and the square of the best one: in the order in which they
    /// are likely to be good enough. 98 of 100 positions where one is have it first.
    #[inline]
    fn best_first(
        &mut self,
        position: Position,
        moves: u64,
        alpha: i32,
        empties: u32,
        expects_cut: bool,
    ) -> (i32, u32) {
        let untried = &mut self.untried[empties as usize];
        untried.keys = [i32::MIN; MOST_MOVES as usize];
        for (mv, square) in untried.moves.iter_mut().zip(squares(moves)) {
            mv.square = square;
            mv.next = position.after(square);
            if empties > LEAST {
                mv.place = Place::of(mv.next);
                prefetch(&raw const self.slots[usize::from(mv.place.index)]);
            }
        }
        let order = NearEndOrder::of(position);
        let mut greatest = i32::MIN;
        let count = moves.count_ones() as usize;
        let keys = (0..).zip(&mut untried.keys);
        for (mv, (index, key_of_move)) in untried.moves[..count].iter_mut().zip(keys) {
            // A move that is known to be good enough (enhanced transposition cut-off, Plaat 1996).
            if empties > LEAST {
                let slot = &self.slots[usize::from(mv.place.index)];
                // Without a branch on whose slot it is, which would be guessed wrong often.
                let most = select_unpredictable(slot.check == mv.place.check, slot.upper, 64);
                let least = -i32::from(most);
                if least > alpha {
                    return (least, mv.square);
                }
            }
            mv.replies = mv.next.legal_moves();
            let worth = order.worth(mv.square, mv.next, mv.replies);
            *key_of_move = key(worth, index);
            greatest = greatest.max(*key_of_move);
        }
        let mut best = (NOTHING, 0);
        // If a move is expected to be good enough, it is the first one.
        let mut expects_cut_below = !expects_cut;
        while greatest > i32::MIN {
            let Move { square, next, replies, .. } = self.untried[empties as usize].take(greatest);
            let score = -self.score(next, replies, -alpha - 1, empties - 1, expects_cut_below);
            if score > best.0 {
                best = (score, square);
                if score > alpha {
                    break;
                }
            }
            expects_cut_below = true;
            greatest = self.untried[empties as usize].greatest_key();
        }
        best
    }

    /// The same where no move is expected to be good enough, so that all have to be searched: those in
    /// odd quarters first.
    #[inline]
    fn one_by_one(
        &mut self,
        position: Position,
        moves: u64,
        alpha: i32,
        empties: u32,
    ) -> (i32, u32) {
        let lanes = Lanes::of(position);
        let odd = odd_squares(!(position.player | position.opponent));
        let ordered = squares(moves & odd).chain(squares(moves & !odd));
        // What they lead to is found before one is searched: the processor does it side by side.
        for (mv, square) in self.untried[empties as usize].moves.iter_mut().zip(ordered) {
            mv.square = square;
            (mv.next, mv.replies) = lanes.with_replies(square);
        }
        let mut best = (NOTHING, 0);
        for index in 0..moves.count_ones() as usize {
            let Move { square, next, replies, .. } = self.untried[empties as usize].moves[index];
            let score = -self.score(next, replies, -alpha - 1, empties - 1, true);
            if score > best.0 {
                best = (score, square);
                if score > alpha {
                    break;
                }
            }
        }
        best
    }
}

/// Where the table has a position, and what tells it apart from others there.
#[derive(Debug, Clone, Copy)]
struct Place {
    check: u64,
    index: u16,
}

impl Place {
    #[inline]
    fn of(position: Position) -> Self {
        let products = products(position);
        // The highest bits of a product depend on almost all bits of the discs.
        let [.., low, high] = products[0].wrapping_add(products[1]).to_le_bytes();
        Self { check: check(products), index: u16::from_le_bytes([low, high]) }
    }
}

/// A move, what it leads to, where the table has that if it can have it, and the legal moves there.
#[derive(Debug, Clone, Copy)]
struct Move {
    square: u32,
    place: Place,
    next: Position,
    replies: u64,
}

/// As many moves as there can be, and a few more: a power of two.
const MOST_MOVES: u32 = NEAR_END.next_power_of_two();

/// What a move is worth and its index in one number, so that the greatest of them tells which is worth
/// most; of equals the first.
#[inline]
fn key(worth: i32, index: u32) -> i32 {
    worth * MOST_MOVES.cast_signed() + (MOST_MOVES - 1 - index).cast_signed()
}

/// The index in a key.
#[inline]
fn index_of(key: i32) -> usize {
    (MOST_MOVES - 1 - key.cast_unsigned() % MOST_MOVES) as usize
}

/// Moves that have not been searched yet. There are seldom many, and the first ones often suffice:
/// looking for the next best one is quicker than sorting them.
#[derive(Debug)]
struct Untried {
    moves: [Move; MOST_MOVES as usize],
    /// The [`key`] of each; the least number there is where there is no move, or none any more.
    keys: [i32; MOST_MOVES as usize],
}

impl Untried {
    const NONE: Self = {
        let next = Position { player: 0, opponent: 0 };
        let place = Place { check: 0, index: 0 };
        let none = Move { square: 0, place, next, replies: 0 };
        Self { moves: [none; MOST_MOVES as usize], keys: [i32::MIN; MOST_MOVES as usize] }
    };

    /// The greatest key.
    #[inline]
    fn greatest_key(&self) -> i32 {
        self.keys.iter().fold(i32::MIN, |most, &key| most.max(key))
    }

    /// Takes out the move with this key.
    #[inline]
    fn take(&mut self, key: i32) -> Move {
        let index = index_of(key);
        self.keys[index] = i32::MIN;
        self.moves[index]
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    /// The score by trying every move, cut off by nothing but bounds.
    fn plain(position: Position, mut alpha: i32, beta: i32) -> i32 {
        let moves = position.legal_moves();
        if moves == 0 {
            let passed = position.passed();
            let is_over = passed.legal_moves() == 0;
            return if is_over { final_score(position) } else { -plain(passed, -beta, -alpha) };
        }
        let mut best = -64;
        for square in squares(moves) {
            best = best.max(-plain(position.after(square), -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    #[test]
    fn the_greatest_key_is_of_what_is_worth_most_and_of_equals_of_the_first() {
        let worths = [-1000, 20, -1, 0, 1 << 16, 1, 20, 0, -1000, 19, 20, 21, -1];
        let mut untried = Untried::NONE;
        for (index, &worth) in (0..).zip(&worths) {
            untried.moves[index as usize].square = index;
            untried.keys[index as usize] = key(worth, index);
            assert_eq!(index_of(key(worth, index)), index as usize);
        }
        let mut expected: Vec<usize> = (0..worths.len()).collect();
        expected.sort_by_key(|&index| std::cmp::Reverse(worths[index]));
        let taken = expected.iter().map(|_| untried.take(untried.greatest_key()).square as usize);
        assert_eq!(taken.collect::<Vec<_>>(), expected);
        assert_eq!(untried.greatest_key(), i32::MIN);
    }

    #[test]
    fn bounds_are_on_the_side_of_the_score() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(9);
        let mut near_end = NearEnd::default();
        let mut nodes = [0, 0];
        for round in 0..300 {
            let empties = 1 + round % 9;
            let position = Position::by_chance(empties, &mut rng);
            let score = plain(position, -64, 64);
            for alpha in
                (-65..=64_i32).filter(|alpha| empties < 5 || alpha % 8 == 0 || alpha.abs() < 3)
            {
                // Whatever is expected.
                let expects_cut = (alpha + round.cast_signed()) % 3 == 0;
                let found = near_end.search(position, alpha, empties, &mut nodes[0], expects_cut);
                let moves = position.legal_moves();
                let other = shallow::search(position, moves, alpha, &mut nodes[1], expects_cut);
                for bound in [found, other] {
                    assert_eq!(bound > alpha, score > alpha, "{position:?} {alpha}");
                    let is_bound = if bound > alpha { bound <= score } else { bound >= score };
                    assert!(is_bound, "{position:?} {alpha}: {bound} for {score}");
                }
            }
        }
        assert!(nodes[0] < nodes[1], "the table and the order save work: {nodes:?}");
        near_end.clear();
        assert!(near_end.memory.unwrap().slots.iter().all(|slot| slot.check == 0));
    }
}
