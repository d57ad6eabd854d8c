//! Protocols for other programs, over standard input and output.
//!
//! Each protocol is a state that takes a line and returns what to answer and what to search,
//! without threads, clocks and pipes. `front_end.rs` reads, searches and writes for all of them.
//! `docs/protocols.md` describes the supported commands.

#[cfg(any(test, feature = "fuzzing"))]
mod dialog;
mod front_end;
mod gtp;
mod history;
mod lines;
mod mailbox;
mod nboard;
mod thinker;
mod ugi;

use std::io;
use std::sync::Arc;
use std::time::Instant;

use crate::base::text::{Printable, printable};
use crate::book::Book;
use crate::engine::Found;
use crate::games::Info;
use crate::players::Level;

#[cfg(feature = "fuzzing")]
pub use dialog::{Exchange, Tongue, converse};
pub use thinker::Resources;
use thinker::{Finished, Search};

/// The settings of a conversation.
#[derive(Debug, Clone)]
pub struct Speaker {
    /// The level unless the client sets one; `None` for the default of the protocol.
    pub level: Option<Level>,
    /// Memory and threads of the engine.
    pub resources: Resources,
    /// The opening book of Reversi; `None` for none.
    pub book: Option<Arc<Book>>,
    /// The random seed.
    pub seed: u64,
}

/// Speaks GTP until the client quits.
///
/// # Errors
/// If standard input can't be read, or standard output can't be written. A closed pipe is not an
/// error.
pub fn gtp(speaker: &Speaker) -> io::Result<()> {
    front_end::speak(gtp::Gtp::new(speaker), speaker)
}

/// Speaks the `NBoard` protocol until the client quits.
///
/// # Errors
/// If standard input can't be read, or standard output can't be written. A closed pipe is not an
/// error.
pub fn nboard(speaker: &Speaker) -> io::Result<()> {
    front_end::speak(nboard::NBoard::new(speaker), speaker)
}

/// Speaks UGI about a game until the client quits.
///
/// # Errors
/// If standard input can't be read, or standard output can't be written. A closed pipe is not an
/// error.
pub fn ugi(speaker: &Speaker, game: &'static Info) -> io::Result<()> {
    front_end::speak(ugi::Ugi::new(speaker, game), speaker)
}

/// When a line is processed, which depends on the line alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Urgency {
    /// After the searches for the lines before it.
    InTurn,
    /// While a search is running, if no other line waits.
    Beside,
    /// In turn, but searches for lines before it stop now.
    Stop,
    /// In turn, and the end of the input is expected after it.
    Goodbye,
    /// Never: the line means nothing.
    Ignored,
}

/// The reaction of a protocol to a line.
#[derive(Debug, Default)]
struct Reaction {
    /// The text to write: complete lines.
    text: String,
    /// What to search.
    search: Option<Box<Search>>,
    /// Whether the conversation is over.
    is_end: bool,
}

impl From<String> for Reaction {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// The pure part of a protocol.
trait Protocol {
    /// When a line is taken.
    fn urgency(line: &str) -> Urgency;

    /// A line that came at some moment. No search is running, unless the line is one to be taken
    /// [beside](Urgency::Beside) it.
    fn line(&mut self, line: &str, at: Instant) -> Reaction;

    /// A line too long to be kept.
    fn too_long(&mut self) -> Reaction {
        Reaction::default()
    }

    /// The search has found something.
    fn found(&mut self, _: &Found) -> String {
        String::new()
    }

    /// The search has ended.
    fn finished(&mut self, finished: &Finished) -> Reaction;
}

/// A text of the client, as quoted in an answer.
fn shown(text: &str) -> Printable<'_> {
    const LONGEST: usize = 40;
    printable(text).limited(LONGEST)
}
