//! Autosaving beside the game, so that nobody waits for a disk.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;

use super::Autosave;
use crate::session::Snapshot;
use crate::store::StoreError;

/// One thing to do.
enum Job {
    Keep(Box<Snapshot>),
    Discard,
    Abandon,
    /// Answers when everything before is done.
    Flush(Sender<()>),
}

/// A thread that owns an [`Autosave`]. When jobs come faster than the disk, only the last state
/// of a game is written.
#[derive(Debug)]
pub struct Autosaver {
    jobs: Option<Sender<Job>>,
    failures: Receiver<StoreError>,
    thread: Option<JoinHandle<()>>,
}

impl Autosaver {
    /// Starts the thread.
    pub fn start(mut autosave: Autosave) -> Self {
        let (jobs, queue) = mpsc::channel();
        let (failed, failures) = mpsc::channel();
        let thread = std::thread::spawn(move || work(&queue, &mut autosave, &failed));
        Self { jobs: Some(jobs), failures, thread: Some(thread) }
    }

    fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // The thread ends only when this end of the channel is dropped.
            let _ = jobs.send(job);
        }
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

    /// Waits until everything asked for so far is done.
    pub fn flush(&self) {
        let (done, wait) = mpsc::channel();
        self.send(Job::Flush(done));
        let _ = wait.recv();
    }

    /// The failures since this was last asked.
    pub fn failures(&self) -> impl Iterator<Item = StoreError> {
        self.failures.try_iter()
    }
}

impl Drop for Autosaver {
    fn drop(&mut self) {
        self.jobs = None;
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
        run(job, autosave, failed);
    }
}

fn run(job: Job, autosave: &mut Autosave, failed: &Sender<StoreError>) {
    let result = match job {
        Job::Keep(record) => autosave.keep(*record),
        Job::Discard => autosave.discard(),
        Job::Abandon => autosave.abandon(),
        Job::Flush(done) => {
            // Whoever asked may have given up waiting.
            let _ = done.send(());
            Ok(())
        }
    };
    if let Err(error) = result {
        let _ = failed.send(error);
    }
}
