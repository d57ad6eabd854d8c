//! Cards over the board: questions, results, keys and long replies.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::buttons::Buttons;
use super::paint::Paint;
use crate::base::text::fit;
use crate::screens::words::{self, Card};

/// The gap between two keys.
pub(super) const GAP: &str = "   ";

/// Where a card was drawn.
pub(super) struct Drawn {
    /// The first line shown, which is never past the last page.
    pub(super) first: usize,
    pub(super) place: Rect,
}

/// Draws a card in the middle, from line `scroll` and at least `least` columns wide, with a hint about hidden lines.
/// The keys on the card are buttons.
pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    (card, scroll, least): (&Card, usize, usize),
    paint: Paint,
    buttons: &mut Buttons,
) -> Drawn {
    let most = usize::from(area.width.saturating_sub(4));
    let wrapped = |text: &str| -> Vec<String> {
        fit::fitted(text, most)
            .split('\n')
            .map(str::to_owned)
            .collect()
    };
    let lines: Vec<String> = card.lines.iter().flat_map(|line| wrapped(line)).collect();
    let title = if card.title.is_empty() {
        Vec::new()
    } else {
        wrapped(&card.title)
    };
    let place = |keys: &[String]| {
        let around = 2 + title.len() + keys.len();
        let room = usize::from(area.height).saturating_sub(around);
        let first = scroll.min(lines.len().saturating_sub(room));
        let shown = &lines[first..lines.len().min(first + room)];
        (first, shown, around)
    };
    let mut keys = key_rows(&card.keys, most);
    // The hint may take a row, and so hide another line.
    for _ in 0..2 {
        let (first, shown, _) = place(&keys);
        let hidden = lines.len() - first - shown.len();
        if hidden > 0 {
            keys = key_rows(
                &format!("{}{GAP}{}", card.keys, words::more_lines(hidden)),
                most,
            );
        }
    }
    let (first, shown, around) = place(&keys);
    let texts = lines.iter().chain(&title).chain(&keys);
    let width = texts
        .map(|line| fit::width(line))
        .max()
        .unwrap_or(0)
        .max(least)
        .min(most);
    let cells = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    let size = (cells(width) + 4, cells(shown.len() + around));
    let place = Rect {
        x: area.x + area.width.saturating_sub(size.0) / 2,
        y: area.y + area.height.saturating_sub(size.1) / 2,
        width: size.0.min(area.width),
        height: size.1.min(area.height),
    };
    frame(buffer, place, paint);
    let theme = paint.theme;
    let text = paint.on(theme.text, theme.panel);
    let accent = paint.on(theme.accent, theme.panel);
    let titled = title
        .iter()
        .map(|line| (line, accent.add_modifier(Modifier::BOLD)));
    let rows = titled.chain(shown.iter().map(|line| (line, text)));
    let inner = place.y + 1..place.bottom().saturating_sub(1);
    for ((line, style), y) in rows.zip(inner.clone()) {
        buffer.set_stringn(place.x + 2, y, line, width, style);
    }
    for (row, y) in keys.iter().zip(inner.skip(title.len() + shown.len())) {
        let mut x = place.x + 2;
        for key in row.split(GAP) {
            let (name, does) = key.split_once(": ").unwrap_or((key, ""));
            let room = usize::from(place.right().saturating_sub(x + 2));
            buffer.set_stringn(x, y, key, room, if does.is_empty() { text } else { accent });
            let width = cells(fit::width(key));
            buttons.add(
                Rect {
                    x,
                    y,
                    width,
                    height: 1,
                },
                name,
            );
            x += width + cells(GAP.len());
        }
    }
    Drawn { first, place }
}

/// Draws an empty panel with a border.
pub(super) fn frame(buffer: &mut Buffer, place: Rect, paint: Paint) {
    let border = paint.on(paint.theme.panel_border, paint.theme.panel);
    let inner = usize::from(place.width.saturating_sub(2));
    let [horizontal, vertical] = [paint.glyph("─", "-"), paint.glyph("│", "|")];
    // Nothing of what is below shows through, such as bold text.
    for at in place.positions() {
        if let Some(cell) = buffer.cell_mut(at) {
            cell.reset();
        }
    }
    let corners = if paint.ascii {
        ["+"; 4]
    } else {
        ["┌", "┐", "└", "┘"]
    };
    for y in place.y..place.bottom() {
        let (left, middle, right) = if y == place.y {
            (corners[0], horizontal, corners[1])
        } else if y == place.bottom() - 1 {
            (corners[2], horizontal, corners[3])
        } else {
            (vertical, " ", vertical)
        };
        buffer.set_string(
            place.x,
            y,
            format!("{left}{}{right}", middle.repeat(inner)),
            border,
        );
    }
}

pub(super) fn key_rows(keys: &str, columns: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for key in keys.split(GAP) {
        match rows.last_mut() {
            Some(row) if fit::width(row) + GAP.len() + fit::width(key) <= columns => {
                row.push_str(GAP);
                row.push_str(key);
            }
            _ => rows.push(key.to_owned()),
        }
    }
    rows
}
