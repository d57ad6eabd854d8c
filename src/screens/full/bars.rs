//! The bar of the evaluation beside the board, with its number.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::graph::score_at;
use super::paint::Paint;
use crate::desk::View;
use crate::games::Player;
use crate::screens::theme::Rgb;

/// The score at which the bar of the evaluation is full.
const FULL: i32 = 32;

/// Draws a bar from the bottom to the top, with Black's share of a score for Black below, and the score under it.
pub fn evaluation(buffer: &mut Buffer, column: Rect, score: i32, paint: Paint) {
    let halves = 2 * i32::from(column.height);
    let share = (halves * (FULL + score.clamp(-FULL, FULL)) + FULL) / (2 * FULL);
    let owner = |half: i32| {
        if half < share {
            Player::Black
        } else {
            Player::White
        }
    };
    for (row, y) in (0..i32::from(column.height)).zip((column.y..column.bottom()).rev()) {
        let [lower, upper] = [owner(2 * row), owner(2 * row + 1)];
        let (symbol, style) = if lower == upper || !paint.has_colors() || paint.ascii {
            (filling(upper, paint), style(upper, paint))
        } else {
            ("▀", paint.on(color(upper, paint), color(lower, paint)))
        };
        buffer.set_string(column.x, y, symbol.repeat(column.width.into()), style);
    }
    let number = format!("{score:+}");
    let x = column.x.saturating_sub(1);
    buffer.set_string(x, column.bottom(), number, paint.text());
}

/// The score for Black of the position shown: of the live analysis, or of the game's analysis.
pub fn score(view: &View) -> Option<i32> {
    let game = view.game.as_ref()?;
    let shown = game.shown();
    let live = view
        .live
        .as_ref()
        .and_then(|live| live.best.first()?.estimate.as_ref());
    if let (Some(estimate), Some(turn)) = (live, shown.turn()) {
        let is_black = turn == Player::Black;
        return Some(if is_black {
            estimate.score
        } else {
            -estimate.score
        });
    }
    if !game.is_in_chart() {
        return None;
    }
    score_at(&game.analysis.as_ref()?.course(), shown.ply())
}

/// White's part is darker than its discs where it would vanish in a light background.
fn color(player: Player, paint: Paint) -> Rgb {
    match player {
        Player::Black => paint.theme.black_outline,
        Player::White if paint.theme.background.is_light() => paint.theme.panel_border,
        Player::White => paint.theme.white_disc,
    }
}

fn style(player: Player, paint: Paint) -> Style {
    let text = match player {
        Player::Black => paint.theme.white_disc,
        Player::White => paint.theme.black_disc,
    };
    if paint.has_colors() {
        paint.on(text, color(player, paint))
    } else {
        paint.text()
    }
}

/// The character of a part of a bar; a blank if colors tell the parts apart.
fn filling(player: Player, paint: Paint) -> &'static str {
    match player {
        _ if paint.has_colors() => " ",
        Player::Black => paint.glyph("█", "#"),
        Player::White => paint.glyph("░", "-"),
    }
}
