//! The moves of a game with variations, one line below the other, indented by depth.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layout::Targets;
use super::paint::Paint;
use crate::analysis::Class;
use crate::base::text::fit;
use crate::desk::ShownGame;
use crate::screens::variations;
use crate::screens::words::{self, Voice};
use crate::session::VariationLine;

/// The maximum indentation, in columns.
const MAX_INDENT: usize = 8;

/// A move of a line, with its place in the list.
struct Placed<'a> {
    line: &'a VariationLine,
    /// The number of the move in its line, from 1.
    nth: usize,
    row: usize,
    column: usize,
    text: String,
}

/// Draws the lines around the position shown.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    game: &ShownGame,
    targets: &mut Targets,
    paint: Paint,
) {
    let shown = game.shown().moves();
    let placed = place(game, area.width.into());
    let is_shown = |it: &&Placed<'_>| variations::is_shown_at(game, shown, it.line, it.nth);
    let at = placed.iter().find(is_shown).map_or(0, |it| it.row);
    let rows = usize::from(area.height);
    let of = placed.last().map_or(0, |it| it.row + 1);
    let first = at.saturating_sub(rows / 2).min(of.saturating_sub(rows));
    for it in &placed {
        let Some(row) = it.row.checked_sub(first).filter(|&row| row < rows) else {
            continue;
        };
        let cells = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let x = area.x + cells(it.column).min(area.width);
        let width = cells(fit::width(&it.text)).min(area.right().saturating_sub(x));
        let place = Rect {
            x,
            y: area.y + cells(row),
            width,
            height: 1,
        };
        let judged = class(game, it);
        let is_dim = it.line.depth > 0 && judged.is_none() && !is_shown(&it);
        let style = if is_dim {
            paint.dim()
        } else {
            paint.listed(judged, is_shown(&it))
        };
        buffer.set_stringn(place.x, place.y, &it.text, place.width.into(), style);
        targets.add(place, variations::action(game, it.line, it.nth));
    }
}

fn class(game: &ShownGame, it: &Placed<'_>) -> Option<Class> {
    let judged = game.judgment_in(it.line, it.nth)?;
    Some(judged.class)
}

/// Arranges all moves in rows of `width` columns.
fn place(game: &ShownGame, width: usize) -> Vec<Placed<'_>> {
    let mut placed = Vec::new();
    let mut row = 0;
    for line in &game.lines {
        let indent = (2 * line.depth).min(MAX_INDENT);
        let mut column = indent;
        for (nth, mv) in (1..).zip(&line.moves) {
            let mut text = Voice::FullScreen.signed_move(&mv.name, mv.assessment);
            if mv.assessment.is_none() {
                let it = Placed {
                    line,
                    nth,
                    row,
                    column,
                    text: String::new(),
                };
                text.push_str(class(game, &it).map_or("", words::class_sign));
            }
            if nth == 1 {
                text = format!("{} {text}", mv.ply);
            }
            if mv.passed.is_some() {
                text.push_str(" -");
            }
            if !mv.note.is_empty() {
                text.push('*');
            }
            if nth > 1 && column + fit::width(&text) > width {
                row += 1;
                column = indent + 1;
            }
            let after = column + fit::width(&text) + 1;
            placed.push(Placed {
                line,
                nth,
                row,
                column,
                text,
            });
            column = after;
        }
        row += 1;
    }
    placed
}
