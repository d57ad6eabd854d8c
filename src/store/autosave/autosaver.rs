//! Keeps the unfinished game of one running program: at a prompt on a thread, so that nobody waits for a disk; in a
//! script where it is, and only when it must, because a script can begin thousands.

use std::cell::RefCell;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Autosave, Slots, UnfinishedGame};
use crate::session::Snapshot;
use crate::store::{SavedGame, Store, StoreError, UnsavedData};

/// The delay after a failure before a finished game is added to the library again.
const RETRY_INTERVAL: Duration = Duration::from_secs(5);

/// What the thread is asked to do.
type Call = Box<dyn FnOnce(&mut Worker) + Send>;

/// Adds a finished game to the library.
type AddFinished = Box<dyn FnMut() -> Result<(), StoreError> + Send>;

/// Keeps the unfinished game. When states of a game come faster than the disk, only the last one is written.
#[derive(Debug)]
pub struct Autosaver {
    host: Host,
    failures: Receiver<UnsavedData>,
}

#[derive(Debug)]
enum Host {
    Thread(Sender<Call>, Option<JoinHandle<()>>),
    Here(Box<RefCell<Worker>>),
}

impl Autosaver {
    /// Keeps the game of a prompt in a slot of its own, on a thread if one can be started, and that of a script in
    /// the one that scripts share.
    pub fn new(store: &Store, slots: Slots) -> Self {
        let (failed, failures) = mpsc::channel();
        let worker = |failed| Worker {
            autosave: Autosave::new(store.clone(), slots),
            failed,
            pending: None,
            is_fresh: false,
            owed: Vec::new(),
            again: Instant::now(),
            is_discarded: false,
            is_over: false,
        };
        let start = || {
            let (calls, queue) = mpsc::channel();
            let worker = worker(Some(failed));
            let thread = std::thread::Builder::new().spawn(move || worker.run(&queue)).ok()?;
            Some(Host::Thread(calls, Some(thread)))
        };
        let host = if slots == Slots::Own { start() } else { None };
        Self {
            host: host.unwrap_or_else(|| Host::Here(Box::new(RefCell::new(worker(None))))),
            failures,
        }
    }

    /// Whether a thread does the work, so that each state of the game can be kept.
    pub fn is_in_background(&self) -> bool {
        matches!(self.host, Host::Thread(..))
    }

    /// Whether the program has a slot of its own, as after resuming a game.
    pub fn has_slot(&self) -> bool {
        match &self.host {
            Host::Thread(..) => true,
            Host::Here(worker) => worker.borrow().autosave.slot.is_some(),
        }
    }

    /// Asks for something, after all that was asked for before.
    fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Worker) -> T + Send + 'static,
    ) -> Receiver<T> {
        let (answer, wait) = mpsc::channel();
        // The caller may have stopped waiting.
        let call = move |worker: &mut Worker| drop(answer.send(question(worker)));
        match &self.host {
            // The thread ends only when this is dropped, so it listens.
            Host::Thread(calls, _) => drop(calls.send(Box::new(call))),
            Host::Here(worker) => call(&mut worker.borrow_mut()),
        }
        wait
    }

    /// Changes what is kept, after all that was asked for before. On the thread what fails is among the
    /// [`failures`](Self::failures).
    fn change(&self, change: fn(&mut Worker) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let changed = self.ask(move |worker| {
            let result = change(worker);
            worker.report(result)
        });
        changed.try_recv().unwrap_or(Ok(()))
    }

    /// Keeps a game, some time soon; where no thread does it, before anything else is asked for and at the end.
    pub fn keep(&self, record: Snapshot) {
        self.ask(|worker| (worker.pending, worker.is_fresh) = (Some(SavedGame::now(record)), true));
    }

    /// As [`Autosave::discard`], some time soon.
    ///
    /// # Errors
    /// As there, where no thread does it.
    pub fn discard(&self) -> Result<(), StoreError> {
        self.change(Worker::discard)
    }

    /// As [`Autosave::abandon`], some time soon.
    ///
    /// # Errors
    /// As there, where no thread does it; also when the game can't be written.
    pub fn abandon(&self) -> Result<(), StoreError> {
        self.change(Worker::abandon)
    }

    /// Adds a finished game to the library, some time soon. What keeps it from being added is among the
    /// [`failures`](Self::failures), and it is tried again until it works. The game stays in the autosave
    /// until then.
    pub fn finish(&self, add: impl FnMut() -> Result<(), StoreError> + Send + 'static) {
        self.ask(|worker| {
            let _ = worker.write_fresh();
            worker.owed.push(Box::new(add));
            if let (Err(lost), Some(failed)) = (worker.pay(), &worker.failed) {
                let _ = failed.send(lost);
            }
        });
    }

    /// As [`Autosave::resume`], at once.
    ///
    /// # Errors
    /// As there, and when the current game can't be written.
    pub fn resume(&self, number: usize) -> Result<UnfinishedGame, StoreError> {
        let found = self.ask(move |worker| worker.resume(number));
        found.recv().unwrap_or(Err(StoreError::NothingKept))
    }

    /// As [`Autosave::all`], at once.
    pub fn all(&self) -> Vec<UnfinishedGame> {
        self.ask(|worker| worker.autosave.all()).recv().unwrap_or_default()
    }

    /// A handle, for any thread, that waits until all requests are done and failed ones were retried once; at most
    /// for a given time. Where no thread does it, there is nothing to wait for.
    pub fn flusher(&self) -> impl Fn(Duration) + Send + 'static {
        let calls = match &self.host {
            Host::Thread(calls, _) => Some(calls.clone()),
            Host::Here(_) => None,
        };
        move |time| {
            let (done, wait) = mpsc::channel();
            let settle = move |worker: &mut Worker| {
                let _ = worker.write_fresh();
                let _ = done.send(worker.settle());
            };
            if calls.as_ref().is_some_and(|calls| calls.send(Box::new(settle)).is_ok()) {
                let _ = wait.recv_timeout(time);
            }
        }
    }

    /// Waits until everything asked for so far is done and what has failed was tried once more. Returns what
    /// can't be kept even so.
    pub fn settle(&self) -> Vec<UnsavedData> {
        self.ask(Worker::settle).recv().unwrap_or_default()
    }

    /// Waits until everything asked for so far is done, at most for a time. Returns whether it is.
    pub fn flush_within(&self, time: Duration) -> bool {
        self.is_in_background() && self.ask(Worker::write_fresh).recv_timeout(time).is_ok()
    }

    /// The failures since this was last asked.
    pub fn failures(&self) -> impl Iterator<Item = UnsavedData> {
        self.failures.try_iter()
    }
}

