//! Protocols for other programs, over standard input and output.
//!
//! Each protocol is a state machine that takes a line and returns a reply and a search, without threads, clocks and
//! pipes. `front_end.rs` reads, searches and writes for all of them. `docs/protocols.md` describes the supported
//! commands.

#[cfg(any(test, feature = "fuzzing"))]
mod dialog;
mod front_end;
mod gtp;
mod history;
mod mailbox;
mod nboard;
mod ugi;

use std::sync::Arc;
use std::time::Instant;
use std::{io, mem};

use rand::SeedableRng;

use crate::base::text::{Printable, printable};
use crate::book::Book;
use crate::engine::{Found, Limits};
use crate::games::{Game, Info, Move};
use crate::players::{Adviser, Answer, Level, Memory, Request, Resources, Rng, Stop, Thinker};

#[cfg(feature = "fuzzing")]
pub use dialog::{Exchange, ProtocolKind, converse};

/// The initial settings of a conversation; the client can change most of them.
#[derive(Debug, Clone)]
pub struct ProtocolOptions {
    /// `None` for the default of the protocol, or to let the clock decide.
    pub level: Option<Level>,
    /// The maximum size of the transposition table, in MiB. It is allocated at the first search.
    pub hash_mb: usize,
    pub threads: usize,
    /// The opening book of Reversi, if any.
    pub book: Option<Arc<Book>>,
    pub seed: u64,
}

impl ProtocolOptions {
    /// The engine with limits; `book_margin` is the maximum loss of a book move, in discs.
    fn engine(&self, limits: Limits, memory: Memory, book_margin: Option<i32>) -> Thinker {
        let adviser = Adviser::new(self.hash_mb, self.threads).with_book(self.book.clone());
        Thinker::Engine {
            adviser,
            limits,
            memory,
            book_margin,
        }
    }

    fn bot(&self, level: Level, game: &Info) -> Thinker {
        Thinker::Bot(level.bot_with(
            game,
            &Resources {
                book: self.book.clone(),
                threads: 1,
            },
        ))
    }
}

pub fn gtp(options: &ProtocolOptions) -> io::Result<()> {
    front_end::speak(gtp::Gtp::new(options), options)
}

pub fn nboard(options: &ProtocolOptions) -> io::Result<()> {
    front_end::speak(nboard::NBoard::new(options), options)
}

pub fn ugi(options: &ProtocolOptions, game: &'static Info) -> io::Result<()> {
    front_end::speak(ugi::Ugi::new(options, game), options)
}

/// When a line is processed, as far as the line itself determines it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Urgency {
    /// After the searches for earlier lines.
    InTurn,
    /// During a search, if no earlier line is queued.
    Beside,
    /// In turn, but searches for earlier lines stop now.
    Stop,
    /// In turn; the end of the input is expected after it.
    Goodbye,
    /// Never: the line is ignored.
    Ignored,
}

#[derive(Debug, Default)]
struct Reaction {
    /// The text to write, in complete lines.
    text: String,
    search: Option<Box<Search>>,
    is_end: bool,
}

impl From<String> for Reaction {
    fn from(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

/// The logic of a protocol, without I/O.
trait Protocol {
    fn urgency(line: &str) -> Urgency;

    /// Processes a line that arrived at `at`. No search is running, unless the line is [`Beside`](Urgency::Beside).
    fn line(&mut self, line: &str, at: Instant) -> Reaction;

    fn too_long(&mut self) -> Reaction {
        Reaction::default()
    }

    fn found(&mut self, _: &Found) -> String {
        String::new()
    }

    fn finished(&mut self, answer: &Answer) -> Reaction;
}

/// Parses a square by its letter and digit. The game itself would also accept `3,4`.
fn parse_vertex(game: &dyn Game, word: &str) -> Option<Move> {
    let is_vertex = matches!(word.as_bytes(), [column, row]
        if column.is_ascii_alphabetic() && row.is_ascii_digit());
    is_vertex.then(|| game.parse_move(word).ok()).flatten()
}

fn shown(text: &str) -> Printable<'_> {
    const MAX_SHOWN_CHARS: usize = 40;
    printable(text).limited(MAX_SHOWN_CHARS)
}

#[derive(Debug)]
struct Search {
    /// The worker replaces its random number generator.
    request: Request,
    deadline: Option<Instant>,
    /// Whether only a stop request ends the search.
    is_endless: bool,
}

struct SearchWorker {
    adviser: Option<Adviser>,
    rng: Rng,
}

impl SearchWorker {
    fn new(seed: u64) -> Self {
        Self {
            adviser: None,
            rng: Rng::seed_from_u64(seed),
        }
    }

    fn think(
        &mut self,
        mut request: Request,
        stop: &Stop,
        observer: &mut dyn FnMut(&Found),
    ) -> Answer {
        request.rng = self.rng.clone();
        if let Thinker::Engine { adviser, .. } = &mut request.thinker
            && let Some(earlier) = self.adviser.take()
        {
            adviser.continue_from(earlier);
        }
        let report = &mut |_, found: Option<&Found>| found.into_iter().for_each(&mut *observer);
        let mut answer = request.think(stop, report);
        self.rng = answer.request.rng.clone();
        if let Thinker::Engine { adviser, .. } = &mut answer.request.thinker {
            self.adviser = Some(mem::take(adviser));
        }
        answer
    }
}
