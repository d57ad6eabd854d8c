//! A conversation without threads, for tests and for fuzzing.

use std::time::Instant;

use super::thinker::{Resources, Thinker};
use super::{Protocol, Urgency};
use crate::players::Stop;

/// The table that searches get, whatever the client asks for.
const RESOURCES: Resources = Resources { hash_mb: 1, threads: 1 };

/// A client that sends one line after the other, and lets each search end before the next.
struct Client {
    thinker: Thinker,
    stop: Stop,
}

impl Client {
    fn new(stop: Stop) -> Self {
        Self { thinker: Thinker::new(RESOURCES, None, 1), stop }
    }

    /// The answer to a line with its searches, and whether the conversation is over.
    fn say<P: Protocol>(&mut self, protocol: &mut P, line: &str) -> (String, bool) {
        let mut answer = String::new();
        let mut reaction = protocol.line(line, Instant::now());
        loop {
            answer += &reaction.text;
            let Some(mut search) = reaction.search else { return (answer, reaction.is_end) };
            search.resources = RESOURCES;
            let mut news = String::new();
            let finished = self
                .thinker
                .think(&search, &self.stop, &mut |found| news += &protocol.found(found));
            answer += &news;
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
pub use fuzzing::{Exchange, Tongue, converse};

#[cfg(feature = "fuzzing")]
mod fuzzing {
    use std::fmt::Debug;

    use super::{Client, Protocol, RESOURCES, Stop, Urgency};
    use crate::games::{Info, REGISTRY};
    use crate::players::Level;
    use crate::protocols::{Speaker, gtp, nboard, ugi};

    /// A protocol.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Tongue {
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
    pub fn converse(tongue: Tongue, lines: &str, hear: &mut dyn FnMut(&Exchange)) {
        let level = Level::new(1);
        let speaker = Speaker { level, resources: RESOURCES, seed: 1, book: None };
        match tongue {
            Tongue::Gtp => talk(gtp::Gtp::new(&speaker), lines, hear),
            Tongue::NBoard => talk(nboard::NBoard::new(&speaker), lines, hear),
            Tongue::Ugi(number) => {
                let info: &Info = REGISTRY[number % REGISTRY.len()];
                talk(ugi::Ugi::new(&speaker, info), lines, hear);
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
