//! What the prompt and the script runner share: an interpreter, and the replies it gives as text or
//! JSON.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::failure::{Failure, LineError};
use super::render::Style;
use super::{json, text};
use crate::games::{Info, Setup};
use crate::interpreter::{Command, Event, Interpreter, Keeping, Reply};
use crate::session::{Names, Session};
use crate::store::{Autosave, Autosaver, Slots, Store};

/// How replies are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text(Style),
    /// For programs, one object a line.
    Json,
}

/// How the console is to run.
#[derive(Debug, Clone)]
pub struct Options {
    /// The commands; `None` for standard input, which is a prompt if it is a terminal.
    pub script: Option<PathBuf>,
    /// How replies are written.
    pub format: Format,
    /// Stop at the first error.
    pub strict: bool,
    /// Write nothing but ASCII.
    pub ascii: bool,
    /// The game that new games are of.
    pub game: &'static Info,
    /// What they are set up like, checked by [`Info::setup`].
    pub setup: Setup,
    /// What the players are called, the first one first.
    pub names: Option<Names>,
    /// Where chance starts.
    pub seed: u64,
    /// Go on with the unfinished game first.
    pub resume: bool,
    /// Where the files are.
    pub store: Store,
}

impl Options {
    /// A prompt, or a script on standard input, that plays this game as text; chance starts anew.
    pub fn of(game: &'static Info, store: Store) -> Self {
        Self {
            script: None,
            format: Format::Text(Style::Plain),
            strict: false,
            ascii: false,
            game,
            setup: Setup::default(),
            names: None,
            seed: rand::random(),
            resume: false,
            store,
        }
    }
}

/// Why the console could not run to its end.
#[derive(Debug, Error)]
pub enum Stopped {
    /// The script can't be read.
    #[error("can't read {name}: {source}")]
    Unreadable {
        /// Which script.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// Standard output can't be written, other than because nobody reads it any more.
    #[error("can't write the output: {0}")]
    Unwritable(#[source] io::Error),
    /// The terminal does not work as one.
    #[error("the prompt failed: {0}")]
    Prompt(#[from] rustyline::error::ReadlineError),
}

/// How a run ended: how many lines failed, and whether it was interrupted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ending {
    /// Lines that were no command or could not be carried out.
    pub failures: usize,
    /// Ended by Ctrl-C.
    pub interrupted: bool,
}

/// What a line came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// The next line can come.
    Continue,
    /// This was the last.
    Quit,
}

/// An interpreter and the text it has to say.
#[derive(Debug)]
pub struct Console {
    pub(super) interpreter: Interpreter,
    format: Format,
    ascii: bool,
    /// What has been written and not yet been taken.
    pub(super) out: String,
    /// Whether a command is being carried out, so that Ctrl-C is for it.
    pub(super) busy: Arc<AtomicBool>,
    /// What was last said about the autosave.
    pub(super) last_warning: String,
}

impl Console {
    pub(super) fn new(options: &Options, slots: Slots) -> Self {
        let autosave = Autosave::new(options.store.clone(), slots);
        let keeping = match slots {
            Slots::Own => Keeping::EveryPly(Autosaver::start(autosave)),
            Slots::Script => Keeping::AtTheEnd(Box::new(autosave)),
        };
        let mut session = Session::new(options.seed);
        let chosen = session.choose(options.game, options.setup);
        debug_assert!(chosen.is_ok(), "the arguments have been checked");
        if let Some(names) = options.names.clone() {
            session.set_names(names);
        }
        let mut interpreter =
            Interpreter::new(session, options.store.clone(), keeping, options.ascii);
        // A person sees it once, and a program can leave it; in the text of a script it would be in the
        // way.
        if slots == Slots::Own || options.format == Format::Json {
            interpreter.tell_openings();
        }
        Self {
            interpreter,
            format: options.format,
            ascii: options.ascii,
            out: String::new(),
            busy: Arc::default(),
            last_warning: String::new(),
        }
    }

    /// Says what is wrong to whoever reads standard error.
    pub(super) fn complain(&self, message: &str) {
        complain(message, self.ascii);
    }

    /// Whether replies are text for people.
    pub(super) fn speaks_text(&self) -> bool {
        matches!(self.format, Format::Text(_))
    }

    /// Ends the session, and says what could not be kept; returns whether an unfinished game was.
    pub(super) fn close(self) -> bool {
        let has_game = self.interpreter.has_unfinished();
        let all_lost = self.interpreter.close();
        for lost in &all_lost {
            complain(&lost.to_string(), self.ascii);
        }
        has_game && all_lost.is_empty()
    }

    /// How text looks; plain where there is none.
    pub(super) fn style(&self) -> Style {
        match self.format {
            Format::Text(style) => style,
            Format::Json => Style::Plain,
        }
    }

    /// Carries a line out and writes the reply to `out`.
    pub(super) fn line(
        &mut self,
        line: Result<&str, LineError>,
        number: usize,
    ) -> Result<Flow, Failure> {
        let text = *line.as_ref().unwrap_or(&"");
        if line.is_ok()
            && let Some(result) = self.interpreter.answer(text)
        {
            return self.finish(text, number, result.map_err(Failure::from));
        }
        let command = line.map_err(Failure::from).and_then(|line| Ok(Command::parse(line)?));
        let result = match command {
            Ok(None) => return Ok(Flow::Continue),
            Ok(Some(command)) => self.interpreter.execute(command).map_err(Failure::from),
            Err(error) => Err(error),
        };
        self.finish(text, number, result)
    }

    /// Takes it that no more lines follow, which ends a paste.
    pub(super) fn end_of_lines(&mut self, number: usize) -> Result<Flow, Failure> {
        match self.interpreter.finish_paste() {
            Some(result) => self.finish("", number, result.map_err(Failure::from)),
            None => Ok(Flow::Continue),
        }
    }

    /// Writes what came of a line.
    fn finish(
        &mut self,
        text: &str,
        number: usize,
        result: Result<Reply, Failure>,
    ) -> Result<Flow, Failure> {
        self.write(text, number, result.as_ref());
        let reply = result?;
        if let Some(reason) = reply.scores_not_written() {
            return Err(Failure::ScoresNotWritten(reason.to_owned()));
        }
        Ok(if reply.event == Event::Quit { Flow::Quit } else { Flow::Continue })
    }

    fn write(&mut self, line: &str, number: usize, result: Result<&Reply, &Failure>) {
        let session = self.interpreter.session();
        match (self.format, result) {
            (Format::Text(style), Ok(reply)) => {
                text::write_reply(&mut self.out, reply, session, style);
            }
            // What is wrong goes to standard error, which is the caller's business.
            (Format::Text(_), Err(_)) => {}
            (Format::Json, result) => {
                json::write_object(&mut self.out, number, line.trim(), result, session, self.ascii);
            }
        }
    }
}

/// Writes a line to standard error, with `ascii` in nothing but ASCII. That nobody may be there to
/// read it is no reason to stop.
pub(super) fn complain(message: &str, ascii: bool) {
    use io::Write;

    let escaped = (ascii && !message.is_ascii()).then(|| escaped(message));
    let _ = writeln!(io::stderr().lock(), "{}", escaped.as_deref().unwrap_or(message));
}

/// A text with what is not ASCII written as `\u{..}`.
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
