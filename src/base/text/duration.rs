//! Durations as typed (`500ms`, `2.5s`, `5m`).

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use super::{Printable, printable};

/// The maximum duration that can be typed.
pub const MAX_DURATION: Duration = Duration::from_hours(24);

/// The minimum duration that can be typed, except zero: the precision of what is printed.
const MIN_DURATION: Duration = Duration::from_millis(1);

const MAX_SHOWN_CHARS: usize = 20;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "\"{}\" is not a duration: use 500ms, 2.5s or 5m, from 1ms to a day",
    self.word()
)]
pub struct DurationError(String);

impl DurationError {
    /// The typed text, shortened.
    pub fn word(&self) -> Printable<'_> {
        printable(&self.0).limited(MAX_SHOWN_CHARS)
    }
}

/// Parses a number with a unit: `ms`, `s` or `m`.
pub fn parse(word: &str) -> Result<Duration, DurationError> {
    let is_plain = |c: char| c.is_ascii_digit() || c == '.';
    let unit = word.trim_start_matches(is_plain);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => f64::NAN,
    };
    let number = word[..word.len() - unit.len()].parse::<f64>().ok();
    let duration = number.and_then(|number| Duration::try_from_secs_f64(number * seconds).ok());
    let is_allowed = |&duration: &Duration| {
        duration.is_zero() || (MIN_DURATION..=MAX_DURATION).contains(&duration)
    };
    duration
        .filter(is_allowed)
        .ok_or_else(|| DurationError(word.to_owned()))
}

/// Like [`parse`], but the default unit is seconds.
pub fn parse_or_seconds(word: &str) -> Result<Duration, DurationError> {
    if word.ends_with(|last: char| last.is_ascii_digit()) {
        return parse(&format!("{word}s")).map_err(|_| DurationError(word.to_owned()));
    }
    parse(word)
}

/// A duration in the format of [`parse`], with a precision of one millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypedDuration(pub Duration);

impl fmt::Display for TypedDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_millis() {
            whole if whole > 0 && whole.is_multiple_of(60_000) => write!(f, "{}m", whole / 60_000),
            whole if whole.is_multiple_of(1000) => write!(f, "{}s", whole / 1000),
            milliseconds => write!(f, "{milliseconds}ms"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn durations_are_read_as_people_type_them() {
        let milliseconds = |word: &str| {
            parse_or_seconds(word)
                .map(|duration| duration.as_millis())
                .ok()
        };
        for (word, expected) in [
            ("500ms", 500),
            ("2.5s", 2500),
            ("5m", 300_000),
            ("60", 60_000),
            ("0", 0),
            ("0.001", 1),
        ] {
            assert_eq!(milliseconds(word), Some(expected), "{word}");
        }
        for word in [
            "", "s", "-1s", "1h", "1e3", "nan", "inf", "25000m", "1 s", "+1", "1.2.3", "m",
        ] {
            assert_eq!(milliseconds(word), None, "{word}");
        }
        for word in ["0.9ms", "0.0000001s", "0.000001m"] {
            assert!(parse(word).is_err(), "{word}");
        }
        for word in ["", "60", "0", "1.5"] {
            assert!(parse(word).is_err(), "{word}");
        }
        let error = parse("so\u{1b}on").unwrap_err().to_string();
        let expected =
            "\"so\\u{1b}on\" is not a duration: use 500ms, 2.5s or 5m, from 1ms to a day";
        assert_eq!(error, expected);
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_again(milliseconds in 0..86_400_000_u64) {
            let duration = Duration::from_millis(milliseconds);
            prop_assert_eq!(parse(&TypedDuration(duration).to_string()), Ok(duration));
        }

        #[test]
        fn what_is_read_is_printed_and_read_again(word in "[0-9]{1,4}(\\.[0-9]{1,3})?(ms|s|m)?") {
            if let Ok(duration) = parse_or_seconds(&word) {
                let again = parse(&TypedDuration(duration).to_string()).unwrap();
                prop_assert!(duration.abs_diff(again) < Duration::from_millis(1));
            }
        }
    }

    #[test]
    fn a_duration_is_shown_as_it_can_be_typed() {
        assert_eq!(
            TypedDuration(Duration::from_millis(1500)).to_string(),
            "1500ms"
        );
        assert_eq!(TypedDuration(Duration::from_secs(90)).to_string(), "90s");
        assert_eq!(TypedDuration(Duration::from_mins(2)).to_string(), "2m");
    }
}
