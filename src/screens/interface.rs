//! The screens that a person can play on.

/// A screen that a person can play on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Interface {
    /// The prompt.
    #[default]
    Console,
    /// A board that fills the terminal.
    Screen,
    /// A window of the desktop.
    Window,
}

impl Interface {
    /// The screen that a typed line asks for: its name, or `prompt`.
    pub(super) fn of_line(line: &str) -> Option<Self> {
        match line.trim().to_ascii_lowercase().as_str() {
            "prompt" | "console" => Some(Self::Console),
            "screen" => Some(Self::Screen),
            "window" => Some(Self::Window),
            _ => None,
        }
    }
}
