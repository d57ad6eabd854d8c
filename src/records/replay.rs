//! Playing over the moves that a record has written out, passes among them.

use crate::games::{Player, Square};

use super::{BoardPosition, GameRecord, MoveError, Remarks};

/// A game that is being read.
#[derive(Debug, Clone)]
pub(super) struct Replay {
    pub(super) record: GameRecord,
    /// How many plies there were when a pass was read last: it is written out only once.
    passed_at: Option<usize>,
}

impl Replay {
    pub(super) fn from_start(start: BoardPosition) -> Self {
        Self { record: GameRecord::from_start(start), passed_at: None }
    }

    /// Which ply the next one is, from 1.
    pub(super) fn ply(&self) -> usize {
        self.record.moves().len() + 1
    }

    /// Takes a ply: a square, or `None` for a pass; by this side, if the record says so.
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
            // Both sides would pass, in the middle of the game.
            Some(turn) if self.passed_at == Some(plies) => Err(MoveError::MayNotPass(turn)),
            Some(turn) if self.record.has_just_passed() && player == Some(turn) => {
                Err(MoveError::MayNotPass(turn))
            }
            _ => {
                self.record.pass_with(remarks)?;
                self.passed_at = Some(plies);
                Ok(())
            }
        }
    }
}

/// Whether a text stands for a pass: `PA`, `ps`, `pass` or `--`.
pub(super) fn is_pass(text: &str) -> bool {
    ["pa", "ps", "pass", "--"].iter().any(|name| text.eq_ignore_ascii_case(name))
}
