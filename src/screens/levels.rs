//! The levels of bots, as a table.

use std::fmt::Write;

use super::words::{Voice, levels as words};
use crate::interpreter::LevelReport;
use crate::players::ladder::Band;

/// The least difference of the ratings of neighbors in the short list.
const STEP: i32 = 200;

/// Writes the levels of a game, one per line; without `all`, only rated ones that are [`STEP`] apart. Those
/// without a rating share a line where others have one.
pub(super) fn write(out: &mut String, levels: &[LevelReport], all: bool, voice: Voice) {
    let (rated, others): (Vec<_>, Vec<_>) = levels.iter().partition(|level| level.rating.is_some());
    if rated.is_empty() {
        for LevelReport { level, method, .. } in others {
            let _ = writeln!(out, "{level:>5}  {}", words::method(*method));
        }
        return;
    }
    let [rating, level, name, plays] = words::COLUMNS;
    let _ = writeln!(out, "{rating:>6}  {level:11}  {name:14}  {plays}");
    let mut last = None;
    for LevelReport { level, rating, name, method, .. } in rated {
        let is_near = last.zip(*rating).is_some_and(|(last, rating)| rating < last + STEP);
        if is_near && !all {
            continue;
        }
        last = *rating;
        let rating = rating.map_or_else(String::new, |rating| rating.to_string());
        let name = name.map_or("", Band::name);
        let _ = writeln!(out, "{rating:>6}  {level:11}  {name:14}  {}", words::method(*method));
    }
    if let (Some(first), Some(last)) = (others.first(), others.last()) {
        let _ = writeln!(out, "{}", words::unrated(&first.level, &last.level));
    }
    if !all {
        let _ = writeln!(out, "{}", words::all_levels(voice));
    }
    let _ = writeln!(out, "{}", words::by_rating(voice));
}
