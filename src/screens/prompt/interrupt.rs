//! What Ctrl-C is for at the moment.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// For this long after a search has ended Ctrl-C does nothing: it was meant for the search.
const AFTER_A_SEARCH: Duration = Duration::from_secs(1);

/// What an interrupt is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The end of the thought under way.
    MoveNow,
    /// Nothing: it came too late.
    Nothing,
    /// Clear the line, or end the program.
    Usual,
}

/// Knows whether somebody is thinking, or was until a moment ago. Shared between the prompt, its keys
/// and its signals.
#[derive(Debug, Default)]
pub(super) struct InterruptState(Mutex<Thinking>);

#[derive(Debug, Default)]
struct Thinking {
    is_thinking: bool,
    ended: Option<Instant>,
}

impl InterruptState {
    /// Somebody begins to think.
    pub(super) fn begin(&self) {
        self.change(|state| state.is_thinking = true);
    }

    /// Nobody is thinking any more.
    pub(super) fn end(&self) {
        self.change(|state| *state = Thinking { is_thinking: false, ended: Some(Instant::now()) });
    }

    /// What Ctrl-C is taken for now.
    pub(super) fn meaning(&self) -> Meaning {
        self.change(|state| match state {
            Thinking { is_thinking: true, .. } => Meaning::MoveNow,
            Thinking { ended: Some(ended), .. } if ended.elapsed() < AFTER_A_SEARCH => {
                Meaning::Nothing
            }
            _ => Meaning::Usual,
        })
    }

    fn change<R>(&self, change: impl FnOnce(&mut Thinking) -> R) -> R {
        // The state is whole at any time.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
