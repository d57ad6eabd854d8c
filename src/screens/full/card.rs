//! Cards over the board: questions, results, keys and long replies.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::buttons::Buttons;
use super::cells::cells;
use super::paint::Paint;
use crate::base::text::fit;
use crate::screens::words::{self, Card};

/// The gap between two keys.
pub const GAP: &str = "   ";

/// Where a card was drawn.
pub struct Drawn {
    /// The first line shown, which is never past the last page.
    pub first: usize,
    pub place: Rect,
}

/// Draws a card in the middle, from line `scroll` and at least `least` columns wide, with a hint about hidden lines.
/// The keys on the card are buttons.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    card: &Card,
    scroll: usize,
    least: usize,
    paint: Paint,
    buttons: &mut Buttons,
) -> Drawn {
    let most = usize::from(area.width.saturating_sub(4));
    let page = CardPage::new(card, scroll, most, area.height.saturating_sub(2));
    let width = page.width().max(least).min(most);
    let size = (cells(width) + 4, cells(page.height()) + 2);
    let place = Rect {
        x: area.x + area.width.saturating_sub(size.0) / 2,
        y: area.y + area.height.saturating_sub(size.1) / 2,
        width: size.0.min(area.width),
        height: size.1.min(area.height),
    };
    frame(buffer, place, paint);
    let theme = paint.theme;
    let styles = [theme.text, theme.accent].map(|color| paint.on(color, theme.panel));
    let inside = Rect {
        x: place.x + 2,
        y: place.y + 1,
        width: place.width.saturating_sub(4),
        height: place.height.saturating_sub(2),
    };
    page.draw(buffer, inside, styles, buttons);
    Drawn {
        first: page.first,
        place,
    }
}

/// The rows of a card without a frame in an area of `width` columns.
pub fn rows(card: &Card, width: u16) -> u16 {
    cells(CardPage::new(card, 0, width.into(), u16::MAX).height())
}

/// Draws a card without a frame in `area`. The keys on it are buttons.
pub fn draw_plain(
    buffer: &mut Buffer,
    area: Rect,
    card: &Card,
    paint: Paint,
    buttons: &mut Buttons,
) {
    let page = CardPage::new(card, 0, area.width.into(), area.height);
    page.draw(buffer, area, [paint.text(), paint.accent()], buttons);
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
    /// Lays out a card from line `scroll` in `most` columns and `rows` rows, without its frame.
    fn new(card: &Card, scroll: usize, most: usize, rows: u16) -> Self {
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
        page.fill(scroll, rows);
        // The hint may take a row, and so hide another line.
        for _ in 0..2 {
            let hidden = page.lines.len() - page.first - page.count;
            if hidden > 0 {
                let hint = words::more_lines(hidden);
                let keys = [card.keys.as_str(), &hint]
                    .into_iter()
                    .filter(|key| !key.is_empty());
                page.keys = key_rows(&keys.collect::<Vec<_>>().join(GAP), most);
                page.fill(scroll, rows);
            }
        }
        page
    }

    /// Shows as many lines as there is room for, from line `scroll` if it is not past the last page.
    fn fill(&mut self, scroll: usize, rows: u16) {
        let around = self.title.len() + self.keys.len();
        let room = usize::from(rows).saturating_sub(around);
        self.first = scroll.min(self.lines.len().saturating_sub(room));
        self.count = room.min(self.lines.len() - self.first);
    }

    fn shown(&self) -> &[String] {
        &self.lines[self.first..][..self.count]
    }

    /// Draws the page with the styles of texts and of titles and keys.
    fn draw(
        &self,
        buffer: &mut Buffer,
        inside: Rect,
        [text, accent]: [Style; 2],
        buttons: &mut Buttons,
    ) {
        let bold = accent.add_modifier(Modifier::BOLD);
        let titles = self.title.iter().map(|line| (line, bold));
        let rows = titles.chain(self.shown().iter().map(|line| (line, text)));
        for ((line, style), y) in rows.zip(inside.y..inside.bottom()) {
            buffer.set_stringn(inside.x, y, line, inside.width.into(), style);
        }
        let above_keys = cells(self.title.len() + self.count);
        for (row, y) in self.keys.iter().zip(inside.y + above_keys..inside.bottom()) {
            let room = Rect {
                y,
                height: 1,
                ..inside
            };
            draw_keys(buffer, room, row, [text, accent], buttons);
        }
    }

    fn width(&self) -> usize {
        let texts = self.lines.iter().chain(&self.title).chain(&self.keys);
        texts.map(|line| fit::width(line)).max().unwrap_or(0)
    }

    fn height(&self) -> usize {
        self.title.len() + self.count + self.keys.len()
    }
}

/// Draws an empty panel with a border.
pub fn frame(buffer: &mut Buffer, place: Rect, paint: Paint) {
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

pub fn key_rows(keys: &str, columns: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for key in keys.split(GAP).filter(|key| !key.is_empty()) {
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
