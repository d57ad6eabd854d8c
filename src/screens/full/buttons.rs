//! The clickable names of keys. A click presses the key.

use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};

use super::places::Places;
use crate::screens::keys::Key;

#[derive(Debug, Default)]
pub struct Buttons(Places<KeyEvent>);

impl Buttons {
    /// Adds a place that presses the key with this name.
    pub fn add(&mut self, place: Rect, name: &str) {
        if let Ok(key) = name.parse::<Key>() {
            self.0.add(place, key.into());
        }
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn at(&self, at: Position) -> Option<KeyEvent> {
        self.0.at(at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::{KeyMeaning, on_board};
    use crate::games::{connect_four, reversi};
    use crate::screens::keys::KEYS;
    use crate::screens::words;

    #[test]
    fn every_key_of_the_table_has_a_meaning() {
        for row in KEYS {
            for key in row.action.keys() {
                let expected = Some(KeyMeaning::Do(row.action));
                assert_eq!(on_board(key, None), expected, "{row:?}");
            }
        }
        for (game, is_analyzed) in [(&reversi::INFO, true), (&connect_four::INFO, false)] {
            let below = words::keys_below(game, 200);
            assert_eq!(
                below.iter().any(|(key, _)| key.to_string() == "F5"),
                is_analyzed,
                "{}",
                game.name
            );
        }
    }
}
