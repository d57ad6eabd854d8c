//! How long players may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The longest time that can be given, a day.
const LONGEST: Duration = Duration::from_hours(24);

/// A length of time as people write it: `500ms`, `2.5s`, `5m`, or seconds without a unit.
///
/// ```
/// use std::time::Duration;
/// use reversi::matches::Time;
/// let time: Time = "2.5s".parse()?;
/// assert_eq!(time.0, Duration::from_millis(2500));
/// assert_eq!(time.to_string(), "2500ms");
/// # Ok::<(), reversi::matches::TimeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time(pub Duration);

/// Why a word is no length of time.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no time: it takes a number with ms, s or m, up to a day")]
pub struct TimeError(String);

impl FromStr for Time {
    type Err = TimeError;

    fn from_str(word: &str) -> Result<Self, TimeError> {
        let wrong = || TimeError(word.chars().take(20).collect());
        let (number, unit) = if let Some(number) = word.strip_suffix("ms") {
            (number, 0.001)
        } else if let Some(number) = word.strip_suffix('s') {
            (number, 1.0)
        } else if let Some(number) = word.strip_suffix('m') {
            (number, 60.0)
        } else {
            (word, 1.0)
        };
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let seconds: f64 = number.parse().map_err(|_| wrong())?;
        let time = Duration::try_from_secs_f64(seconds * unit).map_err(|_| wrong())?;
        if is_plain && time <= LONGEST { Ok(Self(time)) } else { Err(wrong()) }
    }
}

/// As milliseconds, or as seconds or minutes where they are whole.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = self.0.as_millis();
        match milliseconds {
            1.. if milliseconds.is_multiple_of(60_000) => write!(f, "{}m", milliseconds / 60_000),
            _ if milliseconds.is_multiple_of(1000) => write!(f, "{}s", milliseconds / 1000),
            _ => write!(f, "{milliseconds}ms"),
        }
    }
}

/// How long the players may think; each side has a clock of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Clocks {
    /// As long as they like.
    #[default]
    None,
    /// So long for the whole game, and a little more for each move made.
    Game {
        /// For the game.
        main: Duration,
        /// Added after each move.
        increment: Duration,
    },
    /// So long for each move.
    Move(Duration),
}

impl Clocks {
    /// What a clock shows when a game begins.
    pub(super) fn at_start(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Game { main, .. } => Some(main),
            Self::Move(time) => Some(time),
        }
    }

    /// What a clock shows after a move that took so long; `None` if that was too long. So much more
    /// than what is left is let pass.
    pub(super) fn after(
        self,
        left: Option<Duration>,
        used: Duration,
        margin: Duration,
    ) -> Result<Option<Duration>, OutOfTime> {
        let Some(left) = left else { return Ok(None) };
        if used > left.saturating_add(margin) {
            return Err(OutOfTime);
        }
        Ok(Some(match self {
            Self::Game { increment, .. } => left.saturating_sub(used) + increment,
            Self::None | Self::Move(_) => left,
        }))
    }
}

/// A clock has run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutOfTime;

/// What a player who is to move is told of time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowance {
    /// How the clocks run.
    pub(super) clocks: Clocks,
    /// What the player's shows; `None` without clocks.
    pub(super) left: Option<Duration>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let milliseconds = |word: &str| word.parse::<Time>().map(|time| time.0.as_millis()).ok();
        for (word, expected) in
            [("500ms", 500), ("2.5s", 2500), ("5m", 300_000), ("60", 60_000), ("0", 0)]
        {
            assert_eq!(milliseconds(word), Some(expected), "{word}");
        }
        for word in ["", "s", "-1s", "1h", "1e3", "nan", "inf", "25000m", "1 s", "+1", "1.2.3", "m"]
        {
            assert_eq!(milliseconds(word), None, "{word}");
        }
        let error = "soon".parse::<Time>().unwrap_err().to_string();
        assert_eq!(error, "\"soon\" is no time: it takes a number with ms, s or m, up to a day");
        for word in ["500ms", "3s", "5m", "0s"] {
            assert_eq!(word.parse::<Time>().unwrap().to_string(), word);
        }
    }

    #[test]
    fn clocks_run_out_when_the_margin_is_used_up() {
        let [second, tenth] = [1000, 100].map(Duration::from_millis);
        let after = |clocks: Clocks, used| clocks.after(clocks.at_start(), used, tenth);
        assert_eq!(after(Clocks::None, LONGEST), Ok(None));
        let game = Clocks::Game { main: second, increment: tenth };
        assert_eq!(after(game, second / 2), Ok(Some(second / 2 + tenth)));
        assert_eq!(after(game, second + tenth), Ok(Some(tenth)));
        assert_eq!(after(game, second + 2 * tenth), Err(OutOfTime));
        let each = Clocks::Move(second);
        assert_eq!(after(each, second / 2), Ok(Some(second)));
        assert_eq!(after(each, second * 2), Err(OutOfTime));
    }
}
