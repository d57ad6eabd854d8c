//! The opponent in the competitive mode: a search of ten plies with positional square values.

mod search;

use super::{Bot, Method, Rng, SearchProgress, Stop};
use crate::engine::Position;
use crate::games::{Game, Info, Move, Reversi};

/// Searches ten plies, counting passes, and plays the move with the best value.
///
/// Ties go to the first move in board order. A leaf has the value of the best square that its side to move can play
/// on; if that side must pass, minus the value of the opponent's best square; and if the game is over, the disc
/// difference, which outweighs any square. The same position always gives the same move.
#[derive(Debug, Clone, Copy)]
pub struct Competitive;

impl Competitive {
    pub(crate) const METHOD: Method = Method::SquareValues {
        depth: search::DEPTH,
    };

    pub(crate) fn plays(info: &Info) -> bool {
        info.is_reversi()
    }
}

impl Bot for Competitive {
    fn choose(
        &mut self,
        game: &dyn Game,
        _: &mut Rng,
        _: &Stop,
        _: &mut dyn FnMut(SearchProgress),
    ) -> Option<Move> {
        let game = game.as_any().downcast_ref::<Reversi>()?;
        game.turn()?;
        let square = search::best_move(Position::from(game), search::DEPTH)?;
        u16::try_from(square).ok().map(Move)
    }
}
