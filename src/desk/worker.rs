//! A thought on its way: a job runs anywhere, and its news come back to the desk.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::interpreter::{Finding, Progress, Work};
use crate::players::Stop;

/// What a job has to say.
#[derive(Debug)]
pub(super) enum News {
    Progress(Progress),
    Finding(Finding),
    /// It has ended without a finding.
    Died,
}

/// Tells the screen that there is news: whichever screen it is by then.
#[derive(Clone)]
pub(super) struct Waker(Arc<Mutex<Box<dyn Fn() + Send>>>);

impl Waker {
    pub(super) fn new(wake: impl Fn() + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Box::new(wake))))
    }

    pub(super) fn set(&self, wake: impl Fn() + Send + 'static) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(wake);
    }

    fn wake(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)();
    }
}

/// Lets a job run, wherever that is: on a thread of a pool, or later on the same thread.
pub type Start = Box<dyn FnMut(Job)>;

/// What a desk wants to be thought about. Its finding goes to the desk by itself.
pub struct Job {
    /// `None` once it is done.
    work: Option<Work>,
    stop: Stop,
    /// The number of the thought that its news are of.
    number: u64,
    sender: Sender<(u64, News)>,
    waker: Waker,
    has_finding: bool,
}

/// A job that panics says so, lest the desk should wait for ever.
impl Drop for Job {
    fn drop(&mut self) {
        if !self.has_finding {
            self.send(News::Died);
        }
    }
}

impl Job {
    pub(super) fn new(
        number: u64,
        work: Work,
        stop: Stop,
        sender: Sender<(u64, News)>,
        waker: Waker,
    ) -> Self {
        Self { work: Some(work), stop, number, sender, waker, has_finding: false }
    }

    /// Makes [`run`](Self::run) end soon, with what it has found until then.
    #[cfg(feature = "fuzzing")]
    pub fn stop(&self) {
        self.stop.request();
    }

    /// Does it, here and now.
    pub fn run(mut self) {
        let Some(work) = self.work.take() else { return };
        let finding = work.run(&self.stop, &mut |progress| self.send(News::Progress(progress)));
        self.has_finding = true;
        self.send(News::Finding(finding));
    }

    fn send(&self, news: News) {
        // A desk that is closed hears no more.
        if self.sender.send((self.number, news)).is_ok() {
            self.waker.wake();
        }
    }
}

/// Runs a job on a thread of its own. A thread for each costs microseconds, and no thought ever waits
/// for one that was dropped.
pub(super) fn on_a_thread(job: Job) {
    let job = Arc::new(Mutex::new(Some(job)));
    let take = |job: &Mutex<Option<Job>>| job.lock().unwrap_or_else(PoisonError::into_inner).take();
    let other = Arc::clone(&job);
    let run = move || {
        if let Some(job) = take(&other) {
            job.run();
        }
    };
    // Where no thread can be started, the screen waits for the answer instead.
    if thread::Builder::new().name("thought".to_owned()).spawn(run).is_err()
        && let Some(job) = take(&job)
    {
        job.run();
    }
}
