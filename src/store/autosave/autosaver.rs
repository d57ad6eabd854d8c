//! Saves the unfinished game of one running program.
//!
//! At a prompt this happens on a separate thread, so that moves never wait for the disk. A script saves on the
//! calling thread, and only when it must, because it can start thousands of games.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Autosave, Slots, UnfinishedGame};
use crate::base::language::ThreadLanguage;
use crate::session::Snapshot;
use crate::store::{FinishedGame, SavedGame, Store, StoreError, UnsavedData};

/// The delay between attempts to add a finished game to the library.
const RETRY_INTERVAL: Duration = Duration::from_secs(5);

type Call = Box<dyn FnOnce(&mut Worker) + Send>;

/// Saves the unfinished game. If its states come faster than the disk, only the last one is written.
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
    /// Creates an autosaver. A prompt gets a thread if one can be started.
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
            let thread = std::thread::Builder::new()
                .spawn(move || worker.run(&queue))
                .ok()?;
            Some(Host::Thread(calls, Some(thread)))
        };
        let host = if slots == Slots::Own { start() } else { None };
        Self {
            host: host.unwrap_or_else(|| Host::Here(Box::new(RefCell::new(worker(None))))),
            failures,
        }
    }

    /// Whether there is a thread, so that each state of the game can be saved.
    pub fn is_in_background(&self) -> bool {
        matches!(self.host, Host::Thread(..))
    }

    /// Whether the program has a separate slot, for example after resuming a game.
    pub fn has_slot(&self) -> bool {
        match &self.host {
            Host::Thread(..) => true,
            Host::Here(worker) => worker.borrow().autosave.slot.is_some(),
        }
    }

    /// Runs a request after all earlier ones.
    fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Worker) -> T + Send + 'static,
    ) -> Receiver<T> {
        let (answer, wait) = mpsc::channel();
        let language = ThreadLanguage::of_this();
        // The caller may have stopped waiting.
        let call = move |worker: &mut Worker| {
            language.run(|| drop(answer.send(question(worker))));
        };
        match &self.host {
            // The thread runs until `self` is dropped, so sending can't fail.
            Host::Thread(calls, _) => drop(calls.send(Box::new(call))),
            Host::Here(worker) => call(&mut worker.borrow_mut()),
        }
        wait
    }

    /// Changes the autosave after all earlier requests.
    /// With a thread, errors are in [`failures`](Self::failures) instead of the result.
    fn change(&self, change: fn(&mut Worker) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let changed = self.ask(move |worker| {
            let result = change(worker);
            worker.report(result)
        });
        changed.try_recv().unwrap_or(Ok(()))
    }

    /// Saves a game soon. Without a thread, it is saved before the next request and at the end.
    pub fn keep(&self, record: Snapshot) {
        self.ask(|worker| (worker.pending, worker.is_fresh) = (Some(SavedGame::now(record)), true));
    }

    /// Schedules [`Autosave::discard`].
    pub fn discard(&self) -> Result<(), StoreError> {
        self.change(Worker::discard)
    }

    /// Schedules [`Autosave::abandon`], after saving the game.
    pub fn abandon(&self) -> Result<(), StoreError> {
        self.change(Worker::abandon)
    }

    /// Adds a finished game to the library soon, and retries until it succeeds.
    /// The game stays in the autosave until then. Errors are in [`failures`](Self::failures).
    pub fn finish(
        &self,
        game: FinishedGame,
        add: impl FnMut() -> Result<(), StoreError> + Send + 'static,
    ) {
        self.owe(Owed {
            add: Box::new(add),
            game: Some(game),
            path: None,
        });
    }

    /// Adds the finished games of earlier runs to the library soon, like [`finish`](Self::finish).
    pub fn add_earlier(&self, add: impl FnMut() -> Result<(), StoreError> + Send + 'static) {
        self.owe(Owed {
            add: Box::new(add),
            game: None,
            path: None,
        });
    }

    fn owe(&self, owed: Owed) {
        self.ask(|worker| {
            let _ = worker.write_fresh();
            worker.owed.push(owed);
            worker.keep_owed();
            if let (Err(lost), Some(failed)) = (worker.pay(), &worker.failed) {
                let _ = failed.send(lost);
            }
        });
    }

    /// Saves the current game, then runs [`Autosave::resume`], and waits for the result.
    pub fn resume(&self, number: usize) -> Result<UnfinishedGame, StoreError> {
        let found = self.ask(move |worker| worker.resume(number));
        found.recv().unwrap_or(Err(StoreError::NothingKept))
    }

    /// Like [`Autosave::all`], after all earlier requests.
    pub fn all(&self) -> Vec<UnfinishedGame> {
        self.ask(|worker| worker.autosave.all())
            .recv()
            .unwrap_or_default()
    }

    /// Creates a function that waits for all requests, up to a time limit.
    /// Failed requests are retried once. Without a thread the function returns at once.
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
            if calls
                .as_ref()
                .is_some_and(|calls| calls.send(Box::new(settle)).is_ok())
            {
                let _ = wait.recv_timeout(time);
            }
        }
    }

    /// Waits until all requests are done and failed ones were retried once. Returns the remaining failures.
    pub fn settle(&self) -> Vec<UnsavedData> {
        self.ask(Worker::settle).recv().unwrap_or_default()
    }

    /// Waits until all requests are done, and retries failed ones. Returns the data that has no copy on the disk.
    pub fn unsaved(&self) -> Vec<UnsavedData> {
        self.ask(Worker::unsaved).recv().unwrap_or_default()
    }

    /// Waits until all requests are done, at most for `time`. Returns whether they are.
    pub fn flush_within(&self, time: Duration) -> bool {
        self.is_in_background() && self.ask(Worker::write_fresh).recv_timeout(time).is_ok()
    }

    /// Returns the failures since the previous call.
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

