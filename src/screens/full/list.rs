//! Lists over the board: games, levels, saves, settings. Typing filters them, and Enter runs the command of a row.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use super::card::frame;
use super::cells::{cells, width_of};
use super::paint::Paint;
use super::places::Places;
use crate::base::text::fit;
use crate::screens::words;

/// The gap between two columns.
const GAP: usize = 2;

/// A row of a list: its cells, and the command that it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRow {
    pub cells: Vec<String>,
    pub line: String,
}

impl ListRow {
    pub fn new<const N: usize>(cells: [String; N], line: String) -> Self {
        Self {
            cells: cells.into(),
            line,
        }
    }

    /// Whether a cell contains `text`, in any case.
    fn has(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.cells
            .iter()
            .any(|cell| cell.to_lowercase().contains(&text))
    }
}

#[derive(Debug, Default)]
pub struct List {
    title: String,
    /// The rows, and their texts with the cells in columns.
    rows: Vec<ListRow>,
    texts: Vec<String>,
    filter: String,
    /// The selected row among those that match the filter, and the first one shown.
    selected: usize,
    first: usize,
    /// The places of the rows in the last frame.
    places: Places<usize>,
}

/// What a key or a click does in a list.
#[derive(Debug, PartialEq, Eq)]
pub enum Picked {
    Nothing,
    Close,
    Line(String),
}

impl List {
    pub fn new(title: String, rows: Vec<ListRow>) -> Self {
        Self {
            title,
            texts: texts(&rows),
            rows,
            ..Self::default()
        }
    }

    /// The indices of the rows that match the filter.
    fn matching(&self) -> Vec<usize> {
        let rows = self.rows.iter().enumerate();
        let matching = rows.filter(|(_, row)| row.has(&self.filter));
        matching.map(|(index, _)| index).collect()
    }

    pub fn key(&mut self, key: KeyEvent) -> Picked {
        let is_typed = (key.modifiers - KeyModifiers::SHIFT).is_empty();
        match key.code {
            KeyCode::Esc => return Picked::Close,
            KeyCode::Enter => return self.pick(self.selected),
            KeyCode::Up => self.go(-1),
            KeyCode::Down | KeyCode::Tab => self.go(1),
            KeyCode::PageUp => self.go(-10),
            KeyCode::PageDown => self.go(10),
            KeyCode::Home => self.go(isize::MIN),
            KeyCode::End => self.go(isize::MAX),
            KeyCode::Backspace if self.filter.is_empty() => return Picked::Close,
            KeyCode::Backspace => {
                self.filter.pop();
                self.selected = 0;
            }
            KeyCode::Char(letter) if is_typed => {
                self.filter.push(letter);
                self.selected = 0;
            }
            _ => {}
        }
        Picked::Nothing
    }

    /// Moves the selection by `step` rows.
    pub fn go(&mut self, step: isize) {
        let last = self.matching().len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(step).min(last);
    }

    /// Picks the `nth` row that matches.
    fn pick(&self, nth: usize) -> Picked {
        match self.matching().get(nth) {
            Some(index) => Picked::Line(self.rows[*index].line.clone()),
            None => Picked::Nothing,
        }
    }

    /// Selects the row under the pointer.
    pub fn point(&mut self, at: Position) {
        self.selected = self.places.at(at).copied().unwrap_or(self.selected);
    }

    /// Picks the row under the pointer. A click elsewhere closes the list.
    pub fn click(&self, at: Position) -> Picked {
        let row = self.places.at(at);
        row.map_or(Picked::Close, |nth| self.pick(*nth))
    }

