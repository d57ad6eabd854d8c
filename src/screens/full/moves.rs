//! The list of moves with their ratings.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layout::Targets;
use super::paint::Paint;
use crate::analysis::Class;
use crate::base::text::fit;
use crate::desk::ShownGame;
use crate::games::Assessment;
use crate::screens::words;

/// The width of a move: number, name, and the sign of its class.
const SHORT: u16 = 12;

/// Draws the moves in rows, around the position shown; with ratings in words if all moves have room then.
pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    game: &ShownGame,
    targets: &mut Targets,
    paint: Paint,
) {
    let made = game.moves();
    let rows = usize::from(area.height);
    let columns = |width: u16| usize::from((area.width / width).max(1));
    // The width of a move with its rating in words.
    let [best, good] = words::ratings();
    let long = fit::width(best).max(fit::width(good));
    let long = SHORT.saturating_add(u16::try_from(long).unwrap_or(u16::MAX));
    let has_words = game.analysis.is_some() && made.len() <= columns(long) * rows;
    let width = if has_words { long } else { SHORT };
    let per_row = columns(width);
    let of = made.len().div_ceil(per_row);
    let shown = game.shown().moves();
    let first = (shown.saturating_sub(1) / per_row)
        .saturating_sub(rows / 2)
        .min(of.saturating_sub(rows));
    for (line, row) in (first..of).zip(area.y..area.bottom()) {
        let in_row = line * per_row..((line + 1) * per_row).min(made.len());
        for (index, column) in in_row.zip(0u16..) {
            let place = Rect {
                x: area.x + column * width,
                y: row,
                width: width - 1,
                height: 1,
            };
            let class = game.judgment(index).map(|judged| judged.class);
            let pass = if made[index].played.passed.is_some() {
                " -"
            } else {
                ""
            };
            let (gap, sign) = match (mark_of(game, index + 1), class) {
                (Some(mark), _) => ("", mark),
                (None, Some(Class::Forced | Class::Best)) if has_words => (" ", best),
                (None, Some(Class::Good)) if has_words => (" ", good),
                (None, class) => ("", class.map_or("", words::class_sign)),
            };
            let (number, name) = (game.number(index + 1), made[index].name());
            let text = format!("{number:3} {name}{gap}{sign}{pass}");
            let style = paint.listed(class, index + 1 == shown);
            let text = format!("{text:<0$}", usize::from(place.width));
            buffer.set_stringn(place.x, place.y, text, place.width.into(), style);
            targets.add(place, index + 1);
        }
    }
}

/// The user's annotation of a move.
fn mark_of(game: &ShownGame, moves: usize) -> Option<&'static str> {
    game.listed(moves)?.assessment.map(Assessment::sign)
}
