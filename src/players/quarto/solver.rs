//! An exact solver of Quarto positions: tries all moves that are not decided at once.

use std::sync::atomic::{AtomicBool, Ordering};

use super::position::QuartoPosition;
use crate::players::bounds::Bounds;

const STOP_CHECK_INTERVAL: u64 = 1 << 10;

/// The number of empty cells above which lookups use the canonical form; below, it takes longer than solving.
const SYMMETRY_CELLS: u32 = 3;

/// The number of table entries, a power of two.
const TABLE_SIZE: usize = 1 << 18;

/// All outcomes of a position for the side that places: loss, draw, win.
const ANYTHING: Bounds = Bounds {
    lower: -1,
    upper: 1,
};

#[derive(Debug)]
pub struct OutcomeSolver<'a> {
    stop: &'a AtomicBool,
    budget: u64,
    table: Vec<(u128, Bounds)>,
}

impl<'a> OutcomeSolver<'a> {
    pub fn new(stop: &'a AtomicBool, budget: u64) -> Self {
        Self {
            stop,
            budget,
            table: vec![(u128::MAX, ANYTHING); TABLE_SIZE],
        }
    }

    pub fn budget(&self) -> u64 {
        self.budget
    }

    /// The outcome for the side that places `piece`: 1, 0 or -1; `None` if the solver gave up.
    pub fn place(&mut self, position: &QuartoPosition, piece: u8) -> Option<i32> {
        let can_win = self.reaches(position, piece, 1)?;
        if can_win {
            return Some(1);
        }
        Some(if self.reaches(position, piece, 0)? {
            0
        } else {
            -1
        })
    }

    pub fn give(&mut self, position: &QuartoPosition) -> Option<i32> {
        if position.left() == 0 {
            return Some(0);
        }
        let mut best = -1;
        for piece in position.safe_pieces() {
            best = best.max(-self.place(position, piece)?);
            if best == 1 {
                break;
            }
        }
        Some(best)
    }

    /// Whether the side that places achieves at least `goal`, 0 or 1.
    fn reaches(&mut self, position: &QuartoPosition, piece: u8, goal: i32) -> Option<bool> {
        if position.winning_cells(piece) != 0 {
            return Some(true);
        }
        self.budget = self.budget.checked_sub(1)?;
        if self.budget.is_multiple_of(STOP_CHECK_INTERVAL) && self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let empties = position.empty().count_ones();
        // Only the last cell is left, and it doesn't win.
        if empties == 1 {
            return Some(goal == 0);
        }
        let key = if empties > SYMMETRY_CELLS {
            position.canonical_key(piece)
        } else {
            position.key(piece)
        };
        let slot = place_of(key);
        let known = Some(self.table[slot]).filter(|known| known.0 == key);
        let bounds = known.map_or(ANYTHING, |known| known.1);
        if bounds.lower >= goal || bounds.upper < goal {
            return Some(bounds.lower >= goal);
        }
        let reached = self.any_cell_reaches(position, piece, goal)?;
        let bounds = if reached {
            Bounds {
                lower: goal,
                ..bounds
            }
        } else {
            Bounds {
                upper: goal - 1,
                ..bounds
            }
        };
        self.table[slot] = (key, bounds);
        Some(reached)
    }

    fn any_cell_reaches(
        &mut self,
        position: &QuartoPosition,
        piece: u8,
        goal: i32,
    ) -> Option<bool> {
        let mut cells = position.empty();
        while cells != 0 {
            let next = position.placed(piece, cells.trailing_zeros());
            cells &= cells - 1;
            for given in next.safe_pieces() {
                // The other side must not achieve more than the complement.
                if !self.reaches(&next, given, 1 - goal)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "only some well mixed bits are wanted"
)]
fn place_of(key: u128) -> usize {
    let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 46) as usize & (TABLE_SIZE - 1)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::games::{Game, Player, Quarto};
    use crate::players::Rng;

    /// The value by exhaustive search with the rules.
    fn plain(game: &Quarto) -> i32 {
        let player = game.turn().unwrap();
        let value = |mv| {
            let mut next = game.clone();
            next.play(mv).unwrap();
            match (next.outcome().map(|end| end.winner), next.turn()) {
                (Some(None), _) => 0,
                (Some(Some(winner)), _) => {
                    if winner == player {
                        1
                    } else {
                        -1
                    }
                }
                (None, turn) if turn == Some(player) => plain(&next),
                (None, _) => -plain(&next),
            }
        };
        game.moves().into_iter().map(value).max().unwrap()
    }

    fn random_game(rng: &mut Rng, lines_only: bool, moves: usize) -> Option<Quarto> {
        let mut game = Quarto::new(Player::Black, lines_only);
        for _ in 0..moves {
            let moves = game.moves();
            game.play(moves[rng.random_range(0..moves.len())]).unwrap();
            game.turn()?;
        }
        Some(game)
    }

    fn solved(game: &Quarto) -> i32 {
        let never = AtomicBool::new(false);
        let mut solver = OutcomeSolver::new(&never, u64::MAX);
        let position = QuartoPosition::from(game);
        match game.hand() {
            Some(piece) => solver.place(&position, piece).unwrap(),
            None => solver.give(&position).unwrap(),
        }
    }

    #[test]
    fn it_agrees_with_trying_everything() {
        let mut rng = Rng::seed_from_u64(3);
        let mut values = [0; 3];
        for round in 0..400 {
            let moves = 22 + round % 9;
            let Some(game) = random_game(&mut rng, round % 2 == 0, moves) else {
                continue;
            };
            let value = solved(&game);
            assert_eq!(value, plain(&game), "{game:?}");
            values[usize::try_from(value + 1).unwrap()] += 1;
        }
        assert!(values.iter().all(|&count| count > 3), "{values:?}");
    }

    #[test]
    fn it_gives_up_when_told_to() {
        let stop = AtomicBool::new(true);
        let position = QuartoPosition::from(&Quarto::new(Player::Black, false));
        assert_eq!(OutcomeSolver::new(&stop, u64::MAX).give(&position), None);
        let never = AtomicBool::new(false);
        assert_eq!(OutcomeSolver::new(&never, 1000).give(&position), None);
    }
}
