//! The last plies of a depth-limited search, too close to its leaves for a table.

use super::bits::squares;
use super::eval::{Evaluation, Features};
use super::score::{INFINITY, ScoreWindow, final_score};
use super::{Position, flips};

/// The squares from best to worst: corners, edges, the middle, and the C and X squares, which give corners away.
const SQUARE_CLASSES: [u64; 4] = [
    0x8100_0000_0000_0081,
    0x3c00_8181_8181_003c,
    0x003c_7e7e_7e7e_3c00,
    0x42c3_0000_0000_c342,
];

/// The maximum depth of a search near the leaves, in plies.
pub const MOST_DEPTH: u32 = 2;

/// Alpha-beta search (fail-soft) of up to [`MOST_DEPTH`] plies. Adds visited positions to `nodes`.
///
/// With `deviations`, a null-window search trusts an evaluation that is this many standard deviations outside the
/// window: `ProbCut` without a search.
#[inline(never)]
pub fn search(
    evaluation: &Evaluation,
    position: Position,
    features: &Features,
    window: ScoreWindow,
    depth: u32,
    deviations: Option<f32>,
    nodes: &mut u64,
) -> i32 {
    let mut margins = [INFINITY; MOST_DEPTH as usize + 1];
    if let Some(deviations) = deviations
        && window.is_null()
    {
        let empties = position.empties();
        for depth in 1..=depth {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a deviation is a few discs"
            )]
            let margin = (deviations * evaluation.deviation(empties, depth, 0)).ceil() as i32;
            margins[depth as usize] = margin;
        }
    }
    LeafSearch {
        evaluation,
        margins,
        nodes,
    }
    .search(position, features, window, depth)
}

struct LeafSearch<'a> {
    evaluation: &'a Evaluation,
    /// The distance from the window at which an evaluation replaces a search, in discs, by depth.
    margins: [i32; MOST_DEPTH as usize + 1],
    nodes: &'a mut u64,
}

impl LeafSearch<'_> {
    #[inline]
    fn search(
        &mut self,
        position: Position,
        features: &Features,
        window: ScoreWindow,
        depth: u32,
    ) -> i32 {
        *self.nodes += 1;
        let moves = position.legal_moves();
        if moves == 0 {
            return self.search_passed(position, features, window, depth);
        }
        if depth == 0 {
            return self
                .evaluation
                .evaluate_leaf(features, position, moves, window);
        }
        let margin = self.margins[depth as usize];
        if margin < INFINITY {
            let seems = self.evaluation.evaluate_with(features, position, moves);
            if seems >= window.beta + margin {
                return window.beta;
            }
            if seems <= window.alpha - margin {
                return window.alpha;
            }
        }
        self.search_moves(position, features, moves, window, depth)
    }

    fn search_passed(
        &mut self,
        position: Position,
        features: &Features,
        window: ScoreWindow,
        depth: u32,
    ) -> i32 {
        let passed = position.passed();
        let features = features.passed();
        let replies = passed.legal_moves();
        if replies == 0 {
            return final_score(position);
        }
        if depth == 0 {
            // No correction for leaves: the side to move in `passed` also chose the last move, not its opponent.
            return -self.evaluation.evaluate_with(&features, passed, replies);
        }
        -self.search_moves(passed, &features, replies, window.negated(), depth)
    }

    fn search_moves(
        &mut self,
        position: Position,
        features: &Features,
        moves: u64,
        mut window: ScoreWindow,
        depth: u32,
    ) -> i32 {
        let mut best = -INFINITY;
        for class in SQUARE_CLASSES {
            for square in squares(moves & class) {
                let flipped = flips(square, position.player, position.opponent);
                let next = position.after_flips(square, flipped);
                let features = features.after(square, flipped);
                let score = -self.search(next, &features, window.negated(), depth - 1);
                if score > best {
                    best = score;
                    if score >= window.beta {
                        return score;
                    }
                    window = window.above(score);
                }
            }
        }
        best
    }
}
