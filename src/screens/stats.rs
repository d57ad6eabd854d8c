//! Statistics as text, with bars.

use super::words::{Voice, stats as words};
use crate::base::text::fit::{self, wrapped};
use crate::study::{Group, Losses, Stats};

/// The length of the longest bar if all rows have room for it.
const LONGEST: usize = 30;

/// The least width of the names.
const LEAST: usize = 11;

/// A row of a table: its text, and its losses for the bar.
struct StatsRow {
    text: String,
    losses: Losses,
}

/// Writes statistics in at most `columns` columns: with bars, or as sentences for speech.
pub fn write(out: &mut String, stats: &Stats, columns: Option<usize>, voice: Voice) {
    let mut line = |text: &str| {
        out.push_str(text.trim_end());
        out.push('\n');
    };
    let paragraph = |text: String| match columns {
        Some(columns) if voice != Voice::Speech => wrapped(&text, columns),
        _ => vec![text],
    };
    if let Some(guesses) = words::guesses(&stats.guesses) {
        for text in paragraph(guesses) {
            line(&text);
        }
    }
    if stats.games == 0 {
        return line(words::none());
    }
    for text in paragraph(words::games(stats)) {
        line(&text);
    }
    if let Some(rating) = stats.rating {
        for text in paragraph(words::rating(rating)) {
            line(&text);
        }
    }
    for text in words::unrated(stats.unrated)
        .into_iter()
        .flat_map(paragraph)
    {
        line(&text);
    }
    let tables = tables(stats, columns);
    let bars = Bars::new(&tables, columns, voice);
    for (title, rows) in &tables {
        line(title);
        for row in rows {
            line(&format!("{} {}", row.text, bars.bar(row.losses)));
        }
    }
    if stats.judged == 0 {
        let advice = words::not_judged(voice).into_iter().flat_map(paragraph);
        advice.for_each(|text| line(&text));
    } else if !stats.mistakes.is_empty() {
        line(words::mistakes());
        for frequent in &stats.mistakes {
            line(&format!(
                "  {:4}  {}",
                frequent.times,
                words::kind(frequent.kind)
            ));
        }
    }
}

/// The tables by level, month and phase, if they have rows. In a narrow terminal, results have no losses.
fn tables(stats: &Stats, columns: Option<usize>) -> Vec<(&'static str, Vec<StatsRow>)> {
    let phases = words::phases();
    let names = stats
        .levels
        .iter()
        .chain(&stats.months)
        .map(|group| &*group.name);
    let width = names.chain(phases).map(fit::width).fold(LEAST, usize::max);
    let group_rows = |groups: &[Group]| -> Vec<StatsRow> {
        let rows = groups.iter().map(|group| {
            let results = format!("  {:width$}  {}", group.name, words::results(group));
            let whole = format!("{results}  {}", words::average(group.losses));
            let fits = columns.is_none_or(|columns| fit::width(&whole) <= columns);
            let losses = if fits {
                group.losses
            } else {
                Losses::default()
            };
            StatsRow {
                text: if fits { whole } else { results },
                losses,
            }
        });
        rows.collect()
    };
    let phase_rows = || {
        let rows = phases
            .iter()
            .zip(stats.phases)
            .map(|(name, losses)| StatsRow {
                text: format!("  {name:width$}  {}", words::average(losses)),
                losses,
            });
        rows.collect()
    };
    let tables = [
        (words::by_level(), group_rows(&stats.levels)),
        (words::by_month(), group_rows(&stats.months)),
        (
            words::by_phase(),
            if stats.judged > 0 {
                phase_rows()
            } else {
                Vec::new()
            },
        ),
    ];
    tables
        .into_iter()
        .filter(|(_, rows)| !rows.is_empty())
        .collect()
}

/// The scale of the bars, which is the same in all tables.
struct Bars {
    /// The greatest average loss.
    most: f64,
    longest: usize,
}

impl Bars {
    fn new(tables: &[(&'static str, Vec<StatsRow>)], columns: Option<usize>, voice: Voice) -> Self {
        let rows = || tables.iter().flat_map(|(_, rows)| rows);
        let averages = rows().filter_map(|row| row.losses.average());
        let widest = rows()
            .map(|row| fit::width(&row.text) + 1)
            .max()
            .unwrap_or(0);
        let room = columns.map_or(LONGEST, |columns| columns.saturating_sub(widest));
        let longest = if voice == Voice::Speech {
            0
        } else {
            room.min(LONGEST)
        };
        Self {
            most: averages.fold(1.0, f64::max),
            longest,
        }
    }

    fn bar(&self, losses: Losses) -> String {
        let average = losses.average().unwrap_or(0.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "at most 30"
        )]
        let length = (average / self.most * self.longest as f64).round() as usize;
        "#".repeat(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Frequent, MistakeKind};

    #[test]
    fn rows_fit_the_terminal_and_bars_share_the_room() {
        let losses = |discs| Losses { moves: 10, discs };
        let group = |name: &str, discs| Group {
            name: name.to_owned(),
            games: 12,
            won: 4,
            drawn: 0,
            lost: 8,
            losses: losses(discs),
        };
        let stats = Stats {
            games: 12,
            judged: 12,
            levels: vec![group("5", 40), group("competitive", 20)],
            months: vec![group("2026-10", 30)],
            phases: [10, 20, 30].map(losses),
            mistakes: vec![Frequent {
                kind: MistakeKind::Other,
                times: 9,
            }],
            ..Stats::default()
        };
        let written = |columns| {
            let mut text = String::new();
            let voice = Voice::Prompt {
                bold: false,
                links: false,
            };
            write(&mut text, &stats, columns, voice);
            text
        };
        for columns in [60, 72, 80, 100, 200] {
            let text = written(Some(columns));
            assert!(
                text.lines().all(|line| fit::width(line) <= columns),
                "{columns}:\n{text}"
            );
            assert!(
                text.contains("moves 21-40") && text.contains("by kind"),
                "{text}"
            );
        }
        let bars = |text: String| text.lines().map(|line| line.matches('#').count()).max();
        assert_eq!(bars(written(Some(200))), Some(LONGEST));
        assert_eq!(bars(written(None)), Some(LONGEST));
        assert!(bars(written(Some(80))) > Some(0));
    }
}
