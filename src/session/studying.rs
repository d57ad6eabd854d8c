//! Studying a finished game: variations from any of its positions, and moves that were removed.

use std::sync::Arc;

use super::removed::RemovedMoves;
use super::{CurrentGame, Forfeit, SessionError};
use crate::records::{MAX_TREE_POSITIONS, NodeId};

/// The maximum number of removals that can be taken back.
const MAX_REMOVALS: usize = 20;

impl CurrentGame {
    /// Whether the game has ended, and another position than its last one is on the board. Moves played there are
    /// variations, and neither bots nor clocks take part.
    pub fn is_studied(&self) -> bool {
        !self.is_taken_back && self.end().is_some_and(|end| end != self.at_node())
    }

    /// Whether variations have been played since the game ended.
    pub fn has_studied_moves(&self) -> bool {
        self.has_studied_moves
    }

    /// The position of the main line in which the game ended; `None` if it has not. At the end of the main line, that
    /// position.
    fn end(&self) -> Option<NodeId> {
        if let Some((end, _)) = self.main_forfeit_at() {
            return Some(end);
        }
        let end = self.tree.main_end();
        // Don't replay a game that is being played.
        let is_known = end == self.at_node();
        (is_known || self.is_over_at_main_end()).then_some(end)
    }

    fn main_forfeit_at(&self) -> Option<(NodeId, Forfeit)> {
        self.forfeit.filter(|&(end, _)| self.tree.is_main(end))
    }

    /// Returns how the main line ended early, whatever the current position.
    pub(super) fn main_forfeit(&self) -> Option<Forfeit> {
        Some(self.main_forfeit_at()?.1)
    }

    fn is_over_at_main_end(&self) -> bool {
        let Some(start) = self.at(0) else {
            return false;
        };
        let mut game = start.clone_box();
        let moves = self.tree.main_line(NodeId::START).skip(1);
        for id in moves {
            if game.play(self.tree.move_to(id).mv).is_err() {
                return false;
            }
        }
        game.turn().is_none()
    }

    /// Restores the forfeit of a save: in the current position if no moves follow it in the game, or else at the end
    /// of the main line.
    pub(super) fn restore_forfeit(&mut self, forfeit: Option<Forfeit>) {
        let is_here = self.is_taken_back || self.tree.first_child(self.at_node()).is_none();
        let end = if is_here && self.is_in_main_line() {
            self.at_node()
        } else {
            self.tree.main_end()
        };
        self.forfeit = forfeit.map(|forfeit| (end, forfeit));
    }

    /// Returns the game at the end of the line on the board.
    #[must_use]
    pub fn to_line_end(&self) -> Self {
        let mut game = self.clone();
        // Moves of the tree are legal.
        while game.step_forward().unwrap_or(false) {}
        game
    }

    /// Returns the game at the end of the main line.
    #[must_use]
    pub fn to_main_end(&self) -> Self {
        let mut game = self.clone();
        game.go_to_main_end();
        game
    }

    /// Goes to a position of the line on the board, by the number of moves before it.
    pub fn step_to(&mut self, moves: usize) -> Result<(), SessionError> {
        self.step_back_to(moves.min(self.history().len()));
        while self.history().len() < moves && self.step_forward()? {}
        self.is_taken_back = false;
        Ok(())
    }

    /// Removes the last move and all moves after it. Returns the number of moves removed.
    pub fn prune(&mut self) -> Result<usize, SessionError> {
        let last = self.history().len().checked_sub(1);
        let last = last.ok_or(SessionError::NoMove)?;
        let id = self.at_node();
        let was_taken_back = self.is_taken_back;
        let forfeit = self.forfeit;
        self.step_back_to(last);
        self.is_taken_back = false;
        let (branch, ids) = self.tree.prune(id);
        self.follow(ids);
        let count = branch.move_count();
        let forfeit = forfeit.and_then(|(end, forfeit)| Some((branch.index_of(end)?, forfeit)));
        if self.removed.len() == MAX_REMOVALS {
            self.removed.remove(0);
        }
        self.removed.push(Arc::new(RemovedMoves {
            before: self.history().iter().map(|ply| ply.mv).collect(),
            branch,
            was_taken_back,
            forfeit,
        }));
        Ok(count)
    }

    /// Whether the latest removal happened in the current position, so that undo takes it back.
    pub fn can_restore(&self) -> bool {
        let before = self.removed.last().map(|removed| &removed.before);
        let moves = self.history().iter().map(|ply| ply.mv);
        before.is_some_and(|before| before.iter().copied().eq(moves))
    }

    /// Puts the moves removed last back, and goes to the first of them. Returns their number.
    pub fn restore(&mut self) -> Result<usize, SessionError> {
        let removed = self.removed.pop().ok_or(SessionError::NoMove)?;
        let count = removed.branch.move_count();
        if !self.tree.has_room_for(count) {
            self.removed.push(removed);
            return Err(SessionError::TreeFull {
                most: MAX_TREE_POSITIONS,
            });
        }
        let ids = self.tree.graft(self.at_node(), &removed.branch);
        self.push(self.tree.move_to(ids[0]).mv)?;
        self.is_taken_back = removed.was_taken_back;
        if let Some((index, forfeit)) = removed.forfeit {
            self.forfeit = Some((ids[index], forfeit));
        }
        Ok(count)
    }
}
