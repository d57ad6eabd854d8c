//! What a record says about a game besides its moves.

use std::fmt;

use crate::games::Player;

use super::Format;

/// A player of a recorded game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlayerDetails {
    /// The name; empty where it is not known.
    pub name: String,
    /// The rating, in the unit of the place they played at.
    pub rating: Option<f64>,
}

/// When a game was played, as exactly as the record says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Date {
    /// The year, as in 2003.
    pub year: u16,
    /// The month, from 1.
    pub month: Option<u8>,
    /// The day of the month, from 1.
    pub day: Option<u8>,
    /// The time of the day with its zone, as the record has it: `12:33:18.MST`. Empty if unknown.
    pub clock: String,
}

impl Date {
    /// A year and no more.
    pub const fn of_year(year: u16) -> Self {
        Self { year, month: None, day: None, clock: String::new() }
    }

    /// A day.
    pub const fn of_day(year: u16, month: u8, day: u8) -> Self {
        Self { year, month: Some(month), day: Some(day), clock: String::new() }
    }

    /// A day of the calendar.
    pub fn of_calendar(day: jiff::civil::Date) -> Self {
        let [month, in_month] = [day.month(), day.day()].map(i8::unsigned_abs);
        // The calendar has years before the year 0, in which nobody played.
        Self::of_day(day.year().try_into().unwrap_or_default(), month, in_month)
    }

    /// A date of a year, and perhaps month and day, as texts.
    pub(super) fn of_parts<'a>(
        mut parts: impl Iterator<Item = &'a str>,
        clock: &str,
    ) -> Option<Self> {
        let year = parts.next()?;
        let year = year.parse().ok().filter(|_| year.len() == 4)?;
        let mut part = |most: u8| match parts.next() {
            None => Ok(None),
            Some(text) => {
                let number: Option<u8> = text.parse().ok();
                number.filter(|number| (1..=most).contains(number)).map(Some).ok_or(())
            }
        };
        let (month, day) = (part(12).ok()?, part(31).ok()?);
        parts.next().is_none().then(|| Self { year, month, day, clock: clock.to_owned() })
    }
}

impl fmt::Display for Date {
    /// As much of `2003-12-15` as is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
            if let Some(day) = self.day {
                write!(f, "-{day:02}")?;
            }
        }
        Ok(())
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ending {
    /// It was played to its end.
    #[default]
    Played,
    /// The loser resigned.
    Resigned,
    /// The loser ran out of time.
    OutOfTime,
    /// The players agreed on a score.
    Agreed,
    /// The loser broke the rules or went away.
    Forfeited,
}

/// Who won, and by how much.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GameResult {
    /// Who won; `None` for a draw.
    pub winner: Option<Player>,
    /// Black's discs less White's; `None` where the record has only the winner.
    pub difference: Option<f64>,
    /// How it ended.
    pub ending: Ending,
}

impl GameResult {
    /// The result with this difference: Black's discs less White's.
    ///
    /// ```
    /// use reversi::games::Player;
    /// use reversi::records::{Ending, GameResult};
    /// let result = GameResult::by_difference(-4.0, Ending::Played);
    /// assert_eq!(result.winner, Some(Player::White));
    /// ```
    pub fn by_difference(difference: f64, ending: Ending) -> Self {
        let winner = if difference > 0.0 {
            Some(Player::Black)
        } else if difference < 0.0 {
            Some(Player::White)
        } else {
            None
        };
        Self { winner, difference: Some(difference), ending }
    }

    /// A game that somebody won, by how much is not known.
    pub const fn won(winner: Player, ending: Ending) -> Self {
        Self { winner: Some(winner), difference: None, ending }
    }
}

/// The clocks that a game was played with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TimeSetting {
    /// Seconds for the game, a player.
    pub main: u32,
    /// Seconds added with each move.
    pub increment: u32,
    /// Seconds to go on with when the others have run out.
    pub extension: u32,
}

/// What the game would have come to, played without a fault from a number of empty squares on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TheoreticalScore {
    /// The number of empty squares.
    pub empties: u8,
    /// The discs that Black would have had, the empty squares given to the winner.
    pub black: u8,
}

/// Something that one format has and the others have no place for. It is kept for that format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// Whose it is.
    pub format: Format,
    /// What it is called there.
    pub name: String,
    /// What it says.
    pub value: String,
}
