//! What can be clicked beside the board.

use ratatui::layout::{Position, Rect};

use crate::desk::Action;

/// What can be clicked in the pane, with what a click does.
#[derive(Debug, Default)]
pub(super) struct Targets(Vec<(Rect, Action)>);

impl Targets {
    /// A place that stands for the position after a number of moves.
    pub(super) fn add(&mut self, place: Rect, moves: usize) {
        self.add_action(place, Action::Browse(moves));
    }

    pub(super) fn add_action(&mut self, place: Rect, action: Action) {
        self.0.push((place, action));
    }

    /// What a click on a place of the screen does.
    pub(super) fn at(&self, at: Position) -> Option<Action> {
        self.0.iter().find(|(place, _)| place.contains(at)).map(|(_, action)| action.clone())
    }
}