/// Finished games that the library lacks.
struct Owed {
    add: Box<dyn FnMut() -> Result<(), StoreError> + Send>,
    /// The game; `None` for games of earlier runs, which have files.
    game: Option<FinishedGame>,
    /// The file of the game, once it is written.
    path: Option<PathBuf>,
}

impl Owed {
    fn is_kept(&self) -> bool {
        self.game.is_none() || self.path.is_some()
    }
}

/// The autosave with its pending work.
struct Worker {
    autosave: Autosave,
    /// The channel for errors that no caller waits for; `None` without a thread.
    failed: Option<Sender<UnsavedData>>,
    /// The last state of the game if it is not yet written.
    pending: Option<SavedGame>,
    /// Whether writing `pending` has not been tried yet.
    is_fresh: bool,
    /// The finished games to add to the library, and the time of the next attempt.
    owed: Vec<Owed>,
    again: Instant,
    /// Whether to remove the autosaved game once all finished games are in the library or have files.
    is_discarded: bool,
    is_over: bool,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker")
            .field("autosave", &self.autosave)
            .finish_non_exhaustive()
    }
}

impl Worker {
    fn run(mut self, queue: &Receiver<Call>) {
        while !self.is_over {
            // Take waiting calls first: a newer state of the game replaces an older one.
            let call = queue.try_recv().ok().or_else(|| {
                let _ = self.write_fresh();
                self.next(queue)
            });
            let Some(call) = call else { return };
            call(&mut self);
        }
        let _ = self.write_fresh();
    }

    /// Waits for the next call. Retries failed additions to the library in the meantime.
    fn next(&mut self, queue: &Receiver<Call>) -> Option<Call> {
        while !self.owed.is_empty() {
            match queue.recv_timeout(self.again.saturating_duration_since(Instant::now())) {
                Ok(call) => return Some(call),
                // The error has been reported already.
                Err(RecvTimeoutError::Timeout) => drop(self.pay()),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        queue.recv().ok()
    }

    /// Sends an error to the channel, or returns it if there is no channel.
    fn report(&self, result: Result<(), StoreError>) -> Result<(), StoreError> {
        match (&self.failed, result) {
            (Some(failed), Err(error)) => {
                let _ = failed.send(UnsavedData::Game(error));
                Ok(())
            }
            (_, result) => result,
        }
    }

    /// Writes the pending state if that has not been tried yet.
    fn write_fresh(&mut self) -> Result<(), StoreError> {
        let result = if self.is_fresh { self.write() } else { Ok(()) };
        self.report(result)
    }

    fn write(&mut self) -> Result<(), StoreError> {
        self.is_fresh = false;
        let Some(game) = &self.pending else {
            return Ok(());
        };
        // The slot still has a finished game that the library lacks, so keep it as abandoned.
        if std::mem::take(&mut self.is_discarded) {
            let abandoned = self.autosave.abandon();
            let _ = self.report(abandoned);
        }
        self.autosave.keep(game)?;
        self.pending = None;
        Ok(())
    }

    /// Removes the autosaved game, unless it is the only copy of a finished game.
    fn discard(&mut self) -> Result<(), StoreError> {
        (self.pending, self.is_fresh) = (None, false);
        self.is_discarded = !self.owed.iter().all(Owed::is_kept);
        if self.is_discarded {
            Ok(())
        } else {
            self.autosave.discard()
        }
    }

    fn abandon(&mut self) -> Result<(), StoreError> {
        self.leave()?;
        self.autosave.abandon()
    }

    fn resume(&mut self, number: usize) -> Result<UnfinishedGame, StoreError> {
        self.leave()?;
        self.autosave.resume(number)
    }

    fn leave(&mut self) -> Result<(), StoreError> {
        let written = self.write_fresh();
        (self.pending, self.is_discarded) = (None, false);
        written
    }

    /// Writes files for the finished games that have none.
    fn keep_owed(&mut self) {
        for owed in &mut self.owed {
            if let (Some(game), None) = (&owed.game, &owed.path) {
                owed.path = self.autosave.store.keep_finished(game).ok();
            }
        }
    }

    /// Adds the finished games to the library, in order.
    fn pay(&mut self) -> Result<(), UnsavedData> {
        while let Some(owed) = self.owed.first_mut() {
            if let Err(source) = (owed.add)() {
                self.again = Instant::now() + RETRY_INTERVAL;
                let games = self.owed.len();
                let are_kept = self.owed.iter().all(Owed::is_kept);
                return Err(UnsavedData::Library {
                    games,
                    are_kept,
                    source,
                });
            }
            if let Some(path) = self.owed.remove(0).path {
                // A file that stays is added again, as a duplicate.
                let _ = self.autosave.store.forget_finished(&path);
            }
        }
        if std::mem::take(&mut self.is_discarded) {
            let discarded = self.discard();
            let _ = self.report(discarded);
        }
        Ok(())
    }

    /// Retries all failed writes. Returns the remaining failures.
    fn settle(&mut self) -> Vec<UnsavedData> {
        // The game first: once the library has everything, a finished game is removed.
        let kept = self.write().map_err(UnsavedData::Game);
        self.keep_owed();
        [self.pay(), kept]
            .into_iter()
            .filter_map(Result::err)
            .collect()
    }

    /// Retries the writes of data that has no copy on the disk. Returns the remaining failures.
    fn unsaved(&mut self) -> Vec<UnsavedData> {
        let kept = self.write().map_err(UnsavedData::Game);
        self.keep_owed();
        let is_safe = self.owed.iter().all(Owed::is_kept);
        let added = if is_safe { Ok(()) } else { self.pay() };
        [added, kept].into_iter().filter_map(Result::err).collect()
    }
}
