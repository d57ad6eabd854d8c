//! What the engine says, as text for people.

use std::fmt::Write;

use super::words::how_far;
use crate::desk::data::analysis_text::{chart, table, totals};
use crate::desk::data::{Analysis, Estimate, Reason, Suggestion};

/// As many moves of a line are shown as fit beside the rest.
const SHOWN: usize = 12;

/// As many are shown where the line has to be wrapped anyway.
const SHOWN_WRAPPED: usize = 6;

/// Writes suggested moves.
pub(super) fn hint(
    out: &mut String,
    best: &Suggestion,
    others: &[Suggestion],
    columns: Option<usize>,
) {
    if others.is_empty() {
        let reason = match best.reason {
            Some(Reason::Only) => " (it is the only move)",
            Some(Reason::Wins) => " (it wins)",
            Some(Reason::Blocks) => " (it stops a loss on the next move)",
            Some(Reason::Lost) => " (but the opponent can win after any move)",
            None => "",
        };
        let _ = write!(out, "Suggested: {}{reason}", best.name);
        expected(out, best.estimate.as_ref(), columns);
        return;
    }
    for (rank, suggestion) in (1..).zip([best].into_iter().chain(others)) {
        let _ = write!(out, "{rank:2}. {}", suggestion.name);
        expected(out, suggestion.estimate.as_ref(), columns);
    }
}

/// Writes how the scores on the board are meant.
pub(super) fn evaluated(out: &mut String, moves: &[Suggestion]) {
    let Some(estimate) = moves.first().and_then(|best| best.estimate.as_ref()) else { return };
    let _ = writeln!(out, "Scores for the side to move, {}.", how_far(estimate));
}

/// Writes the exact score.
pub(super) fn solved(out: &mut String, best: &Suggestion, columns: Option<usize>) {
    out.push_str(match &best.estimate {
        Some(estimate) if estimate.exact => "Best: ",
        _ => "Stopped before it was sure. Best so far: ",
    });
    out.push_str(&best.name);
    expected(out, best.estimate.as_ref(), columns);
}

/// Writes what the moves of a game were worth.
pub(super) fn analyzed(
    out: &mut String,
    opening: Option<&str>,
    analysis: &Analysis,
    (signs, names): ([char; 2], &[String; 2]),
    columns: Option<usize>,
) {
    if let Some(opening) = opening {
        let _ = writeln!(out, "Opening: {opening}.");
    }
    if analysis.moves.is_empty() {
        out.push_str("Stopped before a move was judged.\n");
        return;
    }
    out.push_str(&table(analysis, signs, columns));
    out.push_str(&chart(analysis, signs, columns));
    out.push_str(&totals(analysis, names.each_ref().map(String::as_str), columns));
    if !analysis.complete {
        out.push_str("Stopped: the moves before these have not been judged.\n");
    }
}

/// Writes what is expected of a move, and ends the line, which takes at most `columns`.
fn expected(out: &mut String, estimate: Option<&Estimate>, columns: Option<usize>) {
    const MORE: &str = " ...";
    if let Some(estimate) = estimate {
        let Estimate { score, line, .. } = estimate;
        let expected = if estimate.exact { "" } else { "expected " };
        let _ = write!(out, ", {expected}score {score:+}, {}:", how_far(estimate));
        let start = out.rfind('\n').map_or(0, |end| end + 1);
        let room = columns.unwrap_or(usize::MAX).saturating_sub(out.len() - start);
        let needed = |count: usize| -> usize {
            let more = if count < line.len() { MORE.len() } else { 0 };
            line.iter().take(count).map(|name| 1 + name.len()).sum::<usize>() + more
        };
        // A narrow line says at least how it goes on, and is wrapped.
        let fitting = (1..=line.len().min(SHOWN)).rev().find(|&count| needed(count) <= room);
        let shown = fitting.unwrap_or(line.len().min(SHOWN_WRAPPED));
        for name in line.iter().take(shown) {
            let _ = write!(out, " {name}");
        }
        if line.len() > shown {
            out.push_str(MORE);
        }
    }
    out.push('\n');
}