    pub fn draw(&mut self, buffer: &mut Buffer, area: Rect, paint: Paint) {
        let keys = words::lists::keys();
        let title = format!("{}  ", self.title);
        let texts = self.texts.iter().map(|text| width_of(text));
        let head = width_of(&title) + width_of(&self.filter);
        let widest = texts.chain([width_of(&keys), head]).max().unwrap_or(0);
        let width = widest.saturating_add(5).min(area.width);
        let height = cells(self.rows.len().max(1))
            .saturating_add(4)
            .min(area.height);
        let place = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        frame(buffer, place, paint);
        let inside = Rect {
            x: place.x + 2,
            y: place.y + 1,
            width: width.saturating_sub(4),
            height: height.saturating_sub(2),
        };
        let [text, dim, accent] = [paint.theme.text, paint.theme.dim, paint.theme.accent]
            .map(|color| paint.row(color, false));
        let room = usize::from(inside.width);
        let bold = accent.add_modifier(Modifier::BOLD);
        let (typed, _) = buffer.set_stringn(inside.x, inside.y, &title, room, bold);
        let rest = usize::from(inside.right().saturating_sub(typed));
        buffer.set_stringn(typed, inside.y, &self.filter, rest, text);
        let below = inside.bottom().saturating_sub(1);
        buffer.set_string(inside.x, below, paint.cut(&keys, inside.width), dim);
        let shown = Rect {
            y: inside.y + 1,
            height: inside.height.saturating_sub(2),
            ..inside
        };
        self.draw_rows(buffer, shown, paint);
    }

    /// Draws the rows that match, around the selected one.
    fn draw_rows(&mut self, buffer: &mut Buffer, area: Rect, paint: Paint) {
        let room = usize::from(area.height);
        self.go(0);
        let least = (self.selected + 1).saturating_sub(room);
        self.first = self.first.clamp(least, self.selected);
        self.places.clear();
        let matching = self.matching();
        if matching.is_empty() {
            let none = paint.cut(words::lists::nothing_matches(), area.width);
            buffer.set_string(area.x, area.y, none, paint.row(paint.theme.dim, false));
        }
        let visible = matching.iter().enumerate().skip(self.first).take(room);
        for ((nth, index), y) in visible.zip(area.y..) {
            let row = Rect {
                y,
                height: 1,
                ..area
            };
            let is_selected = nth == self.selected;
            let mut style = paint.row(paint.theme.text, is_selected);
            if is_selected {
                style = style.add_modifier(Modifier::BOLD);
            }
            let text = paint.cut(&self.texts[*index], row.width);
            let width = usize::from(row.width);
            buffer.set_string(row.x, y, format!("{text:width$}"), style);
            self.places.add(row, nth);
        }
    }
}

/// The texts of rows, with their cells in columns.
fn texts(rows: &[ListRow]) -> Vec<String> {
    let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.cells.get(column));
        cells.map(|cell| fit::width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let text = |row: &ListRow| {
        let mut text = String::new();
        for (cell, width) in row
            .cells
            .iter()
            .zip(&widths)
            .filter(|(_, width)| **width > 0)
        {
            let missing = width.saturating_sub(fit::width(cell)) + GAP;
            text.push_str(cell);
            text.push_str(&" ".repeat(missing));
        }
        text.trim_end().to_owned()
    };
    rows.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> List {
        let rows = ["Reversi", "Quarto", "Gravity"].map(|name| {
            let cells = [name.to_owned(), "board".to_owned()];
            ListRow::new(cells, format!("play {}", name.to_lowercase()))
        });
        List::new("Games".to_owned(), rows.into())
    }

    fn press(list: &mut List, code: KeyCode) -> Picked {
        list.key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn arrows_select_typing_filters_and_enter_picks() {
        let mut list = list();
        for code in [KeyCode::Up, KeyCode::Down, KeyCode::End, KeyCode::Down] {
            assert_eq!(press(&mut list, code), Picked::Nothing);
        }
        let picked = |name: &str| Picked::Line(format!("play {name}"));
        assert_eq!(press(&mut list, KeyCode::Enter), picked("gravity"));
        for letter in "UA".chars() {
            press(&mut list, KeyCode::Char(letter));
        }
        assert_eq!(press(&mut list, KeyCode::Enter), picked("quarto"));
        press(&mut list, KeyCode::Char('x'));
        assert_eq!(press(&mut list, KeyCode::Enter), Picked::Nothing);
        for _ in 0..3 {
            assert_eq!(press(&mut list, KeyCode::Backspace), Picked::Nothing);
        }
        assert_eq!(press(&mut list, KeyCode::Enter), picked("reversi"));
        assert_eq!(press(&mut list, KeyCode::Backspace), Picked::Close);
        assert_eq!(press(&mut list, KeyCode::Esc), Picked::Close);
    }
}
