//! Statistics as an SVG picture: the average loss per move by month and by phase.

use super::{Losses, Stats};
use crate::base::text::svg::{self, AddLine, escaped};

const WIDTH: f64 = 640.0;
const ROW: f64 = 22.0;
const LEFT: f64 = 150.0;
const BAR: f64 = 400.0;
const TOP: f64 = 60.0;
const MAX_NAME_CHARS: usize = 20;

pub fn picture(stats: &Stats) -> String {
    let phases = ["moves 1-20", "moves 21-40", "moves 41-60"];
    let phases = phases.iter().map(|name| (*name).to_owned()).zip(stats.phases);
    let months = stats.months.iter().map(|group| (group.name.clone(), group.losses));
    let rows: Vec<(String, Losses)> = phases.chain(months).collect();
    let most = rows.iter().filter_map(|(_, losses)| losses.average()).fold(1.0, f64::max);
    #[expect(clippy::cast_precision_loss, reason = "there are few months")]
    let height = TOP + ROW * rows.len() as f64 + 20.0;
    let mut svg = svg::begin(WIDTH, height, "font-family=\"sans-serif\" font-size=\"12\"");
    svg.add(format_args!(
            "<title>Discs lost per move</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <text x=\"20\" y=\"28\" font-size=\"16\" font-weight=\"bold\">Discs lost per move</text>\n\
             <text x=\"20\" y=\"46\">{} of {} games analyzed</text>",
            stats.judged, stats.games
        ));
    let mut y = TOP;
    for (name, losses) in rows {
        let name = escaped(&name, MAX_NAME_CHARS);
        svg.add(format_args!("<text x=\"20\" y=\"{:.1}\">{name}</text>", y + 14.0));
        if let Some(average) = losses.average() {
            let width = average / most * BAR;
            svg.add(format_args!(
                    "<rect x=\"{LEFT}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"14\" fill=\"#4c78a8\"/>\n\
                     <text x=\"{:.1}\" y=\"{:.1}\">{average:.2}</text>",
                    y + 3.0,
                    LEFT + width + 6.0,
                    y + 14.0
                ));
        }
        y += ROW;
    }
    svg + "</svg>\n"
}
