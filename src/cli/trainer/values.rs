//! Numbers as the options of `trainer` take them.

use std::time::Duration;

pub(super) fn count(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=1_000_000_000).contains(number));
    number.ok_or_else(|| "it takes a number from 1 to 1000000000".to_owned())
}

pub(super) fn hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok().filter(|hours| (0.0..=10_000.0).contains(hours));
    hours.ok_or_else(|| "it takes a number from 0 to 10000".to_owned())
}

pub(super) fn part(text: &str) -> Result<f32, String> {
    let part = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "it takes a number from 0 to 1".to_owned())
}

pub(super) fn strength(text: &str) -> Result<f32, String> {
    let strength =
        text.parse().ok().filter(|strength: &f32| strength.is_finite() && *strength >= 0.0);
    strength.ok_or_else(|| "it takes a number that is not negative".to_owned())
}

pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let milliseconds = match text.strip_suffix("ms") {
        Some(number) => number.parse().ok(),
        None => {
            text.strip_suffix('s').and_then(|number| number.parse::<u64>().ok()?.checked_mul(1000))
        }
    };
    let milliseconds = milliseconds.filter(|number| (1..=3_600_000).contains(number));
    let duration = milliseconds.map(Duration::from_millis);
    duration.ok_or_else(|| "it takes a time like 100ms or 2s, at most 3600s".to_owned())
}
