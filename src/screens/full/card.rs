//! Cards over the board: questions, results, keys and long replies.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

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
    let page = CardPage::new(card, scroll, area);
    let most = usize::from(area.width.saturating_sub(4));
    let width = page.width().max(least).min(most);
    let size = (cells(width) + 4, cells(page.height()));
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
    let titled = page
        .title
        .iter()
        .map(|line| (line, accent.add_modifier(Modifier::BOLD)));
    let rows = titled.chain(page.shown().iter().map(|line| (line, text)));
    let inner = place.y + 1..place.bottom().saturating_sub(1);
    for ((line, style), y) in rows.zip(inner.clone()) {
        buffer.set_stringn(place.x + 2, y, line, width, style);
    }
    let below = inner.skip(page.title.len() + page.shown().len());
    for (row, y) in page.keys.iter().zip(below) {
        let room = Rect {
            x: place.x + 2,
            y,
            width: place.width.saturating_sub(4),
            height: 1,
        };
        draw_keys(buffer, room, row, [text, accent], buttons);
    }
    Drawn {
        first: page.first,
        place,
    }
}

/// Draws a row of keys, which are buttons. Notes without a key have the first style.
fn draw_keys(
    buffer: &mut Buffer,
    room: Rect,
    row: &str,
    [text, accent]: [Style; 2],
    buttons: &mut Buttons,
) {
    let mut x = room.x;
    for key in row.split(GAP) {
        let (name, does) = key.split_once(": ").unwrap_or((key, ""));
        let style = if does.is_empty() { text } else { accent };
        let rest = usize::from(room.right().saturating_sub(x));
        buffer.set_stringn(x, room.y, key, rest, style);
        let width = cells(fit::width(key));
        buttons.add(Rect { x, width, ..room }, name);
        x += width + cells(GAP.len());
    }
}

/// The lines of a card that fit its place.
struct CardPage {
    title: Vec<String>,
    lines: Vec<String>,
    keys: Vec<String>,
    /// The first line shown, and the number of lines shown.
    first: usize,
    count: usize,
}

impl CardPage {
    /// Lays out a card in `area` from line `scroll`.
    fn new(card: &Card, scroll: usize, area: Rect) -> Self {
        let most = usize::from(area.width.saturating_sub(4));
        let wrapped = |text: &str| -> Vec<String> {
            fit::fitted(text, most)
                .split('\n')
                .map(str::to_owned)
                .collect()
        };
        let title = Some(&card.title).filter(|title| !title.is_empty());
        let mut page = Self {
            title: title.map_or_else(Vec::new, |title| wrapped(title)),
            lines: card.lines.iter().flat_map(|line| wrapped(line)).collect(),
            keys: key_rows(&card.keys, most),
            first: 0,
            count: 0,
        };
        page.fill(scroll, area.height);
        // The hint may take a row, and so hide another line.
        for _ in 0..2 {
            let hidden = page.lines.len() - page.first - page.count;
            if hidden > 0 {
                let hint = words::more_lines(hidden);
                page.keys = key_rows(&format!("{}{GAP}{hint}", card.keys), most);
                page.fill(scroll, area.height);
            }
        }
        page
    }

    /// Shows as many lines as there is room for, from line `scroll` if it is not past the last page.
    fn fill(&mut self, scroll: usize, rows: u16) {
        let around = 2 + self.title.len() + self.keys.len();
        let room = usize::from(rows).saturating_sub(around);
        self.first = scroll.min(self.lines.len().saturating_sub(room));
        self.count = room.min(self.lines.len() - self.first);
    }

    fn shown(&self) -> &[String] {
        &self.lines[self.first..][..self.count]
    }

    fn width(&self) -> usize {
        let texts = self.lines.iter().chain(&self.title).chain(&self.keys);
        texts.map(|line| fit::width(line)).max().unwrap_or(0)
    }

    /// The rows with the frame.
    fn height(&self) -> usize {
        2 + self.title.len() + self.count + self.keys.len()
    }
}

fn cells(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
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
