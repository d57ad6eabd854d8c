//! Renders an analysis as text: a table of the moves, the totals, and a chart. All but the players' names is ASCII.

use std::fmt::Write;

use crate::analysis::{Analysis, Class, Judgment, Total};
use crate::base::language::{decimal, tr, translated};
use crate::base::text::fit;
use crate::games::{Player, Square};

const MAX_SHOWN_MOVES: usize = 8;

/// The width of the score column and the axis, left of the chart.
const MARGIN: usize = 6;

const MAX_NAME_CHARS: usize = 20;

/// The blanks between two columns.
const GAP: usize = 2;

/// The maximum number of lines of the chart in a report.
const MAX_CHART_LINES: usize = 19;

/// The lines below the rows of the chart: the axis and the legend.
const LINES_BELOW: usize = 2;

/// A column of a table.
struct TableColumn {
    heading: &'static str,
    width: usize,
    is_number: bool,
}

impl TableColumn {
    /// Creates a column for its heading and for contents of up to `least` characters.
    fn new(heading: &'static str, least: usize, is_number: bool) -> Self {
        Self {
            heading,
            width: fit::width(heading).max(least),
            is_number,
        }
    }

    fn cell(&self, text: &str) -> String {
        let blanks = " ".repeat(self.width.saturating_sub(fit::width(text)));
        if self.is_number {
            blanks + text
        } else {
            text.to_owned() + &blanks
        }
    }
}

/// The columns of the table of moves.
fn columns_of_moves() -> [TableColumn; 8] {
    let classes = Class::ALL.into_iter().chain([Class::Forced]);
    let class = classes
        .map(|class| fit::width(class_name(class)))
        .max()
        .unwrap_or(0);
    [
        TableColumn::new(tr!("column" => "ply"), 4, true),
        TableColumn::new(tr!("column" => "move"), 4, false),
        TableColumn::new(tr!("column" => "score"), 6, true),
        TableColumn::new(tr!("column" => "best"), 4, false),
        TableColumn::new(tr!("column" => "value"), 5, true),
        TableColumn::new(tr!("column" => "lost"), 4, true),
        TableColumn::new("", class, false),
        TableColumn::new(tr!("column" => "depth"), 6, true),
    ]
}

pub(super) fn class_name(class: Class) -> &'static str {
    translated(class.name())
}

/// Returns the table of the moves, with a heading. `signs` are the icons of Black and White. If it is wider than
/// `columns`, better lines are shortened, and the last columns are omitted.
pub fn table(analysis: &Analysis, signs: [char; 2], columns: Option<usize>) -> String {
    let room = columns.unwrap_or(usize::MAX);
    let all = columns_of_moves();
    let best_line = tr!("column" => "best line");
    // The last columns are the least important.
    let width = |count: usize| {
        all[..count]
            .iter()
            .map(|column| column.width + GAP)
            .sum::<usize>()
    };
    let shown = [8, 7]
        .into_iter()
        .find(|&count| width(count) - GAP <= room)
        .unwrap_or(6);
    let notes_room = room.saturating_sub(width(8));
    let has_notes = shown == 8 && notes_room >= fit::width(best_line);
    let mut out = String::new();
    let mut write = |cells: [&str; 8], notes: &str| {
        let cells = all
            .iter()
            .zip(cells)
            .take(shown)
            .map(|(column, text)| column.cell(text));
        let mut row = cells.collect::<Vec<_>>();
        row.extend(has_notes.then(|| notes.to_owned()));
        out.push_str(row.join(&" ".repeat(GAP)).trim_end());
        out.push('\n');
    };
    write(all.each_ref().map(|column| column.heading), best_line);
    for judged in &analysis.moves {
        let cells = cells(judged, signs);
        write(
            cells.each_ref().map(String::as_str),
            &notes(judged, signs, notes_room),
        );
    }
    out
}

fn cells(judged: &Judgment, signs: [char; 2]) -> [String; 8] {
    let Judgment {
        ply,
        square,
        score,
        best,
        best_score,
        lost,
        class,
        ..
    } = judged;
    let if_lost = |text: String| if *lost > 0 { text } else { String::new() };
    [
        ply.to_string(),
        format!("{} {square}", signs[judged.player.index()]),
        format!("{score:+}"),
        if_lost(best.to_string()),
        if_lost(format!("{best_score:+}")),
        if_lost(lost.to_string()),
        class_name(*class).to_owned(),
        if judged.exact {
            tr!("source of a score" => "exact").to_owned()
        } else {
            judged.depth.to_string()
        },
    ]
}

/// The best line, and what the move changed, in `room` columns.
fn notes(judged: &Judgment, signs: [char; 2], room: usize) -> String {
    let mut notes = Vec::new();
    if let Some([from, to]) = judged.turned() {
        notes.push(tr!(
            "{from} becomes {to}",
            from = translated(from),
            to = translated(to)
        ));
    }
    if let Some(passed) = judged.passed {
        notes.push(tr!("{side} passes", side = signs[passed.index()]));
    }
    if judged.lost > 0 {
        let taken: usize = notes.iter().map(|note| fit::width(note) + 2).sum();
        notes.insert(0, line(&judged.line, room.saturating_sub(taken)));
    }
    notes.retain(|note| !note.is_empty());
    notes.join("; ")
}

