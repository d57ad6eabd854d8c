//! What takes long, as a value: it is begun here, runs anywhere, and its finding comes back.

use std::fmt;

use super::{ExecuteError, Interpreter};
use crate::interpreter::progress::{Progress, Purpose};
use crate::interpreter::reply::Reply;
use crate::players::{Answer, Request, Stop};

/// What follows from a command: its reply, or work to be done first.
#[derive(Debug)]
pub enum Step {
    Done(Reply),
    /// Something has to be thought about first.
    Working {
        /// What can be shown at once, such as a person's own move.
        shown: Option<Reply>,
        work: Work,
    },
}

/// Identifies a piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct WorkId(u64);

/// Something to think about, detached from the state that it is for.
pub struct Work {
    id: WorkId,
    purpose: Purpose,
    run: Box<Run>,
}

/// How work is done: it reports progress, and says what to do with the result.
type Run = dyn FnOnce(&Stop, &mut dyn FnMut(Progress)) -> Then + Send;

/// What the interpreter does with a result.
type Then = Box<dyn FnOnce(&mut Interpreter, End) -> Result<Option<Step>, ExecuteError> + Send>;

/// How work ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// Whether the state has not moved on since the work was handed out.
    pub(super) is_fresh: bool,
    /// Whether its end was requested before it came by itself.
    pub(super) is_stopped: bool,
}

/// The result of work, for [`Interpreter::resume`].
pub struct Finding {
    id: WorkId,
    is_stopped: bool,
    then: Then,
}

impl Work {
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Does it, here and now. Once `stop` is requested the finding follows within milliseconds, with
    /// what was found until then.
    pub fn run(self, stop: &Stop, report: &mut dyn FnMut(Progress)) -> Finding {
        let then = (self.run)(stop, report);
        Finding { id: self.id, is_stopped: stop.is_requested(), then }
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

impl Interpreter {
    /// Takes what came of the work that was handed out last; `None` if it is stale: the state has moved on,
    /// and nothing changes.
    pub fn resume(&mut self, finding: Finding) -> Result<Option<Step>, ExecuteError> {
        let Finding { id, is_stopped, then } = finding;
        // A bot that was too late has lost: its move is stale.
        let too_late = self.count_time();
        let is_fresh = self.working.take_if(|(working, _)| *working == id).is_some();
        let step = then(self, End { is_fresh, is_stopped })?;
        self.start_clocks();
        Ok(step.or(too_late.map(Step::Done)))
    }

    /// Work beside any other; `then` takes its result, fresh or stale.
    pub(super) fn in_background<T: Send + 'static>(
        &mut self,
        purpose: Purpose,
        run: impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> T + Send + 'static,
        then: impl FnOnce(&mut Self, T, End) -> Result<Option<Step>, ExecuteError> + Send + 'static,
    ) -> Work {
        self.last_work = WorkId(self.last_work.0 + 1);
        let run = |stop: &Stop, report: &mut dyn FnMut(Progress)| -> Then {
            let found = run(stop, report);
            Box::new(|interpreter, end| then(interpreter, found, end))
        };
        Work { id: self.last_work, purpose, run: Box::new(run) }
    }

    /// Work in place of any other; `then` takes its result, fresh or stale.
    pub(super) fn work<T: Send + 'static>(
        &mut self,
        purpose: Purpose,
        run: impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> T + Send + 'static,
        then: impl FnOnce(&mut Self, T, End) -> Result<Option<Step>, ExecuteError> + Send + 'static,
    ) -> Work {
        let work = self.in_background(purpose, run, then);
        self.working = Some((work.id, purpose));
        work
    }

    /// Hands out work in place of any other; a stale result is dropped. `then` hears whether it was stopped.
    pub(super) fn hand_out<T: Send + 'static>(
        &mut self,
        purpose: Purpose,
        run: impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> T + Send + 'static,
        then: impl FnOnce(&mut Self, T, bool) -> Result<Step, ExecuteError> + Send + 'static,
    ) -> Step {
        let work = self.work(purpose, run, |interpreter, found, end| {
            end.is_fresh.then(|| then(interpreter, found, end.is_stopped)).transpose()
        });
        Step::Working { shown: None, work }
    }

    /// Hands out a thought about one position.
    pub(super) fn think(
        &mut self,
        purpose: Purpose,
        request: Request,
        then: impl FnOnce(&mut Self, Answer) -> Result<Step, ExecuteError> + Send + 'static,
    ) -> Step {
        self.hand_out(purpose, thought(request), |interpreter, answer, _| then(interpreter, answer))
    }
}

/// How a request is answered.
pub(super) fn thought(
    request: Request,
) -> impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> Answer + Send + 'static {
    |stop, report| request.think(stop, &mut |search, _| report(Progress::Search(search)))
}

/// Work goes to another thread, and the finding comes back.
const _: () = {
    const fn is_send<T: Send + 'static>() {}
    is_send::<Work>();
    is_send::<Finding>();
    is_send::<Progress>();
};
