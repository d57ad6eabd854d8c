//! A single-threaded conversation, for tests and fuzzing.

use std::time::Instant;

use super::SearchWorker;
use super::{Protocol, ProtocolOptions, Urgency};
use crate::players::{Adviser, Level, Stop, Thinker};

pub fn options(level: Option<Level>) -> ProtocolOptions {
    ProtocolOptions {
        level,
        hash_mb: 1,
        threads: 1,
        book: None,
        seed: 1,
    }
}

/// A client that waits for each search before it sends the next line.
struct Client {
    searcher: SearchWorker,
    stop: Stop,
}

impl Client {
    fn new(stop: Stop) -> Self {
        Self {
            searcher: SearchWorker::new(1),
            stop,
        }
    }

    /// The reply to a line, including its searches, and whether the conversation is over.
    fn say<P: Protocol>(&mut self, protocol: &mut P, line: &str) -> (String, bool) {
        let mut answer = String::new();
        let mut reaction = protocol.line(line, Instant::now());
        loop {
            answer += &reaction.text;
            let Some(search) = reaction.search else {
                return (answer, reaction.is_end);
            };
            let mut request = search.request;
            if let Thinker::Engine { adviser, .. } = &mut request.thinker {
                // Keep it small, whatever size the client sets.
                *adviser = Adviser::new(1, 1);
            }
            let mut observer = |found: &_| answer += &protocol.found(found);
            let finished = self.searcher.think(request, &self.stop, &mut observer);
            reaction = protocol.finished(&finished);
        }
    }
}

#[cfg(test)]
pub fn say<P: Protocol>(protocol: &mut P, lines: &str) -> String {
    let mut client = Client::new(Stop::new());
    let lines = lines
        .lines()
        .filter(|line| P::urgency(line) != Urgency::Ignored);
    lines.map(|line| client.say(protocol, line).0).collect()
}

/// The reply to a line whose search is stopped before it starts.
#[cfg(test)]
pub fn say_stopped<P: Protocol>(protocol: &mut P, line: &str) -> String {
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

    /// A protocol to fuzz.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ProtocolKind {
        /// GTP.
        Gtp,
        /// The `NBoard` protocol.
        NBoard,
        /// UGI, with the game at this index of the registry.
        Ugi(usize),
    }

    /// A line that is not ignored, and its reply.
    pub struct Exchange<'a> {
        /// The line.
        pub line: &'a str,
        /// The reply, including the results of searches.
        pub answer: &'a str,
        /// Whether the conversation is over.
        pub is_end: bool,
        changes: &'a dyn Fn() -> bool,
    }

    impl Exchange<'_> {
        /// Whether the line changed the state.
        pub fn changes_something(&self) -> bool {
            (self.changes)()
        }
    }

    /// Sends lines until the conversation is over. Every search is stopped before it starts.
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
        for line in lines
            .lines()
            .filter(|line| P::urgency(line) != Urgency::Ignored)
        {
            let before = protocol.clone();
            let (answer, is_end) = client.say(&mut protocol, line);
            let changes = || format!("{before:?}") != format!("{protocol:?}");
            hear(&Exchange {
                line,
                answer: &answer,
                is_end,
                changes: &changes,
            });
            if is_end {
                return;
            }
        }
    }
}
