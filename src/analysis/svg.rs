//! Renders an analysis as an SVG picture: a chart of the scores with the worst moves marked.

use super::{Analysis, Class, Judgment};
use crate::base::text::svg::{self, AddLine, escaped};
use crate::games::Player;

/// The approximate width of a character.
const CHARACTER: f64 = 6.4;

/// The maximum font size of the title.
const TITLE: f64 = 16.0;

/// An upper bound of the average width of a bold character, in units of its font size.
const BOLD: f64 = 0.7;

/// The maximum length of a title, which gives a font size of 10.
const MAX_TITLE_CHARS: usize = 124;

const MAX_NAME_CHARS: usize = 24;

const AHEAD_BLACK: &str = "#e4e7ec";
const AHEAD_WHITE: &str = "#ffffff";
/// Returns an SVG picture of an analysis, with a title and the players' names. The curve is the score for Black. Dots
/// are moves, filled like the mover's disc. Mistakes have orange rings, blunders red ones, and the worst are labeled.
///
/// ```
/// use reversi::analysis::{Analysis, svg};
/// let picture = svg::picture(&Analysis::new(Vec::new(), 0), "<no game>", ["Black", "White"]);
/// assert!(picture.starts_with("<svg ") && picture.contains("&lt;no game&gt;"));
/// ```
pub fn picture(analysis: &Analysis, title: &str, names: [&str; 2]) -> String {
    let mut svg = svg::begin(WIDTH, HEIGHT, "font-family=\"sans-serif\" font-size=\"12\"");
    svg.add(format_args!(
            "<title>{title}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"{size:.1}\" font-weight=\"bold\">{headline}</text>",
            title = escaped(title, usize::MAX),
            headline = escaped(title, MAX_TITLE_CHARS),
            size = title_size(title),
        ));
    let names = names.map(|name| escaped(name, MAX_NAME_CHARS));
    let names = [&*names[0], &*names[1]];
    legend(&mut svg, names);
    let course = analysis.course();
    if !course.is_empty() {
        let frame = ChartFrame::of(&course);
        background(&mut svg, &frame, analysis, names);
        axes(&mut svg, &frame, names[0]);
        let points = course
            .iter()
            .map(|&(ply, score)| (frame.x(ply), frame.y(score.into())));
        svg::curve(&mut svg, points, CURVE, 1.5);
        for judged in &analysis.moves {
            dot(&mut svg, &frame, judged);
        }
        label_worst(&mut svg, &frame, analysis);
    }
    svg + "</svg>\n"
}

fn title_size(title: &str) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a title is short")]
    let characters = title.chars().count().clamp(1, MAX_TITLE_CHARS) as f64;
    ((WIDTH - LEFT - RIGHT) / (characters * BOLD)).min(TITLE)
}

fn legend(svg: &mut String, names: [&str; 2]) {
    let y = 44.0;
    let mut x = LEFT + 6.0;
    let mut entry = |svg: &mut String, shape: &str, text: &str| {
        svg.add(format_args!(
            "<g transform=\"translate({x:.1} {y})\">{shape}</g>"
        ));
        svg.add(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\">{text}</text>",
            x + 12.0,
            y + 4.0
        ));
        #[expect(clippy::cast_precision_loss, reason = "a name is short")]
        let width = text.chars().count() as f64 * CHARACTER;
        x += width + 40.0;
    };
    for player in Player::BOTH {
        let shape = format!("<circle r=\"4\" {}/>", disc(player));
        entry(svg, &shape, &format!("move of {}", names[player.index()]));
    }
    for (class, what) in [
        (
            Class::Mistake,
            format!("mistake, {} discs or more", super::INACCURACY + 1),
        ),
        (
            Class::Blunder,
            format!("blunder, {} or more", super::MISTAKE + 1),
        ),
    ] {
        let color = ring(class).unwrap_or(CURVE);
        let shape =
            format!("<circle r=\"7\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2.5\"/>");
        entry(svg, &shape, &what);
    }
}

fn disc(player: Player) -> &'static str {
    match player {
        Player::Black => "fill=\"#000000\" stroke=\"#000000\"",
        Player::White => "fill=\"#ffffff\" stroke=\"#000000\" stroke-width=\"1.5\"",
    }
}

