//! The table of all runs.

use std::fmt::Write;

use super::RunProgress;
use crate::base::terminal::in_words;
use crate::base::text::printable;

/// The text for a value that is not known.
const UNKNOWN: &str = "-";

pub fn of(runs: &[RunProgress]) -> String {
    let names: Vec<String> = runs
        .iter()
        .map(|run| printable(&run.output).to_string())
        .collect();
    let width = names.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).max("output".len());
    let kind_width = runs.iter().map(|run| run.kind.len()).max();
    let kind_width = kind_width.unwrap_or(0).max("kind".len());
    let mut table = format!(
        "{:width$}  {:kind_width$}  parts  finished  running  quiet  not begun       rows        all    rows/s  left\n",
        "output", "kind"
    );
    for (run, name) in runs.iter().zip(names) {
        let all = run.all.map(|all| all.to_string());
        let speed = run.rows_per_s.map(|speed| format!("{speed:.2}"));
        let [all, speed] = [all, speed].map(|text| text.unwrap_or_else(|| UNKNOWN.to_owned()));
        let left = match run.left_s {
            Some(left) => in_words(left),
            None => UNKNOWN.to_owned(),
        };
        // Writing to a text can't fail.
        let _ = writeln!(
            table,
            "{name:width$}  {:kind_width$}  {:5}  {:8}  {:7}  {:5}  {:9}  {:9}  {all:>9}  {speed:>8}  {left}",
            run.kind, run.parts, run.finished, run.running, run.quiet, run.not_begun, run.rows
        );
    }
    table
}
