//! How a game ended.

use serde::Serialize;

use super::Player;

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Player>,
    /// The count, in games that are decided by counting.
    pub score: Option<Score>,
    /// What ended it.
    pub ending: Ending,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Neither side can move.
    NoMoves,
    /// A line of four, or what counts as one.
    Line,
    /// The board is full.
    Full,
    /// A position has come too often: the game is abandoned.
    Repeated,
    /// The game has become too long: it is abandoned.
    TooLong,
}

impl Outcome {
    /// A win in a game without a count.
    pub fn won(winner: Player, ending: Ending) -> Self {
        Self { winner: Some(winner), score: None, ending }
    }

    /// A game without a winner and without a count.
    pub fn drawn(ending: Ending) -> Self {
        Self { winner: None, score: None, ending }
    }
}

/// A count of discs at the end, and the empty squares, which go to the winner (in a draw, half to
/// each).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Black's discs on the board.
    pub black: u32,
    /// White's discs on the board.
    pub white: u32,
    /// Squares that stayed empty.
    pub empties: u32,
}

impl Score {
    /// Who has more discs.
    pub fn winner(self) -> Option<Player> {
        match self.black.cmp(&self.white) {
            std::cmp::Ordering::Greater => Some(Player::Black),
            std::cmp::Ordering::Less => Some(Player::White),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// A side's discs on the board.
    pub fn discs(self, player: Player) -> u32 {
        match player {
            Player::Black => self.black,
            Player::White => self.white,
        }
    }

    /// A side's result: its discs, and the empty squares if it won, or half of them in a draw.
    ///
    /// ```
    /// use reversi::games::{Player, Score};
    /// let score = Score { black: 38, white: 24, empties: 2 };
    /// assert_eq!((score.result(Player::Black), score.result(Player::White)), (40, 24));
    /// ```
    pub fn result(self, player: Player) -> u32 {
        let awarded = match self.winner() {
            Some(winner) if winner == player => self.empties,
            Some(_) => 0,
            None => self.empties / 2,
        };
        self.discs(player) + awarded
    }
}