/// The beginning of a line of play that fits into `room` columns.
fn line(squares: &[Square], room: usize) -> String {
    const MORE: &str = " ...";
    let names: Vec<String> = squares
        .iter()
        .take(MAX_SHOWN_MOVES)
        .map(ToString::to_string)
        .collect();
    let whole = names.join(" ");
    if squares.len() <= MAX_SHOWN_MOVES && whole.len() <= room {
        return whole;
    }
    let mut line = String::new();
    for name in &names {
        if line.len() + name.len() + 1 + MORE.len() > room {
            break;
        }
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(name);
    }
    if line.is_empty() { line } else { line + MORE }
}

/// Returns the totals of both sides, with a heading. To fit `columns`, the better classes are omitted and names cut.
pub fn totals(analysis: &Analysis, names: [&str; 2], columns: Option<usize>) -> String {
    let room = columns.unwrap_or(usize::MAX);
    let always = [
        TableColumn::new(tr!("column" => "moves"), 5, true),
        TableColumn::new(tr!("column" => "lost"), 4, true),
        TableColumn::new(tr!("per move"), 6, true),
    ];
    let accuracy = TableColumn::new(tr!("accuracy"), 8, true);
    let needed = always
        .iter()
        .chain([&accuracy])
        .map(|column| GAP + column.width)
        .sum();
    let width = names.iter().map(|name| fit::width(name)).max().unwrap_or(0);
    let width = width.min(room.saturating_sub(needed));
    let mut used = width + needed;
    let mut classes = Vec::new();
    for class in Class::ALL.into_iter().rev() {
        let column = TableColumn::new(plural(class), 1, true);
        used += GAP + column.width;
        if used > room {
            break;
        }
        classes.insert(0, (class, column));
    }
    let mut out = String::new();
    let shown = || {
        always
            .iter()
            .chain(classes.iter().map(|(_, column)| column))
            .chain([&accuracy])
    };
    let mut write = |name: &str, cells: &[&str]| {
        let _ = write!(out, "{name:width$.width$}");
        for (column, text) in shown().zip(cells) {
            let _ = write!(out, "{:GAP$}{}", "", column.cell(text));
        }
        out.push('\n');
    };
    write(
        "",
        &shown().map(|column| column.heading).collect::<Vec<_>>(),
    );
    for (player, name) in Player::BOTH.into_iter().zip(names) {
        let shown = classes.iter().map(|(class, _)| *class);
        let cells = cells_of(analysis.total(player), shown);
        write(name, &cells.iter().map(String::as_str).collect::<Vec<_>>());
    }
    out
}

/// The cells of the totals of a side.
fn cells_of(total: &Total, classes: impl Iterator<Item = Class>) -> Vec<String> {
    let known = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let average = total.average_loss;
    let average = average.map(|average| decimal(format_args!("{average:.2}")));
    let accuracy = total.accuracy;
    let accuracy = accuracy.map(|percent| decimal(format_args!("{percent:.1}%")));
    [
        total.moves.to_string(),
        total.lost.to_string(),
        known(average),
    ]
    .into_iter()
    .chain(classes.map(|class| total.count(class).to_string()))
    .chain([known(accuracy)])
    .collect()
}

/// The moves to review, with the best move and a reason, if any; on a separate row if it doesn't fit `columns`.
fn review(analysis: &Analysis, names: [&str; 2], columns: Option<usize>) -> String {
    let is_worse = |judged: &&Judgment| judged.class > Class::Good;
    let worse: Vec<&Judgment> = analysis.moves.iter().filter(is_worse).collect();
    if worse.is_empty() {
        return "No inaccuracies, mistakes or blunders.\n".to_owned();
    }
    let width = |judged: &&Judgment| names[judged.player.index()].chars().count();
    let width = worse
        .iter()
        .map(width)
        .max()
        .unwrap_or(0)
        .min(MAX_NAME_CHARS);
    let mut out = String::from("Moves to review:\n");
    for judged in worse {
        let Judgment {
            ply,
            player,
            square,
            lost,
            class,
            best,
            ..
        } = judged;
        let mut row = format!(
            "{ply:4}  {:width$.width$}  {square}  lost {lost:<2}  {:10}  best {best}",
            names[player.index()],
            class.name()
        );
        if let Some(reason) = judged.why().first().map(ToString::to_string) {
            let fits = columns.is_none_or(|most| row.chars().count() + 2 + reason.len() <= most);
            row.push_str(if fits { "  " } else { "\n      " });
            row.push_str(&reason);
        }
        out.push_str(&row);
        out.push('\n');
    }
    match columns {
        Some(columns) => fit::fitted(&out, columns),
        None => out,
    }
}