impl Drop for Autosaver {
    fn drop(&mut self) {
        if let Host::Thread(calls, thread) = &mut self.host {
            let _ = calls.send(Box::new(|worker| worker.is_over = true));
            if let Some(thread) = thread.take() {
                let _ = thread.join();
            }
        }
    }
}

/// What does the work, and knows what is still to be done.
struct Worker {
    autosave: Autosave,
    /// Where failures go that nobody waits for.
    failed: Option<Sender<UnsavedData>>,
    /// The last state of the game as long as it is not written.
    pending: Option<SavedGame>,
    /// Whether writing it has still to be tried.
    is_fresh: bool,
    /// The finished games that the library still lacks, and when they are tried again.
    owed: Vec<AddFinished>,
    again: Instant,
    /// Whether the autosave is to forget its game once nothing is owed.
    is_discarded: bool,
    is_over: bool,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").field("autosave", &self.autosave).finish_non_exhaustive()
    }
}

impl Worker {
    fn run(mut self, queue: &Receiver<Call>) {
        while !self.is_over {
            // A newer state of the same game makes an older one needless.
            let call = queue.try_recv().ok().or_else(|| {
                let _ = self.write_fresh();
                self.next(queue)
            });
            let Some(call) = call else { return };
            call(&mut self);
        }
        let _ = self.write_fresh();
    }

    /// The next call. While it waits, games that the library lacks are retried at intervals.
    fn next(&mut self, queue: &Receiver<Call>) -> Option<Call> {
        while !self.owed.is_empty() {
            match queue.recv_timeout(self.again.saturating_duration_since(Instant::now())) {
                Ok(call) => return Some(call),
                // It has been said already.
                Err(RecvTimeoutError::Timeout) => drop(self.pay()),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        queue.recv().ok()
    }

    /// Says what has failed where nobody waits for it; otherwise returns it.
    fn report(&self, result: Result<(), StoreError>) -> Result<(), StoreError> {
        match (&self.failed, result) {
            (Some(failed), Err(error)) => {
                let _ = failed.send(UnsavedData::Game(error));
                Ok(())
            }
            (_, result) => result,
        }
    }

    /// Writes the last state of the game, unless that was tried.
    fn write_fresh(&mut self) -> Result<(), StoreError> {
        let result = if self.is_fresh { self.write() } else { Ok(()) };
        self.report(result)
    }

    fn write(&mut self) -> Result<(), StoreError> {
        self.is_fresh = false;
        let Some(game) = &self.pending else { return Ok(()) };
        // The slot still has a finished game that the library lacks: it stays among the unfinished ones.
        if std::mem::take(&mut self.is_discarded) {
            let abandoned = self.autosave.abandon();
            let _ = self.report(abandoned);
        }
        self.autosave.keep(game)?;
        self.pending = None;
        Ok(())
    }

    /// Forgets the autosaved game, unless the library still lacks it.
    fn discard(&mut self) -> Result<(), StoreError> {
        (self.pending, self.is_fresh) = (None, false);
        self.is_discarded = !self.owed.is_empty();
        if self.is_discarded { Ok(()) } else { self.autosave.discard() }
    }

    fn abandon(&mut self) -> Result<(), StoreError> {
        self.leave()?;
        self.autosave.abandon()
    }

    fn resume(&mut self, number: usize) -> Result<UnfinishedGame, StoreError> {
        self.leave()?;
        self.autosave.resume(number)
    }

    /// Writes the game before another one is kept.
    fn leave(&mut self) -> Result<(), StoreError> {
        let written = self.write_fresh();
        (self.pending, self.is_discarded) = (None, false);
        written
    }

    /// Adds the games that are owed to the library, in order.
    fn pay(&mut self) -> Result<(), UnsavedData> {
        while let Some(add) = self.owed.first_mut() {
            if let Err(source) = add() {
                self.again = Instant::now() + RETRY_INTERVAL;
                return Err(UnsavedData::Library { games: self.owed.len(), source });
            }
            drop(self.owed.remove(0));
        }
        if std::mem::take(&mut self.is_discarded) {
            let discarded = self.discard();
            let _ = self.report(discarded);
        }
        Ok(())
    }

    /// Tries once more what could not be written. Returns what still can't be.
    fn settle(&mut self) -> Vec<UnsavedData> {
        // The game first: once all is paid, a finished one is forgotten.
        let kept = self.write().map_err(UnsavedData::Game);
        [self.pay(), kept].into_iter().filter_map(Result::err).collect()
    }
}
