//! The places of a frame that can be clicked, each with its meaning.

use ratatui::layout::{Position, Rect};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places<T>(Vec<(Rect, T)>);

impl<T> Default for Places<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Places<T> {
    pub fn add(&mut self, place: Rect, meaning: T) {
        self.0.push((place, meaning));
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The meaning of the place at a position; of the last one, if several are there.
    pub fn at(&self, at: Position) -> Option<&T> {
        let mut places = self.0.iter().rev();
        let (_, meaning) = places.find(|(place, _)| place.contains(at))?;
        Some(meaning)
    }
}
