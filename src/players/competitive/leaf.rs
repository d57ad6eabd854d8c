//! The positional square values on bitboards.

use crate::engine::Position;
use crate::games::reversi::{SIZE, positional_worth};

/// The value of each disc of the final difference: more than any square.
pub(super) const GAME_OVER_UNIT: i32 = 1000;

/// The number of different square values.
const CLASSES: usize = 8;

/// The squares with each value, highest value first.
static BY_WORTH: [(i32, u64); CLASSES] = by_worth();

const fn by_worth() -> [(i32, u64); CLASSES] {
    let mut classes = [(0, 0); CLASSES];
    let mut below = i32::MAX;
    let mut class = 0;
    while class < CLASSES {
        let (mut worth, mut squares) = (i32::MIN, 0);
        let mut square = 0;
        while square < SIZE * SIZE {
            let this = positional_worth(square / SIZE, square % SIZE);
            if this < below && this > worth {
                (worth, squares) = (this, 0);
            }
            if this == worth {
                squares |= 1 << square;
            }
            square += 1;
        }
        classes[class] = (worth, squares);
        below = worth;
        class += 1;
    }
    classes
}

/// The value of the best square of a set; 0 for the empty set.
pub(super) fn best_worth(squares: u64) -> i32 {
    BY_WORTH
        .iter()
        .rev()
        .fold(0, |best, &(worth, class)| if squares & class != 0 { worth } else { best })
}

/// The squares of a set, highest value first.
pub(super) fn squares_by_worth(squares: u64) -> impl Iterator<Item = u32> {
    BY_WORTH.iter().flat_map(move |&(_, class)| crate::engine::squares(squares & class))
}

pub(super) fn leaf_value(position: Position) -> i32 {
    let moves = position.legal_moves();
    if moves != 0 {
        return best_worth(moves);
    }
    let answers = position.passed().legal_moves();
    if answers != 0 { -best_worth(answers) } else { final_value(position) }
}

/// The value of a finished game for the side to move.
pub(super) fn final_value(position: Position) -> i32 {
    let discs = |set: u64| set.count_ones().cast_signed();
    GAME_OVER_UNIT * (discs(position.player()) - discs(position.opponent()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_are_the_matrix_best_first() {
        let worths: Vec<i32> = BY_WORTH.iter().map(|&(worth, _)| worth).collect();
        assert_eq!(worths, [120, 20, 15, 5, 3, -5, -20, -40]);
        for (worth, class) in BY_WORTH {
            for square in crate::engine::squares(class) {
                let (row, column) = (square as usize / 8, square as usize % 8);
                assert_eq!(positional_worth(row, column), worth);
            }
        }
        assert_eq!(BY_WORTH.iter().fold(0, |all, (_, class)| all ^ class), u64::MAX);
    }
}
