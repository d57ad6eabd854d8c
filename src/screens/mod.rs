//! What people and scripts see: the prompt, the script runner, and replies as text and as JSON.
//!
//! A screen knows the desk and nothing below it.

mod advice;
mod answers;
mod discs;
mod failure;
mod full;
mod interface;
mod json;
mod levels;
mod lines;
mod look;
mod memory;
mod options;
mod picture;
mod prompt;
mod render;
mod script;
mod shared;
mod spoken;
mod text;
pub mod theme;
mod variations;
#[cfg(feature = "window")]
pub mod window;
mod words;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::desk::{Desk, Settings, Use};
#[cfg(unix)]
use crate::terminal::signals::Signals;
use answers::Answers;
use shared::{Left, Shared, Start};

pub use discs::Discs;
pub use interface::Interface;
pub use memory::{Keep, ThemeChoice, WindowMemory};
pub use options::{Commands, Ending, Format, Options, Stopped};
pub use render::{Style, render_board};

/// Runs a screen to its end.
///
/// # Errors
/// [`Stopped`] when the commands can't be read or the answers can't be written, or when there is no such
/// screen here.
pub fn run(options: &Options, commands: Commands) -> Result<Ending, Stopped> {
    match commands {
        Commands::Person => play(options),
        Commands::Script { lines, name } => script::run(options, lines, &name),
    }
}

/// The signals that end the program, or a thought.
#[cfg(unix)]
const SIGNALS: [i32; 4] = {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
    [SIGCONT, SIGHUP, SIGINT, SIGTERM]
};

/// Lets a person play, on one screen after another.
fn play(options: &Options) -> Result<Ending, Stopped> {
    let settings =
        Settings { used_by: Use::Person, names_openings: true, ..options.settings.clone() };
    let kept = if options.resume { None } else { settings.kept() };
    let shared = Shared {
        desk: Rc::new(RefCell::new(Desk::new(&settings, || ()))),
        answers: Answers { format: options.format, ascii: settings.ascii, fits: true },
        theme: Cell::new(options.theme),
        options,
        refusal,
        #[cfg(unix)]
        signals: Signals::of(&SIGNALS),
    };
    let answers = shared.answers;
    let mut start = Some(Start { kept, resume: options.resume });
    let mut interface = options.interface;
    let mut before = None;
    let ending = loop {
        let left = match refusal(interface) {
            Some(refusal) => Err(refusal),
            None => match interface {
                Interface::Console => prompt::run(&shared, start.take()),
                Interface::Screen => full::run(&shared, start.take()),
                #[cfg(feature = "window")]
                Interface::Window => window::run(&shared, start.take()),
                #[cfg(not(feature = "window"))]
                Interface::Window => Err(Stopped::NoWindow),
            },
        };
        match (left, before) {
            (Ok(Left::End(ending)), _) => break ending,
            (Ok(Left::For(next)), _) => before = Some(std::mem::replace(&mut interface, next)),
            // Whoever came from another screen goes back there.
            (Err(error), Some(former)) if error.is_before_the_start() => {
                answers.complain(&error.to_string());
                (interface, before) = (former, None);
            }
            (Err(error), _) => return Err(error),
        }
    };
    if let Some(desk) = Rc::into_inner(shared.desk) {
        let (is_kept, lost) = desk.into_inner().close();
        for lost in &lost {
            answers.complain(&words::lost(lost));
        }
        if is_kept {
            answers.complain(words::kept_at_end());
        }
    }
    Ok(ending)
}

/// Why a screen can't be shown here; `None` if it can.
fn refusal(interface: Interface) -> Option<Stopped> {
    match interface {
        Interface::Console => None,
        Interface::Screen => full::refusal(),
        // Whether there is a display shows when the window opens.
        Interface::Window => (!cfg!(feature = "window")).then_some(Stopped::NoWindow),
    }
}
