//! Labels the worst moves with their square and loss, above or below their dots, where there is room.

use super::super::{Analysis, Judgment};
use super::frame::{BOTTOM, CURVE, ChartFrame, HEIGHT, LEFT, RIGHT, TOP, WIDTH, ring};
use crate::base::text::svg::AddLine;
use crate::games::Player;

/// The approximate width of a bold character.
const BOLD: f64 = 7.4;

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

pub(super) fn draw(svg: &mut String, frame: &ChartFrame, analysis: &Analysis) {
    let mut worst: Vec<&Judgment> =
        analysis.moves.iter().filter(|judged| judged.class.is_bad()).collect();
    worst.sort_by_key(|judged| std::cmp::Reverse(judged.lost));
    worst.truncate(MAX_LABELS);
    let dots: Vec<(f64, f64)> = analysis
        .moves
        .iter()
        .map(|judged| (frame.x(judged.ply), frame.y(judged.score_for_black().into())))
        .collect();
    let mut taken: Vec<Extent> = Vec::new();
    for judged in worst {
        let text = format!("{} \u{2212}{}", judged.square, judged.lost);
        #[expect(clippy::cast_precision_loss, reason = "a label is short")]
        let half = text.chars().count() as f64 * BOLD / 2.0;
        let (x, y) = (frame.x(judged.ply), frame.y(judged.score_for_black().into()));
        let center = x.clamp(LEFT + half + 2.0, WIDTH - RIGHT - half - 2.0);
        let at = |bottom| Extent { left: center - half - 2.0, right: center + half + 2.0, bottom };
        let is_inside = |bottom: f64| bottom - LABEL > TOP && bottom < HEIGHT - BOTTOM - 4.0;
        // The nearest first, on the side of the loss.
        let down = judged.player == Player::Black;
        let places = (0..12_u32).flat_map(|far| {
            let far = f64::from(far) * 8.0;
            let (below, above) = (y + 22.0 + far, y - 12.0 - far);
            if down { [below, above] } else { [above, below] }
        });
        let mut free = places.filter(|&bottom| {
            is_inside(bottom) && !taken.iter().any(|other| other.meets(at(bottom)))
        });
        let is_clear = |bottom: &f64| !dots.iter().any(|&(x, y)| at(*bottom).covers(x, y));
        let Some(bottom) = free.clone().find(is_clear).or_else(|| free.next()) else { continue };
        taken.push(at(bottom));
        let color = ring(judged.class).unwrap_or(CURVE);
        if (bottom - y).abs() > 30.0 {
            let end = if bottom > y { bottom - 11.0 } else { bottom + 3.0 };
            let start = if bottom > y { y + 8.0 } else { y - 8.0 };
            svg.add(format_args!("<path d=\"M{x:.1} {start:.1}V{end:.1}\" stroke=\"{color}\"/>"));
        }
        svg.add(format_args!(
            "<g text-anchor=\"middle\" font-weight=\"bold\">\
                 <text x=\"{center:.1}\" y=\"{bottom:.1}\" fill=\"none\" stroke=\"#ffffff\" \
                 stroke-width=\"3\">{text}</text>\
                 <text x=\"{center:.1}\" y=\"{bottom:.1}\" fill=\"{color}\">{text}</text></g>"
        ));
    }
}
