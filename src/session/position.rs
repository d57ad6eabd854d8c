//! A displayed position of a game: the current one, or an earlier one.

use super::{CurrentGame, Forfeit, Ply, SessionError};
use crate::games::{Game, Move, Outcome, Played, Player};

/// A position after some of the moves of a game.
#[derive(Debug, Clone, Copy)]
pub struct GamePosition<'a> {
    current: &'a CurrentGame,
    game: &'a dyn Game,
    moves: usize,
}

impl<'a> GamePosition<'a> {
    /// Returns the number of moves before the position.
    pub fn moves(self) -> usize {
        self.moves
    }

    pub fn game(self) -> &'a dyn Game {
        self.game
    }

    /// Returns the moves before the position.
    pub fn history(self) -> &'a [Ply] {
        &self.current.history()[..self.moves]
    }

    /// Returns the number of plies before the position, passes included.
    pub fn ply(self) -> usize {
        self.history().iter().map(|ply| ply.played.plies()).sum()
    }

    /// Returns the last move that placed a piece.
    pub fn last(self) -> Option<&'a Played> {
        let played = self.history().iter().rev().map(|ply| &ply.played);
        played.into_iter().find(|played| played.placed.is_some())
    }

    /// Returns the side to move; `None` if the game is over.
    pub fn turn(self) -> Option<Player> {
        self.game.turn().filter(|_| self.forfeit().is_none())
    }

    /// Returns the outcome if the game ended here.
    pub fn outcome(self) -> Option<Outcome> {
        self.game
            .outcome()
            .or_else(|| self.forfeit().map(Forfeit::outcome))
    }

    fn forfeit(self) -> Option<Forfeit> {
        self.current
            .forfeit()
            .filter(|_| self.moves == self.current.history().len())
    }

    /// Returns the legal moves in board order; empty in competitive games, which don't show them.
    pub fn shown_moves(self) -> Vec<Move> {
        let are_hidden = self.current.is_competitive() || self.turn().is_none();
        if are_hidden {
            Vec::new()
        } else {
            self.game.moves()
        }
    }

    /// Returns the effect of a move; `None` if the move is illegal.
    pub fn preview(self, mv: Move) -> Option<Ply> {
        Ply::of(self.game, mv)
    }
}

impl CurrentGame {
    /// Returns the current position.
    pub fn position(&self) -> GamePosition<'_> {
        GamePosition {
            current: self,
            game: self.game(),
            moves: self.history().len(),
        }
    }

    /// Returns the position after `moves` moves; `None` if there are fewer.
    pub fn position_after(&self, moves: usize) -> Option<GamePosition<'_>> {
        Some(GamePosition {
            current: self,
            game: self.at(moves)?,
            moves,
        })
    }

    pub fn is_competitive(&self) -> bool {
        self.players().is_competitive() && self.turn().is_some() && !self.is_studied()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns a [`SessionError`] if the move is illegal or the tree is full.
    pub fn with(mut self, mv: Move) -> Result<Self, SessionError> {
        self.play(mv)?;
        Ok(self)
    }

    /// Plays a named line after the first `moves` moves; `None` if a move is illegal.
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
