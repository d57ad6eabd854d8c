//! The moves of a node, and how many of them are already in order.

use super::Position;

/// The maximum number of legal moves in any position.
pub const MOST_MOVES: usize = 33;

#[derive(Debug, Clone, Copy)]
pub struct SearchMove {
    pub square: u32,
    pub next: Position,
    worth: i32,
}

/// The moves of a position: first the ordered ones, then the others in board order.
pub struct MoveList {
    all: [SearchMove; MOST_MOVES + 1],
    count: usize,
    ordered: usize,
}

impl MoveList {
    pub fn new() -> Self {
        let none = SearchMove {
            square: 0,
            next: Position {
                player: 0,
                opponent: 0,
            },
            worth: 0,
        };
        Self {
            all: [none; MOST_MOVES + 1],
            count: 0,
            ordered: 0,
        }
    }

    pub fn add(&mut self, square: u32, next: Position) {
        self.all[self.count] = SearchMove {
            square,
            next,
            worth: 0,
        };
        self.count += 1;
    }

    pub fn as_slice(&self) -> &[SearchMove] {
        &self.all[..self.count]
    }

    /// The number of moves at the beginning that are in order.
    pub const fn ordered(&self) -> usize {
        self.ordered
    }

    fn unordered(&mut self) -> &mut [SearchMove] {
        &mut self.all[self.ordered..self.count]
    }

    pub fn put_first(&mut self, squares: [u32; 2]) {
        for square in squares {
            let moves = self.unordered();
            if let Some(place) = moves.iter().position(|mv| mv.square == square) {
                moves[..=place].rotate_right(1);
                self.ordered += 1;
            }
        }
    }

    /// Orders the remaining moves by descending `worth`. Equal moves stay in board order.
    pub fn order_by(&mut self, worth: impl FnMut(&SearchMove) -> i32) {
        sort_by(self.unordered(), worth);
        self.ordered = self.count;
    }

    /// Orders the best moves again, by another `worth`: the one at `first`, and those after it that are less than
    /// `margin` worse.
    pub fn reorder_by(&mut self, first: usize, margin: i32, worth: impl FnMut(&SearchMove) -> i32) {
        let moves = &mut self.all[first..self.ordered];
        let best = moves.first().map_or(0, |mv| mv.worth);
        let close = moves
            .iter()
            .take_while(|mv| mv.worth > best - margin)
            .count();
        if close > 1 {
            sort_by(&mut moves[..close], worth);
        }
    }
}

/// Insertion sort: there are few moves, and most are close to their final place.
fn sort_by(moves: &mut [SearchMove], mut worth: impl FnMut(&SearchMove) -> i32) {
    for index in 0..moves.len() {
        let mut this = moves[index];
        this.worth = worth(&this);
        let mut place = index;
        while place > 0 && moves[place - 1].worth < this.worth {
            moves[place] = moves[place - 1];
            place -= 1;
        }
        moves[place] = this;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_moves_come_first_and_the_others_by_their_worth() {
        let mut moves = MoveList::new();
        for square in [3, 5, 8, 13, 21, 34] {
            moves.add(
                square,
                Position {
                    player: 1,
                    opponent: 0,
                },
            );
        }
        let squares = |moves: &MoveList| {
            moves
                .as_slice()
                .iter()
                .map(|mv| mv.square)
                .collect::<Vec<_>>()
        };
        // The second square is not in the list.
        moves.put_first([8, u32::from(crate::engine::NO_SQUARE)]);
        assert_eq!(
            (moves.ordered(), squares(&moves)),
            (1, vec![8, 3, 5, 13, 21, 34])
        );
        moves.put_first([21, 3]);
        assert_eq!(
            (moves.ordered(), squares(&moves)),
            (3, vec![8, 21, 3, 5, 13, 34])
        );
        moves.order_by(|mv| if mv.square == 5 { 1 } else { 2 });
        assert_eq!(
            (moves.ordered(), squares(&moves)),
            (6, vec![8, 21, 3, 13, 34, 5])
        );
        // Square 5 is one worse than the two before.
        moves.reorder_by(3, 1, |mv| mv.square.cast_signed());
        assert_eq!(
            (moves.ordered(), squares(&moves)),
            (6, vec![8, 21, 3, 34, 13, 5])
        );
        // No move follows the last one.
        moves.reorder_by(6, 1, |_| unreachable!());
        assert_eq!(squares(&moves), [8, 21, 3, 34, 13, 5]);
    }
}
