//! A conversation without threads, for tests and for fuzzing.

use std::time::Instant;

use super::searcher::SearchWorker;
use super::{Protocol, ProtocolOptions, Urgency};
use crate::players::{Adviser, Level, Stop, Thinker};

/// The settings with a level, and little memory.
pub(super) fn options(level: Option<Level>) -> ProtocolOptions {
    ProtocolOptions { level, hash_mb: 1, threads: 1, book: None, seed: 1 }
}

/// A client that sends one line after the other, and lets each search end before the next.
struct Client {
    searcher: SearchWorker,
    stop: Stop,
}

impl Client {
    fn new(stop: Stop) -> Self {
        Self { searcher: SearchWorker::new(1), stop }
    }

    /// The answer to a line with its searches, and whether the conversation is over.
    fn say<P: Protocol>(&mut self, protocol: &mut P, line: &str) -> (String, bool) {
        let mut answer = String::new();
        let mut reaction = protocol.line(line, Instant::now());
        loop {
            answer += &reaction.text;
            let Some(search) = reaction.search else { return (answer, reaction.is_end) };
            let mut request = search.request;
            if let Thinker::Engine { adviser, .. } = &mut request.thinker {
                // Whatever the client asks for.
                *adviser = Adviser::new(1, 1);
            }
            let mut observer = |found: &_| answer += &protocol.found(found);
            let finished = self.searcher.think(request, &self.stop, &mut observer);
            reaction = protocol.finished(&finished);
        }
    }
}

/// Processes lines in turn and collects the answers; searches run at once.
#[cfg(test)]
pub(super) fn say<P: Protocol>(protocol: &mut P, lines: &str) -> String {
    let mut client = Client::new(Stop::new());
    let lines = lines.lines().filter(|line| P::urgency(line) != Urgency::Ignored);
    lines.map(|line| client.say(protocol, line).0).collect()
}

/// The answer to a line whose search is stopped before it begins.
#[cfg(test)]
pub(super) fn say_stopped<P: Protocol>(protocol: &mut P, line: &str) -> String {
    let stop = Stop::new();
    stop.request();
    Client::new(stop).say(protocol, line).0
}

#[cfg(feature = "fuzzing")]
pub use fuzzing::{Exchange, ProtocolKind, converse};

#[cfg(feature = "fuzzing")]
mod fuzzing {
    use std::fmt::Debug;

    use super::{Client, Level, Protocol, Stop, Urgency, options};
    use crate::games::{Info, REGISTRY};
    use crate::protocols::{gtp, nboard, ugi};

    /// A protocol.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ProtocolKind {
        /// GTP.
        Gtp,
        /// That of `NBoard`.
        NBoard,
        /// UGI, about the game of this number in the registry.
        Ugi(usize),
    }

    /// A line that is not ignored, and what comes of it.
    pub struct Exchange<'a> {
        /// The line.
        pub line: &'a str,
        /// The answer with that of its searches.
        pub answer: &'a str,
        /// Whether nothing follows.
        pub is_end: bool,
        /// Compares the state before and after it.
        changes: &'a dyn Fn() -> bool,
    }

    impl Exchange<'_> {
        /// Whether the state is another one than before the line.
        pub fn changes_something(&self) -> bool {
            (self.changes)()
        }
    }

    /// Says lines until the conversation is over. Every search is stopped before it begins.
    pub fn converse(kind: ProtocolKind, lines: &str, hear: &mut dyn FnMut(&Exchange)) {
        let options = options(Level::new(1));
        match kind {
            ProtocolKind::Gtp => talk(gtp::Gtp::new(&options), lines, hear),
            ProtocolKind::NBoard => talk(nboard::NBoard::new(&options), lines, hear),
            ProtocolKind::Ugi(number) => {
                let info: &Info = REGISTRY[number % REGISTRY.len()];
                talk(ugi::Ugi::new(&options, info), lines, hear);
            }
        }
    }

    fn talk<P: Protocol + Clone + Debug>(
        mut protocol: P,
        lines: &str,
        hear: &mut dyn FnMut(&Exchange),
    ) {
        let stop = Stop::new();
        stop.request();
        let mut client = Client::new(stop);
        for line in lines.lines().filter(|line| P::urgency(line) != Urgency::Ignored) {
            let before = protocol.clone();
            let (answer, is_end) = client.say(&mut protocol, line);
            let changes = || format!("{before:?}") != format!("{protocol:?}");
            hear(&Exchange { line, answer: &answer, is_end, changes: &changes });
            if is_end {
                return;
            }
        }
    }
}
