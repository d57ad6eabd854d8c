//! The score graph, with Black's advantage upward: braille dots around an axis that marks the worse moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layout::Targets;
use super::paint::Paint;
use crate::analysis::{Analysis, Class};
use crate::desk::ShownGame;
use crate::screens::variations::chart_action;

/// The minimum range of scores, so that small differences are not exaggerated.
const MIN_RANGE: i32 = 8;

/// The width of the scale.
const LABEL: u16 = 4;

/// The dots of a cell in each direction.
const DOTS: (usize, i32) = (2, 4);

/// The character without dots.
const BLANK: u32 = 0x2800;

/// The dots of a column of a cell, from 0 to 4, filled from below, for the left and the right column.
const FROM_BELOW: [[u32; 5]; 2] = [[0, 0x40, 0x44, 0x46, 0x47], [0, 0x80, 0xa0, 0xb0, 0xb8]];

/// The characters of bars that are filled from above.
const FROM_ABOVE: [[u32; 5]; 2] = [[0, 0x01, 0x03, 0x07, 0x47], [0, 0x08, 0x18, 0x38, 0xb8]];

pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    game: &ShownGame,
    analysis: &Analysis,
    targets: &mut Targets,
    paint: Paint,
) {
    let course = analysis.course();
    let graph = Graph::new(area, game, &course);
    graph.label(buffer, paint);
    let shown = game.shown_in_chart().ply();
    for cell in 0..usize::from(graph.width) {
        let x = area.x + LABEL + u16::try_from(cell).unwrap_or(0);
        let plies = graph.ply(cell * DOTS.0)..graph.ply((cell + 1) * DOTS.0).max(1);
        let column = Rect {
            x,
            width: 1,
            ..area
        };
        let moves = moves_at(game, plies.end - 1);
        targets.add(column, chart_action(game, moves));
        graph.bars(buffer, x, cell, paint);
        let judged = analysis
            .moves
            .iter()
            .filter(|judged| plies.contains(&judged.ply));
        let worst = judged
            .map(|judged| judged.class)
            .max()
            .filter(|class| *class > Class::Good);
        let (sign, style) = match worst {
            _ if plies.contains(&shown) => (paint.glyph("┼", "+"), paint.accent()),
            Some(class) => (paint.glyph("━", "="), paint.listed(Some(class), false)),
            None => (paint.glyph("─", "-"), paint.dim()),
        };
        buffer.set_string(x, graph.middle, sign, style);
    }
}

/// The scale of a graph: plies from left to right, scores from the axis up and down.
struct Graph<'a> {
    area: Rect,
    course: &'a [(usize, i32)],
    plies: usize,
    /// The columns of cells right of the labels.
    width: u16,
    /// The row of the axis, and the rows above and below it.
    middle: u16,
    half: u16,
    /// The score at the upper and lower edge.
    most: i32,
}

impl<'a> Graph<'a> {
    fn new(area: Rect, game: &ShownGame, course: &'a [(usize, i32)]) -> Self {
        let scores = course.iter().map(|(_, score)| score.abs());
        let half = area.height.saturating_sub(1) / 2;
        Self {
            area,
            course,
            plies: game.charted.plies().max(1) + 1,
            width: area.width.saturating_sub(LABEL),
            middle: area.y + half,
            half,
            most: scores.max().unwrap_or(0).max(MIN_RANGE),
        }
    }

    fn label(&self, buffer: &mut Buffer, paint: Paint) {
        let scale = [
            (self.area.y, format!("{:+}", self.most)),
            (self.middle, " 0".to_owned()),
        ];
        let lowest = (self.middle + self.half, format!("{:+}", -self.most));
        let lowest = (self.half > 0).then_some(lowest);
        for (y, label) in scale.into_iter().chain(lowest) {
            buffer.set_string(self.area.x, y, label, paint.dim());
        }
    }

    /// The ply of a column of dots. If there are more plies than columns, several share one.
    fn ply(&self, column: usize) -> usize {
        let columns = usize::from(self.width) * DOTS.0;
        column * self.plies / columns.max(1)
    }

