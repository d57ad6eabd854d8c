//! A game as plain data, for saving and loading.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::games::{self, IllegalMove, ParseMoveError, Setup, SetupError};

use super::tree_text::{self, TreeError};
use super::{Clocks, CurrentGame, Forfeit, Icons, Mode};
use crate::players::Competitive;

/// The data of a saved game: its setup, and every move by name.
///
/// The board is for readers, and a check: replaying the moves must end on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    pub game: String,
    pub setup: Setup,
    pub mode: Mode,
    pub icons: Icons,
    /// The names of the moves, separated by spaces, without passes.
    pub moves: String,
    /// The board after the last move, one string per row, with `B`, `W` and `-`.
    pub board: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The tree, if it has notes, annotations or moves other than `moves`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeSnapshot>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "tree")]
pub struct TreeSnapshot {
    /// All lines as text: `f5 d6! {a note} (f6 e6) (c3 d3)`.
    pub lines: String,
    /// Whether the moves after the current position are undone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub taken_back: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SnapshotError {
    #[error("unknown game code {0:?}")]
    UnknownGame(String),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("{0} has no competitive games")]
    Competitive(&'static str),
    #[error("move {number}: {source}")]
    Unreadable { number: usize, source: ParseMoveError },
    #[error("move {number}: {source}")]
    Illegal { number: usize, source: IllegalMove },
    #[error("{problem}")]
    Tree { offset: usize, problem: TreeError },
    #[error("the saved moves don't lead to the saved board")]
    OtherBoard,
}

impl Snapshot {
    pub fn of(current: &CurrentGame, icons: Icons) -> Self {
        let game = current.game();
        Self {
            game: game.info().code.to_owned(),
            setup: current.setup(),
            mode: current.mode().clone(),
            icons,
            moves: current.move_names().collect::<Vec<_>>().join(" "),
            board: game.grid().to_rows(),
            clocks: current.clocks().copied(),
            forfeit: current.forfeit(),
            tree: current.has_other_moves().then(|| TreeSnapshot {
                lines: tree_text::print(&current.tree),
                taken_back: current.is_taken_back(),
            }),
        }
    }

    /// Restores the game by replaying its moves.
    pub fn replay(&self) -> Result<CurrentGame, SnapshotError> {
        let info = games::find(&self.game)
            .ok_or_else(|| SnapshotError::UnknownGame(self.game.chars().take(20).collect()))?;
        if matches!(self.mode, Mode::Competitive { .. }) && !Competitive::plays(info) {
            return Err(SnapshotError::Competitive(info.name));
        }
        let mut current = CurrentGame::new(info, info.setup(self.setup)?, self.mode.clone());
        let start = current.game().clone_box();
        for (number, name) in (1..).zip(self.moves.split_whitespace()) {
            let mv = current
                .game()
                .parse_move(name)
                .map_err(|source| SnapshotError::Unreadable { number, source })?;
            current.push(mv).map_err(|source| SnapshotError::Illegal { number, source })?;
        }
        if let Some(TreeSnapshot { lines, taken_back }) = &self.tree {
            let wrong = |(offset, problem)| SnapshotError::Tree { offset, problem };
            let tree = tree_text::read(lines, &*start).map_err(wrong)?;
            let within = current.within(tree, *taken_back);
            current = within.ok_or_else(|| wrong((0, TreeError::NotInTree)))?;
        }
        *current.clocks_mut() = self.clocks;
        if let Some(forfeit) = self.forfeit {
            current.lose(forfeit);
        }
        if current.game().grid().to_rows() == self.board {
            Ok(current)
        } else {
            Err(SnapshotError::OtherBoard)
        }
    }
}
