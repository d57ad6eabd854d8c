//! Draws a chart of the errors by number of empty squares.

use super::errors::Errors;
use crate::base::text::svg::{self, AddLine};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 48.0;

pub(super) fn errors(errors: &Errors) -> String {
    let rows: Vec<(u32, f64, f64)> = (0..=60)
        .filter_map(|empties| {
            let (_, mean, root) = errors.within(empties as usize, empties as usize)?;
            Some((empties, mean, root))
        })
        .collect();
    let most = rows.iter().fold(1.0, |most: f64, row| most.max(row.2)).ceil();
    let x = |empties: f64| MARGIN + (60.0 - empties) / 60.0 * (WIDTH - 2.0 * MARGIN);
    let y = |discs: f64| HEIGHT - MARGIN - discs / most * (HEIGHT - 2.0 * MARGIN);
    let mut svg = svg::begin(WIDTH, HEIGHT, "font-family=\"sans-serif\" font-size=\"12\"");
    let out = &mut svg;
    out.add(format_args!("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"));
    let step = if most > 8.0 { 2.0 } else { 1.0 };
    let mut discs = 0.0;
    while discs <= most {
        let (left, right, at) = (MARGIN, WIDTH - MARGIN, y(discs));
        out.add(format_args!(
            "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{discs}</text>",
            left - 6.0,
            at + 4.0
        ));
        discs += step;
    }
    for empties in (0..=60).step_by(10) {
        let at = x(f64::from(empties));
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
    let curves = [("mean absolute error", "#1f77b4", 0_usize), ("root mean square", "#d62728", 1)];
    for (name, color, which) in curves {
        let error = |&(empties, mean, root)| (x(f64::from(empties)), y([mean, root][which]));
        svg::curve(out, rows.iter().map(error), color, 2);
        let top = 20 + 16 * which;
        out.add(format_args!(
            "<text x=\"{MARGIN}\" y=\"{top}\" fill=\"{color}\">{name}, discs</text>"
        ));
    }
    svg + "</svg>\n"
}
