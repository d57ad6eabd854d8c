//! What people and scripts see: the prompt, the script runner, and the renderings of replies.

mod advice;
mod console;
mod failure;
mod json;
mod lines;
mod progress;
mod prompt;
mod render;
mod script;
mod text;

use std::fs::File;
use std::io::{self, IsTerminal};

pub use console::{Console, Ending, Format, Options, Stopped};
pub use render::{Style, render_board};

/// Runs the console to its end.
///
/// # Errors
/// [`Stopped`] when the input can't be read or the output can't be written.
pub fn run(options: &Options) -> Result<Ending, Stopped> {
    match &options.script {
        Some(path) if path.as_os_str() != "-" => {
            let name = path.display().to_string();
            let unreadable = |source| Stopped::Unreadable { name: name.clone(), source };
            let file = File::open(path).map_err(unreadable)?;
            // Opening a folder works; only reading it would fail.
            if file.metadata().map_err(unreadable)?.is_dir() {
                return Err(unreadable(io::ErrorKind::IsADirectory.into()));
            }
            script::run(options, file, &name)
        }
        None if io::stdin().is_terminal() => prompt::run(options),
        _ => script::run(options, io::stdin(), "standard input"),
    }
}
