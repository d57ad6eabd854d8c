//! An analysis as text: a table of the moves, the totals, and a chart of the scores. All of it is
//! ASCII except the players' names.

use std::fmt::Write;

use super::{Analysis, Class, Judgment};
use crate::games::{Player, Square};

/// Most moves of a better line that fit into a row.
const SHOWN: usize = 8;

/// Most rows of a chart.
const ROWS: i32 = 17;

/// The table of the moves, with a heading. `signs` are the symbols of Black and White.
///
/// ```
/// use reversi::analysis::{Analysis, text};
/// let nothing = Analysis::new(Vec::new(), 0);
/// assert!(text::table(&nothing, ['B', 'W']).starts_with(" ply  move   score  best  score  lost"));
/// ```
pub fn table(analysis: &Analysis, signs: [char; 2]) -> String {
    let mut out = String::from(
        " ply  move   score  best  score  lost              depth  better line, notes\n",
    );
    for judged in &analysis.moves {
        row(&mut out, judged, signs);
    }
    out
}

/// A row of the table.
fn row(out: &mut String, judged: &Judgment, signs: [char; 2]) {
    let Judgment { ply, square, score, best, best_score, lost, class, .. } = judged;
    let sign = signs[judged.player.index()];
    let depth = if judged.exact { "exact".to_owned() } else { judged.depth.to_string() };
    // Writing to a string can't fail.
    let _ = write!(out, "{ply:4}  {sign} {square}  {score:+6}");
    let _ = if *lost > 0 {
        write!(out, "  {:4}  {best_score:+5}  {lost:4}  {:10}", best.to_string(), class.name())
    } else {
        let forced = if judged.choices == 1 { "only move" } else { class.name() };
        write!(out, "  {:4}  {:5}  {:4}  {forced:10}", "", "", "")
    };
    let _ = write!(out, "  {depth:>6}");
    let mut notes = Vec::new();
    if *lost > 0 {
        notes.push(line(&judged.line));
    }
    if let Some([from, to]) = judged.turned() {
        notes.push(format!("{from} to {to}"));
    }
    if let Some(passed) = judged.passed {
        notes.push(format!("{} passes", signs[passed.index()]));
    }
    if !notes.is_empty() {
        let _ = write!(out, "  {}", notes.join("; "));
    }
    out.push('\n');
}

/// The beginning of a line of play, as far as it fits.
fn line(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if squares.len() > SHOWN { " ..." } else { "" };
    names.join(" ") + more
}

/// The totals of both sides, with a heading.
///
/// ```
/// use reversi::analysis::{Analysis, text};
/// let nothing = Analysis::new(Vec::new(), 0);
/// assert!(text::totals(&nothing, ["B", "W"]).lines().nth(1).unwrap().starts_with("B  "));
/// ```
pub fn totals(analysis: &Analysis, names: [&str; 2]) -> String {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut out = format!("{:width$}  moves  lost  a move", "");
    for class in Class::ALL {
        let _ = write!(out, "  {}", plural(class));
    }
    out.push_str("  accuracy\n");
    for player in Player::BOTH {
        let total = analysis.total(player);
        let average = total.average_loss.map_or("-".to_owned(), |average| format!("{average:.2}"));
        let name = names[player.index()];
        let _ = write!(out, "{name:width$}  {:5}  {:4}  {average:>6}", total.moves, total.lost);
        for class in Class::ALL {
            let _ = write!(out, "  {:1$}", total.count(class), plural(class).len());
        }
        let accuracy = total.accuracy.map_or("-".to_owned(), |percent| format!("{percent:.1} %"));
        let _ = writeln!(out, "  {accuracy:>8}");
    }
    out
}

fn plural(class: Class) -> &'static str {
    match class {
        Class::Best => "best",
        Class::Good => "good",
        Class::Inaccuracy => "inaccuracies",
        Class::Mistake => "mistakes",
        Class::Blunder => "blunders",
    }
}

/// A chart of the score for Black, with one column per ply. Mistakes and blunders are marked with the
/// symbol of the side that made them. Empty if no move has been judged.
pub fn chart(analysis: &Analysis, signs: [char; 2]) -> String {
    let course = analysis.course();
    let (Some(&(first, _)), Some(&(last, _))) = (course.first(), course.last()) else {
        return String::new();
    };
    let lowest = course.iter().map(|&(_, score)| score).min().unwrap_or(0).min(0);
    let highest = course.iter().map(|&(_, score)| score).max().unwrap_or(0).max(0);
    let step = [2, 4, 8, 16].into_iter().find(|step| (highest - lowest) / step + 3 <= ROWS);
    let step = step.unwrap_or(16);
    let row_of = |score: i32| {
        let half = if score < 0 { -step / 2 } else { step / 2 };
        (score + half) / step
    };
    let is_bad = |judged: &&Judgment| judged.class.is_bad();
    let bad: Vec<&Judgment> = analysis.moves.iter().filter(is_bad).collect();
    let mut out = String::new();
    for row in (row_of(lowest).min(-1)..=row_of(highest).max(1)).rev() {
        let _ = match row {
            0 => write!(out, "   0 +"),
            _ => write!(out, "{:+4} |", row * step),
        };
        let mut cells = String::new();
        for ply in first..=last {
            // A pass doesn't change the score.
            let at = course.iter().rev().find(|&&(of, _)| of <= ply).map_or(0, |&(_, score)| score);
            let at = row_of(at);
            let error = bad.iter().find(|judged| judged.ply == ply);
            cells.push(match error {
                Some(judged) if at == row => signs[judged.player.index()],
                _ if at == row => '*',
                _ if row != 0 && at.signum() == row.signum() && at.abs() > row.abs() => ':',
                _ if row == 0 => '-',
                _ => ' ',
            });
        }
        out.push_str(cells.trim_end());
        out.push('\n');
    }
    axis(&mut out, first, last);
    let [black, white] = signs;
    let _ = writeln!(
        out,
        "     Score for {black} after each ply; {black} and {white} mark their mistakes and blunders."
    );
    out
}

/// The axis of a chart, with every tenth ply.
fn axis(out: &mut String, first: usize, last: usize) {
    let mut numbers = String::from("      ");
    let offset = numbers.len();
    for ply in (first..=last).filter(|ply| ply % 10 == 0) {
        // The last digit is below its ply.
        let label = ply.to_string();
        let column = (offset + ply - first + 1).saturating_sub(label.len());
        while numbers.len() < column {
            numbers.push(' ');
        }
        numbers.push_str(&label);
    }
    out.push_str(numbers.trim_end());
    out.push('\n');
}
