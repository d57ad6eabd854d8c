//! The terminal while nobody is asked for a line: what is typed meanwhile stays for the next prompt and is
//! not shown, and a line over the prompt says what is being thought about.

use std::io::{self, IsTerminal, Write};

use crate::base::system::Modes;
use crate::base::terminal;

/// Keeps typed keys off the screen until it is dropped. They stay in the terminal's queue.
pub(super) struct EchoGuard {
    usual: Option<Modes>,
}

impl EchoGuard {
    pub(super) fn begin() -> Self {
        let usual = Modes::now();
        if let Some(usual) = &usual {
            // Ctrl-C is for the bot: it must not throw away what has been typed.
            usual.clone().without_echo().set();
        }
        Self { usual }
    }
}

impl Drop for EchoGuard {
    fn drop(&mut self) {
        if let Some(usual) = &self.usual {
            usual.set();
        }
    }
}

/// A line on the terminal that is written over again and again, and goes when it is over.
#[derive(Default)]
pub(super) struct StatusLine {
    is_shown: bool,
}

impl StatusLine {
    /// The number of columns that a line has.
    pub(super) fn columns() -> usize {
        // In the last column it might scroll.
        terminal::columns().unwrap_or(80).saturating_sub(1)
    }

    /// Shows a line, if standard error is a terminal.
    pub(super) fn show(&mut self, text: &str) {
        if !io::stderr().is_terminal() {
            return;
        }
        self.is_shown = true;
        write(text);
    }

    /// Takes the line away.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            write("");
        }
    }
}

/// Writes a text over what is on the line, all at once so that nothing flickers.
fn write(text: &str) {
    let width = StatusLine::columns();
    let text: String = text.chars().take(width).collect();
    let end = if text.is_empty() { "\r" } else { "" };
    // A closed standard error is not a failure.
    let _ = io::stderr().lock().write_all(format!("\r{text:width$}{end}").as_bytes());
}
