//! What the threads of a conversation have to tell each other: lines that have come, what a search
//! finds, and that it has to stop.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Urgency;
use super::lines::Line;
use super::thinker::{Finished, Search};
use crate::engine::Found;
use crate::players::Stop;

/// As soon as the lines that wait take so many bytes, no more are read.
const MOST_BYTES: usize = 1 << 20;

/// When the input ends so soon after a line, it is a script that was piped in, and no partner that went
/// away while it waited for an answer.
const SCRIPT_ENDS_WITHIN: Duration = Duration::from_millis(100);

/// Searches of such a script have so much time, all together: there may be nobody who waits for them.
/// From a file only those have it that would never end.
const TIME_FOR_SCRIPT: Duration = Duration::from_secs(10);

/// What happens next.
#[derive(Debug)]
pub(super) enum Event {
    /// A line is to be taken, which came at that moment.
    Line(Line, Instant),
    /// The search has found something.
    Found(Found),
    /// The search has ended.
    Finished(Finished),
    /// Nothing more will come.
    End,
}

/// Keeps what the threads tell each other until it is asked for.
#[derive(Debug)]
pub(super) struct Mailbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Lines that nobody has taken yet.
    lines: VecDeque<(Line, Urgency, Instant)>,
    /// How much memory they take.
    bytes: usize,
    /// How many lines have come, and how many of them were taken.
    come: u64,
    taken: u64,
    /// Searches for lines before this one have to stop.
    stop_before: u64,
    /// The partner said that it wants to end, so that the end of the input means nothing.
    has_said_goodbye: bool,
    /// No more lines will come.
    has_ended: bool,
    /// Nobody reads the answers.
    is_deserted: bool,
    running: Option<Running>,
    /// When all searches have to stop.
    end_of_script: Option<Instant>,
    reports: VecDeque<Event>,
}

/// The search that is running.
#[derive(Debug)]
struct Running {
    /// What it looks at to see whether it has to stop.
    stop: Stop,
    /// When it has to.
    deadline: Option<Instant>,
    /// Whether it ends only when it is told to.
    is_endless: bool,
}

impl State {
    /// When something has to stop next.
    fn next_deadline(&self) -> Option<Instant> {
        let deadline = self.running.as_ref().and_then(|running| running.deadline);
        [deadline, self.end_of_script].into_iter().flatten().min()
    }

    /// Stops what had to stop at that moment.
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

    /// Stops the searches for all lines that have come so far.
    fn stop(&mut self, before: u64) {
        self.stop_before = before;
        if let Some(running) = &self.running {
            running.stop.request();
        }
    }
}

impl Mailbox {
    /// One for lines that come from a partner, or from a file, which can't go away.
    pub(super) fn new(is_file: bool) -> Arc<Self> {
        let state = State { has_said_goodbye: is_file, ..State::default() };
        Arc::new(Self { state: Mutex::new(state), changed: Condvar::new() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that holds the lock leaves the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Brings a line, as soon as there is room for it.
    pub(super) fn bring(&self, line: Line, urgency: Urgency) {
        let mut state = self.lock();
        if urgency == Urgency::Ignored {
            return;
        }
        while state.bytes >= MOST_BYTES {
            // An endless search would never let them be taken.
            if state.running.as_ref().is_some_and(|running| running.is_endless) {
                let before = state.stop_before.max(state.taken + 1);
                state.stop(before);
            }
            state = self.wait(state);
        }
        state.come += 1;
        match urgency {
            Urgency::Stop => {
                let before = state.come;
                state.stop(before);
            }
            Urgency::Goodbye => state.has_said_goodbye = true,
            Urgency::InTurn | Urgency::Beside | Urgency::Ignored => {}
        }
        state.bytes += line.size();
        state.lines.push_back((line, urgency, Instant::now()));
        self.changed.notify_all();
    }

    /// No more lines will come, and the last bytes came at that moment. Unless that was to be expected
    /// the partner is gone, and searches are of no use to anybody.
    pub(super) fn end(&self, last_at: Option<Instant>) {
        let mut state = self.lock();
        state.has_ended = true;
        if let Some(running) = state.running.as_mut().filter(|running| running.is_endless) {
            running.deadline = Instant::now().checked_add(TIME_FOR_SCRIPT);
        }
        if !state.has_said_goodbye {
            if last_at.is_some_and(|at| at.elapsed() < SCRIPT_ENDS_WITHIN) {
                state.end_of_script = Instant::now().checked_add(TIME_FOR_SCRIPT);
            } else {
                state.stop(u64::MAX);
            }
        }
        self.changed.notify_all();
    }

    /// Nobody reads the answers any more.
    pub(super) fn desert(&self) {
        self.lock().is_deserted = true;
        self.changed.notify_all();
    }

    /// A search for the line that was taken last begins. What is returned is requested when it has to
    /// end.
    pub(super) fn start(&self, search: &Search) -> Stop {
        let mut state = self.lock();
        let stop = Stop::new();
        if state.taken < state.stop_before {
            stop.request();
        }
        let Search { mut deadline, is_endless, .. } = *search;
        if is_endless && state.has_ended {
            // Nobody can end it any more.
            deadline = Instant::now().checked_add(TIME_FOR_SCRIPT);
        }
        state.running = Some(Running { stop: stop.clone(), deadline, is_endless });
        stop
    }

    /// The running search tells something.
    pub(super) fn report(&self, report: Event) {
        self.lock().reports.push_back(report);
        self.changed.notify_all();
    }

    /// What happens next, which may take any time.
    pub(super) fn next(&self) -> Event {
        let mut state = self.lock();
        loop {
            if state.is_deserted {
                return Event::End;
            }
            if let Some(report) = state.reports.pop_front() {
                if matches!(report, Event::Finished(_)) {
                    state.running = None;
                }
                return report;
            }
            let is_searching = state.running.is_some();
            let may_be_taken = |(_, urgency, _): &mut (Line, Urgency, Instant)| {
                !is_searching || *urgency == Urgency::Beside
            };
            if let Some((line, _, at)) = state.lines.pop_front_if(may_be_taken) {
                state.bytes -= line.size();
                state.taken += 1;
                self.changed.notify_all();
                return Event::Line(line, at);
            }
            if state.has_ended && state.lines.is_empty() && !is_searching {
                return Event::End;
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
