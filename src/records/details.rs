//! The details of a game in addition to its moves: players, date, result, clocks.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::Format;
use crate::games::{Player, Square};

/// A ply of a recorded game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RecordedMove {
    /// The side that moved.
    pub player: Player,
    /// The square; `None` for a pass.
    pub square: Option<Square>,
    /// The player's evaluation after the move: the expected final disc difference for that player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<f64>,
    /// The time taken, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The details of a ply in addition to the move.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Remarks {
    /// The evaluation, like [`RecordedMove::evaluation`].
    pub evaluation: Option<f64>,
    /// The time taken, in seconds.
    pub seconds: Option<f64>,
}

/// A player of a recorded game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlayerDetails {
    /// The name; empty if unknown.
    pub name: String,
    /// The rating, in the unit of the server or federation.
    pub rating: Option<f64>,
}

/// The date of a game, possibly incomplete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Date {
    /// The year, with four digits.
    pub year: u16,
    /// The month, from 1; `None` if unknown.
    pub month: Option<u8>,
    /// The day of the month, from 1; `None` if unknown.
    pub day: Option<u8>,
    /// The time of day and zone as recorded: `12:33:18.MST`. Empty if unknown.
    pub clock: String,
}

impl Date {
    /// Creates a date with only a year.
    pub const fn of_year(year: u16) -> Self {
        Self {
            year,
            month: None,
            day: None,
            clock: String::new(),
        }
    }

    /// Creates a date with year, month and day.
    pub const fn of_day(year: u16, month: u8, day: u8) -> Self {
        Self {
            year,
            month: Some(month),
            day: Some(day),
            clock: String::new(),
        }
    }

    pub(crate) fn of_calendar(day: jiff::civil::Date) -> Self {
        let [month, in_month] = [day.month(), day.day()].map(i8::unsigned_abs);
        // Years before the year 0 can't be represented.
        Self::of_day(day.year().try_into().unwrap_or_default(), month, in_month)
    }

    /// Parses a date from a year and optionally a month and a day.
    pub(crate) fn of_parts<'a>(
        mut parts: impl Iterator<Item = &'a str>,
        clock: &str,
    ) -> Option<Self> {
        let year = parts.next()?;
        let year = year.parse().ok().filter(|_| year.len() == 4)?;
        let mut part = |most: u8| match parts.next() {
            None => Ok(None),
            Some(text) => {
                let number: Option<u8> = text.parse().ok();
                number
                    .filter(|number| (1..=most).contains(number))
                    .map(Some)
                    .ok_or(())
            }
        };
        let month = part(12).ok()?;
        let day = part(31).ok()?;
        parts.next().is_none().then(|| Self {
            year,
            month,
            day,
            clock: clock.to_owned(),
        })
    }
}

impl Date {
    /// Parses the first day of a list, `2024-05-11,12`. Unknown parts are question marks: `2024.05.??`.
    pub(crate) fn first_of(text: &str) -> Option<Self> {
        let first = text.split(',').next().unwrap_or_default().trim();
        let parts: Vec<&str> = first.split(['-', '.', '/']).collect();
        let is_unknown = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte == b'?');
        let known = parts.iter().position(is_unknown).unwrap_or(parts.len());
        let is_whole = parts[known..].iter().all(is_unknown);
        Self::of_parts(parts[..known].iter().copied(), "").filter(|_| is_whole)
    }
}

impl fmt::Display for Date {
    /// Prints the known part of `2003-12-15`.
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

/// The way a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// Regularly, with no move left.
    #[default]
    Played,
    /// The loser resigned.
    Resigned,
    /// The loser ran out of time.
    OutOfTime,
    /// The players agreed on a score.
    Agreed,
    /// The loser broke the rules or left.
    Forfeited,
}

/// The winner and the margin of a game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GameResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// Black's discs minus White's; `None` if the record states only the winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// The way the game ended.
    pub ending: Termination,
}

impl GameResult {
    /// Creates a result from a difference: Black's discs minus White's.
    ///
    /// ```
    /// use reversi::games::Player;
    /// use reversi::records::{Termination, GameResult};
    /// let result = GameResult::by_difference(-4.0, Termination::Played);
    /// assert_eq!(result.winner, Some(Player::White));
    /// ```
    pub fn by_difference(difference: f64, ending: Termination) -> Self {
        let winner = if difference > 0.0 {
            Some(Player::Black)
        } else if difference < 0.0 {
            Some(Player::White)
        } else {
            None
        };
        Self {
            winner,
            difference: Some(difference),
            ending,
        }
    }

