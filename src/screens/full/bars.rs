//! Bars with the shares of both sides: the discs above the pane, and the evaluation beside the board.

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

/// Draws a bar from left to right, with Black's share of `counts` first and a text on it.
pub(super) fn discs(buffer: &mut Buffer, row: Rect, counts: [usize; 2], text: &str, paint: Paint) {
    let [black, white] = counts;
    let of = (black + white).max(1);
    let share = (usize::from(row.width) * black + of / 2) / of;
    let share = u16::try_from(share).unwrap_or(0).min(row.width);
    let parts = [(row.x, share), (row.x + share, row.width - share)];
    for (player, (x, width)) in Player::BOTH.into_iter().zip(parts) {
        let fill = filling(player, paint).repeat(width.into());
        buffer.set_string(x, row.y, fill, style(player, paint));
    }
    let room = row.width.saturating_sub(2);
    for (symbol, x) in paint.cut(text, room).chars().zip(row.x + 1..) {
        let player = if x < row.x + share {
            Player::Black
        } else {
            Player::White
        };
        let style = if paint.has_colors() {
            style(player, paint)
        } else {
            paint.text()
        };
        buffer.set_string(x, row.y, symbol.encode_utf8(&mut [0; 4]), style);
    }
}

/// Draws a bar from the bottom to the top, with Black's share of a score below.
pub(super) fn evaluation(buffer: &mut Buffer, column: Rect, score: i32, paint: Paint) {
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
}

/// The score for Black of the position shown: of the live analysis, or of the game's analysis.
pub(super) fn score(view: &View) -> Option<i32> {
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
