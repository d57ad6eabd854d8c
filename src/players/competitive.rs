//! The opponent of the competitive mode: ten plies of alpha-beta on the positional matrix.

mod leaf;
mod search;

use super::{Bot, Method, Progress, Rng, Stop};
use crate::engine::Position;
use crate::games::{Game, Info, Move, Reversi, reversi};

/// Looks ten plies ahead (a pass counts as one) and picks the move with the best value, the first
/// in board order on a tie.
///
/// A leaf is worth the best square of the positional matrix that its mover can play on; if it must
/// pass, what the opponent's best square is worth to the opponent; and if the game is over, the
/// disc difference, which outweighs any square. Always the same move in the same position.
#[derive(Debug, Clone, Copy)]
pub struct Competitive;

impl Competitive {
    /// How it chooses its moves.
    pub(crate) const METHOD: Method = Method::SquareValues { depth: search::DEPTH };

    /// Whether it knows this game.
    pub(crate) fn plays(info: &Info) -> bool {
        info.code == reversi::INFO.code
    }
}

impl Bot for Competitive {
    fn choose(
        &mut self,
        game: &dyn Game,
        _: &mut Rng,
        _: &Stop,
        _: &mut dyn FnMut(Progress),
    ) -> Option<Move> {
        let game = game.as_any().downcast_ref::<Reversi>()?;
        game.turn()?;
        let square = search::best_move(Position::from(game), search::DEPTH)?;
        u16::try_from(square).ok().map(Move)
    }
}