fn background(svg: &mut String, frame: &ChartFrame, analysis: &Analysis, names: [&str; 2]) {
    let width = WIDTH - LEFT - RIGHT;
    let zero = frame.y(0.0);
    let edges = [
        (TOP, zero, AHEAD_BLACK),
        (zero, HEIGHT - BOTTOM, AHEAD_WHITE),
    ];
    for (top, bottom, color) in edges {
        let height = bottom - top;
        svg.add(format_args!(
            "<rect x=\"{LEFT}\" y=\"{top:.1}\" width=\"{width}\" height=\"{height:.1}\" \
                 fill=\"{color}\" stroke=\"#c3c9d2\"/>"
        ));
    }
    let [black, white] = names;
    for (name, y) in [(black, TOP + 16.0), (white, HEIGHT - BOTTOM - 8.0)] {
        let x = LEFT + 8.0;
        svg.add(format_args!(
            "<text x=\"{x}\" y=\"{y:.1}\" fill=\"#6b7280\">{name} ahead</text>"
        ));
    }
    if let Some(ply) = analysis.exact_from_ply() {
        let x = frame.x(ply.saturating_sub(1)).max(LEFT);
        let bottom = HEIGHT - BOTTOM;
        svg.add(format_args!(
                "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#2563eb\" stroke-dasharray=\"4 4\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#2563eb\" text-anchor=\"{}\">exact from ply {ply}</text>",
                if x > WIDTH - 160.0 { x - 6.0 } else { x + 6.0 },
                TOP - 6.0,
                if x > WIDTH - 160.0 { "end" } else { "start" },
            ));
    }
}

fn axes(svg: &mut String, frame: &ChartFrame, black: &str) {
    let right = WIDTH - RIGHT;
    let mut score = frame.lowest;
    while score <= frame.highest {
        let y = frame.y(score.into());
        let color = if score == 0 { "#111827" } else { "#d5dae1" };
        let x = LEFT - 8.0;
        let baseline = y + 4.0;
        let sign = match score.signum() {
            1 => "+",
            -1 => "\u{2212}",
            _ => "",
        };
        svg.add(format_args!(
            "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"{color}\"/>\
                 <text x=\"{x}\" y=\"{baseline:.1}\" text-anchor=\"end\">{sign}{}</text>",
            score.abs()
        ));
        score += frame.step;
    }
    let every = if frame.last - frame.first > 20 { 5 } else { 1 };
    for ply in (frame.first..=frame.last).filter(|ply| ply % every == 0) {
        let x = frame.x(ply);
        let bottom = HEIGHT - BOTTOM;
        let end = bottom + 5.0;
        let baseline = bottom + 20.0;
        svg.add(format_args!(
            "<path d=\"M{x:.1} {bottom}V{end}\" stroke=\"#111827\"/>\
                 <text x=\"{x:.1}\" y=\"{baseline}\" text-anchor=\"middle\">{ply}</text>"
        ));
    }
    let middle = f64::midpoint(LEFT, right);
    let baseline = HEIGHT - 14.0;
    svg.add(format_args!(
        "<text x=\"{middle}\" y=\"{baseline}\" text-anchor=\"middle\">ply</text>"
    ));
    let middle = f64::midpoint(TOP, HEIGHT - BOTTOM);
    svg.add(format_args!(
        "<text transform=\"translate(18 {middle}) rotate(-90)\" text-anchor=\"middle\">score for \
             {black}, discs</text>"
    ));
}

fn dot(svg: &mut String, frame: &ChartFrame, judged: &Judgment) {
    let x = frame.x(judged.ply);
    let y = frame.y(judged.score_for_black().into());
    if let Some(color) = ring(judged.class) {
        svg.add(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"none\" stroke=\"{color}\" \
                 stroke-width=\"2.5\"/>"
        ));
    }
    let Judgment {
        ply,
        square,
        lost,
        class,
        best,
        ..
    } = judged;
    let better = if *lost > 0 {
        format!(", loses {lost} against {best}")
    } else {
        String::new()
    };
    svg.add(format_args!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" {}><title>{ply} {square}: {}{better}</title>\
             </circle>",
        disc(judged.player),
        class.name(),
    ));
}

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 76.0;
const BOTTOM: f64 = 56.0;

const CURVE: &str = "#4b5563";
const MISTAKE: &str = "#e08a00";
const BLUNDER: &str = "#d0021b";

struct ChartFrame {
    first: usize,
    last: usize,
    /// The scores at the bottom and top edges.
    lowest: i32,
    highest: i32,
    /// The distance between grid lines, in discs.
    step: i32,
}

