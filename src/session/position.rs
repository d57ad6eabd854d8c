//! A position of a game as screens show it: the one on the board, or an earlier one.

use super::{CurrentGame, Forfeit, Mode, Ply, SessionError};
use crate::games::{Game, Move, Outcome, Played, Player};

/// A position of a game, after some of the moves that led to the board.
#[derive(Debug, Clone, Copy)]
pub struct GamePosition<'a> {
    current: &'a CurrentGame,
    game: &'a dyn Game,
    moves: usize,
}

impl<'a> GamePosition<'a> {
    /// The number of the game's moves that have led to it.
    pub fn moves(self) -> usize {
        self.moves
    }

    /// The board and its rules.
    pub fn game(self) -> &'a dyn Game {
        self.game
    }

    /// The moves that have led to it, the first one first.
    pub fn history(self) -> &'a [Ply] {
        &self.current.history()[..self.moves]
    }

    /// The number of plies that have led to it, passes included.
    pub fn ply(self) -> usize {
        self.history().iter().map(|ply| ply.played.plies()).sum()
    }

    /// The last move that placed a piece.
    pub fn last(self) -> Option<&'a Played> {
        let played = self.history().iter().rev().map(|ply| &ply.played);
        played.into_iter().find(|played| played.placed.is_some())
    }

    /// Who is to move; `None` when the game is over.
    pub fn turn(self) -> Option<Player> {
        self.game.turn().filter(|_| self.forfeit().is_none())
    }

    /// How the game ended here; `None` if it did not.
    pub fn outcome(self) -> Option<Outcome> {
        self.game.outcome().or_else(|| self.forfeit().map(Forfeit::outcome))
    }

    /// How the game was lost here.
    fn forfeit(self) -> Option<Forfeit> {
        self.current.forfeit().filter(|_| self.moves == self.current.history().len())
    }

    /// The legal moves in board order; none in a competitive game, which doesn't show them.
    pub fn shown_moves(self) -> Vec<Move> {
        let are_hidden = self.current.is_competitive() || self.turn().is_none();
        if are_hidden { Vec::new() } else { self.game.moves() }
    }

    /// What a move would do; `None` if it is not legal.
    pub fn preview(self, mv: Move) -> Option<Ply> {
        Ply::of(self.game, mv)
    }
}

impl CurrentGame {
    /// The position on the board.
    pub fn position(&self) -> GamePosition<'_> {
        GamePosition { current: self, game: self.game(), moves: self.history().len() }
    }

    /// The position after some of the moves; `None` if there have not been as many.
    pub fn position_after(&self, moves: usize) -> Option<GamePosition<'_>> {
        Some(GamePosition { current: self, game: self.at(moves)?, moves })
    }

    /// Whether this is a competitive game in progress.
    pub fn is_competitive(&self) -> bool {
        matches!(self.mode(), Mode::Competitive { .. }) && self.turn().is_some()
    }

    /// The game with another move.
    ///
    /// # Errors
    /// [`SessionError`] when the rules forbid it or the tree is full.
    pub fn with(mut self, mv: Move) -> Result<Self, SessionError> {
        self.play(mv)?;
        Ok(self)
    }

    /// The game with a line of moves, by their names, after some of its own; `None` if they are not legal there.
    #[must_use]
    pub fn along(&self, moves: usize, line: &[String]) -> Option<Self> {
        let mut game = self.clone();
        game.step_back_to(moves.min(self.history().len()));
        for name in line {
            let mv = game.game().parse_move(name).ok()?;
            game.push(mv).ok()?;
        }
        Some(game)
    }
}
