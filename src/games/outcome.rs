//! The result of a game.

use super::Player;

/// The result of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize))]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// The disc count; `None` in games that are not decided by counting.
    pub score: Option<Score>,
    /// The reason why the game ended.
    pub ending: Ending,
}

/// The reason why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize))]
#[cfg_attr(feature = "records", serde(rename_all = "snake_case"))]
pub enum Ending {
    /// Neither side can move.
    NoMoves,
    /// Four in a line or, in Quarto, four pieces with a common trait.
    Line,
    /// The board is full.
    Full,
    /// Abandoned: a position was repeated too often.
    Repeated,
    /// Abandoned: the game became too long.
    TooLong,
    /// The loser resigned.
    Resigned,
    /// The loser ran out of time.
    OutOfTime,
}

impl Outcome {
    /// Creates a win in a game without a disc count.
    pub fn won(winner: Player, ending: Ending) -> Self {
        Self {
            winner: Some(winner),
            score: None,
            ending,
        }
    }

    /// Creates a draw in a game without a disc count.
    pub fn drawn(ending: Ending) -> Self {
        Self {
            winner: None,
            score: None,
            ending,
        }
    }
}

/// The disc count of a board. The side with more discs gets the empty squares; if both have the same number, each
/// gets half of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize))]
pub struct Score {
    /// The number of black discs on the board.
    pub black: u32,
    /// The number of white discs on the board.
    pub white: u32,
    /// The number of empty squares.
    pub empties: u32,
}

impl Score {
    /// Returns the side with more discs; `None` if both have the same number.
    pub fn majority(self) -> Option<Player> {
        match self.black.cmp(&self.white) {
            std::cmp::Ordering::Greater => Some(Player::Black),
            std::cmp::Ordering::Less => Some(Player::White),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Returns the number of `player`'s discs on the board.
    pub fn discs(self, player: Player) -> u32 {
        match player {
            Player::Black => self.black,
            Player::White => self.white,
        }
    }

    /// Returns a side's result: its discs plus its share of the empty squares.
    ///
    /// ```
    /// use reversi::games::{Player, Score};
    /// let score = Score { black: 38, white: 24, empties: 2 };
    /// assert_eq!((score.result(Player::Black), score.result(Player::White)), (40, 24));
    /// ```
    pub fn result(self, player: Player) -> u32 {
        let awarded = match self.majority() {
            Some(side) if side == player => self.empties,
            Some(_) => 0,
            None => self.empties / 2,
        };
        self.discs(player) + awarded
    }
}
