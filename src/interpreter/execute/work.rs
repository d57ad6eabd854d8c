//! Long-running work as a value: created here, run on any thread, its result returned to the interpreter.

use std::fmt;

use super::{ExecuteError, Interpreter};
use crate::interpreter::progress::{Progress, Purpose};
use crate::interpreter::reply::Reply;
use crate::players::{Answer, Request, Stop};

/// The outcome of a command: its reply, or work to run first.
#[derive(Debug)]
pub enum Step {
    Done(Reply),
    Working {
        /// The reply to show at once, such as the user's own move.
        shown: Option<Reply>,
        work: Work,
    },
}

impl Step {
    /// Whether moves were played before the work, if any.
    pub fn has_played(&self) -> bool {
        let reply = match self {
            Self::Done(reply) => Some(reply),
            Self::Working { shown, .. } => shown.as_ref(),
        };
        reply.is_some_and(|reply| reply.played() > 0)
    }

    /// Puts the events of the reply before it in front.
    pub(super) fn after(self, earlier: Reply) -> Self {
        match self {
            Self::Done(reply) => Self::Done(reply.after(Some(earlier))),
            Self::Working { shown, work } => {
                let shown = match shown {
                    Some(shown) => shown.after(Some(earlier)),
                    None => earlier,
                };
                Self::Working {
                    shown: Some(shown),
                    work,
                }
            }
        }
    }
}

/// Work to run, independent of the state it was created from.
pub struct Work {
    id: u64,
    purpose: Purpose,
    /// Whether other work goes on beside it.
    is_beside: bool,
    run: Box<Run>,
}

/// Runs the work and reports progress. Returns how to apply the result.
type Run = dyn FnOnce(&Stop, &mut dyn FnMut(Progress)) -> Then + Send;

/// Applies the result of work.
type Then = Box<dyn FnOnce(&mut Interpreter, End) -> Result<Option<Step>, ExecuteError> + Send>;

#[derive(Debug, Clone, Copy)]
pub struct End {
    /// Whether the state is unchanged since the work was created.
    pub is_fresh: bool,
    /// Whether a stop was requested.
    pub is_stopped: bool,
}

/// The result of work, for [`Interpreter::resume`].
pub struct Finding {
    id: u64,
    is_stopped: bool,
    then: Then,
}

impl Work {
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Whether other work goes on beside it; otherwise it replaces other work.
    pub fn is_beside(&self) -> bool {
        self.is_beside
    }

    /// Runs the work on the calling thread. After a stop request it returns within milliseconds, with the results
    /// so far.
    pub fn run(self, stop: &Stop, report: &mut dyn FnMut(Progress)) -> Finding {
        let then = (self.run)(stop, report);
        Finding {
            id: self.id,
            is_stopped: stop.is_requested(),
            then,
        }
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Work").field(&self.purpose).finish()
    }
}

impl fmt::Debug for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Finding").field(&self.id).finish()
    }
}

/// The work that the state waits for, if any. Background work isn't kept here.
#[derive(Debug, Default)]
pub struct WorkInHand {
    awaited: Option<(u64, Purpose)>,
    last_id: u64,
}

impl WorkInHand {
    /// Returns the purpose of the work that the state waits for.
    pub fn purpose(&self) -> Option<Purpose> {
        self.awaited.map(|(_, purpose)| purpose)
    }

    /// Makes the result of the work stale, as it doesn't fit the new state.
    pub fn abandon(&mut self) {
        self.awaited = None;
    }

    /// Waits for this work instead of other work.
    fn wait_for(&mut self, work: &Work) {
        self.awaited = Some((work.id, work.purpose));
    }

    /// Ends the wait for this work. Returns whether the state waited for it.
    fn end(&mut self, id: u64) -> bool {
        self.awaited
            .take_if(|(awaited, _)| *awaited == id)
            .is_some()
    }

    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }
}

impl Interpreter {
    /// Applies the result of work. Returns `None` if no step follows, as for a stale result.
    pub fn resume(&mut self, finding: Finding) -> Result<Option<Step>, ExecuteError> {
        let Finding {
            id,
            is_stopped,
            then,
        } = finding;
        // A bot that ran out of time has lost, so its move is stale.
        let too_late = self.count_time();
        let end = End {
            is_fresh: self.in_hand.end(id),
            is_stopped,
        };
        let step = then(self, end)?;
        self.start_clocks();
        Ok(step.or(too_late))
    }

    /// Creates work that runs alongside other work. `then` receives its result, fresh or stale.
    pub(super) fn in_background<T: Send + 'static>(
        &mut self,
        purpose: Purpose,
        run: impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> T + Send + 'static,
        then: impl FnOnce(&mut Self, T, End) -> Result<Option<Step>, ExecuteError> + Send + 'static,
    ) -> Work {
        let run = |stop: &Stop, report: &mut dyn FnMut(Progress)| -> Then {
            let found = run(stop, report);
            Box::new(|interpreter, end| then(interpreter, found, end))
        };
        Work {
            id: self.in_hand.next_id(),
            purpose,
            is_beside: true,
            run: Box::new(run),
        }
    }

    /// Creates work that replaces other work. `then` receives its result, fresh or stale.
    pub(super) fn work<T: Send + 'static>(
        &mut self,
        purpose: Purpose,
        run: impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> T + Send + 'static,
        then: impl FnOnce(&mut Self, T, End) -> Result<Option<Step>, ExecuteError> + Send + 'static,
    ) -> Work {
        let mut work = self.in_background(purpose, run, then);
        work.is_beside = false;
        self.in_hand.wait_for(&work);
        work
    }

    /// Creates work that replaces other work. Stale results are dropped. `then` also receives whether it was
    /// stopped.
    pub(super) fn hand_out<T: Send + 'static>(
        &mut self,
        purpose: Purpose,
        run: impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> T + Send + 'static,
        then: impl FnOnce(&mut Self, T, bool) -> Result<Step, ExecuteError> + Send + 'static,
    ) -> Step {
        let work = self.work(purpose, run, |interpreter, found, end| {
            end.is_fresh
                .then(|| then(interpreter, found, end.is_stopped))
                .transpose()
        });
        Step::Working { shown: None, work }
    }

    /// Creates work whose result stays valid if moves are played in the meantime. A bot goes on thinking beside it.
    pub(super) fn lasting_work<T: Send + 'static>(
        &mut self,
        purpose: Purpose,
        run: impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> T + Send + 'static,
        then: impl FnOnce(&mut Self, T) -> Result<Option<Step>, ExecuteError> + Send + 'static,
    ) -> Step {
        let then = |interpreter: &mut Self, found, _| then(interpreter, found);
        let work = if self.is_bot_thinking() {
            self.in_background(purpose, run, then)
        } else {
            self.work(purpose, run, then)
        };
        Step::Working { shown: None, work }
    }

    /// Creates work that answers a request about one position.
    pub(super) fn think(
        &mut self,
        purpose: Purpose,
        request: Request,
        then: impl FnOnce(&mut Self, Answer) -> Result<Step, ExecuteError> + Send + 'static,
    ) -> Step {
        self.hand_out(purpose, thought(request), |interpreter, answer, _| {
            then(interpreter, answer)
        })
    }
}

pub fn thought(
    request: Request,
) -> impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> Answer + Send + 'static {
    |stop, report| request.think(stop, &mut |search, _| report(Progress::Search(search)))
}

/// Work and its results are sent between threads.
const _: () = {
    const fn is_send<T: Send + 'static>() {}
    is_send::<Work>();
    is_send::<Finding>();
    is_send::<Progress>();
};
