//! The screens on which the user can play.

use clap::ValueEnum;

use crate::base::language::command_word;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Interface {
    /// The prompt
    #[default]
    #[value(name = "prompt", alias = "console")]
    Console,
    /// A full-screen board in the terminal
    Screen,
    /// A desktop window
    Window,
}

impl Interface {
    /// Parses the name of a screen, or `prompt`, in English or in the language.
    pub(super) fn of_line(line: &str) -> Option<Self> {
        let word = line.trim();
        Self::from_str(command_word(word).unwrap_or(word), true).ok()
    }
}
