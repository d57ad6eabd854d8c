//! Searches of the last plies before positions are judged by the evaluation: too near to the leaves
//! for a table.

use super::eval::evaluate;
use super::shallow::final_score;
use super::{Position, squares};

/// Below every score.
const NOTHING: i32 = -65;

/// The squares by what they are usually worth: corners, edges, the middle, and what gives corners
/// away.
const CLASSES: [u64; 4] =
    [0x8100_0000_0000_0081, 0x3c00_8181_8181_003c, 0x003c_7e7e_7e7e_3c00, 0x42c3_0000_0000_c342];

/// The score after so many plies, at most two or three, as the evaluation sees it: if it is between
/// the bounds, else a bound of it on the same side. Adds to `nodes` what was looked at.
pub(super) fn search(
    position: Position,
    alpha: i32,
    beta: i32,
    depth: u32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let moves = position.legal_moves();
    if moves == 0 {
        let passed = position.passed();
        let replies = passed.legal_moves();
        if replies == 0 {
            return final_score(position);
        }
        if depth == 0 {
            return -evaluate(passed, replies);
        }
        return -best(passed, replies, [-beta, -alpha], depth, nodes);
    }
    if depth == 0 {
        evaluate(position, moves)
    } else {
        best(position, moves, [alpha, beta], depth, nodes)
    }
}

fn best(
    position: Position,
    moves: u64,
    [mut alpha, beta]: [i32; 2],
    depth: u32,
    nodes: &mut u64,
) -> i32 {
    let mut best = NOTHING;
    for class in CLASSES {
        for square in squares(moves & class) {
            let score = -search(position.after(square), -beta, -alpha, depth - 1, nodes);
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
