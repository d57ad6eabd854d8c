//! The table of levels.

use std::fmt::Write;

use super::words::{Voice, levels as words};
use crate::base::language::translated;
use crate::base::text::fit;
use crate::interpreter::LevelReport;

/// The least width of the first three columns.
const LEAST: [usize; 3] = [11, 8, 6];

/// Writes the levels of a game, one per line, then the other bots.
pub fn write(out: &mut String, levels: &[LevelReport], voice: Voice) {
    let headings = words::columns();
    let is_number = |level: &&LevelReport| level.level.bytes().all(|byte| byte.is_ascii_digit());
    let (numbers, others): (Vec<_>, Vec<_>) = levels.iter().partition(is_number);
    let names = levels
        .iter()
        .map(|level| fit::width(translated(level.name.name())));
    let mut widths = LEAST;
    for (width, heading) in widths.iter_mut().zip(headings) {
        *width = fit::width(heading).max(*width);
    }
    widths[1] = names.fold(widths[1], usize::max);
    let mut line = |[level, name, rating, plays]: [&str; 4]| {
        let [first, second, third] = widths;
        let _ = writeln!(
            out,
            "{level:>first$}  {name:second$}  {rating:>third$}  {plays}"
        );
    };
    line(headings);
    for LevelReport {
        level,
        rating,
        name,
        method,
        ..
    } in numbers.iter().chain(&others)
    {
        line([
            level,
            translated(name.name()),
            &rating.to_string(),
            &words::method(*method),
        ]);
    }
    for pair in numbers
        .windows(2)
        .filter(|pair| pair[1].rating < pair[0].rating + words::EQUAL)
    {
        let _ = writeln!(out, "{}", words::equal(&pair[0].level, &pair[1].level));
    }
    let _ = writeln!(out, "{}", words::by_rating(voice));
}
