//! The score graph as bars, with Black's advantage upward.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layout::Targets;
use super::paint::Paint;
use crate::desk::ShownGame;

/// The minimum range of scores, so that small differences are not exaggerated.
const MIN_RANGE: i32 = 8;

pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    game: &ShownGame,
    course: &[(usize, i32)],
    targets: &mut Targets,
    paint: Paint,
) {
    const LABEL: u16 = 4;
    let most = course.iter().map(|(_, score)| score.abs()).max().unwrap_or(0).max(MIN_RANGE);
    let middle = area.y + area.height / 2;
    let half = i32::from(area.height / 2).max(1);
    let dim = paint.dim();
    buffer.set_string(area.x, area.y, format!("{most:+}"), dim);
    buffer.set_string(area.x, middle, " 0", dim);
    if area.height > 2 {
        buffer.set_string(area.x, area.bottom() - 1, format!("{:+}", -most), dim);
    }
    let width = area.width.saturating_sub(LABEL);
    let plies = game.current.plies().max(1);
    let line = paint.glyph("─", "-").repeat(width.into());
    buffer.set_string(area.x + LABEL, middle, line, dim);
    let shown_ply = game.shown().ply();
    for column in 0..width {
        // If there are more plies than columns, several plies share a column.
        let ply = usize::from(column) * (plies + 1) / usize::from(width.max(1));
        let x = area.x + LABEL + column;
        let moves = moves_at(game, ply);
        targets.add(Rect { x, y: area.y, width: 1, height: area.height }, moves);
        let Some((_, score)) = course.iter().find(|(at, _)| *at == ply) else { continue };
        // In half rows, rounded away from zero.
        let size = (score.abs() * half * 2 + most / 2) / most;
        let color = if *score > 0 { paint.theme.graph_black } else { paint.theme.graph_white };
        let style = paint.on(color, paint.theme.background);
        for step in 0..(size + 1) / 2 {
            let Ok(offset) = u16::try_from(step + 1) else { break };
            let y = if *score > 0 { middle.checked_sub(offset) } else { Some(middle + offset) };
            let is_half = step * 2 + 1 == size;
            let glyph = match (is_half, *score > 0) {
                (false, _) => paint.glyph("█", "#"),
                (true, true) => paint.glyph("▄", "+"),
                (true, false) => paint.glyph("▀", "+"),
            };
            if let Some(y) = y.filter(|y| (area.y..area.bottom()).contains(y)) {
                buffer.set_string(x, y, glyph, style);
            }
        }
        if ply == shown_ply {
            buffer.set_string(x, middle, paint.glyph("┼", "+"), paint.accent());
        }
    }
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
