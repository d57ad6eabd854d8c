//! `ProbCut` (Buro 1995): skips a deep search if a shallow one predicts a result far outside the window.

use super::Selectivity;
use super::eval::Evaluation;
use super::node::{NodeType, SearchNode};
use super::parameters::Parameters;
use super::score::{MAX_SCORE, MIN_SCORE, ScoreWindow};

/// The minimum depth, in plies, at which `ProbCut` saves time.
const LEAST_DEPTH: u32 = 3;

/// A shallow null-window search that may replace a deep one.
#[derive(Debug, Clone, Copy)]
pub struct Trial {
    pub node: SearchNode,
    pub window: ScoreWindow,
    /// The bound of the deep score if the shallow search fails on the expected side.
    bound: i32,
}

impl Trial {
    pub fn bound(&self, score: i32) -> Option<i32> {
        let confirms = match self.node.kind {
            NodeType::Cut => score >= self.window.beta,
            NodeType::All => score <= self.window.alpha,
        };
        confirms.then_some(self.bound)
    }
}

/// The trials for the null window at `alpha`: one that expects a score above it, and one that expects a score below.
pub fn trials(
    evaluation: &Evaluation,
    parameters: &Parameters,
    selectivity: Selectivity,
    node: &SearchNode,
    moves: u64,
    alpha: i32,
) -> [Option<Trial>; 2] {
    let Some(deviations) = selectivity.deviations(parameters, node.reaches_end()) else {
        return [None; 2];
    };
    if node.depth < LEAST_DEPTH {
        return [None; 2];
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a deviation is a few discs"
    )]
    let margin = |shallow: u32| {
        (deviations * evaluation.deviation(node.empties, node.depth, shallow)).ceil() as i32
    };
    let depth = shallow_depth(node.depth);
    // Try a search only if the evaluation alone predicts part of its result.
    let doubt = margin(0) * parameters.doubt / 100;
    let margin = margin(depth);
    let seems = evaluation.evaluate_with(&node.features, node.position, moves);
    let trial = |kind, window, bound| Trial {
        node: SearchNode {
            depth,
            kind,
            ..*node
        },
        window,
        bound,
    };
    let low = alpha - margin;
    let high = alpha + 1 + margin;
    [
        (high < MAX_SCORE && seems >= high - doubt)
            .then(|| trial(NodeType::Cut, ScoreWindow::null(high - 1), alpha + 1)),
        (low > MIN_SCORE && seems <= low + doubt)
            .then(|| trial(NodeType::All, ScoreWindow::null(low), alpha)),
    ]
}

/// The depth of the shallow search: at most half of `depth`, with its parity, because scores of odd and even depths
/// differ by who moved last. Two more plies would predict more reliably, but cost the whole search two plies of
/// depth.
fn shallow_depth(depth: u32) -> u32 {
    2 * (depth.saturating_sub(2) / 4) + depth % 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shallow_searches_have_the_parity_of_deep_ones() {
        for depth in LEAST_DEPTH..60 {
            let shallow = shallow_depth(depth);
            assert!(2 * shallow <= depth && shallow % 2 == depth % 2, "{depth}");
        }
    }

    #[test]
    fn deeper_predictions_are_more_certain() {
        let evaluation = Evaluation::global();
        for (empties, deep) in [(30, 10), (20, 20)] {
            for shallow in 1..deep {
                let deviation = |shallow| evaluation.deviation(empties, deep, shallow);
                assert!(deviation(shallow) < deviation(shallow - 1));
            }
        }
    }
}
