//! The options of a screen, and the ways in which it ends.

use std::io::{self, IsTerminal, Read};

use rustyline::error::ReadlineError;
use thiserror::Error;

use super::discs::Discs;
use super::interface::Interface;
use super::keys::KeyBindings;
use super::memory::{Keep, WindowMemory};
use super::render::Style;
use super::theme::ThemeName;
use crate::base::language::{Language, reason, tr, with_typed};
use crate::desk::Settings;

/// The output format of replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyFormat {
    Text(Style),
    /// One object per line.
    Json,
}

/// The source of the commands.
pub enum Commands {
    Person,
    Script {
        lines: Box<dyn Read>,
        /// The file name; `None` for standard input.
        file: Option<String>,
    },
}

/// Shows or changes settings: returns the text to show, and reports errors to the callback.
pub type Configure = fn(&str, &dyn Fn(&str)) -> String;

/// Whether the screens that draw boards show moves in motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Animation {
    On,
    Off,
}

#[derive(Debug, Clone)]
pub struct Options {
    pub format: ReplyFormat,
    /// The screen to start with.
    pub interface: Interface,
    /// Whether a script stops at its first error.
    pub strict: bool,
    /// Whether to resume the unfinished game first.
    pub resume: bool,
    /// The theme of the prompt and the full-screen board; `None` to suit the terminal.
    pub theme: Option<ThemeName>,
    pub discs: Discs,
    /// The keys of the full screen.
    pub keys: KeyBindings,
    /// The mistakes in the user's files, for the first screen.
    pub mistakes: Vec<String>,
    pub animation: Animation,
    /// Whether the prompt writes sentences for a screen reader instead of drawings.
    pub screen_reader: bool,
    /// The window's settings from its last run.
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "for the window"))]
    pub window: WindowMemory,
    /// The language of the interactive screens.
    pub language: Language,
    /// Saves the window's settings for its next run.
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "for the window"))]
    pub keep: Keep,
    /// Runs the `config` command of the screens.
    pub configure: Configure,
    /// The session's settings. The screen sets `used_by`.
    pub settings: Settings,
}

impl Commands {
    pub fn stdin_script() -> Self {
        Self::Script {
            lines: Box::new(io::stdin()),
            file: None,
        }
    }

    /// Reads from standard input: interactively at a terminal, otherwise as a script.
    pub fn of_stdin() -> Self {
        if io::stdin().is_terminal() {
            return Self::Person;
        }
        Self::stdin_script()
    }
}

impl Options {
    /// Creates options for the prompt, with plain text.
    pub fn new(settings: Settings) -> Self {
        Self {
            format: ReplyFormat::Text(Style::Plain),
            interface: Interface::Console,
            theme: None,
            discs: Discs::default(),
            keys: KeyBindings::default(),
            mistakes: Vec::new(),
            animation: Animation::On,
            screen_reader: false,
            language: Language::English,
            window: WindowMemory::default(),
            keep: |_, _| Ok(()),
            configure: |_, _| String::new(),
            strict: false,
            resume: false,
            settings,
        }
    }
}

/// The error that ended a screen.
#[derive(Debug, Error)]
pub enum Stopped {
    #[error("{}", tr!("can't read {name}: {reason}", name, reason = reason(.source)))]
    Unreadable {
        /// The file name, or `standard input`.
        name: String,
        source: io::Error,
    },
    /// The name of a script is neither a file nor a subcommand.
    #[error("{}", if let Some(similar) = .similar {
        tr!("no such subcommand or file: {name}: did you mean {similar}?", name, similar)
    } else {
        tr!("no such subcommand or file: {name}: run reversi --help for a list", name)
    })]
    NoScript {
        name: String,
        /// A subcommand with a similar name.
        similar: Option<String>,
    },
    /// Standard output can't be written. A closed pipe is not an error.
    #[error("{}", tr!("can't write the output: {reason}", reason = reason(.0)))]
    Unwritable(#[source] io::Error),
    /// The terminal failed at the prompt.
    #[error("{}", tr!("the prompt failed: {reason}", reason = of_prompt(.0)))]
    Prompt(#[from] ReadlineError),
    #[cfg(feature = "window")]
    #[error(
        "{}",
        crate::base::language::translated(super::words::window::NO_DISPLAY)
    )]
    NoDisplay,
    #[cfg(feature = "window")]
    #[error(
        "{}",
        crate::base::language::translated(super::words::window::NO_GRAPHICS)
    )]
    NoGraphics,
    /// There is no terminal for the full-screen board.
    #[error("{}", tr!("-u screen needs a terminal: to run a script, omit -u"))]
    NoTerminal,
    /// The terminal failed under the full-screen board.
    #[error("{}", tr!("the full-screen board failed: {reason}", reason = reason(.0)))]
    Screen(#[source] io::Error),
    #[error("{}", with_typed(tr!(
        "built without the window: reinstall with `cargo install reversi --features window`"
    )))]
    NoWindow,
    /// A search thread panicked.
    #[error("{}", tr!("the search failed: this is a bug in reversi"))]
    Died,
}

/// The reason without system error codes.
fn of_prompt(error: &ReadlineError) -> String {
    match error {
        ReadlineError::Io(error) => reason(error),
        #[cfg(unix)]
        ReadlineError::Errno(error) => reason(&io::Error::from(*error)),
        other => other.to_string(),
    }
}

impl Stopped {
    /// Whether the screen failed to open, so that another one can continue.
    pub(super) fn is_before_the_start(&self) -> bool {
        match self {
            Self::NoTerminal | Self::NoWindow => true,
            #[cfg(feature = "window")]
            Self::NoDisplay | Self::NoGraphics => true,
            _ => false,
        }
    }
}

/// How a run of the program ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunEnd {
    /// The number of lines that failed.
    pub failures: usize,
    /// Whether Ctrl-C ended the run.
    pub interrupted: bool,
}
