//! How a game ended.

use super::Player;

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize))]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// The disc count, in games that are decided by counting.
    pub score: Option<Score>,
    /// What ended the game.
    pub ending: Ending,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize))]
#[cfg_attr(feature = "records", serde(rename_all = "snake_case"))]
pub enum Ending {
    /// Neither side can move.
    NoMoves,
    /// A line of four, or what counts as one.
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
    /// A win in a game without a disc count.
    pub fn won(winner: Player, ending: Ending) -> Self {
        Self { winner: Some(winner), score: None, ending }
    }

    /// A draw in a game without a disc count.
    pub fn drawn(ending: Ending) -> Self {
        Self { winner: None, score: None, ending }
    }
}

/// The disc count of a board.
///
/// The empty squares go to the winner; in a draw each side gets half of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(serde::Serialize))]
pub struct Score {
    /// Black's discs on the board.
    pub black: u32,
    /// White's discs on the board.
    pub white: u32,
    /// The empty squares.
    pub empties: u32,
}

impl Score {
    /// The side with more discs; `None` if both have the same number.
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

    /// A side's result: its discs and its share of the empty squares.
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
