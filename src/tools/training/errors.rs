//! The errors of an evaluation on held-out positions, by number of empty squares.

use std::fmt::Write;

use crate::base::text::svg::{self, AddLine};
use crate::engine::eval::{PHASES, phase};

/// The size of the chart, and of its margin.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 48.0;

pub struct Errors {
    /// By number of empty squares: the number of positions and the sums of absolute and of squared errors.
    by_empties: Vec<(u64, f64, f64)>,
}

impl Errors {
    pub fn new() -> Self {
        Self {
            by_empties: vec![(0, 0.0, 0.0); 61],
        }
    }

    pub fn add(&mut self, empties: u32, error: f64) {
        if let Some((count, sum, squares)) = self.by_empties.get_mut(empties as usize) {
            *count += 1;
            *sum += error.abs();
            *squares += error * error;
        }
    }

    /// Returns the count and the mean absolute and root mean square errors of a range; `None` without positions.
    pub fn within(&self, from: usize, to: usize) -> Option<(u64, f64, f64)> {
        let rows = self.by_empties.get(from..=to)?;
        let sum = |(a, b, c): (u64, f64, f64), &(x, y, z): &(u64, f64, f64)| (a + x, b + y, c + z);
        let (count, sum, squares) = rows.iter().fold((0, 0.0, 0.0), sum);
        #[expect(clippy::cast_precision_loss, reason = "a mean needs few digits")]
        let divided = count as f64;
        (count > 0).then(|| (count, sum / divided, (squares / divided).sqrt()))
    }

    /// Formats the errors by phase.
    pub fn table(&self) -> String {
        let mut table = format!(
            "{:>5} {:>7} {:>10} {:>10} {:>16}\n",
            "phase", "empties", "positions", "mean error", "root mean square"
        );
        let mut line = |name: &str, (from, to): (usize, usize)| {
            if let Some((count, mean, root)) = self.within(from, to) {
                let empties = format!("{from}-{to}");
                let _ = writeln!(
                    table,
                    "{name:>5} {empties:>7} {count:>10} {mean:>10.2} {root:>16.2}"
                );
            }
        };
        for number in 0..PHASES {
            let mut empties = (0..=60_u32).filter(|&empties| phase(empties) == number);
            if let Some(from) = empties.next() {
                let to = empties.next_back().unwrap_or(from);
                line(&number.to_string(), (from as usize, to as usize));
            }
        }
        line("all", (0, 60));
        table
    }

    /// Draws a chart of the errors by number of empty squares, as SVG.
    pub fn chart(&self) -> String {
        let row = |empties: u32| {
            let (_, mean, root) = self.within(empties as usize, empties as usize)?;
            Some((empties, [mean, root]))
        };
        let rows: Vec<(u32, [f64; 2])> = (0..=60).filter_map(row).collect();
        let most = rows
            .iter()
            .fold(1.0, |most: f64, (_, [_, root])| most.max(*root))
            .ceil();
        let x = |empties: f64| MARGIN + (60.0 - empties) / 60.0 * (WIDTH - 2.0 * MARGIN);
        let y = |discs: f64| HEIGHT - MARGIN - discs / most * (HEIGHT - 2.0 * MARGIN);
        let mut svg = svg::begin(WIDTH, HEIGHT, "font-family=\"sans-serif\" font-size=\"12\"");
        let out = &mut svg;
        out.add(format_args!(
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
        ));
        let step = if most > 8.0 { 2.0 } else { 1.0 };
        let mut discs = 0.0;
        while discs <= most {
            let right = WIDTH - MARGIN;
            let at = y(discs);
            out.add(format_args!(
                "<path d=\"M{MARGIN} {at:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{discs}</text>",
                MARGIN - 6.0,
                at + 4.0
            ));
            discs += step;
        }
        for empties in (0..=60).step_by(10) {
            let at = x(empties.into());
            let below = HEIGHT - MARGIN + 18.0;
            out.add(format_args!(
                "<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{empties}</text>"
            ));
        }
        let caption = HEIGHT - 10.0;
        out.add(format_args!(
            "<text x=\"{:.1}\" y=\"{caption}\" text-anchor=\"middle\">empty squares</text>",
            WIDTH / 2.0
        ));
        let curves = [
            ("mean absolute error", "#1f77b4", 0_usize),
            ("root mean square", "#d62728", 1),
        ];
        for (name, color, which) in curves {
            let error =
                |&(empties, errors): &(u32, [f64; 2])| (x(empties.into()), y(errors[which]));
            svg::curve(out, rows.iter().map(error), color, 2);
            let top = 20 + 16 * which;
            out.add(format_args!(
                "<text x=\"{MARGIN}\" y=\"{top}\" fill=\"{color}\">{name}, discs</text>"
            ));
        }
        svg + "</svg>\n"
    }
}
