//! Many positions at once, in arrays.

use thiserror::Error;

use super::processor::Processor;
use super::{PASS, legal_moves};
use crate::games::Square;

/// The error returned when a position of an array can't be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ManyError {
    /// Discs of both sides on one square.
    #[error("position {index}: both sides have a disc on {square}")]
    Overlap {
        /// The index of the position, from 0.
        index: usize,
        /// The first such square.
        square: Square,
    },
    /// An illegal move.
    #[error("position {index}: {square} is not a legal move")]
    Illegal {
        /// The index of the position, from 0.
        index: usize,
        /// The square of the move.
        square: Square,
    },
    /// A pass of a side that has a move.
    #[error("position {index}: the side to move can't pass: it has a legal move")]
    Pass {
        /// The index of the position, from 0.
        index: usize,
    },
    /// A number that is no square.
    #[error("position {index}: no square {square}: use 0 to 63, or {PASS} to pass")]
    NoSquare {
        /// The index of the position, from 0.
        index: usize,
        /// The number.
        square: u8,
    },
}

/// Returns the legal moves of many positions, each given by the discs of its side to move and of its opponent.
///
/// # Errors
/// Returns an error if discs of a position overlap.
///
/// ```
/// use reversi::engine::{Position, legal_many};
/// let start = [Position::START.player(), Position::START.opponent()];
/// assert_eq!(legal_many(&[start; 3])?, [Position::START.legal_moves(); 3]);
/// # Ok::<(), reversi::engine::ManyError>(())
/// ```
pub fn legal_many(discs: &[[u64; 2]]) -> Result<Vec<u64>, ManyError> {
    let mut moves = vec![0; discs.len()];
    if Processor::in_use().legal_moves_of_all(discs, &mut moves) {
        return Ok(moves);
    }
    let overlapping = overlaps(discs).next();
    overlapping.map_or(Ok(moves), Err)
}

/// Plays a move in each of many positions: a square from 0 to 63, or [`PASS`]. Returns the positions after them, seen
/// from the other side.
///
/// # Errors
/// Returns the first move that is illegal, or the first position whose discs overlap.
///
/// # Panics
/// Panics if there are more or fewer squares than positions.
///
/// ```
/// use reversi::engine::{Position, play_many};
/// let start = [Position::START.player(), Position::START.opponent()];
/// let after = Position::START.after(19);
/// assert_eq!(play_many(&[start], &[19])?, [[after.player(), after.opponent()]]);
/// assert!(play_many(&[start], &[0]).is_err());
/// # Ok::<(), reversi::engine::ManyError>(())
/// ```
pub fn play_many(discs: &[[u64; 2]], squares: &[u8]) -> Result<Vec<[u64; 2]>, ManyError> {
    assert_eq!(discs.len(), squares.len(), "each position needs a move");
    let mut after = vec![[0; 2]; discs.len()];
    let bad = Processor::in_use().play_in_all(discs, squares, &mut after);
    bad.map_or(Ok(after), |index| {
        Err(refusal(index, discs[index], squares[index]))
    })
}

fn overlaps(discs: &[[u64; 2]]) -> impl Iterator<Item = ManyError> {
    let overlap = |(index, &[player, opponent]): (usize, &[u64; 2])| {
        let square = (player & opponent).trailing_zeros();
        let square = Square::from_index(square, 8);
        (player & opponent != 0).then_some(ManyError::Overlap { index, square })
    };
    discs.iter().enumerate().filter_map(overlap)
}

/// Why a move is refused.
fn refusal(index: usize, discs: [u64; 2], square: u8) -> ManyError {
    let [player, opponent] = discs;
    let overlap = overlaps(&[discs]).next().map(|_| ManyError::Overlap {
        index,
        square: Square::from_index((player & opponent).trailing_zeros(), 8),
    });
    let of_move = match square {
        PASS => ManyError::Pass { index },
        0..64 => ManyError::Illegal {
            index,
            square: Square::from_index(square, 8),
        },
        _ => ManyError::NoSquare { index, square },
    };
    debug_assert!(square != PASS || overlap.is_some() || legal_moves(player, opponent) != 0);
    overlap.unwrap_or(of_move)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::Position;

    /// Positions of random games, without a pass at the end.
    fn positions(count: usize) -> Vec<Position> {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(3);
        let empties = |index: usize| u32::try_from(index % 55).unwrap() + 4;
        (0..count)
            .map(|index| Position::by_chance(empties(index), |moves| rng.random_range(0..moves)))
            .collect()
    }

    fn discs(positions: &[Position]) -> Vec<[u64; 2]> {
        let discs = |position: &Position| [position.player(), position.opponent()];
        positions.iter().map(discs).collect()
    }

    #[test]
    fn many_positions_have_the_moves_of_each() {
        let positions = positions(2000);
        let moves: Vec<u64> = positions
            .iter()
            .map(|position| position.legal_moves())
            .collect();
        assert_eq!(legal_many(&discs(&positions)), Ok(moves.clone()));
        let first = |moves: &u64| u8::try_from(moves.trailing_zeros()).unwrap();
        let squares: Vec<u8> = moves.iter().map(first).collect();
        let after = |(position, &square): (&Position, &u8)| position.after(square.into());
        let after: Vec<Position> = positions.iter().zip(&squares).map(after).collect();
        assert_eq!(play_many(&discs(&positions), &squares), Ok(discs(&after)));
    }

    #[test]
    fn every_square_is_refused_that_is_no_legal_move() {
        for position in positions(200) {
            for square in 0..=70 {
                let played = play_many(&discs(&[position]), &[square]);
                let is_legal = square < 64 && position.legal_moves() >> square & 1 == 1;
                assert_eq!(played.is_ok(), is_legal, "{position:?} {square}");
            }
        }
    }

    #[test]
    fn errors_name_the_position_and_the_square() {
        let start = [Position::START.player(), Position::START.opponent()];
        let text =
            |discs: &[[u64; 2]], squares: &[u8]| play_many(discs, squares).unwrap_err().to_string();
        assert_eq!(
            text(&[start, start], &[19, 0]),
            "position 1: a1 is not a legal move"
        );
        assert_eq!(
            text(&[start], &[64]),
            "position 0: the side to move can't pass: it has a legal move"
        );
        assert_eq!(
            text(&[start], &[65]),
            "position 0: no square 65: use 0 to 63, or 64 to pass"
        );
        let overlapping = [start, [0b110, 0b100]];
        let message = "position 1: both sides have a disc on c1";
        assert_eq!(text(&overlapping, &[19, 19]), message);
        assert_eq!(legal_many(&overlapping).unwrap_err().to_string(), message);
    }

    #[test]
    fn a_side_without_a_move_passes() {
        // Black on a1, White on b1: only Black can move.
        let discs = [0b10, 0b01];
        assert_eq!(play_many(&[discs], &[PASS]), Ok(vec![[0b01, 0b10]]));
    }
}
