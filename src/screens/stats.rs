//! Statistics as text, with bars.

use super::words::{Voice, stats as words};
use crate::base::text::fit;
use crate::study::{Group, Losses, Stats};

const LONGEST: f64 = 30.0;

/// The least width of the names.
const LEAST: usize = 11;

/// Writes statistics: with bars, or as sentences for speech.
pub(super) fn write(out: &mut String, stats: &Stats, voice: Voice) {
    let mut line = |text: String| {
        out.push_str(text.trim_end());
        out.push('\n');
    };
    if stats.games == 0 {
        return line(words::none().to_owned());
    }
    line(words::games(stats));
    if let Some(rating) = stats.rating {
        line(words::rating(rating));
    }
    let most = stats.phases.iter().copied().chain(stats.months.iter().map(|group| group.losses));
    let most = most.filter_map(Losses::average).fold(1.0, f64::max);
    let bar = |losses: Losses| {
        let average = losses.average().unwrap_or(0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 30")]
        let length = (average / most * LONGEST).round() as usize;
        if voice == Voice::Speech { String::new() } else { "#".repeat(length) }
    };
    let phases = words::phases();
    let names = stats.levels.iter().chain(&stats.months).map(|group| &*group.name);
    let width = names.chain(phases).map(fit::width).fold(LEAST, usize::max);
    let groups = |title: &str, groups: &[Group], line: &mut dyn FnMut(String)| {
        if groups.is_empty() {
            return;
        }
        line(title.to_owned());
        for group in groups {
            let lost = words::average(group.losses);
            line(format!(
                "  {:width$}  {}  {lost} {}",
                group.name,
                words::results(group),
                bar(group.losses)
            ));
        }
    };
    groups(words::by_level(), &stats.levels, &mut line);
    groups(words::by_month(), &stats.months, &mut line);
    if stats.judged == 0 {
        words::not_judged(voice).into_iter().for_each(line);
        return;
    }
    line(words::by_phase().to_owned());
    for (name, losses) in phases.iter().zip(stats.phases) {
        line(format!("  {name:width$}  {} {}", words::average(losses), bar(losses)));
    }
    if !stats.mistakes.is_empty() {
        line(words::mistakes().to_owned());
        for frequent in &stats.mistakes {
            line(format!("  {:4}  {}", frequent.times, words::kind(frequent.kind)));
        }
    }
}