/// Returns a full report. It has the totals, the chart, and the moves to review, or all moves if `all` is set.
pub fn report(
    analysis: &Analysis,
    signs: [char; 2],
    names: [&str; 2],
    all: bool,
    columns: Option<usize>,
) -> String {
    let table = if all {
        table(analysis, signs, columns)
    } else {
        String::new()
    };
    let review = if all {
        String::new()
    } else {
        review(analysis, names, columns)
    };
    let totals = totals(analysis, names, columns);
    let plain = |sign: char, _| sign.to_string();
    let chart = chart(analysis, signs, columns, MAX_CHART_LINES, &plain);
    [table, totals, chart, review].concat()
}

pub(super) fn plural(class: Class) -> &'static str {
    match class {
        Class::Forced | Class::Best | Class::Good => class_name(class),
        Class::Inaccuracy => tr!("inaccuracies"),
        Class::Mistake => tr!("mistakes"),
        Class::Blunder => tr!("blunders"),
    }
}

/// Returns a chart of the score for Black, with at most `lines` lines if that is at least 7; empty if no move has been
/// judged. A column has one or more plies. Mistakes and blunders show the icon of the side that made them, as `paint`
/// returns it.
pub fn chart(
    analysis: &Analysis,
    signs: [char; 2],
    columns: Option<usize>,
    lines: usize,
    paint: &dyn Fn(char, Class) -> String,
) -> String {
    let course = analysis.course();
    let (Some(&(first, _)), Some(&(last, _))) = (course.first(), course.last()) else {
        return String::new();
    };
    let room = columns.unwrap_or(usize::MAX).saturating_sub(MARGIN).max(1);
    let plies = (last - first + 1).div_ceil(room);
    let scale = ChartScale::of(&course, lines);
    let is_bad = |judged: &&Judgment| judged.class.is_bad();
    let bad: Vec<&Judgment> = analysis.moves.iter().filter(is_bad).collect();
    let mut out = String::new();
    for row in (scale.lowest..=scale.highest).rev() {
        let _ = match row {
            0 => write!(out, "   0 +"),
            _ => write!(out, "{:+4} |", row * scale.step),
        };
        let cell = |ply: usize| {
            // A pass doesn't change the score.
            let before = course.iter().rev().find(|&&(of, _)| of < ply + plies);
            let at = scale.row(before.map_or(0, |&(_, score)| score));
            let error = bad
                .iter()
                .rfind(|judged| (ply..ply + plies).contains(&judged.ply));
            match error {
                Some(judged) if at == row => paint(signs[judged.player.index()], judged.class),
                _ => bar(row, at).to_string(),
            }
        };
        let cells: String = (first..=last).step_by(plies).map(cell).collect();
        out.push_str(cells.trim_end());
        out.push('\n');
    }
    axis(&mut out, first, last, plies);
    let [black, white] = signs;
    let legend = tr!(
        "Score for {black} by ply; {black} and {white} mark mistakes and blunders.",
        black,
        white
    );
    let _ = writeln!(out, "     {legend}");
    out
}

/// The rows of a chart, each for a range of scores.
struct ChartScale {
    /// The number of discs between two rows.
    step: i32,
    lowest: i32,
    highest: i32,
}

impl ChartScale {
    /// Fits the scores of a game, and 0, to at most `lines` lines, with those below the rows.
    fn of(course: &[(usize, i32)], lines: usize) -> Self {
        let scores = || course.iter().map(|&(_, score)| score).chain([0]);
        let lowest = scores().min().unwrap_or(0);
        let highest = scores().max().unwrap_or(0);
        let most = i32::try_from(lines.saturating_sub(LINES_BELOW)).unwrap_or(i32::MAX);
        let step = [2, 4, 8, 16]
            .into_iter()
            .find(|step| (highest - lowest) / step + 3 <= most);
        let scale = Self {
            step: step.unwrap_or(32),
            lowest,
            highest,
        };
        Self {
            lowest: scale.row(lowest).min(-1),
            highest: scale.row(highest).max(1),
            ..scale
        }
    }

    /// The row of a score.
    fn row(&self, score: i32) -> i32 {
        let half = if score < 0 {
            -self.step / 2
        } else {
            self.step / 2
        };
        (score + half) / self.step
    }
}

/// The character in a row of the chart if the score is in the row `at`.
fn bar(row: i32, at: i32) -> char {
    match row {
        _ if at == row => '*',
        0 => '-',
        _ if at.signum() == row.signum() && at.abs() > row.abs() => ':',
        _ => ' ',
    }
}

fn axis(out: &mut String, first: usize, last: usize, plies: usize) {
    let mut numbers = " ".repeat(MARGIN);
    for ply in (first..=last).filter(|ply| ply.is_multiple_of(10)) {
        // The last digit is below its ply.
        let label = ply.to_string();
        let column = (MARGIN + (ply - first) / plies + 1).saturating_sub(label.len());
        if numbers.len() > MARGIN && numbers.len() >= column {
            continue;
        }
        while numbers.len() < column {
            numbers.push(' ');
        }
        numbers.push_str(&label);
    }
    out.push_str(numbers.trim_end());
    out.push('\n');
}
