//! A finished game of a match, and the cause of its end.

use std::fmt;

use crate::games::Player;
use crate::records::{GameRecord, GameResult, Termination};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Neither side could move, so the discs were counted.
    Played,
    Resigned,
    Time,
    /// The loser did not answer within the timeout, other than by running out of clock time.
    Silent,
    Illegal,
    /// The loser refused a legal move or a command.
    Refused,
    /// The loser gave an invalid answer.
    Garbled,
    Crashed,
}

impl Cause {
    pub const ALL: [Self; 8] = [
        Self::Played,
        Self::Resigned,
        Self::Time,
        Self::Silent,
        Self::Illegal,
        Self::Refused,
        Self::Garbled,
        Self::Crashed,
    ];

    /// Returns the result of a game that `loser` lost for this cause. As in tournaments, the loser loses all discs.
    pub fn result(self, loser: Player) -> GameResult {
        let termination = match self {
            Self::Played => Termination::Played,
            Self::Resigned => Termination::Resigned,
            Self::Time => Termination::OutOfTime,
            _ => Termination::Forfeited,
        };
        let difference = if loser == Player::White { 64.0 } else { -64.0 };
        GameResult::by_difference(difference, termination)
    }

    /// Returns the word for saved rows and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Silent => "silent",
            Self::Illegal => "illegal",
            Self::Refused => "refused",
            Self::Garbled => "garbled",
            Self::Crashed => "crashed",
        }
    }

    /// Whether the loser's program failed.
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::Played | Self::Resigned | Self::Time)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time forfeit",
            Self::Silent => "no answer",
            Self::Garbled => "invalid answer",
            _ => self.word(),
        })
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// The number, from 1. The first player has Black in odd games.
    pub number: usize,
    pub record: GameRecord,
    pub cause: Cause,
    /// Details for the user, or empty.
    pub detail: String,
}

impl Game {
    /// Returns the side that lost other than by discs.
    pub fn at_fault(&self) -> Option<Player> {
        let winner = self.record.result.and_then(|result| result.winner);
        (self.cause != Cause::Played).then_some(winner?.opponent())
    }

    pub fn side_of_first(&self) -> Player {
        if self.number % 2 == 1 {
            Player::Black
        } else {
            Player::White
        }
    }

    /// Returns the half points of the first player: 2, 1 or 0.
    pub fn half_points(&self) -> usize {
        match self.record.result.and_then(|result| result.winner) {
            Some(winner) if winner == self.side_of_first() => 2,
            Some(_) => 0,
            None => 1,
        }
    }

    /// Returns the first player's disc lead. Empty squares go to the winner. `None` if the game was not finished.
    pub fn discs(&self) -> Option<i32> {
        let score = self.record.score();
        let [own, other] = [self.side_of_first(), self.side_of_first().opponent()]
            .map(|side| i32::try_from(score.result(side)).unwrap_or(0));
        (self.cause == Cause::Played).then_some(own - other)
    }
}
