//! The move tree of a game, with all variations. It is an arena without recursion, so that any depth is safe.

use std::num::NonZeroU32;

use crate::games::{Assessment, Move, Played, Player};

use super::{RecordedMove, Remarks};

/// The maximum number of positions of a tree, start included: about a thousand whole games.
pub const MAX_TREE_POSITIONS: usize = 1 << 16;

/// The maximum total size of all notes of a tree, in bytes.
pub const MAX_NOTE_BYTES: usize = 1 << 20;

/// A position of a [`MoveTree`]. It stays valid until positions are removed from the tree.
/// The number is the index plus one, so that `Option<NodeId>` is no larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The start of the game.
    pub const START: Self = Self(NonZeroU32::MIN);

    fn at(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(number.unwrap_or(NonZeroU32::MAX))
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A move of a [`MoveTree`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeMove {
    /// The move.
    pub mv: Move,
    /// The name of the move.
    pub name: Box<str>,
    /// The side that moves.
    pub player: Player,
    /// The side that must pass after the move, if any.
    pub passed: Option<Player>,
}

impl TreeMove {
    pub(crate) fn new(mv: Move, name: String, played: &Played) -> Self {
        Self {
            mv,
            name: name.into(),
            player: played.player,
            passed: played.passed,
        }
    }
}

/// The annotation of a ply.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Annotation {
    /// The comment, or an empty string.
    pub note: String,
    /// The annotation symbol, such as `!` or `?`.
    pub assessment: Option<Assessment>,
    /// The recorded evaluation and time.
    pub remarks: Remarks,
}

impl Annotation {
    const NONE: Self = Self {
        note: String::new(),
        assessment: None,
        remarks: Remarks {
            evaluation: None,
            seconds: None,
        },
    };

    /// Whether there is a comment or a symbol.
    fn is_written(&self) -> bool {
        !self.note.is_empty() || self.assessment.is_some()
    }
}

#[derive(Debug, Clone)]
struct TreeNode {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    /// The next child of the parent.
    sibling: Option<NodeId>,
    /// The child visited last, which redo follows.
    next: Option<NodeId>,
    step: TreeMove,
    /// The number of the move's ply, from 1, passes included; 0 at the start.
    ply: u32,
    /// The annotations of the move and of the pass after it.
    annotations: Option<Box<[Annotation; 2]>>,
}

/// The moves of a game with their variations.
///
/// A node is the position after a move and the pass that it forces; the first node is the start. The first child of
/// a node continues its line, and the others begin variations. First children from the start on are the main line.
///
/// Trees are equal if they have the same lines in the same order, whatever order they were added in.
#[derive(Debug, Clone)]
pub struct MoveTree {
    nodes: Vec<TreeNode>,
    /// The number of nodes with comments or symbols.
    annotated: usize,
    note_bytes: usize,
}

/// A removed part of a [`MoveTree`]: a position, which is the first node, and everything after it.
#[derive(Debug, Clone)]
pub struct Branch {
    /// The place of the position among the children of its parent, from 0.
    place: usize,
    nodes: Vec<BranchNode>,
}

#[derive(Debug, Clone)]
struct BranchNode {
    /// The former id.
    id: NodeId,
    /// The index of the parent in the branch; 0 for the first node.
    above: usize,
    step: TreeMove,
    annotations: Option<Box<[Annotation; 2]>>,
}

impl Branch {
    /// The number of moves.
    pub fn move_count(&self) -> usize {
        self.nodes.len()
    }

    /// The index of a position by its former id.
    pub fn index_of(&self, id: NodeId) -> Option<usize> {
        self.nodes.iter().position(|node| node.id == id)
    }
}

impl Default for MoveTree {
    fn default() -> Self {
        let step = TreeMove {
            mv: Move(0),
            name: Box::default(),
            player: Player::default(),
            passed: None,
        };
        Self {
            nodes: vec![TreeNode::new(None, step, 0)],
            annotated: 0,
            note_bytes: 0,
        }
    }
}

impl TreeNode {
    fn new(parent: Option<NodeId>, step: TreeMove, ply: u32) -> Self {
        Self {
            parent,
            first_child: None,
            sibling: None,
            next: None,
            step,
            ply,
            annotations: None,
        }
    }

    fn plies(&self) -> u32 {
        1 + u32::from(self.step.passed.is_some())
    }

    fn is_annotated(&self) -> bool {
        self.annotations
            .iter()
            .flat_map(|both| &**both)
            .any(Annotation::is_written)
    }

    fn note_bytes(&self) -> usize {
        self.annotations
            .iter()
            .flat_map(|both| &**both)
            .map(|one| one.note.len())
            .sum()
    }
}

impl MoveTree {
    fn node(&self, id: NodeId) -> &TreeNode {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut TreeNode {
        &mut self.nodes[id.index()]
    }

    /// Returns the number of moves.
    pub fn move_count(&self) -> usize {
        self.nodes.len() - 1
    }

    pub(crate) fn is_full(&self) -> bool {
        !self.has_room_for(1)
    }

    pub(crate) fn has_room_for(&self, moves: usize) -> bool {
        self.nodes.len() + moves <= MAX_TREE_POSITIONS
    }

    /// Whether any position has a comment or a symbol.
    pub(crate) fn has_annotations(&self) -> bool {
        self.annotated > 0
    }

    /// Whether there are variations, comments or symbols.
    pub(crate) fn has_more_than_a_line(&self) -> bool {
        self.has_annotations() || self.nodes.iter().any(|node| node.sibling.is_some())
    }

    pub(crate) fn note_bytes(&self) -> usize {
        self.note_bytes
    }

    /// Returns the move that leads to a node; a placeholder for the start.
    pub fn move_to(&self, id: NodeId) -> &TreeMove {
        &self.node(id).step
    }

    /// The number of the ply of the move to a node, from 1, passes included; 0 at the start.
    pub(crate) fn ply(&self, id: NodeId) -> usize {
        self.node(id).ply as usize
    }

    /// The number of plies up to a move, with the pass that it forces.
    pub(crate) fn last_ply(&self, id: NodeId) -> usize {
        let node = self.node(id);
        (node.ply + node.plies() - 1) as usize
    }

    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// Returns the annotation of the move that leads to a node, or of the start.
    pub fn annotation(&self, id: NodeId) -> &Annotation {
        &self.annotations(id)[0]
    }

    /// The annotation of the pass after a move, or of a pass at the start.
    pub(crate) fn pass_annotation(&self, id: NodeId) -> &Annotation {
        &self.annotations(id)[1]
    }

    fn annotations(&self, id: NodeId) -> &[Annotation; 2] {
        static NONE: [Annotation; 2] = [Annotation::NONE, Annotation::NONE];
        self.node(id).annotations.as_deref().unwrap_or(&NONE)
    }

    /// Returns the positions after the known moves of a node.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.node(child).sibling)
    }

    /// The child that continues the line.
    pub(crate) fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// The child visited last, or the first one.
    pub(crate) fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next.or(self.first_child(id))
    }

    pub(crate) fn child(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        self.children(id)
            .find(|&child| self.move_to(child).mv == mv)
    }

    pub(crate) fn visit(&mut self, id: NodeId, child: NodeId) {
        self.node_mut(id).next = Some(child);
    }

    /// Adds a child after the others. The caller must check that the tree is not full.
    pub fn add(&mut self, parent: NodeId, step: TreeMove) -> NodeId {
        let above = self.node(parent);
        // A node has at most a few children.
        let last = self.children(parent).last();
        let ply = if parent == NodeId::START {
            1
        } else {
            above.ply + above.plies()
        };
        let id = NodeId::at(self.nodes.len());
        self.nodes.push(TreeNode::new(Some(parent), step, ply));
        match last {
            None => self.node_mut(parent).first_child = Some(id),
            Some(last) => self.node_mut(last).sibling = Some(id),
        }
        id
    }

    /// Adds the plies after a node that it lacks. Returns the node of the last ply.
    pub(crate) fn add_plies(&mut self, mut at: NodeId, plies: &[RecordedMove]) -> NodeId {
        for (index, ply) in plies.iter().enumerate() {
            let Some(square) = ply.square else { continue };
            let mv = Move(square.index(8));
            at = self.child(at, mv).unwrap_or_else(|| {
                let pass = plies.get(index + 1).filter(|next| next.square.is_none());
                let passed = pass.map(|pass| pass.player);
                let name = square.to_string().into();
                let id = self.add(
                    at,
                    TreeMove {
                        mv,
                        name,
                        player: ply.player,
                        passed,
                    },
                );
                let remarks = Remarks {
                    evaluation: ply.evaluation,
                    seconds: ply.seconds,
                };
                self.annotate(
                    id,
                    Annotation {
                        remarks,
                        ..Annotation::default()
                    },
                );
                id
            });
        }
        at
    }

    /// Makes a child the first one. Returns whether this changed anything.
    pub(crate) fn make_first(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else {
            return false;
        };
        let before = self
            .children(parent)
            .find(|&child| self.node(child).sibling == Some(id));
        let Some(before) = before else { return false };
        self.node_mut(before).sibling = self.node(id).sibling;
        self.node_mut(id).sibling = self.node_mut(parent).first_child.replace(id);
        true
    }

    /// Replaces the annotation of the move that leads to a node, or of the start.
    pub fn annotate(&mut self, id: NodeId, annotation: Annotation) {
        self.write(id, 0, annotation);
    }

    pub(crate) fn annotate_pass(&mut self, id: NodeId, annotation: Annotation) {
        self.write(id, 1, annotation);
    }

    fn write(&mut self, id: NodeId, index: usize, annotation: Annotation) {
        let known = &self.annotations(id)[index];
        if *known == annotation {
            return;
        }
        self.note_bytes = self.note_bytes - known.note.len() + annotation.note.len();
        self.annotated -= usize::from(self.node(id).is_annotated());
        self.node_mut(id).annotations.get_or_insert_default()[index] = annotation;
        self.annotated += usize::from(self.node(id).is_annotated());
    }

    /// Whether a position is on the main line.
    pub(crate) fn is_main(&self, id: NodeId) -> bool {
        let is_first = |id: NodeId| self.parent(id).and_then(|parent| self.first_child(parent));
        self.path(id).into_iter().all(|id| is_first(id) == Some(id))
    }

    /// Keeps some nodes, which must include the start and the parents of all kept nodes. Returns the new ids by
    /// the old indices.
    fn retain(&mut self, is_kept: &[bool]) -> Vec<Option<NodeId>> {
        let mut kept = 0..;
        let ids: Vec<Option<NodeId>> = is_kept
            .iter()
            .map(|is_kept| is_kept.then(|| NodeId::at(kept.next().unwrap_or_default())))
            .collect();
        let new = |id: Option<NodeId>| id.and_then(|id| ids[id.index()]);
        // The first kept node among a child and the siblings after it.
        let kept_from = |mut id: Option<NodeId>| {
            while let Some(left) = id.filter(|id| !is_kept[id.index()]) {
                id = self.node(left).sibling;
            }
            new(id)
        };
        let links = |node: &TreeNode| [node.first_child, node.sibling].map(kept_from);
        let mut links = self.nodes.iter().map(links).collect::<Vec<_>>().into_iter();
        let mut is_kept = is_kept.iter();
        self.nodes.retain_mut(|node| {
            (node.parent, node.next) = (new(node.parent), new(node.next));
            [node.first_child, node.sibling] = links.next().unwrap_or_default();
            *is_kept.next().unwrap_or(&false)
        });
        self.annotated = self.nodes.iter().filter(|node| node.is_annotated()).count();
        self.note_bytes = self.nodes.iter().map(TreeNode::note_bytes).sum();
        ids
    }

    /// Removes a position and everything after it. Returns what was removed, and the new ids by the old ones.
    pub(crate) fn prune(
        &mut self,
        id: NodeId,
    ) -> (Branch, impl Fn(NodeId) -> Option<NodeId> + use<>) {
        let branch = self.branch(id);
        let mut is_kept = vec![true; self.nodes.len()];
        for node in &branch.nodes {
            is_kept[node.id.index()] = false;
        }
        let ids = self.retain(&is_kept);
        (branch, move |id: NodeId| ids[id.index()])
    }

    /// A position and everything after it, parents before children and children in their order.
    fn branch(&self, root: NodeId) -> Branch {
        let parent = self.parent(root).unwrap_or(NodeId::START);
        let place = self.children(parent).take_while(|&id| id != root).count();
        let mut nodes = Vec::new();
        let mut open = vec![(0, root)];
        while let Some((above, id)) = open.pop() {
            let below = nodes.len();
            let node = self.node(id);
            nodes.push(BranchNode {
                id,
                above,
                step: node.step.clone(),
                annotations: node.annotations.clone(),
            });
            let children: Vec<NodeId> = self.children(id).collect();
            open.extend(children.into_iter().rev().map(|child| (below, child)));
        }
        Branch { place, nodes }
    }

    /// Puts a removed branch back after its parent. Returns the new ids of its positions, in their order. Annotations
    /// that its moves have got again since then stay. The caller must check that the tree has room.
    pub(crate) fn graft(&mut self, parent: NodeId, branch: &Branch) -> Vec<NodeId> {
        let mut ids: Vec<NodeId> = Vec::new();
        for node in &branch.nodes {
            let above = if ids.is_empty() {
                parent
            } else {
                ids[node.above]
            };
            let id = self
                .child(above, node.step.mv)
                .unwrap_or_else(|| self.add(above, node.step.clone()));
            for (index, annotation) in node.annotations.iter().flat_map(|both| &**both).enumerate()
            {
                if self.annotations(id)[index] == Annotation::NONE {
                    self.write(id, index, annotation.clone());
                }
            }
            ids.push(id);
        }
        self.move_to_place(ids[0], branch.place);
        ids
    }

    /// Moves a child to a place among its siblings, from 0; behind the last one if there are fewer.
    fn move_to_place(&mut self, id: NodeId, place: usize) {
        let Some(parent) = self.parent(id) else {
            return;
        };
        let mut children: Vec<NodeId> =
            self.children(parent).filter(|&child| child != id).collect();
        children.insert(place.min(children.len()), id);
        self.node_mut(parent).first_child = children.first().copied();
        for (index, &child) in children.iter().enumerate() {
            self.node_mut(child).sibling = children.get(index + 1).copied();
        }
    }

    /// The last position of the main line.
    pub(crate) fn main_end(&self) -> NodeId {
        self.main_line(NodeId::START)
            .last()
            .unwrap_or(NodeId::START)
    }

    /// Removes the positions that lead neither to an annotation nor to one of `kept`. Returns the new ids by the
    /// old ones.
    pub(crate) fn clear_unmarked(
        &mut self,
        kept: &[NodeId],
    ) -> impl Fn(NodeId) -> Option<NodeId> + use<> {
        let mut is_kept: Vec<bool> = self.nodes.iter().map(TreeNode::is_annotated).collect();
        is_kept[0] = true;
        for id in kept {
            is_kept[id.index()] = true;
        }
        // Keep all ancestors of kept nodes. Children come after their parents.
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent.filter(|_| is_kept[index]) {
                is_kept[parent.index()] = true;
            }
        }
        let ids = self.retain(&is_kept);
        move |id: NodeId| ids[id.index()]
    }

    /// The positions from the start to `id`, without the start.
    pub(crate) fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(id), |&id| self.parent(id));
        let mut path: Vec<NodeId> = up.take_while(|&id| id != NodeId::START).collect();
        path.reverse();
        path
    }

    /// Returns a node and the line of first children after it.
    pub fn main_line(&self, from: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(from), |&id| self.first_child(id))
    }

    /// All nodes except the start, depth first, with the number of moves before each.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        let mut depth = 0;
        let mut next = self.first_child(NodeId::START);
        std::iter::from_fn(move || {
            let found = (depth, next?);
            next = self.first_child(found.1);
            depth += 1;
            let mut above = found.1;
            while next.is_none() && above != NodeId::START {
                next = self.node(above).sibling;
                above = self.node(above).parent.unwrap_or(NodeId::START);
                depth -= 1;
            }
            Some(found)
        })
    }

    /// Whether this tree has all moves of `other`, and an annotation wherever `other` has one.
    pub(crate) fn contains(&self, other: &Self) -> bool {
        let is_annotated = |id: NodeId, other_id: NodeId| {
            self.node(id).is_annotated() || !other.node(other_id).is_annotated()
        };
        if !is_annotated(NodeId::START, NodeId::START) {
            return false;
        }
        // The nodes here that match the nodes of `other`, by index.
        let mut matches = vec![NodeId::START; other.nodes.len()];
        other.in_order().all(|(_, other_id)| {
            let parent = other.parent(other_id).unwrap_or(NodeId::START);
            let same = self.child(matches[parent.index()], other.move_to(other_id).mv);
            same.is_some_and(|id| {
                matches[other_id.index()] = id;
                is_annotated(id, other_id)
            })
        })
    }

    /// Cuts every line after `plies` plies.
    pub(super) fn truncate(&mut self, plies: usize) {
        let is_kept: Vec<bool> = self
            .nodes
            .iter()
            .map(|node| node.ply as usize <= plies)
            .collect();
        self.retain(&is_kept);
    }

    /// Sets the remarks of the main line, which begins with `plies`.
    pub(crate) fn set_main_remarks(&mut self, plies: &[RecordedMove]) {
        let mut at = NodeId::START;
        for ply in plies {
            let index = usize::from(ply.square.is_none());
            if index == 0 {
                let Some(child) = self.first_child(at) else {
                    break;
                };
                at = child;
            }
            let remarks = Remarks {
                evaluation: ply.evaluation,
                seconds: ply.seconds,
            };
            let known = self.annotations(at)[index].clone();
            self.write(at, index, Annotation { remarks, ..known });
        }
    }

    /// All lines, each with its nesting depth: the main line first, and each line before its own variations.
    pub(crate) fn lines(&self) -> Vec<(usize, Vec<NodeId>)> {
        let mut lines = Vec::new();
        // A stack: the next line is last.
        let mut open: Vec<(usize, NodeId)> = Vec::new();
        open.extend(self.first_child(NodeId::START).map(|first| (0, first)));
        while let Some((depth, first)) = open.pop() {
            let nodes: Vec<NodeId> = self.main_line(first).collect();
            let start = lines.is_empty().then_some(NodeId::START);
            let others = start
                .iter()
                .chain(&nodes)
                .flat_map(|&id| self.children(id).skip(1));
            let others: Vec<NodeId> = others.collect();
            open.extend(others.into_iter().rev().map(|id| (depth + 1, id)));
            lines.push((depth, nodes));
        }
        lines
    }

    /// The next variation at the last branching before a position, cyclically; `None` if there are no variations.
    pub(crate) fn alternative(&self, id: NodeId) -> Option<NodeId> {
        let mut up = std::iter::successors(Some(id), |&id| self.parent(id));
        up.find_map(|at| {
            let parent = self.parent(at)?;
            self.children(parent).nth(1)?;
            self.node(at).sibling.or(self.first_child(parent))
        })
    }
}

