//! An analysis as a picture: the score after each ply, with the worst moves marked.

mod labels;

use std::borrow::Cow;
use std::fmt::Write;

use super::{Analysis, Class, Judgment};
use crate::games::Player;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 76.0;
const BOTTOM: f64 = 56.0;

/// How wide a character is, about.
const CHARACTER: f64 = 6.4;

/// The font size of the title, if it is not long.
const TITLE: f64 = 16.0;

/// How wide a bold character is at most on average, in its font size.
const BOLD: f64 = 0.7;

/// So many characters a title has at most, which makes a font size of ten, and a name.
const LONGEST_TITLE: usize = 124;
const LONGEST_NAME: usize = 24;

const AHEAD_BLACK: &str = "#e4e7ec";
const AHEAD_WHITE: &str = "#ffffff";
const CURVE: &str = "#4b5563";
const MISTAKE: &str = "#e08a00";
const BLUNDER: &str = "#d0021b";

/// Where things are in the picture.
struct Frame {
    first: f64,
    last: f64,
    /// The scores at the lower and the upper edge.
    lowest: f64,
    highest: f64,
    /// From one line of the grid to the next, in discs.
    step: i32,
}

impl Frame {
    /// A frame that has room for all scores of a course, which is not empty.
    fn of(course: &[(usize, i32)]) -> Self {
        let scores = || course.iter().map(|&(_, score)| score);
        let (lowest, highest) = (scores().min().unwrap_or(0), scores().max().unwrap_or(0));
        let range = highest.max(0) - lowest.min(0);
        let step = if range > 64 {
            16
        } else if range > 24 {
            8
        } else {
            4
        };
        // Room for the labels beyond the curve.
        let lowest = (lowest.min(0) - step / 2).div_euclid(step) * step;
        let highest = -(-highest.max(0) - step / 2).div_euclid(step) * step;
        let ply = |of: Option<&(usize, i32)>| of.map_or(0, |&(ply, _)| ply);
        let (first, last) = (ply(course.first()), ply(course.last()));
        #[expect(clippy::cast_precision_loss, reason = "a game has few plies")]
        let (first, last) = (first as f64, last.max(first + 1) as f64);
        Self { first, last, lowest: lowest.into(), highest: highest.into(), step }
    }

    #[expect(clippy::cast_precision_loss, reason = "a game has few plies")]
    fn x(&self, ply: usize) -> f64 {
        let share = (ply as f64 - self.first) / (self.last - self.first);
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, score: f64) -> f64 {
        let share = (self.highest - score) / (self.highest - self.lowest);
        TOP + share * (HEIGHT - TOP - BOTTOM)
    }
}

/// The picture as a file of SVG. `title` stands above it, `names` are what the players are called.
///
/// The curve is the score as Black sees it. A dot is a move, filled like the disc of the side that made
/// it; mistakes have an orange ring and blunders a red one, and the worst of them are labelled.
///
/// ```
/// use reversi::analysis::{Analysis, svg};
/// let picture = svg::picture(&Analysis::new(Vec::new(), 0), "<no game>", ["Black", "White"]);
/// assert!(picture.starts_with("<svg ") && picture.contains("&lt;no game&gt;"));
/// ```
pub fn picture(analysis: &Analysis, title: &str, names: [&str; 2]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"{size:.1}\" font-weight=\"bold\">{headline}</text>\n",
        title = escaped(title),
        headline = escaped(&shortened(title, LONGEST_TITLE)),
        size = title_size(title),
    );
    let names = names.map(|name| shortened(name, LONGEST_NAME));
    let names = [&*names[0], &*names[1]];
    legend(&mut svg, names);
    let course = analysis.course();
    if !course.is_empty() {
        let frame = Frame::of(&course);
        background(&mut svg, &frame, analysis, names);
        axes(&mut svg, &frame, names[0]);
        curve(&mut svg, &frame, &course);
        for judged in &analysis.moves {
            dot(&mut svg, &frame, judged);
        }
        labels::draw(&mut svg, &frame, analysis);
    }
    svg + "</svg>\n"
}

/// The font size of a title: smaller if it would be longer than the picture.
fn title_size(title: &str) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a title is short")]
    let characters = title.chars().count().clamp(1, LONGEST_TITLE) as f64;
    ((WIDTH - LEFT - RIGHT) / (characters * BOLD)).min(TITLE)
}

/// So many characters of a text at most, the last one a sign that there are more.
fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.chars().count() <= most {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().take(most - 1).chain(['…']).collect())
}

/// Adds a line. Text is written into a string, which can't fail.
fn add(svg: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = svg.write_fmt(line);
    svg.push('\n');
}

