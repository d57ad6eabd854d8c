//! What people and scripts see: the prompt, the script runner, and replies as text and as JSON.
//!
//! A screen knows the desk and nothing below it.

mod advice;
mod answers;
mod failure;
mod json;
mod lines;
mod options;
mod prompt;
mod render;
mod script;
mod text;
pub mod theme;
mod words;

pub use options::{Commands, Ending, Format, Options, Stopped};
pub use render::{Style, render_board};

/// Runs a screen to its end.
///
/// # Errors
/// [`Stopped`] when the commands can't be read or the answers can't be written.
pub fn run(options: &Options, commands: Commands) -> Result<Ending, Stopped> {
    match commands {
        Commands::Terminal => prompt::run(options),
        Commands::Script { lines, name } => script::run(options, lines, &name),
    }
}
