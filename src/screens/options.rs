//! How a screen is to run, and how it ended.

use std::io::{self, IsTerminal, Read};

use rustyline::error::ReadlineError;
use thiserror::Error;

use super::discs::Discs;
use super::interface::Interface;
use super::memory::{Keep, WindowMemory};
use super::render::Style;
use super::theme::ThemeName;
use crate::base::text::reason;
use crate::desk::Settings;

/// How replies are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text(Style),
    /// For programs, one object a line.
    Json,
}

/// Where the commands come from.
pub enum Commands {
    /// From a person.
    Person,
    /// From a script.
    Script {
        /// Its lines.
        lines: Box<dyn Read>,
        /// The file name; `None` for standard input.
        file: Option<String>,
    },
}

/// Shows or changes settings: returns what to show, and passes on what is wrong.
pub type Configure = fn(&str, &dyn Fn(&str)) -> String;

/// Options of a screen.
#[derive(Debug, Clone)]
pub struct Options {
    /// How replies are written.
    pub format: Format,
    /// The screen that a person begins on.
    pub interface: Interface,
    /// Stop at the first error.
    pub strict: bool,
    /// Resume the unfinished game first.
    pub resume: bool,
    /// The colours of the prompt and of the full-screen board; `None` for those that suit the terminal.
    pub theme: Option<ThemeName>,
    /// How discs are drawn at the prompt.
    pub discs: Discs,
    /// Whether the prompt is for a screen reader: sentences in place of drawings.
    pub screen_reader: bool,
    /// What the window remembers of its last run.
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "for the window"))]
    pub window: WindowMemory,
    /// Keeps it for the next one.
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "for the window"))]
    pub keep: Keep,
    /// Answers the words after `config` at the prompt.
    pub configure: Configure,
    /// The session. Who uses it is for the screen to say.
    pub settings: Settings,
}

impl Commands {
    /// A script on standard input.
    pub fn stdin_script() -> Self {
        Self::Script { lines: Box::new(io::stdin()), file: None }
    }

    /// From standard input: a person at a terminal, or else a script.
    pub fn of_stdin() -> Self {
        if io::stdin().is_terminal() {
            return Self::Person;
        }
        Self::stdin_script()
    }
}

impl Options {
    /// Plain text, and going on after errors.
    pub fn new(settings: Settings) -> Self {
        Self {
            format: Format::Text(Style::Plain),
            interface: Interface::Console,
            theme: None,
            discs: Discs::default(),
            screen_reader: false,
            window: WindowMemory::default(),
            keep: |_, _| Ok(()),
            configure: |_, _| String::new(),
            strict: false,
            resume: false,
            settings,
        }
    }
}

/// Why a screen could not run to its end.
#[derive(Debug, Error)]
pub enum Stopped {
    /// The script can't be read.
    #[error("can't read {name}: {}", reason(.source))]
    Unreadable {
        /// Which script.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// No file has the name of the script, nor has a subcommand.
    #[error(
        "no such subcommand or file: {name}: {}",
        match .similar {
            Some(similar) => format!("did you mean {similar}?"),
            None => "run reversi --help for a list".to_owned(),
        }
    )]
    NoScript {
        /// The name.
        name: String,
        /// A subcommand with a similar name.
        similar: Option<String>,
    },
    /// Standard output can't be written, other than because nobody reads it any more.
    #[error("can't write the output: {}", reason(.0))]
    Unwritable(#[source] io::Error),
    /// The terminal does not work as one.
    #[error("the prompt failed: {}", of_prompt(.0))]
    Prompt(#[from] ReadlineError),
    /// There is no display for a window.
    #[cfg(feature = "window")]
    #[error("{}", super::words::window::NO_DISPLAY)]
    NoDisplay,
    /// The display can't draw a window.
    #[cfg(feature = "window")]
    #[error("{}", super::words::window::NO_GRAPHICS)]
    NoGraphics,
    /// The full-screen board can't be shown.
    #[error("-u screen needs a terminal: to run a script, omit -u")]
    NoTerminal,
    /// The terminal can't be read or drawn on.
    #[error("the full-screen board failed: {}", reason(.0))]
    Screen(#[source] io::Error),
    /// The program has been built without its window.
    #[error("built without the window: reinstall with `cargo install reversi --features window`")]
    NoWindow,
    /// A thread that was thinking has panicked.
    #[error("the search failed: this is a bug in reversi")]
    Died,
}

/// Why the prompt failed, without the numbers of the system.
fn of_prompt(error: &ReadlineError) -> String {
    match error {
        ReadlineError::Io(error) => reason(error).to_string(),
        #[cfg(unix)]
        ReadlineError::Errno(error) => reason(&io::Error::from(*error)).to_string(),
        other => other.to_string(),
    }
}

impl Stopped {
    /// Whether the screen could not even be opened, so that another one can go on.
    pub(super) fn is_before_the_start(&self) -> bool {
        match self {
            Self::NoTerminal | Self::NoWindow => true,
            #[cfg(feature = "window")]
            Self::NoDisplay | Self::NoGraphics => true,
            _ => false,
        }
    }
}

/// How a run ended: the number of lines that failed, and whether it was interrupted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ending {
    /// Lines that were no command or could not be carried out.
    pub failures: usize,
    /// Ended by Ctrl-C.
    pub interrupted: bool,
}
