//! Exact searches near the end, where most positions of a search to the end are.
//!
//! They are asked with a null window, as those of the last squares are: is the score more than
//! `alpha`? What is known of positions is in a table of the thread's own, small enough to stay in the
//! processor's second cache: the large one would be waited for longer than the search takes that it
//! saves.

use std::hint::select_unpredictable;

use super::ordering::{odd, worth_at_end};
use super::shallow::{self, NOTHING, final_score};
use super::stability::cut_by_stability;
use super::table::{prefetch, products};
use super::{NO_SQUARE, Position, squares};

/// With so many empty squares or fewer the search is one of these; tuned on time.
pub(super) const NEAR_END: u32 = 13;

/// With fewer empty squares, a table and ordering moves cost more than they save.
const LEAST: u32 = 6;

/// How many positions the table holds, as a power of two: a MiB.
const SLOTS: u32 = 16;

/// What is worth more than any move that nothing is known of.
const KNOWN: i32 = 1 << 16;

/// A position, and what is known of it.
#[derive(Debug, Clone, Copy)]
struct Slot {
    check: u64,
    /// The score is at least this.
    lower: i8,
    /// The score is at most this.
    upper: i8,
    /// The move that was best, or good enough.
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
    slots: Vec<Slot>,
}

impl NearEnd {
    /// Forgets former searches.
    pub(super) fn clear(&mut self) {
        self.slots.fill(Slot::EMPTY);
    }

    /// The move that was best, or good enough, when the position was searched last.
    pub(super) fn best(&self, position: Position) -> Option<u32> {
        let place = Place::of(position);
        let slot = self.slots.get(place.index as usize)?;
        (slot.check == place.check).then_some(slot.best.into())
    }

    /// Whether the score is more than `alpha`, with at most [`NEAR_END`] empty squares: a bound of it
    /// on the same side. Adds to `nodes` what was looked at.
    pub(super) fn search(
        &mut self,
        position: Position,
        alpha: i32,
        empties: u32,
        nodes: &mut u64,
    ) -> i32 {
        if self.slots.is_empty() {
            self.slots = vec![Slot::EMPTY; 1 << SLOTS];
        }
        self.score(position, position.legal_moves(), alpha, empties, nodes)
    }

    fn score(
        &mut self,
        position: Position,
        moves: u64,
        alpha: i32,
        empties: u32,
        nodes: &mut u64,
    ) -> i32 {
        if empties < LEAST {
            return shallow::search(position, moves, alpha, nodes);
        }
        *nodes += 1;
        if moves == 0 {
            let passed = position.passed();
            let moves = passed.legal_moves();
            if moves == 0 {
                return final_score(position);
            }
            return -self.score(passed, moves, -alpha - 1, empties, nodes);
        }
        // What the other side can't lose any more bounds the score.
        if let Some(most) = cut_by_stability(position, alpha, empties) {
            return most;
        }
        let place = Place::of(position);
        let (mut lower, mut upper, mut known) = (-64, 64, NO_SQUARE);
        let slot = self.slots[place.index as usize];
        if slot.check == place.check {
            (lower, upper, known) = (slot.lower, slot.upper, slot.best);
            if i32::from(lower) > alpha {
                return lower.into();
            }
            if i32::from(upper) <= alpha {
                return upper.into();
            }
        }
        let mut untried = Untried::new();
        for square in squares(moves) {
            let next = position.after(square);
            if next.player == 0 {
                return 64;
            }
            let place = Place::of(next);
            if empties > LEAST {
                self.prefetch(place);
            }
            untried.add(Move { square, place, next, replies: 0 });
        }
        let odd = odd(position);
        let mut most = i32::MIN;
        for (index, mv) in (0..).zip(&mut untried.moves[..untried.count]) {
            // A move that is known to be good enough (enhanced transposition cut-off, Plaat 1996).
            if empties > LEAST {
                let least = -self.most(mv.place);
                if least > alpha {
                    return least;
                }
            }
            mv.replies = mv.next.legal_moves();
            let is_known = mv.square == u32::from(known);
            let worth = worth_at_end(mv.square, mv.next, mv.replies, odd);
            let key = key(if is_known { KNOWN } else { worth }, index);
            untried.keys[index as usize] = key;
            most = most.max(key);
        }
        let (mut best, mut best_square) = (NOTHING, 0);
        while most > i32::MIN {
            let Move { square, next, replies, .. } = untried.take(most);
            let score = -self.score(next, replies, -alpha - 1, empties - 1, nodes);
            if score > best {
                (best, best_square) = (score, square);
                if score > alpha {
                    break;
                }
            }
            most = untried.most();
        }
        let bound = best.to_le_bytes()[0].cast_signed();
        if best > alpha {
            lower = lower.max(bound);
        } else {
            upper = upper.min(bound);
        }
        let best_square = best_square.to_le_bytes()[0];
        self.slots[place.index as usize] =
            Slot { check: place.check, lower, upper, best: best_square };
        best
    }