    /// The height of a column, in dots, rounded away from zero.
    fn level(&self, column: usize) -> i32 {
        let score = score_at(self.course, self.ply(column)).unwrap_or(0);
        let dots = (score.abs() * i32::from(self.half) * DOTS.1 + self.most / 2) / self.most;
        dots.max(i32::from(score != 0)) * score.signum()
    }

    /// Draws the dots above and below the axis in a column of cells.
    fn bars(&self, buffer: &mut Buffer, x: u16, cell: usize, paint: Paint) {
        let levels = [0, 1].map(|side| self.level(cell * DOTS.0 + side));
        for row in 0..self.half {
            let levels = |sign| levels.map(|dots| sign * dots - i32::from(row) * DOTS.1);
            let above = (self.middle - 1 - row, levels(1), FROM_BELOW);
            let below = (self.middle + 1 + row, levels(-1), FROM_ABOVE);
            let colors = [paint.theme.graph_black, paint.theme.graph_white];
            for ((y, levels, patterns), color) in [above, below].into_iter().zip(colors) {
                let style = paint.on(color, paint.theme.background);
                if let Some(dots) = dots(levels, patterns, paint.ascii) {
                    buffer.set_string(x, y, dots.encode_utf8(&mut [0; 4]), style);
                }
            }
        }
    }
}

/// The score after a ply, if it is known. A pass, which is not in the course, doesn't change it.
pub fn score_at(course: &[(usize, i32)], ply: usize) -> Option<i32> {
    let is_known = course.last().is_some_and(|&(last, _)| ply <= last);
    let before = course
        .iter()
        .rfind(|&&(at, _)| at <= ply)
        .filter(|_| is_known);
    before.map(|&(_, score)| score)
}

/// The character with the dots of two columns, or a sign of about their size; `None` without dots.
fn dots(levels: [i32; 2], patterns: [[u32; 5]; 2], is_ascii: bool) -> Option<char> {
    let levels = levels.map(|level| usize::try_from(level.clamp(0, DOTS.1)).unwrap_or(0));
    let most = levels[0].max(levels[1]);
    if most == 0 {
        return None;
    }
    if is_ascii {
        return Some(if most > 2 { '#' } else { '+' });
    }
    char::from_u32(BLANK + patterns[0][levels[0]] + patterns[1][levels[1]])
}

/// The number of moves in the first `ply` plies.
fn moves_at(game: &ShownGame, ply: usize) -> usize {
    let mut plies = 0;
    let made = game.charted.history().iter().take_while(|made| {
        plies += made.played.plies();
        plies <= ply
    });
    made.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_leaves_no_gap() {
        let scores = |course: &[_]| [1, 2, 3, 4, 5].map(|ply| score_at(course, ply));
        let with_pass = [(0, 0), (1, 2), (2, 6), (4, -8)];
        assert_eq!(
            scores(&with_pass),
            [Some(2), Some(6), Some(6), Some(-8), None]
        );
        // Only the last moves, or none, have been judged.
        assert_eq!(
            scores(&[(3, 4), (4, 5)]),
            [None, None, Some(4), Some(5), None]
        );
        assert_eq!(scores(&[]), [None; 5]);
    }

    #[test]
    fn columns_of_dots_grow_from_the_axis() {
        for (levels, below, above, ascii) in [
            ([0, 0], None, None, None),
            ([1, 0], Some('⡀'), Some('⠁'), Some('+')),
            ([2, 4], Some('⣼'), Some('⢻'), Some('#')),
            ([9, 9], Some('⣿'), Some('⣿'), Some('#')),
            ([-3, 3], Some('⢰'), Some('⠸'), Some('#')),
        ] {
            assert_eq!(dots(levels, FROM_BELOW, false), below, "{levels:?}");
            assert_eq!(dots(levels, FROM_ABOVE, false), above, "{levels:?}");
            assert_eq!(dots(levels, FROM_BELOW, true), ascii, "{levels:?}");
        }
    }
}
