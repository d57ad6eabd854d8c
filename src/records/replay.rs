//! Replays the moves of a record as it is read, with or without explicit passes.

use crate::games::{Player, Square};

use super::{BoardPosition, GameRecord, MoveError, Remarks};

#[derive(Debug, Clone)]
pub struct Replay {
    pub record: GameRecord,
    /// The number of plies at the last explicit pass. A second one there is an error.
    passed_at: Option<usize>,
}

impl Replay {
    pub fn from_start(start: BoardPosition) -> Self {
        Self {
            record: GameRecord::from_start(start),
            passed_at: None,
        }
    }

    pub fn ply(&self) -> usize {
        self.record.moves().len() + 1
    }

    /// Plays a ply. `square` is `None` for a pass, `player` if the record doesn't name the side.
    pub fn take(
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
