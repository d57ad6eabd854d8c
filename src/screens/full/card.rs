//! Cards over the board: a question, the end of a game, the keys, a longer answer.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::paint::Paint;
use crate::desk::data::wrapped;
use crate::screens::words::Card;

/// Draws a card in the middle, from one of its lines on. Returns how many lines are hidden below.
pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    card: &Card,
    scroll: usize,
    paint: Paint,
) -> usize {
    let most = usize::from(area.width.saturating_sub(4));
    let mut lines: Vec<String> = Vec::new();
    for line in &card.lines {
        if card.is_table || line.chars().count() <= most {
            lines.push(line.clone());
        } else {
            lines.extend(wrapped(line, most));
        }
    }
    let texts = lines.iter().chain([&card.title, &card.keys]);
    let width = texts.map(|line| line.chars().count()).max().unwrap_or(0).min(most);
    let title_rows = u16::from(!card.title.is_empty());
    let room = usize::from(area.height.saturating_sub(3 + title_rows));
    let scroll = scroll.min(lines.len().saturating_sub(room));
    let shown = &lines[scroll..lines.len().min(scroll + room)];
    let hidden = lines.len() - scroll - shown.len();
    let fit = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    let size = (fit(width) + 4, fit(shown.len()) + 3 + title_rows);
    let place = Rect {
        x: area.x + area.width.saturating_sub(size.0) / 2,
        y: area.y + area.height.saturating_sub(size.1) / 2,
        width: size.0.min(area.width),
        height: size.1.min(area.height),
    };
    let theme = paint.theme;
    let border = paint.on(theme.panel_border, theme.panel);
    let text = paint.on(theme.text, theme.panel);
    let accent = paint.on(theme.accent, theme.panel).add_modifier(Modifier::BOLD);
    let inner = usize::from(place.width.saturating_sub(2));
    let [horizontal, vertical] = [paint.glyph("─", "-"), paint.glyph("│", "|")];
    let corners = if paint.ascii { ["+"; 4] } else { ["┌", "┐", "└", "┘"] };
    for y in place.y..place.bottom() {
        let (left, middle, right) = if y == place.y {
            (corners[0], horizontal, corners[1])
        } else if y == place.bottom() - 1 {
            (corners[2], horizontal, corners[3])
        } else {
            (vertical, " ", vertical)
        };
        buffer.set_string(place.x, y, format!("{left}{}{right}", middle.repeat(inner)), border);
    }
    let put = |buffer: &mut Buffer, row: u16, line: &str, style| {
        buffer.set_stringn(place.x + 2, place.y + row, line, width, style);
    };
    put(buffer, 1, &card.title, accent);
    for (line, row) in shown.iter().zip(1 + title_rows..) {
        put(buffer, row, line, text);
    }
    put(buffer, fit(shown.len()) + 1 + title_rows, &card.keys, paint.on(theme.accent, theme.panel));
    hidden
}
