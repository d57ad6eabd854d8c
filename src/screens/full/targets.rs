//! What can be clicked beside the board.

use ratatui::layout::{Position, Rect};

/// What can be clicked in the pane, with the number of moves that each stands for.
#[derive(Debug, Default)]
pub(super) struct Targets(Vec<(Rect, usize)>);

impl Targets {
    pub(super) fn add(&mut self, place: Rect, moves: usize) {
        self.0.push((place, moves));
    }

    /// The number of moves at a place of the screen.
    pub(super) fn at(&self, at: Position) -> Option<usize> {
        self.0.iter().find(|(place, _)| place.contains(at)).map(|&(_, moves)| moves)
    }
}
