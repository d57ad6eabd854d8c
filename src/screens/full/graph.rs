//! The score graph, with Black's advantage upward: braille dots around an axis that marks the worse moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layout::Targets;
use super::paint::Paint;
use crate::analysis::{Analysis, Class};
use crate::desk::ShownGame;

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

pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    game: &ShownGame,
    analysis: &Analysis,
    targets: &mut Targets,
    paint: Paint,
) {
    let course = analysis.course();
    let most = course
        .iter()
        .map(|(_, score)| score.abs())
        .max()
        .unwrap_or(0)
        .max(MIN_RANGE);
    let half = area.height.saturating_sub(1) / 2;
    let middle = area.y + half;
    let dim = paint.dim();
    let scale = [(area.y, format!("{most:+}")), (middle, " 0".to_owned())];
    let lowest = (half > 0).then(|| (middle + half, format!("{:+}", -most)));
    for (y, label) in scale.into_iter().chain(lowest) {
        buffer.set_string(area.x, y, label, dim);
    }
    let width = area.width.saturating_sub(LABEL);
    let columns = usize::from(width) * DOTS.0;
    let plies = game.current.plies().max(1) + 1;
    // If there are more plies than columns, several plies share a column.
    let ply_at = |column: usize| column * plies / columns.max(1);
    // In dots, rounded away from zero.
    let level = |column: usize| {
        let score = score_at(&course, ply_at(column)).unwrap_or(0);
        let dots = (score.abs() * i32::from(half) * DOTS.1 + most / 2) / most;
        dots.max(i32::from(score != 0)) * score.signum()
    };
    let shown = game.shown().ply();
    for cell in 0..usize::from(width) {
        let x = area.x + LABEL + u16::try_from(cell).unwrap_or(0);
        let [left, right] = [0, 1].map(|side| level(cell * DOTS.0 + side));
        let plies = ply_at(cell * DOTS.0)..ply_at((cell + 1) * DOTS.0).max(1);
        targets.add(
            Rect {
                x,
                y: area.y,
                width: 1,
                height: area.height,
            },
            moves_at(game, plies.end - 1),
        );
        for row in 0..half {
            let levels = |sign| [left, right].map(|dots| sign * dots - i32::from(row) * DOTS.1);
            let above = (
                middle - 1 - row,
                levels(1),
                FROM_BELOW,
                paint.theme.graph_black,
            );
            let below = (
                middle + 1 + row,
                levels(-1),
                FROM_ABOVE,
                paint.theme.graph_white,
            );
            for (y, levels, patterns, color) in [above, below] {
                let style = paint.on(color, paint.theme.background);
                if let Some(dots) = dots(levels, patterns, paint.ascii) {
                    buffer.set_string(x, y, dots.encode_utf8(&mut [0; 4]), style);
                }
            }
        }
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
            None => (paint.glyph("─", "-"), dim),
        };
        buffer.set_string(x, middle, sign, style);
    }
}

/// The score after a ply, if it is known. A pass, which is not in the course, doesn't change it.
pub(super) fn score_at(course: &[(usize, i32)], ply: usize) -> Option<i32> {
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
    let made = game.moves().iter().take_while(|made| {
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
