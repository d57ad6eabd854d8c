//! The screens on which the user can play.

use clap::ValueEnum;

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