impl ChartFrame {
    fn of(course: &[(usize, i32)]) -> Self {
        let scores = || course.iter().map(|&(_, score)| score);
        let lowest = scores().min().unwrap_or(0);
        let highest = scores().max().unwrap_or(0);
        let range = highest.max(0) - lowest.min(0);
        let step = if range > 64 {
            16
        } else if range > 24 {
            8
        } else {
            4
        };
        // Leave room for labels beyond the curve.
        let lowest = (lowest.min(0) - step / 2).div_euclid(step) * step;
        let highest = -(-highest.max(0) - step / 2).div_euclid(step) * step;
        let ply = |of: Option<&(usize, i32)>| of.map_or(0, |&(ply, _)| ply);
        let first = ply(course.first());
        let last = ply(course.last());
        Self {
            first,
            last: last.max(first + 1),
            lowest,
            highest,
            step,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a game has few plies")]
    fn x(&self, ply: usize) -> f64 {
        let share = (ply as f64 - self.first as f64) / (self.last - self.first) as f64;
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, score: f64) -> f64 {
        let range = f64::from(self.highest - self.lowest);
        let share = (f64::from(self.highest) - score) / range;
        TOP + share * (HEIGHT - TOP - BOTTOM)
    }
}

fn ring(class: Class) -> Option<&'static str> {
    match class {
        Class::Mistake => Some(MISTAKE),
        Class::Blunder => Some(BLUNDER),
        Class::Forced | Class::Best | Class::Good | Class::Inaccuracy => None,
    }
}

/// The approximate width of a bold character.
const BOLD_CHARACTER: f64 = 7.4;

/// The height of a label.
const LABEL: f64 = 14.0;

const MAX_LABELS: usize = 10;

#[derive(Clone, Copy)]
struct Extent {
    left: f64,
    right: f64,
    /// The baseline of the text.
    bottom: f64,
}

impl Extent {
    fn meets(self, other: Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && (self.bottom - other.bottom).abs() < LABEL
    }

    fn covers(self, x: f64, y: f64) -> bool {
        const REACH: f64 = 8.0;
        self.left - REACH < x
            && x < self.right + REACH
            && self.bottom - LABEL - REACH + 4.0 < y
            && y < self.bottom + REACH
    }
}

fn label_worst(svg: &mut String, frame: &ChartFrame, analysis: &Analysis) {
    let mut worst: Vec<&Judgment> = analysis
        .moves
        .iter()
        .filter(|judged| judged.class.is_bad())
        .collect();
    worst.sort_by_key(|judged| std::cmp::Reverse(judged.lost));
    worst.truncate(MAX_LABELS);
    let dots: Vec<(f64, f64)> = analysis
        .moves
        .iter()
        .map(|judged| {
            (
                frame.x(judged.ply),
                frame.y(judged.score_for_black().into()),
            )
        })
        .collect();
    let mut taken: Vec<Extent> = Vec::new();
    for judged in worst {
        let text = format!("{} \u{2212}{}", judged.square, judged.lost);
        #[expect(clippy::cast_precision_loss, reason = "a label is short")]
        let half = text.chars().count() as f64 * BOLD_CHARACTER / 2.0;
        let x = frame.x(judged.ply);
        let y = frame.y(judged.score_for_black().into());
        let center = x.clamp(LEFT + half + 2.0, WIDTH - RIGHT - half - 2.0);
        let at = |bottom| Extent {
            left: center - half - 2.0,
            right: center + half + 2.0,
            bottom,
        };
        let is_inside = |bottom: f64| bottom - LABEL > TOP && bottom < HEIGHT - BOTTOM - 4.0;
        // The nearest first, on the side of the loss.
        let down = judged.player == Player::Black;
        let places = (0..12_u32).flat_map(|far| {
            let far = f64::from(far) * 8.0;
            let below = y + 22.0 + far;
            let above = y - 12.0 - far;
            if down { [below, above] } else { [above, below] }
        });
        let mut free = places.filter(|&bottom| {
            is_inside(bottom) && !taken.iter().any(|other| other.meets(at(bottom)))
        });
        let is_clear = |bottom: &f64| !dots.iter().any(|&(x, y)| at(*bottom).covers(x, y));
        let Some(bottom) = free.clone().find(is_clear).or_else(|| free.next()) else {
            continue;
        };
        taken.push(at(bottom));
        let color = ring(judged.class).unwrap_or(CURVE);
        if (bottom - y).abs() > 30.0 {
            let end = if bottom > y {
                bottom - 11.0
            } else {
                bottom + 3.0
            };
            let start = if bottom > y { y + 8.0 } else { y - 8.0 };
            svg.add(format_args!(
                "<path d=\"M{x:.1} {start:.1}V{end:.1}\" stroke=\"{color}\"/>"
            ));
        }
        svg.add(format_args!(
            "<g text-anchor=\"middle\" font-weight=\"bold\">\
                 <text x=\"{center:.1}\" y=\"{bottom:.1}\" fill=\"none\" stroke=\"#ffffff\" \
                 stroke-width=\"3\">{text}</text>\
                 <text x=\"{center:.1}\" y=\"{bottom:.1}\" fill=\"{color}\">{text}</text></g>"
        ));
    }
}
