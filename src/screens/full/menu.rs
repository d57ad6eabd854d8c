//! The menu: everything that keys do, with their keys, and commands and lists, in groups. Entries that the game doesn't
//! have are dim.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use super::card::frame;
use super::entries::MenuItem;
use super::paint::Paint;
use super::places::Places;
use crate::base::language::translated;
use crate::base::text::fit;
use crate::games::Info;
use crate::screens::keys::{KeyAction, KeyGroup};
use crate::screens::words::menu::RowAction;

/// The least width of a column of entries.
const COLUMN: u16 = 36;

/// The groups in the first of two columns.
const IN_FIRST: usize = 3;

/// The menu with its selected entry, by its number among all.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Menu {
    selected: usize,
    /// The places of the entries in the last frame.
    places: Places<usize>,
    /// The first line shown, if not all have room.
    first: usize,
}

/// What a key does in the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// The menu stays open.
    Nothing,
    Close,
    /// The key of an entry, or another key that means what it means on the board.
    Press(KeyEvent),
    Do(RowAction),
}

enum MenuLine {
    Blank,
    Title(&'static str),
    Entry(usize, MenuItem),
}

impl Menu {
    pub fn key(&mut self, key: KeyEvent) -> Chosen {
        let to_other_column = |step: isize| {
            let first = entries_of(&KeyGroup::ALL[..IN_FIRST]).count();
            step * isize::try_from(first).unwrap_or(1)
        };
        let step = match key.code {
            _ if KeyAction::of(key.into()) == Some(KeyAction::Menu) => return Chosen::Close,
            KeyCode::Esc => return Chosen::Close,
            KeyCode::Enter | KeyCode::Char(' ') => return chosen(self.selected),
            KeyCode::Up => -1,
            KeyCode::Down | KeyCode::Tab => 1,
            KeyCode::Left => to_other_column(-1),
            KeyCode::Right => to_other_column(1),
            KeyCode::Home => isize::MIN,
            KeyCode::End => isize::MAX,
            KeyCode::Char(letter) if letter.is_alphabetic() && key.modifiers.is_empty() => {
                self.go_to(letter);
                return Chosen::Nothing;
            }
            _ => return Chosen::Press(key),
        };
        let last = MenuItem::all().len() - 1;
        self.selected = self.selected.saturating_add_signed(step).min(last);
        Chosen::Nothing
    }

    /// Selects the next entry that starts with a letter.
    fn go_to(&mut self, letter: char) {
        let entries = MenuItem::all();
        let is_meant = |index: &usize| {
            let mut does = entries[*index].text().chars().flat_map(char::to_lowercase);
            does.next() == letter.to_lowercase().next()
        };
        let after = (self.selected + 1..entries.len()).chain(0..=self.selected);
        self.selected = after.into_iter().find(is_meant).unwrap_or(self.selected);
    }

    /// Selects the entry under the pointer.
    pub fn point(&mut self, at: Position) {
        self.selected = self.places.at(at).copied().unwrap_or(self.selected);
    }

    /// Chooses the entry under the pointer. A click elsewhere closes the menu.
    pub fn click(&self, at: Position) -> Chosen {
        let entry = self.places.at(at).copied();
        entry.map_or(Chosen::Close, chosen)
    }

    pub fn draw(&mut self, buffer: &mut Buffer, area: Rect, game: &Info, paint: Paint) {
        let widths = widths(usize::from(area.width.saturating_sub(4)));
        let groups = if widths.len() == 2 {
            IN_FIRST
        } else {
            KeyGroup::ALL.len()
        };
        let parts: Vec<Vec<MenuLine>> = KeyGroup::ALL.chunks(groups).map(lines).collect();
        let most = parts.iter().map(Vec::len).max().unwrap_or(0);
        let shown = most.min(usize::from(area.height.saturating_sub(2)));
        let size = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let width = widths
            .iter()
            .map(|width| width + 2)
            .sum::<u16>()
            .saturating_add(2)
            .min(area.width);
        let place = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height.saturating_sub(size(shown) + 2)) / 2,
            width,
            height: size(shown) + 2,
        };
        frame(buffer, place, paint);
        let is_selected =
            |line: &MenuLine| matches!(line, MenuLine::Entry(at, _) if *at == self.selected);
        if let Some(at) = parts
            .iter()
            .find_map(|part| part.iter().position(is_selected))
        {
            // The title of the first entry is visible too.
            self.first = self
                .first
                .min(at.saturating_sub(1))
                .max((at + 1).saturating_sub(shown));
        }
        self.places.clear();
        let mut x = place.x + 2;
        for (part, width) in parts.iter().zip(widths) {
            let room = width.min(place.right().saturating_sub(x + 2));
            for (line, y) in part.iter().skip(self.first).take(shown).zip(place.y + 1..) {
                let row = Rect {
                    x,
                    y,
                    width: room,
                    height: 1,
                };
                self.draw_line(buffer, row, line, game, paint);
            }
            x += width + 2;
        }
    }

    fn draw_line(
        &mut self,
        buffer: &mut Buffer,
        row: Rect,
        line: &MenuLine,
        game: &Info,
        paint: Paint,
    ) {
        let theme = paint.theme;
        let accent = paint.on(theme.accent, theme.panel);
        match line {
            MenuLine::Blank => {}
            MenuLine::Title(title) => {
                let title = paint.cut(translated(title), row.width);
                buffer.set_string(row.x, row.y, title, accent.add_modifier(Modifier::BOLD));
            }
            MenuLine::Entry(index, entry) => {
                let is_selected = *index == self.selected;
                let color = if entry.is_for(game) {
                    theme.text
                } else {
                    theme.dim
                };
                let mut style = paint.row(color, is_selected);
                if is_selected {
                    style = style.add_modifier(Modifier::BOLD);
                }
                let key_style = paint.row(theme.accent, is_selected);
                let width = usize::from(row.width);
                let key = entry.key();
                let at = row
                    .width
                    .saturating_sub(u16::try_from(fit::width(&key)).unwrap_or(0));
                let text = format!("  {}", entry.text());
                let text = paint.cut(&text, at.saturating_sub(1));
                buffer.set_string(row.x, row.y, format!("{text:width$}"), style);
                buffer.set_string(row.x + at, row.y, &key, key_style);
                self.places.add(row, *index);
            }
        }
    }
}

