//! The steps of a tutorial, which each game writes for itself.

/// A step of the tutorial of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// What the person reads, in a few sentences.
    pub text: &'static str,
    /// The move that the person is asked to play, by name; empty where there is none.
    pub asks: &'static str,
    /// The moves that the opponent plays then, separated by spaces.
    pub then: &'static str,
}

impl Lesson {
    /// A step that is only read.
    pub(super) const fn read(text: &'static str) -> Self {
        Self { text, asks: "", then: "" }
    }

    /// A step that asks for a move, which the opponent answers.
    pub(super) const fn play(text: &'static str, asks: &'static str, then: &'static str) -> Self {
        Self { text, asks, then }
    }
}
