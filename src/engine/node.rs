//! A node of the search tree: a position, and how far to search it.

use super::eval::Features;
use super::{Position, score::ScoreWindow};

/// The outcome that a null-window search expects (Knuth and Moore 1975). Only move ordering and pruning depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeType {
    /// Some move is expected to fail high.
    Cut,
    /// No move is expected to fail high, so all must be searched.
    All,
}

impl NodeType {
    /// The type of the node after the first move, or after a pass. Nodes after other moves are cut nodes.
    #[inline]
    pub const fn of_first_child(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct SearchNode {
    pub position: Position,
    /// The features of the position, updated incrementally.
    pub features: Features,
    /// The depth in plies; the search reaches the end of the game if it is at least `empties`.
    pub depth: u32,
    pub empties: u32,
    pub kind: NodeType,
}

impl SearchNode {
    #[inline]
    pub const fn reaches_end(&self) -> bool {
        self.depth >= self.empties
    }

    #[inline]
    pub fn child(&self, next: Position, kind: NodeType) -> Self {
        let depth = self.depth - 1;
        let empties = self.empties - 1;
        Self {
            position: next,
            features: self.features_after(next),
            depth,
            empties,
            kind,
        }
    }

    #[inline]
    pub fn features_after(&self, next: Position) -> Features {
        let changed = next.opponent ^ self.position.player;
        let flipped = changed & self.position.opponent;
        self.features
            .after((changed ^ flipped).trailing_zeros(), flipped)
    }

    /// The node after a pass, which costs no depth because it leaves no choice.
    #[inline]
    pub fn passed(&self, kind: NodeType) -> Self {
        let position = self.position.passed();
        let features = self.features.passed();
        Self {
            position,
            features,
            kind,
            ..*self
        }
    }

    /// Like `of_first_child`. In an open window, which should contain the score, every node has a best move.
    #[inline]
    pub const fn type_of_first_child(&self, window: ScoreWindow) -> NodeType {
        if window.is_null() {
            self.kind.of_first_child()
        } else {
            NodeType::Cut
        }
    }
}
