//! The moves of a record with its variations, and what is written about them, in an arena: nothing here
//! recurses.

use crate::games::Assessment;

use super::RecordedMove;

/// A ply of a [`RecordTree`], or its start.
#[derive(Debug, Clone, Default)]
pub struct RecordNode {
    /// The ply; `None` only at the start.
    pub mv: Option<RecordedMove>,
    /// What is written about it; empty if nothing is.
    pub comment: String,
    /// The sign of the move.
    pub assessment: Option<Assessment>,
    parent: usize,
    children: Vec<usize>,
}

/// The plies of a record with its variations. Node 0 is the start. The first child of a node continues its
/// line, the others begin variations; first children from the start on are the main line.
///
/// Trees are equal if they have the same lines in the same order, whatever the order they were added in.
#[derive(Debug, Clone)]
pub struct RecordTree {
    nodes: Vec<RecordNode>,
}

impl Default for RecordTree {
    fn default() -> Self {
        Self { nodes: vec![RecordNode::default()] }
    }
}

impl PartialEq for RecordTree {
    fn eq(&self, other: &Self) -> bool {
        fn written(
            (depth, node): (usize, &RecordNode),
        ) -> (usize, Option<RecordedMove>, &str, Option<Assessment>) {
            (depth, node.mv, &node.comment, node.assessment)
        }
        written((0, self.node(0))) == written((0, other.node(0)))
            && self.in_order().map(written).eq(other.in_order().map(written))
    }
}

impl RecordTree {
    /// The number of plies.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there is no ply.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there is more than the plies of one line.
    pub fn has_more(&self) -> bool {
        let is_more = |node: &RecordNode| {
            node.children.len() > 1 || !node.comment.is_empty() || node.assessment.is_some()
        };
        self.nodes.iter().any(is_more)
    }

    /// A node.
    pub fn node(&self, index: usize) -> &RecordNode {
        &self.nodes[index]
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, index: usize) -> &mut RecordNode {
        &mut self.nodes[index]
    }

    /// The plies that have been tried at a node, by their indices.
    pub fn children(&self, index: usize) -> &[usize] {
        &self.nodes[index].children
    }

    /// The node before a node; of the start the start.
    pub fn parent(&self, index: usize) -> usize {
        self.nodes[index].parent
    }

    /// The node that the same move leads to; `None` if it has not been tried.
    pub fn child(&self, index: usize, mv: &RecordedMove) -> Option<usize> {
        let is_same = |other: &RecordedMove| (other.player, other.square) == (mv.player, mv.square);
        let mut children = self.children(index).iter().copied();
        children.find(|&child| self.nodes[child].mv.as_ref().is_some_and(is_same))
    }

    /// The node that a ply leads to, which is added behind the others if it is new.
    pub fn add(&mut self, parent: usize, mv: RecordedMove) -> usize {
        if let Some(known) = self.child(parent, &mv) {
            return known;
        }
        let index = self.nodes.len();
        self.nodes.push(RecordNode { mv: Some(mv), parent, ..RecordNode::default() });
        self.nodes[parent].children.push(index);
        index
    }

    /// All nodes but the start, each after its parent and in front of its siblings, with the number of plies
    /// before it.
    pub fn in_order(&self) -> impl Iterator<Item = (usize, &RecordNode)> {
        let mut open: Vec<(usize, usize)> = Vec::new();
        open.extend(self.children(0).iter().rev().map(|&child| (0, child)));
        std::iter::from_fn(move || {
            let (depth, index) = open.pop()?;
            open.extend(self.children(index).iter().rev().map(|&child| (depth + 1, child)));
            Some((depth, &self.nodes[index]))
        })
    }

    /// Keeps only the first plies of each line, and the pass after them.
    pub(super) fn truncate(&mut self, plies: usize) {
        let mut kept = Self::default();
        let mut path = vec![0];
        for (depth, node) in self.in_order() {
            let is_pass = node.mv.is_some_and(|mv| mv.square.is_none());
            let Some(mv) = node.mv.filter(|_| depth < plies || depth == plies && is_pass) else {
                continue;
            };
            path.truncate(depth + 1);
            let index = kept.add(path[depth], mv);
            let RecordNode { comment, assessment, .. } = node;
            let new = kept.node_mut(index);
            (new.comment, new.assessment) = (comment.clone(), *assessment);
            path.push(index);
        }
        *self = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Player, Square};

    fn tree(lines: &[&[u8]]) -> RecordTree {
        let mut tree = RecordTree::default();
        for line in lines {
            let mut node = 0;
            for &column in *line {
                let square = Some(Square { row: 0, column });
                let mv =
                    RecordedMove { player: Player::Black, square, evaluation: None, seconds: None };
                node = tree.add(node, mv);
            }
        }
        tree
    }

    #[test]
    fn trees_are_equal_whatever_the_order_their_plies_were_added_in() {
        let by_line = tree(&[&[1, 2, 3], &[1, 4], &[5]]);
        assert_eq!(by_line, tree(&[&[1, 2], &[5], &[1, 4], &[1, 2, 3]]));
        assert_ne!(by_line, tree(&[&[5], &[1, 2, 3], &[1, 4]]));
        assert_ne!(by_line, tree(&[&[1, 2, 3, 4], &[5]]));
        let mut noted = by_line.clone();
        noted.node_mut(0).comment = "start".to_owned();
        assert_ne!(by_line, noted);
    }
}
