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
mod searcher;
mod ugi;

use std::io;
use std::sync::Arc;
use std::time::Instant;

use crate::base::text::{Printable, printable};
use crate::book::Book;
use crate::engine::{Found, Limits};
use crate::games::Info;
use crate::players::{Adviser, Answer, Level, Memory, Resources, Thinker};

#[cfg(feature = "fuzzing")]
pub use dialog::{Exchange, ProtocolKind, converse};
use searcher::Search;

/// The settings of a conversation; the client changes most of them.
#[derive(Debug, Clone)]
pub struct ProtocolOptions {
    /// `None` for the default of the protocol, or for the clock to decide.
    pub level: Option<Level>,
    /// Memory for the transposition table, in MiB. It is allocated at the first search.
    pub hash_mb: usize,
    pub threads: usize,
    /// The opening book of Reversi; `None` for none.
    pub book: Option<Arc<Book>>,
    pub seed: u64,
}

impl ProtocolOptions {
    /// The engine within limits; `book_margin` is the number of discs that a move from the book may lose.
    fn engine(&self, limits: Limits, memory: Memory, book_margin: Option<i32>) -> Thinker {
        let adviser = Adviser::new(self.hash_mb, self.threads).with_book(self.book.clone());
        Thinker::Engine { adviser, limits, memory, book_margin }
    }

    fn bot(&self, level: Level, game: &Info) -> Thinker {
        Thinker::Bot(level.bot_with(game, &Resources { book: self.book.clone(), threads: 1 }))
    }
}

/// Speaks GTP until the client quits. A closed pipe is not an error.
pub fn gtp(options: &ProtocolOptions) -> io::Result<()> {
    front_end::speak(gtp::Gtp::new(options), options)
}

/// Speaks the `NBoard` protocol until the client quits. A closed pipe is not an error.
pub fn nboard(options: &ProtocolOptions) -> io::Result<()> {
    front_end::speak(nboard::NBoard::new(options), options)
}

/// Speaks UGI about a game until the client quits. A closed pipe is not an error.
pub fn ugi(options: &ProtocolOptions, game: &'static Info) -> io::Result<()> {
    front_end::speak(ugi::Ugi::new(options, game), options)
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
    search: Option<Box<Search>>,
    is_end: bool,
}

impl From<String> for Reaction {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// The pure part of a protocol.
trait Protocol {
    fn urgency(line: &str) -> Urgency;

    /// A line that came at some moment. No search is running, unless the line is one to be taken
    /// [beside](Urgency::Beside) it.
    fn line(&mut self, line: &str, at: Instant) -> Reaction;

    /// A line too long to be kept.
    fn too_long(&mut self) -> Reaction {
        Reaction::default()
    }

    fn found(&mut self, _: &Found) -> String {
        String::new()
    }

    fn finished(&mut self, answer: &Answer) -> Reaction;
}

/// A text of the client, as quoted in an answer.
fn shown(text: &str) -> Printable<'_> {
    const MAX_SHOWN_CHARS: usize = 40;
    printable(text).limited(MAX_SHOWN_CHARS)
}