    /// Has a slot brought nearer that will soon be looked at.
    #[inline]
    fn prefetch(&self, place: Place) {
        prefetch(&raw const self.slots[place.index as usize]);
    }

    /// The most that the position of this place can be worth, as far as the table says.
    #[inline]
    fn most(&self, place: Place) -> i32 {
        let slot = &self.slots[place.index as usize];
        // Without a branch, which would be guessed wrong often, nothing waits for the slot.
        select_unpredictable(slot.check == place.check, slot.upper, 64).into()
    }
}

/// Where the table has a position, and what tells it apart from others there.
#[derive(Debug, Clone, Copy)]
struct Place {
    check: u64,
    index: u32,
}

impl Place {
    #[inline]
    fn of(position: Position) -> Self {
        let [player, opponent] = products(position);
        // The highest bits of a product depend on all bits of the discs.
        let index = (player.wrapping_add(opponent) >> (64 - SLOTS)) as u32;
        Self { check: player ^ opponent.rotate_left(29), index }
    }
}

/// A move, what it leads to, where the table has that, and the legal moves there.
#[derive(Clone, Copy)]
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
struct Untried {
    moves: [Move; NEAR_END as usize],
    /// The [`key`] of each; the least number there is before it is known and after the move was taken out.
    keys: [i32; MOST_MOVES as usize],
    count: usize,
}

impl Untried {
    #[inline]
    fn new() -> Self {
        let next = Position { player: 0, opponent: 0 };
        let place = Place { check: 0, index: 0 };
        let none = Move { square: 0, place, next, replies: 0 };
        Self { moves: [none; NEAR_END as usize], keys: [i32::MIN; MOST_MOVES as usize], count: 0 }
    }

    #[inline]
    fn add(&mut self, mv: Move) {
        self.moves[self.count] = mv;
        self.count += 1;
    }

    /// The greatest key.
    #[inline]
    fn most(&self) -> i32 {
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

    #[test]
    fn bounds_are_on_the_side_of_the_score_that_plain_loops_find() {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(9);
        let mut near_end = NearEnd::default();
        let mut nodes = [0, 0];
        for round in 0..300 {
            let empties = 1 + round % 9;
            let position = Position::by_chance(empties, &mut rng);
            for alpha in [-65, -30, -9, -2, -1, 0, 1, 2, 9, 30, 64] {
                let found = near_end.search(position, alpha, empties, &mut nodes[0]);
                let moves = position.legal_moves();
                let expected = shallow::search(position, moves, alpha, &mut nodes[1]);
                assert_eq!(found > alpha, expected > alpha, "{position:?} {alpha}");
                // Both are bounds of one score: the one below it is never above the other.
                if found > alpha {
                    let above = near_end.search(position, 64, empties, &mut nodes[0]);
                    assert!(found <= above && expected <= above, "{position:?} {alpha}");
                }
            }
        }
        assert!(nodes[0] < nodes[1], "the table and the order save work: {nodes:?}");
        near_end.clear();
        assert!(near_end.slots.iter().all(|slot| slot.check == 0));
    }
}
