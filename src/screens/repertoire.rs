//! The repertoire as text: a tree with the results, the score and the lines to know of each branch.

use super::words::{Voice, repertoire as words};
use crate::base::text::fit;
use crate::interpreter::Event;
use crate::study::{RepertoireRow, RepertoireTree};

/// The width of the narrowest pane of the full screen, which shows the tree at every size.
const PANE: usize = 40;

/// The lines about an event of the repertoire; empty for other events.
pub fn lines(event: &Event, columns: Option<usize>, voice: Voice) -> Vec<String> {
    match event {
        Event::Repertoire { trees, .. } if trees.is_empty() => vec![words::empty(voice)],
        Event::Repertoire { trees, .. } => {
            let trees = trees
                .iter()
                .flat_map(|tree| tree_lines(tree, columns, voice));
            trees.chain(words::advice(voice)).collect()
        }
        Event::RepertoireAdded { player, added } => words::added(voice, *player, added),
        Event::RepertoireRemoved { removed, total } => vec![words::removed(*removed, *total)],
        _ => Vec::new(),
    }
}

/// The lines of a tree. If the columns don't fit, the least important ones are skipped.
fn tree_lines(tree: &RepertoireTree, columns: Option<usize>, voice: Voice) -> Vec<String> {
    let head = words::head(tree);
    if voice == Voice::Speech {
        let rows = tree.rows.iter().map(|row| words::spoken(tree.player, row));
        return std::iter::once(head).chain(rows).collect();
    }
    let cells: Vec<[String; 6]> = std::iter::once(words::columns().map(str::to_owned))
        .chain(tree.rows.iter().map(|row| cells(tree, row)))
        .collect();
    let widths: [usize; 6] = std::array::from_fn(|column| {
        let widths = cells.iter().map(|row| fit::width(&row[column]));
        widths.max().unwrap_or(0)
    });
    let columns = columns.or((voice == Voice::FullScreen).then_some(PANE));
    let mut shown: Vec<usize> = (0..widths.len()).collect();
    for dropped in [5, 4] {
        let needed: usize = shown.iter().map(|&column| widths[column] + 2).sum();
        if columns.is_some_and(|columns| needed > columns) {
            shown.retain(|&column| column != dropped);
        }
    }
    let cell = |column: usize, text: &str| {
        let blank = " ".repeat(widths[column] - fit::width(text));
        // The moves and the opening are aligned left, the numbers right.
        if matches!(column, 0 | 5) {
            format!("{text}{blank}")
        } else {
            format!("{blank}{text}")
        }
    };
    let row = |cells: &[String; 6]| {
        let cells = shown.iter().map(|&column| cell(column, &cells[column]));
        let cells: Vec<String> = cells.collect();
        format!("  {}", cells.join("  ").trim_end())
    };
    std::iter::once(head).chain(cells.iter().map(row)).collect()
}

/// The table cells of a row: moves, lines, score, lines to know, results and opening.
fn cells(tree: &RepertoireTree, row: &RepertoireRow) -> [String; 6] {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let moves: String = row.moves.iter().map(ToString::to_string).collect();
    [
        format!("{}{moves}", "  ".repeat(row.depth)),
        row.lines.to_string(),
        or_dash(row.score.map(|score| format!("{score:+}"))),
        or_dash(row.to_know.map(|lines| lines.to_string())),
        or_dash(words::results(tree.player, &row.results)),
        row.opening.unwrap_or_default().to_owned(),
    ]
}
