//! Searches of the last plies before positions are judged by the evaluation: too near to the leaves
//! for a table.

use super::eval::{Evaluation, Features};
use super::shallow::final_score;
use super::{Position, flips, squares};

/// Below every score.
const NOTHING: i32 = -65;

/// The squares by what they are usually worth: corners, edges, the middle, and what gives corners
/// away.
const CLASSES: [u64; 4] =
    [0x8100_0000_0000_0081, 0x3c00_8181_8181_003c, 0x003c_7e7e_7e7e_3c00, 0x42c3_0000_0000_c342];

/// The score after so many plies, at most two or three, as the evaluation sees it: if it is between
/// the bounds, else a bound of it on the same side. Adds to `nodes` what was looked at.
#[inline(never)]
pub(super) fn search(
    evaluation: &Evaluation,
    position: Position,
    features: &Features,
    bounds: [i32; 2],
    depth: u32,
    nodes: &mut u64,
) -> i32 {
    Leaves { evaluation, nodes }.search(position, features, bounds, depth)
}

struct Leaves<'a> {
    evaluation: &'a Evaluation,
    nodes: &'a mut u64,
}

impl Leaves<'_> {
    #[inline]
    fn search(
        &mut self,
        position: Position,
        features: &Features,
        bounds: [i32; 2],
        depth: u32,
    ) -> i32 {
        *self.nodes += 1;
        let moves = position.legal_moves();
        if moves == 0 {
            return self.search_passed(position, features, bounds, depth);
        }
        if depth == 0 {
            self.evaluation.evaluate_leaf(features, position, moves)
        } else {
            self.best(position, features, moves, bounds, depth)
        }
    }

    fn search_passed(
        &mut self,
        position: Position,
        features: &Features,
        [alpha, beta]: [i32; 2],
        depth: u32,
    ) -> i32 {
        let (position_before, position, features) =
            (position, position.passed(), features.passed());
        let replies = position.legal_moves();
        if replies == 0 {
            return final_score(position_before);
        }
        if depth == 0 {
            // The side to move has moved before as well: nobody has chosen against it.
            return -self.evaluation.evaluate_with(&features, position, replies);
        }
        -self.best(position, &features, replies, [-beta, -alpha], depth)
    }

    fn best(
        &mut self,
        position: Position,
        features: &Features,
        moves: u64,
        [mut alpha, beta]: [i32; 2],
        depth: u32,
    ) -> i32 {
        let mut best = NOTHING;
        for class in CLASSES {
            for square in squares(moves & class) {
                let flipped = flips(square, position.player, position.opponent);
                let next = Position {
                    player: position.opponent & !flipped,
                    opponent: position.player | flipped | 1 << square,
                };
                let features = features.after(square, flipped);
                let score = -self.search(next, &features, [-beta, -alpha], depth - 1);
                if score > best {
                    best = score;
                    if score >= beta {
                        return score;
                    }
                    alpha = alpha.max(score);
                }
            }
        }
        best
    }
}