    /// Creates a win by an unknown margin.
    pub const fn won(winner: Player, ending: Termination) -> Self {
        Self {
            winner: Some(winner),
            difference: None,
            ending,
        }
    }
}

/// The time control of a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct TimeSetting {
    /// The time per player for the game, in seconds.
    pub main: u32,
    /// The time added with each move, in seconds.
    pub increment: u32,
    /// The overtime after the main time, in seconds.
    pub extension: u32,
}

impl TimeSetting {
    /// Creates a time control; `None` if the times are not in whole seconds, which records need.
    pub(crate) fn of_clock(main: Duration, increment: Duration) -> Option<Self> {
        let whole = |time: Duration| {
            u32::try_from(time.as_secs())
                .ok()
                .filter(|_| time.subsec_nanos() == 0)
        };
        let (main, increment) = whole(main).zip(whole(increment))?;
        Some(Self {
            main,
            increment,
            extension: 0,
        })
    }
}

/// The final score if play is perfect from a number of empty squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TheoreticalScore {
    /// The number of empty squares from which play is perfect.
    pub empties: u8,
    /// Black's discs at the end, with the empty squares given to the winner.
    pub black: u8,
}

/// A property of one format that others can't represent. It is kept for that format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The format of the property.
    pub format: Format,
    /// The name of the property.
    pub name: String,
    /// The value as text.
    pub value: String,
}

impl Tag {
    /// The SGF property of a comment. In the first node, it is about the start.
    const COMMENT: &str = "C";

    /// Creates the comment on the start, which all formats with comments share.
    pub(super) fn comment(value: String) -> Self {
        Self {
            format: Format::Sgf,
            name: Self::COMMENT.to_owned(),
            value,
        }
    }

    pub(super) fn is_comment(&self) -> bool {
        self.format == Format::Sgf && self.name == Self::COMMENT
    }
}

/// Stores a parsed value. Returns whether there was one.
pub fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let is_understood = value.is_some();
    if is_understood {
        *place = value;
    }
    is_understood
}

/// Parses a decimal number without exponent or infinity.
pub fn number(text: &str) -> Option<f64> {
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    text.parse()
        .ok()
        .filter(|number: &f64| is_plain && number.is_finite())
}

/// Parses a disc difference from -64 to 64. Edax writes -127 for an unfinished game.
pub fn difference(text: &str) -> Option<f64> {
    number(text).filter(|difference| difference.abs() <= 64.0)
}

/// Whether a text is a pass: `PA`, `ps`, `pass` or `--`.
pub fn is_pass(text: &str) -> bool {
    ["pa", "ps", "pass", "--"]
        .iter()
        .any(|name| text.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_day_of_a_list_is_the_date() {
        for (text, date) in [
            ("2024-05-11,12", Some("2024-05-11")),
            ("2024-05-11,2024-06-01", Some("2024-05-11")),
            ("2024.05.11", Some("2024-05-11")),
            ("2024/5/1", Some("2024-05-01")),
            ("2024-05", Some("2024-05")),
            ("2024.05.??", Some("2024-05")),
            ("2024.??.??", Some("2024")),
            ("????.??.??", None),
            ("2024.??.11", None),
            ("11,12", None),
            ("", None),
        ] {
            let found = Date::first_of(text).map(|date| date.to_string());
            assert_eq!(found.as_deref(), date, "{text}");
        }
    }

    #[test]
    fn numbers_are_decimal() {
        assert_eq!(
            ["+1.50", "-3", ".5", "7."].map(number),
            [1.5, -3.0, 0.5, 7.0].map(Some)
        );
        for text in ["", "+", "1e3", "inf", "NaN", " 1", "1,5"] {
            assert_eq!(number(text), None, "{text:?}");
        }
        assert_eq!(number(&"9".repeat(400)), None);
        assert_eq!(number(&format!("-{}", "9".repeat(400))), None);
        assert_eq!(number(&"9".repeat(300)), Some(1e300));
        let differences = ["-64", "+64.00", "64.01", "-127.000"].map(difference);
        assert_eq!(differences, [Some(-64.0), Some(64.0), None, None]);
    }
}
