//! The table of levels.

use std::fmt::Write;

use super::words::{Voice, levels as words};
use crate::interpreter::LevelReport;

/// Writes the levels of a game, one per line, then the other bots.
pub(super) fn write(out: &mut String, levels: &[LevelReport], voice: Voice) {
    let [level, name, rating, plays] = words::COLUMNS;
    let _ = writeln!(out, "{level:>11}  {name:8}  {rating:>6}  {plays}");
    let is_number = |level: &&LevelReport| level.level.bytes().all(|byte| byte.is_ascii_digit());
    let (numbers, others): (Vec<_>, Vec<_>) = levels.iter().partition(is_number);
    for LevelReport { level, rating, name, method, .. } in numbers.iter().chain(&others) {
        let _ = writeln!(out, "{level:>11}  {name:8}  {rating:>6}  {}", words::method(*method));
    }
    for pair in numbers.windows(2).filter(|pair| pair[1].rating < pair[0].rating + words::EQUAL) {
        let _ = writeln!(out, "{}", words::equal(&pair[0].level, &pair[1].level));
    }
    let _ = writeln!(out, "{}", words::by_rating(voice));
}
