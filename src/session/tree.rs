//! The moves of a game with all their variations, in an arena: nothing here recurses, so that trees of
//! any depth are cloned and dropped.
//!
//! A node is the position after a move; the first node is the start. The first child of a node
//! continues its line, the others begin variations; first children from the start on are the main
//! line.

use crate::games::{Assessment, Move, Played, Player};

/// The most nodes of a tree, the start included: about a thousand whole games.
pub const MOST_NODES: usize = 1 << 16;

/// The most bytes that all notes of a tree have together.
pub const MOST_NOTES: usize = 1 << 20;

/// A position of a [`Tree`]. It stays valid until the tree loses nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeId(u32);

impl NodeId {
    /// The start.
    pub(super) const START: Self = Self(0);

    /// Stands for no node, so that a node is no larger than it has to be.
    const NONE: Self = Self(u32::MAX);

    fn known(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The move that leads to a node, and its name.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) mv: Move,
    pub(super) name: Box<str>,
    pub(super) player: Player,
    pub(super) passed: Option<Player>,
}

impl Step {
    pub(super) fn new(mv: Move, name: String, played: &Played) -> Self {
        Self { mv, name: name.into(), player: played.player, passed: played.passed }
    }
}

/// What is written about a position and the move that leads to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Remark {
    pub(super) note: String,
    pub(super) assessment: Option<Assessment>,
}

#[derive(Debug, Clone)]
struct Node {
    parent: NodeId,
    /// The first child.
    first: NodeId,
    /// The next child of the parent.
    sibling: NodeId,
    /// The child that was visited last, which redo follows.
    next: NodeId,
    /// The move; of the start one that is never read.
    step: Step,
    /// The number of the move's ply, from 1; a pass counts as a ply. 0 at the start.
    ply: u32,
    remark: Option<Box<Remark>>,
}

/// All moves of a game.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The number of nodes with a remark.
    remarks: usize,
    /// The bytes of all notes.
    notes: usize,
}

/// A line of a tree: the main line, or a variation up to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Branch {
    /// How many variations it is inside of: 0 for the main line.
    pub(super) depth: usize,
    /// Its positions.
    pub(super) nodes: Vec<NodeId>,
}

impl Default for Tree {
    fn default() -> Self {
        let step =
            Step { mv: Move(0), name: Box::default(), player: Player::default(), passed: None };
        Self { nodes: vec![Node::new(NodeId::NONE, step, 0)], remarks: 0, notes: 0 }
    }
}

impl Node {
    fn new(parent: NodeId, step: Step, ply: u32) -> Self {
        let none = NodeId::NONE;
        Self { parent, first: none, sibling: none, next: none, step, ply, remark: None }
    }

    fn plies(&self) -> u32 {
        1 + u32::from(self.step.passed.is_some())
    }
}

