//! State shared by the threads of a conversation: lines of any length and content, search results and stop requests.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Search, Urgency};
use crate::base::text::{LineEnd, LineReader};
use crate::engine::Found;
use crate::players::{Answer, Stop};

/// The size of the queued lines at which reading pauses.
const MAX_BYTES: usize = 1 << 20;

/// The limit after the client has hung up: enough for short lines that fill the largest pipe.
const MAX_BYTES_LEFT: usize = 1 << 26;

/// A piped script's input ends this soon after its last line, unlike a client's.
const SCRIPT_ENDS_WITHIN: Duration = Duration::from_millis(100);

/// The total search time for such a script, which may have no reader. From a file, only infinite searches are
/// limited.
const TIME_FOR_SCRIPT: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub enum Incoming {
    /// A line to process, with its arrival time.
    Line(ClientLine, Instant),
    Found(Found),
    Finished(Box<Answer>),
    End,
}

#[derive(Debug)]
pub struct Mailbox {
    state: Mutex<MailboxState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct MailboxState {
    lines: VecDeque<(ClientLine, Urgency, Instant)>,
    /// The memory use of the lines, and the limit at which reading pauses.
    bytes: usize,
    max_bytes: usize,
    received: u64,
    taken: u64,
    /// Searches for lines before this one must stop.
    stop_before: u64,
    /// Whether the end of the input is expected.
    quit_received: bool,
    has_ended: bool,
    is_output_closed: bool,
    running: Option<Running>,
    /// The time at which all searches must stop.
    end_of_script: Option<Instant>,
    reports: VecDeque<Incoming>,
}

#[derive(Debug)]
struct Running {
    stop: Stop,
    deadline: Option<Instant>,
    is_endless: bool,
}

impl MailboxState {
    fn next_deadline(&self) -> Option<Instant> {
        let deadline = self.running.as_ref().and_then(|running| running.deadline);
        [deadline, self.end_of_script].into_iter().flatten().min()
    }

    fn meet_deadline(&mut self, deadline: Instant) {
        if self.end_of_script == Some(deadline) {
            self.end_of_script = None;
            self.stop(u64::MAX);
        }
        if let Some(running) = &mut self.running
            && running.deadline == Some(deadline)
        {
            running.deadline = None;
            running.stop.request();
        }
    }

