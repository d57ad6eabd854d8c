//! The coordinates and colors of the picture.

use super::super::Class;

pub(super) const WIDTH: f64 = 960.0;
pub(super) const HEIGHT: f64 = 480.0;
pub(super) const LEFT: f64 = 64.0;
pub(super) const RIGHT: f64 = 20.0;
pub(super) const TOP: f64 = 76.0;
pub(super) const BOTTOM: f64 = 56.0;

pub(super) const CURVE: &str = "#4b5563";
pub(super) const MISTAKE: &str = "#e08a00";
pub(super) const BLUNDER: &str = "#d0021b";

pub(super) struct ChartFrame {
    pub(super) first: usize,
    pub(super) last: usize,
    /// The scores at the bottom and top edges.
    pub(super) lowest: i32,
    pub(super) highest: i32,
    /// The distance between grid lines, in discs.
    pub(super) step: i32,
}

impl ChartFrame {
    pub(super) fn of(course: &[(usize, i32)]) -> Self {
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
        // Leave room for labels beyond the curve.
        let lowest = (lowest.min(0) - step / 2).div_euclid(step) * step;
        let highest = -(-highest.max(0) - step / 2).div_euclid(step) * step;
        let ply = |of: Option<&(usize, i32)>| of.map_or(0, |&(ply, _)| ply);
        let (first, last) = (ply(course.first()), ply(course.last()));
        Self { first, last: last.max(first + 1), lowest, highest, step }
    }

    #[expect(clippy::cast_precision_loss, reason = "a game has few plies")]
    pub(super) fn x(&self, ply: usize) -> f64 {
        let share = (ply as f64 - self.first as f64) / (self.last - self.first) as f64;
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    pub(super) fn y(&self, score: f64) -> f64 {
        let range = f64::from(self.highest - self.lowest);
        let share = (f64::from(self.highest) - score) / range;
        TOP + share * (HEIGHT - TOP - BOTTOM)
    }
}

pub(super) fn ring(class: Class) -> Option<&'static str> {
    match class {
        Class::Mistake => Some(MISTAKE),
        Class::Blunder => Some(BLUNDER),
        Class::Best | Class::Good | Class::Inaccuracy => None,
    }
}