impl PartialEq for MoveTree {
    fn eq(&self, other: &Self) -> bool {
        fn written(tree: &MoveTree) -> impl Iterator<Item = (usize, &TreeMove, [&Annotation; 2])> {
            let start = (0, NodeId::START);
            let nodes = std::iter::once(start).chain(tree.in_order());
            nodes.map(|(depth, id)| {
                (
                    depth,
                    tree.move_to(id),
                    [tree.annotation(id), tree.pass_annotation(id)],
                )
            })
        }
        written(self).eq(written(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(lines: &[&[u16]]) -> MoveTree {
        let mut tree = MoveTree::default();
        for line in lines {
            let mut at = NodeId::START;
            for &mv in *line {
                let mv = Move(mv);
                let step = TreeMove {
                    mv,
                    name: Box::default(),
                    player: Player::Black,
                    passed: None,
                };
                at = tree.child(at, mv).unwrap_or_else(|| tree.add(at, step));
            }
        }
        tree
    }

    #[test]
    fn trees_are_equal_whatever_the_order_their_moves_were_added_in() {
        let by_line = tree(&[&[1, 2, 3], &[1, 4], &[5]]);
        assert_eq!(by_line, tree(&[&[1, 2], &[5], &[1, 4], &[1, 2, 3]]));
        assert_ne!(by_line, tree(&[&[5], &[1, 2, 3], &[1, 4]]));
        assert_ne!(by_line, tree(&[&[1, 2, 3, 4], &[5]]));
        let mut noted = by_line.clone();
        let note = "start".to_owned();
        noted.annotate(
            NodeId::START,
            Annotation {
                note,
                ..Annotation::default()
            },
        );
        assert_ne!(by_line, noted);
    }

    #[test]
    fn a_tree_contains_its_lines_and_no_others() {
        let whole = tree(&[&[1, 2, 3], &[1, 4], &[5]]);
        for (lines, is_contained) in [
            (&[][..], true),
            (&[&[5][..], &[1, 4]], true),
            (&[&[5], &[1, 2, 3], &[1, 4]], true),
            (&[&[1, 5]], false),
            (&[&[1, 2, 3, 4]], false),
        ] {
            assert_eq!(whole.contains(&tree(lines)), is_contained, "{lines:?}");
        }
        let note = "start".to_owned();
        let mut noted = whole.clone();
        noted.annotate(
            NodeId::START,
            Annotation {
                note,
                ..Annotation::default()
            },
        );
        assert!(noted.contains(&whole) && !whole.contains(&noted));
    }
}