impl Tree {
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The number of moves.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether no node more has room.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES
    }

    /// Whether anything is written about a position.
    pub(super) fn has_remarks(&self) -> bool {
        self.remarks > 0
    }

    /// The bytes of all notes.
    pub(super) fn note_bytes(&self) -> usize {
        self.notes
    }

    pub(super) fn step(&self, id: NodeId) -> &Step {
        &self.node(id).step
    }

    /// See [`Node::ply`].
    pub(super) fn ply(&self, id: NodeId) -> usize {
        self.node(id).ply as usize
    }

    /// The number of plies up to a move, the pass that it forces included.
    pub(super) fn last_ply(&self, id: NodeId) -> usize {
        let node = self.node(id);
        (node.ply + node.plies() - 1) as usize
    }

    pub(super) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent.known()
    }

    pub(super) fn remark(&self, id: NodeId) -> Option<&Remark> {
        self.node(id).remark.as_deref()
    }

    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.node(id).first.known();
        std::iter::successors(first, |&child| self.node(child).sibling.known())
    }

    /// The node that the line goes on with: the main one.
    pub(super) fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first.known()
    }

    /// The child that was visited last, else the first one.
    pub(super) fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next.known().or(self.first_child(id))
    }

    /// The child that a move leads to.
    pub(super) fn child(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        self.children(id).find(|&child| self.step(child).mv == mv)
    }

    /// Notes that a child is visited.
    pub(super) fn visit(&mut self, id: NodeId, child: NodeId) {
        self.node_mut(id).next = child;
    }

    /// Adds a child behind the others. The tree must have room.
    pub(super) fn add(&mut self, parent: NodeId, step: Step) -> NodeId {
        let above = self.node(parent);
        // A node has at most a few children.
        let last = self.children(parent).last();
        let ply = if parent == NodeId::START { 1 } else { above.ply + above.plies() };
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node::new(parent, step, ply));
        match last {
            None => self.node_mut(parent).first = id,
            Some(last) => self.node_mut(last).sibling = id,
        }
        id
    }

    /// Makes a child the first one. Returns whether it was not.
    pub(super) fn make_first(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else { return false };
        let first = self.node(parent).first;
        if first == id {
            return false;
        }
        let before = self.children(parent).find(|&child| self.node(child).sibling == id);
        if let Some(before) = before {
            self.node_mut(before).sibling = self.node(id).sibling;
        }
        self.node_mut(id).sibling = first;
        self.node_mut(parent).first = id;
        true
    }

    /// Writes something about a position, in place of what is written there.
    pub(super) fn set_remark(&mut self, id: NodeId, remark: Remark) {
        let before = self.node_mut(id).remark.take();
        if let Some(before) = before {
            self.notes -= before.note.len();
            self.remarks -= 1;
        }
        if remark != Remark::default() {
            self.notes += remark.note.len();
            self.remarks += 1;
            self.node_mut(id).remark = Some(Box::new(remark));
        }
    }

    /// Whether first children lead to a position.
    pub(super) fn is_main(&self, id: NodeId) -> bool {
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            if self.node(parent).first != at {
                return false;
            }
            at = parent;
        }
        true
    }

    /// Keeps only some nodes. Each kept one's parent has to be kept, and the start is. Returns the new ids by
    /// the old ones' indices.
    fn retain(&mut self, is_kept: &[bool]) -> Vec<NodeId> {
        let mut ids = vec![NodeId::NONE; self.nodes.len()];
        let kept = ids.iter_mut().zip(is_kept).filter(|(_, is_kept)| **is_kept);
        for ((id, _), count) in kept.zip(0..) {
            *id = NodeId(count);
        }
        let new = |id: NodeId| id.known().map_or(NodeId::NONE, |id| ids[id.index()]);
        // The first kept one of a child and the siblings behind it.
        let kept_from = |nodes: &[Node], mut id: NodeId| {
            while id.known().is_some_and(|id| !is_kept[id.index()]) {
                id = nodes[id.index()].sibling;
            }
            new(id)
        };
        let links: Vec<[NodeId; 2]> = self
            .nodes
            .iter()
            .map(|node| [node.first, node.sibling].map(|id| kept_from(&self.nodes, id)))
            .collect();
        let mut index = 0;
        self.nodes.retain_mut(|node| {
            (node.parent, node.next) = (new(node.parent), new(node.next));
            [node.first, node.sibling] = links[index];
            index += 1;
            is_kept[index - 1]
        });
        self.remarks = self.nodes.iter().filter(|node| node.remark.is_some()).count();
        let notes = self.nodes.iter().flat_map(|node| &node.remark);
        self.notes = notes.map(|remark| remark.note.len()).sum();
        ids
    }

    /// Removes a position with all that follow. Returns how many these were, and the new ids by the old
    /// ones.
    pub(super) fn prune(&mut self, id: NodeId) -> (usize, impl Fn(NodeId) -> NodeId + use<>) {
        let mut is_kept = vec![true; self.nodes.len()];
        let mut open = vec![id];
        let mut count = 0;
        while let Some(id) = open.pop() {
            is_kept[id.index()] = false;
            count += 1;
            open.extend(self.children(id));
        }
        let ids = self.retain(&is_kept);
        (count, move |id: NodeId| ids[id.index()])
    }

    /// Removes all positions that lead to no remark and to none of the given ones. Returns the new ids by the
    /// old ones.
    pub(super) fn clear_unmarked(&mut self, kept: &[NodeId]) -> impl Fn(NodeId) -> NodeId + use<> {
        let mut is_kept: Vec<bool> = self.nodes.iter().map(|node| node.remark.is_some()).collect();
        is_kept[0] = true;
        for id in kept {
            is_kept[id.index()] = true;
        }
        // What leads to a kept one is kept.
        for index in 0..self.nodes.len() {
            let mut at = index;
            while is_kept[at] {
                match self.nodes[at].parent.known() {
                    Some(parent) if !is_kept[parent.index()] => {
                        is_kept[parent.index()] = true;
                        at = parent.index();
                    }
                    _ => break,
                }
            }
        }
        let ids = self.retain(&is_kept);
        move |id: NodeId| ids[id.index()]
    }

    /// The positions from the start to one, without the start.
    pub(super) fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(id), |&id| self.parent(id));
        let mut path: Vec<NodeId> = up.filter(|&id| id != NodeId::START).collect();
        path.reverse();
        path
    }

    /// All lines: the main line, then its variations in the order of the moves that they are in place of, each
    /// followed by its own.
    pub(super) fn branches(&self) -> Vec<Branch> {
        let mut branches = Vec::new();
        // The last one comes first.
        let mut open: Vec<(usize, NodeId)> = Vec::new();
        open.extend(self.first_child(NodeId::START).map(|first| (0, first)));
        let mut is_start = true;
        while let Some((depth, first)) = open.pop() {
            let line = std::iter::successors(Some(first), |&id| self.first_child(id));
            let nodes: Vec<NodeId> = line.collect();
            let mut others = Vec::new();
            if std::mem::take(&mut is_start) {
                others.extend(self.children(NodeId::START).skip(1));
            }
            for &id in &nodes {
                others.extend(self.children(id).skip(1));
            }
            open.extend(others.into_iter().rev().map(|id| (depth + 1, id)));
            branches.push(Branch { depth, nodes });
        }
        branches
    }

    /// The variation after the one that leads to a position: from its last move that has alternatives, the next
    /// of these, and after the last one the first.
    pub(super) fn alternative(&self, id: NodeId) -> Option<NodeId> {
        let mut at = id;
        loop {
            let parent = self.parent(at)?;
            if self.children(parent).nth(1).is_some() {
                return self.node(at).sibling.known().or(self.first_child(parent));
            }
            at = parent;
        }
    }
}