    fn stop(&mut self, before: u64) {
        self.stop_before = before;
        if let Some(running) = &self.running {
            running.stop.request();
        }
    }
}

impl Mailbox {
    /// Creates a mailbox. If the input is a file, its end is expected.
    pub fn new(is_file: bool) -> Arc<Self> {
        let state = MailboxState {
            quit_received: is_file,
            max_bytes: MAX_BYTES,
            ..MailboxState::default()
        };
        Arc::new(Self {
            state: Mutex::new(state),
            changed: Condvar::new(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, MailboxState> {
        // The state is consistent whenever the lock is released, so poisoning is harmless.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, MailboxState>) -> MutexGuard<'a, MailboxState> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub fn push_line(&self, line: ClientLine, urgency: Urgency) {
        let mut state = self.lock();
        if urgency == Urgency::Ignored {
            return;
        }
        while state.bytes >= state.max_bytes {
            // An endless search would keep the queue full.
            if state
                .running
                .as_ref()
                .is_some_and(|running| running.is_endless)
            {
                let before = state.stop_before.max(state.taken + 1);
                state.stop(before);
            }
            state = self.wait(state);
        }
        state.received += 1;
        match urgency {
            Urgency::Stop => {
                let before = state.received;
                state.stop(before);
            }
            Urgency::Goodbye => state.quit_received = true,
            Urgency::InTurn | Urgency::Beside | Urgency::Ignored => {}
        }
        state.bytes += line.size();
        state.lines.push_back((line, urgency, Instant::now()));
        self.changed.notify_all();
    }

    /// Handles a client that has closed the input. Reading no longer pauses, so that it soon reaches the
    /// [`end`](Self::end).
    pub fn hang_up(&self) {
        self.lock().max_bytes = MAX_BYTES_LEFT;
        self.changed.notify_all();
    }

    /// Handles the end of the input. Unless the client has quit, it has disconnected, and searches are useless.
    pub fn end(&self, last_at: Option<Instant>) {
        let mut state = self.lock();
        state.has_ended = true;
        if let Some(running) = state.running.as_mut().filter(|running| running.is_endless) {
            running.deadline = Instant::now().checked_add(TIME_FOR_SCRIPT);
        }
        if !state.quit_received {
            if last_at.is_some_and(|at| at.elapsed() < SCRIPT_ENDS_WITHIN) {
                state.end_of_script = Instant::now().checked_add(TIME_FOR_SCRIPT);
            } else {
                state.stop(u64::MAX);
            }
        }
        self.changed.notify_all();
    }

    pub fn close_output(&self) {
        self.lock().is_output_closed = true;
        self.changed.notify_all();
    }

    /// Starts a search for the line taken last. Returns its stop request.
    pub fn start(&self, search: &Search) -> Stop {
        let mut state = self.lock();
        let stop = Stop::new();
        if state.taken < state.stop_before {
            stop.request();
        }
        let Search {
            mut deadline,
            is_endless,
            ..
        } = *search;
        if is_endless && state.has_ended {
            // The client can no longer stop it.
            deadline = Instant::now().checked_add(TIME_FOR_SCRIPT);
        }
        state.running = Some(Running {
            stop: stop.clone(),
            deadline,
            is_endless,
        });
        stop
    }

    pub fn report(&self, report: Incoming) {
        self.lock().reports.push_back(report);
        self.changed.notify_all();
    }

    pub fn next(&self) -> Incoming {
        let mut state = self.lock();
        loop {
            if state.is_output_closed {
                return Incoming::End;
            }
            if let Some(report) = state.reports.pop_front() {
                if matches!(report, Incoming::Finished(_)) {
                    state.running = None;
                }
                return report;
            }
            let is_searching = state.running.is_some();
            let may_be_taken = |(_, urgency, _): &mut (ClientLine, Urgency, Instant)| {
                !is_searching || *urgency == Urgency::Beside
            };
            if let Some((line, _, at)) = state.lines.pop_front_if(may_be_taken) {
                state.bytes -= line.size();
                state.taken += 1;
                self.changed.notify_all();
                return Incoming::Line(line, at);
            }
            if state.has_ended && state.lines.is_empty() && !is_searching {
                return Incoming::End;
            }
            state = match state.next_deadline() {
                None => self.wait(state),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        state.meet_deadline(deadline);
                        continue;
                    }
                    let waited = self.changed.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

pub const MAX_LINE_BYTES: usize = 1 << 16;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientLine {
    /// The text without its line end; invalid UTF-8 is replaced by U+FFFD.
    Text(String),
    /// A line longer than [`MAX_LINE_BYTES`], which is dropped.
    TooLong,
}

impl ClientLine {
    pub fn size(&self) -> usize {
        /// The memory use of a line in addition to its text.
        const FRAME: usize = 64;
        match self {
            Self::Text(text) => text.len() + FRAME,
            Self::TooLong => FRAME,
        }
    }
}

/// A reader that records the time of the last input.
struct Timed<R>(R, Option<Instant>);

impl<R: Read> Read for Timed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        if read > 0 {
            self.1 = Some(Instant::now());
        }
        Ok(read)
    }
}

pub struct ClientLines<R> {
    reader: LineReader<Timed<R>>,
    last_at: Option<Instant>,
}

impl<R: Read> ClientLines<R> {
    pub fn new(reader: R) -> Self {
        Self {
            reader: LineReader::new(Timed(reader, None), MAX_LINE_BYTES),
            last_at: None,
        }
    }

    pub fn last_at(&self) -> Option<Instant> {
        self.last_at.max(self.reader.source().1)
    }

    /// Reads the next line; `None` at the end of the input. Text after the last line end counts as a line.
    pub fn next(&mut self) -> io::Result<Option<ClientLine>> {
        let Some(line) = self.reader.next()? else {
            return Ok(None);
        };
        if line.end != LineEnd::Input {
            // Record it here too: lines sent together may have waited for room in the mailbox.
            self.last_at = Some(Instant::now());
        }
        let text = line.bytes.strip_suffix(b"\r").unwrap_or(line.bytes);
        Ok(Some(match line.end {
            LineEnd::Limit => ClientLine::TooLong,
            _ => ClientLine::Text(String::from_utf8_lossy(text).into_owned()),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<ClientLine> {
        let mut lines = ClientLines::new(input);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn line_ends_of_all_kinds_and_none_are_taken() {
        let texts = |lines: &[&str]| {
            lines
                .iter()
                .map(|&line| ClientLine::Text(line.to_owned()))
                .collect::<Vec<_>>()
        };
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\n"), texts(&[""]));
        assert_eq!(all(b"name\r\n\nquit"), texts(&["name", "", "quit"]));
        assert_eq!(all(b"a\xffb\n\0\n"), texts(&["a\u{fffd}b", "\0"]));
    }

    #[test]
    fn too_long_lines_are_not_kept() {
        let mut input = vec![b'x'; 10_000_000];
        input.extend(b"\nname\n");
        assert_eq!(
            all(&input),
            [ClientLine::TooLong, ClientLine::Text("name".to_owned())]
        );
        let longest = "x".repeat(MAX_LINE_BYTES);
        assert_eq!(all(longest.as_bytes()), [ClientLine::Text(longest)]);
    }
}
