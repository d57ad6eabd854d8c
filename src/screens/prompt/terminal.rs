//! The terminal during a thought: hidden input for the next prompt, and a status line.

use std::io::{self, IsTerminal, Write};

use crate::base::system::Modes;
use crate::base::terminal;

/// Turns off the echo of typed keys until dropped. They stay in the terminal's queue.
pub struct EchoGuard {
    usual: Option<Modes>,
}

impl EchoGuard {
    pub fn begin() -> Self {
        let usual = Modes::now();
        if let Some(usual) = &usual {
            // Ctrl-C is for the bot: it must not discard the typed keys.
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

/// A line on standard error that is overwritten in place, and finally removed.
#[derive(Default)]
pub struct StatusLine {
    is_shown: bool,
}

impl StatusLine {
    pub fn columns() -> usize {
        // Text in the last column might scroll.
        terminal::columns().unwrap_or(80).saturating_sub(1)
    }

    /// Shows a line if standard error is a terminal.
    pub fn show(&mut self, text: &str) {
        if !io::stderr().is_terminal() {
            return;
        }
        self.is_shown = true;
        write(text);
    }

    pub fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            write("");
        }
    }
}

/// Overwrites the line in one write, to avoid flicker.
fn write(text: &str) {
    let width = StatusLine::columns();
    let text: String = text.chars().take(width).collect();
    let end = if text.is_empty() { "\r" } else { "" };
    // Standard error may be closed.
    let _ = io::stderr()
        .lock()
        .write_all(format!("\r{text:width$}{end}").as_bytes());
}
