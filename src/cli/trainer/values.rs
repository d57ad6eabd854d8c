//! Parsers for the numbers in the options of `trainer`.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use crate::base::text::duration;

pub(super) fn count(text: &str) -> Result<usize, String> {
    within(text, 1..=1_000_000_000)
}

pub(super) fn count_or_none(text: &str) -> Result<usize, String> {
    within(text, 0..=1_000_000_000)
}

pub(super) fn hours(text: &str) -> Result<f64, String> {
    within(text, 0.0..=10_000.0)
}

pub(super) fn part(text: &str) -> Result<f32, String> {
    within(text, 0.0..=1.0)
}

pub(super) fn strength(text: &str) -> Result<f32, String> {
    within(text, 0.0..=1e30)
}

fn within<T: FromStr + PartialOrd + Display>(
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("use a number from {} to {}", range.start(), range.end()))
}

pub(super) fn move_time(text: &str) -> Result<Duration, String> {
    let time = duration::parse(text).ok();
    let time = time.filter(|time| (1..=3_600_000).contains(&time.as_millis()));
    time.ok_or_else(|| "use a time like 100ms or 2s, at most 3600s".to_owned())
}
