//! Autosaving beside the game, so that nobody waits for a disk.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use super::Autosave;
use crate::session::{CurrentGame, Snapshot};
use crate::store::{SavedGame, StoreError};

/// One thing to do.
enum Job {
    Keep(Box<Snapshot>),
    Discard,
    Abandon,
    /// By its number among those that are kept.
    Resume(usize, Sender<Result<Kept, StoreError>>),
    List(Sender<Vec<Kept>>),
    Other(Other),
    /// Answers when everything before is done.
    Flush(Sender<()>),
    Stop,
}

/// Something else to be written.
type Other = Box<dyn FnOnce() -> Result<(), StoreError> + Send>;

/// A game brought back.
type Kept = (SavedGame, CurrentGame);

/// A thread that owns an [`Autosave`]. When jobs come faster than the disk, only the last state
/// of a game is written.
#[derive(Debug)]
pub struct Autosaver {
    jobs: Sender<Job>,
    failures: Receiver<StoreError>,
    thread: Option<JoinHandle<()>>,
}

impl Autosaver {
    /// Starts the thread; `None` where none can be started.
    pub fn start(mut autosave: Autosave) -> Option<Self> {
        let (jobs, queue) = mpsc::channel();
        let (failed, failures) = mpsc::channel();
        let work = move || work(&queue, &mut autosave, &failed);
        let thread = std::thread::Builder::new().spawn(work).ok()?;
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

    /// Writes something else, some time soon; what keeps it from being written is among the
    /// [`failures`](Self::failures).
    pub fn also(&self, write: impl FnOnce() -> Result<(), StoreError> + Send + 'static) {
        self.send(Job::Other(Box::new(write)));
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

    /// Something that waits until everything asked for so far is done, from any thread.
    pub fn flusher(&self) -> impl Fn() + Send + 'static {
        let jobs = self.jobs.clone();
        move || {
            let (done, wait) = mpsc::channel();
            if jobs.send(Job::Flush(done)).is_ok() {
                let _ = wait.recv();
            }
        }
    }

    /// Waits until everything asked for so far is done, at most for a time. Returns whether it is.
    pub fn flush_within(&self, time: Duration) -> bool {
        let (done, wait) = mpsc::channel();
        self.send(Job::Flush(done));
        wait.recv_timeout(time).is_ok()
    }

    /// The failures since this was last asked.
    pub fn failures(&self) -> impl Iterator<Item = StoreError> {
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

fn work(queue: &Receiver<Job>, autosave: &mut Autosave, failed: &Sender<StoreError>) {
    while let Ok(mut job) = queue.recv() {
        // A newer state of the same game makes an older one needless.
        while matches!(job, Job::Keep(_)) {
            match queue.try_recv() {
                Ok(next @ (Job::Keep(_) | Job::Discard)) => job = next,
                Ok(other) => {
                    run(std::mem::replace(&mut job, other), autosave, failed);
                }
                Err(_) => break,
            }
        }
        if matches!(job, Job::Stop) {
            return;
        }
        run(job, autosave, failed);
    }
}

fn run(job: Job, autosave: &mut Autosave, failed: &Sender<StoreError>) {
    let result = match job {
        Job::Keep(record) => autosave.keep(*record),
        Job::Discard => autosave.discard(),
        Job::Abandon => autosave.abandon(),
        Job::Other(write) => write(),
        Job::Resume(number, answer) => {
            let _ = answer.send(autosave.resume(number));
            Ok(())
        }
        Job::List(answer) => {
            let _ = answer.send(autosave.all());
            Ok(())
        }
        Job::Stop => Ok(()),
        Job::Flush(done) => {
            // The caller may have stopped waiting.
            let _ = done.send(());
            Ok(())
        }
    };
    if let Err(error) = result {
        let _ = failed.send(error);
    }
}
