//! The screens on which the user can play.

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Interface {
    /// The prompt.
    #[default]
    Console,
    /// A board that fills the terminal.
    Screen,
    Window,
}

impl Interface {
    /// Parses the name of a screen, or `prompt`.
    pub(super) fn of_line(line: &str) -> Option<Self> {
        match line.trim().to_ascii_lowercase().as_str() {
            "prompt" | "console" => Some(Self::Console),
            "screen" => Some(Self::Screen),
            "window" => Some(Self::Window),
            _ => None,
        }
    }
}
