//! Hints and scores of the engine, as text for the user.

use std::fmt::Write;

use super::words::{advice as texts, book as words, how_far};
use crate::analysis::Why;
use crate::base::text::fit;
use crate::interpreter::BookMoveReport;
use crate::players::{Estimate, Suggestion};

/// The maximum number of expected moves shown, if they fit on the line.
const SHOWN: usize = 12;

/// The number of expected moves shown if the line must be wrapped anyway.
const SHOWN_WRAPPED: usize = 6;

/// Writes a suggestion, with the depth of its search or, for a beginner, with the reason first.
pub fn hint(
    out: &mut String,
    best: &Suggestion,
    others: &[Suggestion],
    why: Option<&Why>,
    has_depth: bool,
    columns: Option<usize>,
) {
    if others.is_empty() {
        out.push_str(&match why {
            Some(why) => texts::hint_with_reason(&best.name, why),
            None => texts::hint(&best.name, best.reason),
        });
        if has_depth {
            expected(out, best.estimate.as_ref(), columns);
        } else {
            out.push('\n');
        }
        return;
    }
    for (rank, suggestion) in (1..).zip([best].into_iter().chain(others)) {
        let _ = write!(out, "{rank:2}. {}", suggestion.name);
        expected(out, suggestion.estimate.as_ref(), columns);
    }
}

/// Writes the sources of the scores on the board.
pub fn evaluated(out: &mut String, moves: &[Suggestion]) {
    let estimates = moves.iter().filter_map(|one| one.estimate.as_ref());
    let (book, searched): (Vec<_>, Vec<_>) = estimates.partition(|estimate| estimate.book);
    let mut sources: Vec<String> = Vec::new();
    sources.extend(book.first().map(|known| how_far(known)));
    if let Some(estimate) = searched.first() {
        let source = how_far(estimate);
        sources.push(if book.is_empty() {
            source
        } else {
            words::others(&source)
        });
    }
    if !sources.is_empty() {
        let _ = writeln!(out, "{}", texts::scores(&sources.join("; ")));
    }
}

pub fn book(out: &mut String, moves: &[BookMoveReport]) {
    if moves.is_empty() {
        let _ = writeln!(out, "{}", words::not_in_book());
        return;
    }
    let has_games = moves.iter().any(|mv| mv.games.is_some());
    let headers = words::columns();
    let mut row = |cells: [&str; 7]| {
        let mut text = String::new();
        for (column, (cell, header)) in cells.into_iter().zip(headers).enumerate() {
            let blank = " ".repeat(fit::width(header).saturating_sub(fit::width(cell)));
            let _ = match column {
                0 => write!(text, "{cell}{blank}  "),
                5 if !has_games => Ok(()),
                6 => write!(text, "{cell}"),
                _ => write!(text, "{blank}{cell}  "),
            };
        }
        let _ = writeln!(out, "{}", text.trim_end());
    };
    row(headers);
    for BookMoveReport {
        square,
        score,
        level,
        lines,
        to_know,
        games,
        opening,
    } in moves
    {
        let lines = if *lines == 0 {
            "-".to_owned()
        } else {
            lines.to_string()
        };
        let level = level.map_or_else(|| "-".to_owned(), |level| level.to_string());
        let to_know = to_know.map_or_else(|| "-".to_owned(), |lines| lines.to_string());
        let games = games.map(|games| games.to_string()).unwrap_or_default();
        let square = square.to_string();
        let score = format!("{score:+}");
        row([
            &square,
            &score,
            &level,
            &lines,
            &to_know,
            &games,
            opening.unwrap_or_default(),
        ]);
    }
}

pub fn solved(out: &mut String, best: &Suggestion, columns: Option<usize>) {
    let is_exact = best
        .estimate
        .as_ref()
        .is_some_and(|estimate| estimate.exact);
    out.push_str(&texts::best(&best.name, is_exact));
    expected(out, best.estimate.as_ref(), columns);
}

/// Writes the score and the expected line of a move, and ends the line.
fn expected(out: &mut String, estimate: Option<&Estimate>, columns: Option<usize>) {
    const MORE: &str = " ...";
    if let Some(estimate) = estimate {
        let Estimate { score, line, .. } = estimate;
        let _ = write!(out, "  {score:+} ({})", how_far(estimate));
        // The line starts with the suggested move itself.
        let line = line.get(1..).unwrap_or_default();
        if !line.is_empty() {
            let _ = write!(out, "  {}", texts::then());
        }
        let start = out.rfind('\n').map_or(0, |end| end + 1);
        let room = columns
            .unwrap_or(usize::MAX)
            .saturating_sub(fit::width(&out[start..]));
        let needed = |count: usize| -> usize {
            let more = if count < line.len() { MORE.len() } else { 0 };
            line.iter()
                .take(count)
                .map(|name| 1 + name.len())
                .sum::<usize>()
                + more
        };
        // If not even one move fits, show a few: the text is wrapped.
        let fitting = (1..=line.len().min(SHOWN))
            .rev()
            .find(|&count| needed(count) <= room);
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