fn chosen(index: usize) -> Chosen {
    match MenuItem::all()[index] {
        MenuItem::Key(row) => Chosen::Press(row.action.key().into()),
        MenuItem::Row(row) => Chosen::Do(row.action),
    }
}

/// The widths of the columns: of two if they fit into `room`, otherwise of one.
fn widths(room: usize) -> Vec<u16> {
    let needed = |groups: &[(KeyGroup, &'static str)]| {
        let entries = entries_of(groups);
        let widths = entries.map(|(_, row)| 3 + fit::width(row.text()) + fit::width(&row.key()));
        u16::try_from(widths.max().unwrap_or(0)).unwrap_or(u16::MAX)
    };
    let (first, second) = KeyGroup::ALL.split_at(IN_FIRST);
    let [first, second] = [needed(first), needed(second)];
    let even = [first.max(COLUMN), second.max(COLUMN)];
    let fits = |columns: &[u16; 2]| usize::from(columns[0]) + usize::from(columns[1]) + 2 <= room;
    match [even, [first, second]].into_iter().find(fits) {
        Some(columns) => columns.to_vec(),
        None => vec![even[0].max(even[1])],
    }
}

fn entries_of(groups: &[(KeyGroup, &'static str)]) -> impl Iterator<Item = (usize, MenuItem)> {
    let groups: Vec<KeyGroup> = groups.iter().map(|(group, _)| *group).collect();
    MenuItem::all()
        .into_iter()
        .enumerate()
        .filter(move |(_, entry)| groups.contains(&entry.group()))
}

/// The lines of a column.
fn lines(groups: &[(KeyGroup, &'static str)]) -> Vec<MenuLine> {
    let parts = groups.iter().map(|group| {
        let entries = entries_of(std::slice::from_ref(group));
        let entries = entries.map(|(index, row)| MenuLine::Entry(index, row));
        let blank = (group.0 != groups[0].0).then_some(MenuLine::Blank);
        blank
            .into_iter()
            .chain([MenuLine::Title(group.1)])
            .chain(entries)
            .collect::<Vec<_>>()
    });
    parts.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyModifiers;

    fn press(menu: &mut Menu, code: KeyCode) -> Chosen {
        menu.key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn arrows_and_letters_select_and_enter_presses_the_key_or_runs_the_command() {
        let mut menu = Menu::default();
        let selected = |menu: &Menu| MenuItem::all()[menu.selected].text();
        for (code, expected) in [
            (KeyCode::Up, "play"),
            (KeyCode::Down, "undo"),
            (KeyCode::Char('r'), "redo"),
            (KeyCode::Char('r'), "resume the last game"),
            (KeyCode::Char('R'), "resign"),
            (KeyCode::Char('z'), "resign"),
            (KeyCode::End, "about reversi"),
            (KeyCode::Down, "about reversi"),
            (KeyCode::Home, "play"),
            (KeyCode::Right, "analyze the game, or stop"),
            (KeyCode::Left, "play"),
        ] {
            assert_eq!(press(&mut menu, code), Chosen::Nothing, "{code:?}");
            assert_eq!(selected(&menu), expected, "{code:?}");
        }
        press(&mut menu, KeyCode::Char('u'));
        press(&mut menu, KeyCode::Home);
        press(&mut menu, KeyCode::Down);
        let undo = KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE);
        assert_eq!(press(&mut menu, KeyCode::Enter), Chosen::Press(undo));
        press(&mut menu, KeyCode::End);
        let about = Chosen::Do(RowAction::Run("version"));
        assert_eq!(press(&mut menu, KeyCode::Enter), about);
        for code in [KeyCode::Esc, KeyCode::F(10)] {
            assert_eq!(press(&mut menu, code), Chosen::Close);
        }
        let hint = KeyEvent::new(KeyCode::Char('?'), KeyModifiers::NONE);
        assert_eq!(menu.key(hint), Chosen::Press(hint));
    }

    #[test]
    fn entries_are_in_groups_and_fit_two_columns() {
        let entries = MenuItem::all();
        let groups: Vec<KeyGroup> = entries.iter().map(|entry| entry.group()).collect();
        let order = |group: &KeyGroup| KeyGroup::ALL.iter().position(|(of, _)| of == group);
        assert!(groups.iter().map(order).is_sorted());
        for entry in entries {
            let width = 2 + entry.text().len() + 1 + entry.key().len();
            assert!(width <= COLUMN.into(), "{entry:?}");
            if let MenuItem::Row(row) = entry {
                let (RowAction::Run(line) | RowAction::Begin(line)) = row.action else {
                    continue;
                };
                let word = line.split(' ').next().unwrap();
                assert!(crate::interpreter::find(word).is_some(), "{row:?}");
            }
        }
    }
}
