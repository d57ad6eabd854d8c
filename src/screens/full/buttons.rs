//! The clickable names of keys. A click presses the key.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

#[derive(Debug, Default)]
pub(super) struct Buttons(Vec<(Rect, KeyEvent)>);

impl Buttons {
    /// Adds a place that presses the key with this name.
    pub(super) fn add(&mut self, place: Rect, name: &str) {
        self.0.extend(named(name).map(|key| (place, key)));
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn at(&self, at: Position) -> Option<KeyEvent> {
        self.0
            .iter()
            .rev()
            .find(|(place, _)| place.contains(at))
            .map(|(_, key)| *key)
    }
}

/// The key with a name, such as `Enter`, `F10`, `Ctrl-R` or `?`.
pub(super) fn named(name: &str) -> Option<KeyEvent> {
    if let Some(letter) = name.strip_prefix("Ctrl-") {
        let letter = letter.chars().next()?.to_ascii_lowercase();
        return Some(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
    }
    let mut letters = name.chars();
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Backspace" => KeyCode::Backspace,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "Down" => KeyCode::Down,
        _ => match (letters.next()?, letters.as_str()) {
            (letter, "") => KeyCode::Char(letter.to_ascii_lowercase()),
            ('F', number) => KeyCode::F(number.parse().ok()?),
            _ => return None,
        },
    };
    Some(KeyEvent::new(code, KeyModifiers::NONE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{connect_four, reversi};
    use crate::screens::words;

    #[test]
    fn every_key_of_the_table_can_be_pressed_and_has_a_meaning() {
        for row in &words::KEYS {
            let key = named(row.key).unwrap_or_else(|| panic!("{row:?}"));
            let is_of_app = matches!(row.key, "Ctrl-L");
            assert!(
                is_of_app || super::super::keys::on_board(key, None, false).is_some(),
                "{row:?}"
            );
        }
        assert_eq!(named("Nothing"), None);
        for (game, is_analyzed) in [(&reversi::INFO, true), (&connect_four::INFO, false)] {
            let below = words::keys_below(game, 200);
            assert!(below.iter().all(|(key, _)| named(key).is_some()));
            assert_eq!(
                below.iter().any(|(key, _)| *key == "F5"),
                is_analyzed,
                "{}",
                game.name
            );
        }
        assert_eq!(named("F10").map(|key| key.code), Some(KeyCode::F(10)));
    }
}
