//! Which move a square stands for. A move that is not named after its square takes the whole column.

use crate::games::Square;
use crate::interpreter::{GameView, LegalMove, MoveInput, PositionView};

/// The move that a person makes on a square; `None` if there is none.
pub(super) fn at(position: &PositionView, square: Square) -> Option<&LegalMove> {
    let mut exact = position.legal.iter().filter(|legal| legal.square == Some(square));
    let in_column = |legal: &&LegalMove| {
        is_of_column(legal) && legal.square.is_some_and(|landing| landing.column == square.column)
    };
    exact.next().or_else(|| position.legal.iter().find(in_column))
}

/// What to play on a square. A competitive game doesn't show its legal moves, and any square can be tried.
pub(super) fn input(position: &PositionView, square: Square) -> Option<MoveInput> {
    match at(position, square) {
        Some(legal) => Some(MoveInput::Of(legal.mv)),
        None if position.legal.is_empty() && position.turn.is_some() => {
            Some(MoveInput::Named(square.to_string()))
        }
        None => None,
    }
}

/// Whether a move is named by its column and not by its square.
pub(super) fn is_of_column(legal: &LegalMove) -> bool {
    legal.square.is_some_and(|square| square.to_string() != legal.name)
}

/// Whether columns go by their numbers in a game, because its moves do.
pub(super) fn has_numbered_columns(game: &GameView) -> bool {
    let is_number = |name: &str| name.starts_with(|first: char| first.is_ascii_digit());
    match game.moves.first() {
        Some(ply) => is_number(&ply.name),
        None => game.now.legal.first().is_some_and(|legal| is_number(&legal.name)),
    }
}