/// What the dots and rings mean, under the title.
fn legend(svg: &mut String, names: [&str; 2]) {
    let y = 44.0;
    let mut x = LEFT + 6.0;
    let mut entry = |svg: &mut String, shape: &str, text: &str| {
        add(svg, format_args!("<g transform=\"translate({x:.1} {y})\">{shape}</g>"));
        let text = escaped(text);
        add(svg, format_args!("<text x=\"{:.1}\" y=\"{:.1}\">{text}</text>", x + 12.0, y + 4.0));
        #[expect(clippy::cast_precision_loss, reason = "a name is short")]
        let width = text.chars().count() as f64 * CHARACTER;
        x += width + 40.0;
    };
    for player in Player::BOTH {
        let shape = format!("<circle r=\"4\" {}/>", disc(player));
        entry(svg, &shape, &format!("move of {}", names[player.index()]));
    }
    for (class, what) in [
        (Class::Mistake, format!("mistake, {} discs or more", super::INACCURACY + 1)),
        (Class::Blunder, format!("blunder, {} or more", super::MISTAKE + 1)),
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

fn ring(class: Class) -> Option<&'static str> {
    match class {
        Class::Mistake => Some(MISTAKE),
        Class::Blunder => Some(BLUNDER),
        Class::Best | Class::Good | Class::Inaccuracy => None,
    }
}

/// Which side is ahead where, and from where on scores are exact.
fn background(svg: &mut String, frame: &Frame, analysis: &Analysis, names: [&str; 2]) {
    let (left, width) = (LEFT, WIDTH - LEFT - RIGHT);
    let zero = frame.y(0.0);
    let edges = [(TOP, zero, AHEAD_BLACK), (zero, HEIGHT - BOTTOM, AHEAD_WHITE)];
    for (top, bottom, color) in edges {
        let height = bottom - top;
        add(
            svg,
            format_args!(
                "<rect x=\"{left}\" y=\"{top:.1}\" width=\"{width}\" height=\"{height:.1}\" \
                 fill=\"{color}\" stroke=\"#c3c9d2\"/>"
            ),
        );
    }
    let [black, white] = names.map(escaped);
    for (name, y) in [(black, TOP + 16.0), (white, HEIGHT - BOTTOM - 8.0)] {
        let x = LEFT + 8.0;
        add(svg, format_args!("<text x=\"{x}\" y=\"{y:.1}\" fill=\"#6b7280\">{name} ahead</text>"));
    }
    if let Some(ply) = analysis.exact_from_ply() {
        let (x, bottom) = (frame.x(ply.saturating_sub(1)).max(LEFT), HEIGHT - BOTTOM);
        add(
            svg,
            format_args!(
                "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#2563eb\" stroke-dasharray=\"4 4\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#2563eb\" text-anchor=\"{}\">exact from ply {ply}</text>",
                if x > WIDTH - 160.0 { x - 6.0 } else { x + 6.0 },
                TOP - 6.0,
                if x > WIDTH - 160.0 { "end" } else { "start" },
            ),
        );
    }
}

fn axes(svg: &mut String, frame: &Frame, black: &str) {
    let right = WIDTH - RIGHT;
    #[expect(clippy::cast_possible_truncation, reason = "they are whole numbers up to 80")]
    let (mut score, highest) = (frame.lowest as i32, frame.highest as i32);
    while score <= highest {
        let y = frame.y(score.into());
        let color = if score == 0 { "#111827" } else { "#d5dae1" };
        let (x, baseline) = (LEFT - 8.0, y + 4.0);
        let sign = match score.signum() {
            1 => "+",
            -1 => "\u{2212}",
            _ => "",
        };
        add(
            svg,
            format_args!(
                "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"{color}\"/>\
                 <text x=\"{x}\" y=\"{baseline:.1}\" text-anchor=\"end\">{sign}{}</text>",
                score.abs()
            ),
        );
        score += frame.step;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "they are numbers of plies"
    )]
    let (first, last) = (frame.first as usize, frame.last as usize);
    let every = if last - first > 20 { 5 } else { 1 };
    for ply in (first..=last).filter(|ply| ply % every == 0) {
        let (x, bottom) = (frame.x(ply), HEIGHT - BOTTOM);
        let (end, baseline) = (bottom + 5.0, bottom + 20.0);
        add(
            svg,
            format_args!(
                "<path d=\"M{x:.1} {bottom}V{end}\" stroke=\"#111827\"/>\
                 <text x=\"{x:.1}\" y=\"{baseline}\" text-anchor=\"middle\">{ply}</text>"
            ),
        );
    }
    let (middle, baseline) = (f64::midpoint(LEFT, right), HEIGHT - 14.0);
    add(
        svg,
        format_args!("<text x=\"{middle}\" y=\"{baseline}\" text-anchor=\"middle\">ply</text>"),
    );
    let middle = f64::midpoint(TOP, HEIGHT - BOTTOM);
    add(
        svg,
        format_args!(
            "<text transform=\"translate(18 {middle}) rotate(-90)\" text-anchor=\"middle\">score for \
             {}, discs</text>",
            escaped(black)
        ),
    );
}

fn curve(svg: &mut String, frame: &Frame, course: &[(usize, i32)]) {
    let mut points = String::new();
    for &(ply, score) in course {
        let _ = write!(points, "{:.1},{:.1} ", frame.x(ply), frame.y(score.into()));
    }
    let points = points.trim_end();
    add(
        svg,
        format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{CURVE}\" stroke-width=\"1.5\"/>"
        ),
    );
}

/// A move, with what it did for whoever points at it.
fn dot(svg: &mut String, frame: &Frame, judged: &Judgment) {
    let (x, y) = (frame.x(judged.ply), frame.y(judged.score_for_black().into()));
    if let Some(color) = ring(judged.class) {
        add(
            svg,
            format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"none\" stroke=\"{color}\" \
                 stroke-width=\"2.5\"/>"
            ),
        );
    }
    let Judgment { ply, square, lost, class, best, .. } = judged;
    let better = if *lost > 0 { format!(", {lost} lost to {best}") } else { String::new() };
    add(
        svg,
        format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" {}><title>{ply} {square}: {}{better}</title>\
             </circle>",
            disc(judged.player),
            class.name(),
        ),
    );
}

/// A text as SVG may hold it.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            // What XML has no place for.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            character if character.is_control() => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}
