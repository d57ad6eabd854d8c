//! A node of the search tree: what is searched, and how far.

use super::eval::Features;
use super::{Position, score::ScoreWindow};

/// The outcome that a null-window search of a node expects (Knuth and Moore 1975).
///
/// Only the order of moves and the attempts to avoid searching them depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeType {
    /// Some move is expected to fail high.
    Cut,
    /// No move is expected to fail high, so all of them have to be searched.
    All,
}

impl NodeType {
    /// The type of the node after the first move, and after a pass. Nodes after all other moves are
    /// cut nodes.
    #[inline]
    pub(super) const fn of_first_child(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}

/// A position, and how far to search it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchNode {
    pub(super) position: Position,
    /// Of the position, updated move by move.
    pub(super) features: Features,
    /// In plies; from `empties` on the search goes to the end of the game.
    pub(super) depth: u32,
    pub(super) empties: u32,
    pub(super) kind: NodeType,
}

impl SearchNode {
    #[inline]
    pub(super) const fn reaches_end(&self) -> bool {
        self.depth >= self.empties
    }

    #[inline]
    pub(super) fn child(&self, next: Position, kind: NodeType) -> Self {
        let (depth, empties) = (self.depth - 1, self.empties - 1);
        Self { position: next, features: self.features_after(next), depth, empties, kind }
    }

    #[inline]
    pub(super) fn features_after(&self, next: Position) -> Features {
        let changed = next.opponent ^ self.position.player;
        let flipped = changed & self.position.opponent;
        self.features.after((changed ^ flipped).trailing_zeros(), flipped)
    }

    /// The node after a pass, which costs no depth, because it leaves no choice.
    #[inline]
    pub(super) fn passed(&self, kind: NodeType) -> Self {
        let (position, features) = (self.position.passed(), self.features.passed());
        Self { position, features, kind, ..*self }
    }

    /// The type of the node after the first move, and after a pass, when searched with a window.
    ///
    /// In an open window the score is expected to lie inside, so every node has a best move.
    #[inline]
    pub(super) const fn type_of_first_child(&self, window: ScoreWindow) -> NodeType {
        if window.is_null() { self.kind.of_first_child() } else { NodeType::Cut }
    }
}
