//! What people and scripts see: the prompt, the script runner, and the renderings of replies.

mod console;
mod json;
mod lines;
mod prompt;
mod render;
mod script;
mod text;

pub use console::{Console, Format, Options, Stopped, run};
pub use render::{Style, render_board};
