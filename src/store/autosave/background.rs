//! Autosaving beside the game, so that nobody waits for a disk.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::Autosave;
use crate::session::{CurrentGame, Snapshot};
use crate::store::{NotKept, SavedGame, StoreError};

/// The delay after a failure before a finished game is added to the library again.
const AGAIN: Duration = Duration::from_secs(5);

/// One thing to do.
enum Job {
    Keep(Box<Snapshot>),
    Discard,
    Abandon,
    /// By its number among those that are kept.
    Resume(usize, Sender<Result<Kept, StoreError>>),
    List(Sender<Vec<Kept>>),
    Finish(Finish),
    /// Answers when everything before is done.
    Flush(Sender<()>),
    /// Tries once more what could not be written, and answers with what still can't.
    Settle(Sender<Vec<NotKept>>),
    Stop,
}

/// Adds a finished game to the library.
type Finish = Box<dyn FnMut() -> Result<(), StoreError> + Send>;

/// A game brought back.
type Kept = (SavedGame, CurrentGame);

/// A thread that owns an [`Autosave`]. When jobs come faster than the disk, only the last state
/// of a game is written.
#[derive(Debug)]
pub struct Autosaver {
    jobs: Sender<Job>,
    failures: Receiver<NotKept>,
    thread: Option<JoinHandle<()>>,
}

impl Autosaver {
    /// Starts the thread; `None` where none can be started.
    pub fn start(autosave: Autosave) -> Option<Self> {
        let (jobs, queue) = mpsc::channel();
        let (failed, failures) = mpsc::channel();
        let work = Worker {
            autosave,
            failed,
            unkept: None,
            owed: Vec::new(),
            again: Instant::now(),
            is_discarded: false,
        };
        let thread = std::thread::Builder::new().spawn(move || work.run(&queue)).ok()?;
        Some(Self { jobs, failures, thread: Some(thread) })
    }

    fn send(&self, job: Job) {
        // The thread ends only when this is dropped, so it listens.
        let _ = self.jobs.send(job);
    }

    /// As [`Autosave::keep`], some time soon.
    pub fn keep(&self, record: Snapshot) {
        self.send(Job::Keep(Box::new(record)));
    }

    /// As [`Autosave::discard`], some time soon.
    pub fn discard(&self) {
        self.send(Job::Discard);
    }

    /// As [`Autosave::abandon`], some time soon.
    pub fn abandon(&self) {
        self.send(Job::Abandon);
    }

    /// Adds a finished game to the library, some time soon. What keeps it from being added is among the
    /// [`failures`](Self::failures), and it is tried again until it works. The game stays in the autosave
    /// until then.
    pub fn finish(&self, add: impl FnMut() -> Result<(), StoreError> + Send + 'static) {
        self.send(Job::Finish(Box::new(add)));
    }

    /// As [`Autosave::resume`], at once.
    ///
    /// # Errors
    /// As there.
    pub fn resume(&self, number: usize) -> Result<Kept, StoreError> {
        let (answer, wait) = mpsc::channel();
        self.send(Job::Resume(number, answer));
        wait.recv().unwrap_or(Err(StoreError::NothingKept))
    }

    /// As [`Autosave::all`], at once.
    pub fn all(&self) -> Vec<Kept> {
        let (answer, wait) = mpsc::channel();
        self.send(Job::List(answer));
        wait.recv().unwrap_or_default()
    }

    /// A handle, for any thread, that waits until all requests are done and failed ones were retried once; at most
    /// for a given time.
    pub fn flusher(&self) -> impl Fn(Duration) + Send + 'static {
        let jobs = self.jobs.clone();
        move |time| {
            let (done, wait) = mpsc::channel();
            if jobs.send(Job::Settle(done)).is_ok() {
                let _ = wait.recv_timeout(time);
            }
        }
    }

    /// Waits until everything asked for so far is done and what has failed was tried once more. Returns what
    /// can't be kept even so.
    pub fn settle(&self) -> Vec<NotKept> {
        let (done, wait) = mpsc::channel();
        self.send(Job::Settle(done));
        wait.recv().unwrap_or_default()
    }

    /// Waits until everything asked for so far is done, at most for a time. Returns whether it is.
    pub fn flush_within(&self, time: Duration) -> bool {
        let (done, wait) = mpsc::channel();
        self.send(Job::Flush(done));
        wait.recv_timeout(time).is_ok()
    }

    /// The failures since this was last asked.
    pub fn failures(&self) -> impl Iterator<Item = NotKept> {
        self.failures.try_iter()
    }
}

