//! What is marked on the squares: suggested moves and scores, of a command or of the live analysis.

use crate::games::Square;
use crate::interpreter::{Board, LiveView, Marks};

/// A score on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scored {
    pub(super) score: i32,
    pub(super) is_best: bool,
}

/// The marks of a board.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Marked {
    suggested: Vec<Square>,
    scores: Vec<(Square, Scored)>,
}

impl Marked {
    /// The marks of a board, and the scores of the live analysis where it is on.
    pub(super) fn of(board: &Board, live: Option<&LiveView>) -> Self {
        let mut marked = Self::default();
        match &board.marks {
            Marks::Suggested(squares) => marked.suggested.clone_from(squares),
            Marks::Scores(scores) => marked.scores = scored(scores.iter().copied()),
            Marks::None | Marks::Legal(_) => {}
        }
        if let Some(live) = live.filter(|live| !live.best.is_empty()) {
            marked.scores = scored(live.best.iter().filter_map(|suggestion| {
                Some((suggestion.square?, suggestion.estimate.as_ref()?.score))
            }));
        }
        marked
    }

    /// The suggested moves with their ranks, from 1.
    pub(super) fn suggested(&self) -> impl Iterator<Item = (usize, Square)> {
        (1..).zip(self.suggested.iter().copied())
    }

    /// The rank of a square among the suggested moves.
    pub(super) fn rank(&self, square: Square) -> Option<usize> {
        self.suggested().find(|&(_, suggested)| suggested == square).map(|(rank, _)| rank)
    }

    /// The scores.
    pub(super) fn scores(&self) -> impl Iterator<Item = (Square, Scored)> {
        self.scores.iter().copied()
    }

    /// The score on a square.
    pub(super) fn score(&self, square: Square) -> Option<Scored> {
        self.scores().find(|&(scored, _)| scored == square).map(|(_, scored)| scored)
    }
}

fn scored(scores: impl Iterator<Item = (Square, i32)> + Clone) -> Vec<(Square, Scored)> {
    let best = scores.clone().map(|(_, score)| score).max();
    let with_rank = |(square, score)| (square, Scored { score, is_best: Some(score) == best });
    scores.map(with_rank).collect()
}
