//! Replaying the moves of a record that is being read, with passes written out or not.

use crate::games::{Player, Square};

use super::{BoardPosition, GameRecord, MoveError, Remarks};

/// A game that is being read.
#[derive(Debug, Clone)]
pub(super) struct Replay {
    pub(super) record: GameRecord,
    /// The number of plies at the last pass read, which may be written out only once.
    passed_at: Option<usize>,
}

impl Replay {
    pub(super) fn from_start(start: BoardPosition) -> Self {
        Self { record: GameRecord::from_start(start), passed_at: None }
    }

    /// The number of the next ply, from 1.
    pub(super) fn ply(&self) -> usize {
        self.record.moves().len() + 1
    }

    /// Takes a ply: a square, or `None` for a pass. `player` is the side that moves, if the record
    /// names it.
    pub(super) fn take(
        &mut self,
        player: Option<Player>,
        square: Option<Square>,
        remarks: Remarks,
    ) -> Result<(), MoveError> {
        let turn = self.record.turn();
        if let Some(square) = square {
            return match (player, turn) {
                (Some(player), Some(turn)) if player != turn => Err(MoveError::NotTheirTurn(turn)),
                _ => self.record.play_with(square, remarks),
            };
        }
        let plies = self.record.moves().len();
        match turn {
            // Both sides would pass in mid-game.
            Some(turn) if self.passed_at == Some(plies) => Err(MoveError::MayNotPass(turn)),
            Some(turn) if self.record.has_just_passed() && player == Some(turn) => {
                Err(MoveError::MayNotPass(turn))
            }
            _ => {
                self.record.pass(remarks)?;
                self.passed_at = Some(plies);
                Ok(())
            }
        }
    }
}