impl Drop for Autosaver {
    fn drop(&mut self) {
        self.send(Job::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The thread and what it knows.
struct Worker {
    autosave: Autosave,
    failed: Sender<NotKept>,
    /// The last state of the game, if it could not be written.
    unkept: Option<Box<Snapshot>>,
    /// The finished games that the library still lacks, and when they are tried again.
    owed: Vec<Finish>,
    again: Instant,
    /// Whether the autosave is to forget its game once nothing is owed.
    is_discarded: bool,
}

impl Worker {
    fn run(mut self, queue: &Receiver<Job>) {
        while let Some(mut job) = self.next(queue) {
            // A newer state of the same game makes an older one needless.
            while matches!(job, Job::Keep(_)) {
                match queue.try_recv() {
                    Ok(next @ (Job::Keep(_) | Job::Discard)) => job = next,
                    Ok(other) => self.carry_out(std::mem::replace(&mut job, other)),
                    Err(_) => break,
                }
            }
            if matches!(job, Job::Stop) {
                return;
            }
            self.carry_out(job);
        }
    }

    /// The next job. While it waits, games that the library lacks are retried at intervals.
    fn next(&mut self, queue: &Receiver<Job>) -> Option<Job> {
        while !self.owed.is_empty() {
            match queue.recv_timeout(self.again.saturating_duration_since(Instant::now())) {
                Ok(job) => return Some(job),
                // It has been said already.
                Err(RecvTimeoutError::Timeout) => drop(self.pay()),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        queue.recv().ok()
    }

    fn carry_out(&mut self, job: Job) {
        let result = match job {
            Job::Keep(record) => {
                // The place still has a finished game that the library lacks: it stays among the
                // unfinished ones.
                if std::mem::take(&mut self.is_discarded)
                    && let Err(error) = self.autosave.abandon()
                {
                    let _ = self.failed.send(NotKept::Game(error));
                }
                self.unkept = Some(record);
                self.keep_again().map_or(Ok(()), Err)
            }
            Job::Discard => self.discard(),
            Job::Abandon => {
                (self.is_discarded, self.unkept) = (false, None);
                self.autosave.abandon().map_err(NotKept::Game)
            }
            Job::Finish(add) => {
                self.owed.push(add);
                self.pay().map_or(Ok(()), Err)
            }
            Job::Resume(number, answer) => {
                (self.is_discarded, self.unkept) = (false, None);
                let _ = answer.send(self.autosave.resume(number));
                Ok(())
            }
            Job::List(answer) => {
                let _ = answer.send(self.autosave.all());
                Ok(())
            }
            Job::Stop => Ok(()),
            Job::Flush(done) => {
                // The caller may have stopped waiting.
                let _ = done.send(());
                Ok(())
            }
            Job::Settle(done) => {
                let lost = self.pay().into_iter().chain(self.keep_again()).collect();
                let _ = done.send(lost);
                Ok(())
            }
        };
        if let Err(lost) = result {
            let _ = self.failed.send(lost);
        }
    }

    /// Forgets the autosaved game, unless the library still lacks it.
    fn discard(&mut self) -> Result<(), NotKept> {
        self.unkept = None;
        self.is_discarded = !self.owed.is_empty();
        if self.is_discarded {
            return Ok(());
        }
        self.autosave.discard().map_err(NotKept::Game)
    }

    /// Adds the games that are owed to the library, in order. Returns why it can't be done.
    fn pay(&mut self) -> Option<NotKept> {
        while let Some(add) = self.owed.first_mut() {
            if let Err(source) = add() {
                self.again = Instant::now() + AGAIN;
                return Some(NotKept::Library { games: self.owed.len(), source });
            }
            drop(self.owed.remove(0));
        }
        if std::mem::take(&mut self.is_discarded)
            && let Err(lost) = self.discard()
        {
            let _ = self.failed.send(lost);
        }
        None
    }

    /// Tries once more to keep a game that could not be written.
    fn keep_again(&mut self) -> Option<NotKept> {
        let record = self.unkept.take()?;
        let kept = self.autosave.keep((*record).clone());
        self.unkept = kept.is_err().then_some(record);
        kept.err().map(NotKept::Game)
    }
}
