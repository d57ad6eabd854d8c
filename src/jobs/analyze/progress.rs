//! A line on the terminal that says how far the analysis is: on standard error, and only while that is
//! a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the line is written anew at most.
const PAUSE: Duration = Duration::from_millis(200);

#[derive(Debug, Default)]
pub(super) struct Line {
    /// When it was last written.
    shown: Option<Instant>,
    /// How many columns of the terminal are written on.
    width: usize,
}

impl Line {
    /// Writes the line, if it is time to.
    pub(super) fn show(&mut self, text: impl Fn() -> String) {
        let is_time = self.shown.is_none_or(|shown| shown.elapsed() >= PAUSE);
        if is_time && io::stderr().is_terminal() {
            let text = text();
            let _ = write!(io::stderr(), "\r{text:width$}", width = self.width);
            self.width = self.width.max(text.len());
            self.shown = Some(Instant::now());
        }
    }

    /// Takes the line away.
    pub(super) fn clear(&mut self) {
        if self.width > 0 {
            let _ = write!(io::stderr(), "\r{:width$}\r", "", width = self.width);
            self.width = 0;
        }
    }

    /// Writes a line of its own. Standard error may be closed, and then there is nobody to tell.
    pub(super) fn say(&mut self, line: &str) {
        self.clear();
        let _ = writeln!(io::stderr(), "{line}");
    }
}
