//! Decides what Ctrl-C does.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time after a search in which Ctrl-C is ignored as too late.
const AFTER_A_SEARCH: Duration = Duration::from_secs(1);

/// The shortest search at which a user can have aimed Ctrl-C.
const NOTICEABLE: Duration = Duration::from_millis(150);

/// The effect of Ctrl-C.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Ends the current thought.
    MoveNow,
    /// Ignored, because it came too late.
    Nothing,
    /// Clears the line, or ends the program.
    Usual,
}

/// Tracks whether a bot is thinking, or was a moment ago. Shared by the prompt, its keys and its signals.
#[derive(Debug, Default)]
pub struct InterruptState(Mutex<Thinking>);

#[derive(Debug, Default)]
struct Thinking {
    began: Option<Instant>,
    /// The end of the last search long enough to be noticed.
    ended: Option<Instant>,
}

impl InterruptState {
    pub fn begin(&self) {
        self.change(|state| state.began = Some(Instant::now()));
    }

    pub fn end(&self) {
        self.change(|state| {
            let began = state.began.take();
            let was_noticed = began.is_some_and(|began| began.elapsed() >= NOTICEABLE);
            state.ended = was_noticed.then(Instant::now);
        });
    }

    pub fn meaning(&self) -> Meaning {
        self.change(|state| match state {
            Thinking { began: Some(_), .. } => Meaning::MoveNow,
            Thinking {
                ended: Some(ended), ..
            } if ended.elapsed() < AFTER_A_SEARCH => Meaning::Nothing,
            _ => Meaning::Usual,
        })
    }

    fn change<R>(&self, change: impl FnOnce(&mut Thinking) -> R) -> R {
        // The state is always consistent, so poisoning is harmless.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
