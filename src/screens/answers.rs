//! Renders replies as text or JSON, for the prompt and for scripts.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};

use super::failure::Failure;
use super::interface::Interface;
use super::options::ReplyFormat;
use super::render::Style;
use super::text::Reader;
use super::theme::ColorDepth;
use super::words::Voice;
use super::{json, text};
use crate::base::terminal::{self, escapes};
use crate::base::text::fit;
use crate::interpreter::{Event, Reply};
use crate::session::CurrentGame;

/// What to do after a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    Continue,
    Quit,
    /// Continue on another screen.
    Switch(Interface),
}

/// The output format of replies and errors.
#[derive(Debug, Clone, Copy)]
pub struct Answers {
    pub format: ReplyFormat,
    pub ascii: bool,
    /// Whether messages are wrapped at the width of the terminal.
    pub fits: bool,
}

impl Answers {
    /// The style of text; plain for JSON.
    pub fn style(self) -> Style {
        match self.format {
            ReplyFormat::Text(style) => style,
            ReplyFormat::Json => Style::Plain,
        }
    }

    /// The voice of the prompt, or of a screen reader.
    pub fn voice(self, is_screen_reader: bool) -> Voice {
        if is_screen_reader {
            return Voice::Speech;
        }
        let variable = |name: &str| std::env::var(name).ok();
        let depth = ColorDepth::of_style(self.style(), variable);
        // Errors go to standard error, which may be a file.
        Voice::Prompt {
            bold: depth != ColorDepth::None && io::stderr().is_terminal(),
            links: escapes::has_links(variable) && io::stdout().is_terminal(),
        }
    }

    /// Writes the result of a line, and returns what to do next. JSON includes the state of `game`.
    pub fn write(
        self,
        out: &mut dyn fmt::Write,
        number: usize,
        line: &str,
        result: Result<Reply, Failure>,
        game: Option<&CurrentGame>,
        reader: Reader,
    ) -> Result<Flow, Failure> {
        match (self.format, &result) {
            (ReplyFormat::Text(_), Ok(reply)) => {
                let mut text = String::new();
                text::write_reply(&mut text, reply, reader);
                // The output keeps its own error.
                let _ = out.write_str(&text);
            }
            // The caller reports errors to standard error.
            (ReplyFormat::Text(_), Err(_)) => {}
            (ReplyFormat::Json, result) => {
                json::write_object(out, number, line.trim(), result.as_ref(), game, self.ascii);
            }
        }
        let reply = result?;
        if let Some(reason) = reply.scores_not_written() {
            return Err(Failure::ScoresNotWritten(reason.to_owned()));
        }
        // At the prompt, the report is enough.
        if matches!(reader, Reader::Script(_)) && reply.head().problems() > 0 {
            return Err(Failure::Problems(reply.head().problems()));
        }
        Ok(if *reply.head() == Event::Quit {
            Flow::Quit
        } else {
            Flow::Continue
        })
    }

    /// Writes a line to standard error, ignoring errors.
    pub fn complain(self, message: &str) {
        let escaped = (self.ascii && !message.is_ascii()).then(|| escaped(message));
        let message = escaped.as_deref().unwrap_or(message);
        let columns = terminal::columns().filter(|_| self.fits && io::stderr().is_terminal());
        let fitted = columns.map(|columns| fit::fitted(message, columns));
        let _ = writeln!(
            io::stderr().lock(),
            "{}",
            fitted.as_deref().unwrap_or(message)
        );
    }
}

/// A text output that keeps its first error, so that long replies need no memory.
pub struct ErrorKeeper<W: Write> {
    target: BufWriter<W>,
    error: Option<io::Error>,
}

impl<W: Write> ErrorKeeper<W> {
    pub fn new(target: W) -> Self {
        Self {
            target: BufWriter::new(target),
            error: None,
        }
    }

    /// Writes the rest. Returns the first error.
    pub fn finish(mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)?;
        self.target.flush()
    }
}

impl<W: Write> fmt::Write for ErrorKeeper<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.error.is_none()
            && let Err(error) = self.target.write_all(text.as_bytes())
        {
            self.error = Some(error);
        }
        if self.error.is_none() {
            Ok(())
        } else {
            Err(fmt::Error)
        }
    }
}

/// Escapes non-ASCII characters as `\u{..}`.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if character.is_ascii() {
            escaped.push(character);
        } else {
            escaped.extend(character.escape_unicode());
        }
    }
    escaped
}
