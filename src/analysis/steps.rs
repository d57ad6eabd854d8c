//! The moves of a game, with the positions in which they were made.

use crate::engine::Position;
use crate::games::{Game, IllegalMove, Move, Player, Reversi};

/// A move of a game, with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The ply of the move, from 1; passes count.
    pub ply: usize,
    /// The side that moved.
    pub player: Player,
    /// The position before the move, seen from the side that moved.
    pub position: Position,
    /// The index of the square, from 0 to 63.
    pub square: u32,
    /// The side that had to pass afterwards, if any.
    pub passed: Option<Player>,
}

impl Step {
    /// Returns the position after the move, seen from the other side, which may have to pass.
    pub fn after(&self) -> Position {
        self.position.after(self.square)
    }
}

/// Returns the steps of a game, and the game after them. `ply` is the first move's: 1, or 2 after a pass.
///
/// # Errors
/// Returns the ply of the first illegal move, and the reason.
///
/// ```
/// use reversi::analysis::steps;
/// use reversi::games::{Game, Player, Reversi};
/// let start = Reversi::new(Player::Black);
/// let moves = ["f5", "d6"].map(|name| start.parse_move(name).unwrap());
/// let (steps, _) = steps(start.clone(), 1, moves).unwrap();
/// assert_eq!(steps[1].player, Player::White);
/// assert_eq!(steps[1].ply, 2);
/// ```
pub fn steps(
    start: Reversi,
    mut ply: usize,
    moves: impl IntoIterator<Item = Move>,
) -> Result<(Vec<Step>, Reversi), (usize, IllegalMove)> {
    let mut game = start;
    let mut steps = Vec::new();
    for mv in moves {
        let position = Position::from(&game);
        let change = game.play(mv).map_err(|error| (ply, error))?;
        let (player, square) = (change.player, mv.0.into());
        steps.push(Step { ply, player, position, square, passed: change.passed });
        ply += change.plies();
    }
    Ok((steps, game))
}
