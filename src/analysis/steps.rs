//! The moves of a game with the positions they were made in.

use crate::engine::Position;
use crate::games::{Game, IllegalMove, Move, Player, Reversi};

/// A move of a game, and where it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Which ply of the game it was, from 1; a pass is one.
    pub ply: usize,
    /// Who moved.
    pub player: Player,
    /// The position before, seen from the side that moved.
    pub position: Position,
    /// The square of the move, from 0 to 63.
    pub square: u32,
    /// Who had to pass afterwards.
    pub passed: Option<Player>,
}

impl Step {
    /// The position after it, seen from the other side, which may have to pass.
    pub fn after(&self) -> Position {
        self.position.after(self.square)
    }
}

/// The steps of a game from any position, and the game as it is after them. `ply` is the number of the
/// first move, 1 but where a pass came before it.
///
/// # Errors
/// The ply of the first move that is illegal, and why it is.
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
