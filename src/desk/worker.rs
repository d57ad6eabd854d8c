//! A running thought: a job on any thread that reports back to the desk.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::base::language::ThreadLanguage;
use crate::interpreter::{Finding, Progress, Work};
use crate::players::Stop;
use crate::study::OwnRating;

#[derive(Debug)]
pub enum News {
    Progress(Progress),
    Finding(Finding),
    Rating(Option<OwnRating>),
    /// The job ended without a finding.
    Died,
}

/// Notifies the screen of reports. The screen can change.
#[derive(Clone)]
pub struct Waker(Arc<Mutex<Box<dyn Fn() + Send>>>);

impl Waker {
    pub fn new(wake: impl Fn() + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Box::new(wake))))
    }

    pub fn set(&self, wake: impl Fn() + Send + 'static) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(wake);
    }

    pub fn wake(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)();
    }
}

/// Starts a job: for example on a thread of a pool, or later on the same thread.
pub type StartJob = Box<dyn FnMut(Job)>;

/// Work started by a desk. The job sends the result to the desk.
pub struct Job {
    /// `None` once it is done.
    work: Option<Work>,
    stop: Stop,
    number: u64,
    sender: Sender<(u64, News)>,
    waker: Waker,
    has_finding: bool,
    /// The language of the screen, for the errors that the work puts into words.
    language: ThreadLanguage,
}

/// Reports a panic: otherwise, the desk would wait forever.
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
        Self {
            work: Some(work),
            stop,
            number,
            sender,
            waker,
            has_finding: false,
            language: ThreadLanguage::of_this(),
        }
    }

    /// Makes [`run`](Self::run) return soon, with the results so far.
    #[cfg(feature = "fuzzing")]
    pub fn stop(&self) {
        self.stop.request();
    }

    /// Runs the work on the calling thread.
    pub fn run(mut self) {
        let Some(work) = self.work.take() else { return };
        let report = &mut |progress| self.send(News::Progress(progress));
        let finding = self.language.run(|| work.run(&self.stop, report));
        self.has_finding = true;
        self.send(News::Finding(finding));
    }

    fn send(&self, news: News) {
        // The desk may have been closed.
        if self.sender.send((self.number, news)).is_ok() {
            self.waker.wake();
        }
    }
}

/// Runs a job on its own thread. Starting one costs microseconds, and no thought waits for an abandoned one.
pub fn on_a_thread(job: Job) {
    let job = Arc::new(Mutex::new(Some(job)));
    let take = |job: &Mutex<Option<Job>>| job.lock().unwrap_or_else(PoisonError::into_inner).take();
    let other = Arc::clone(&job);
    let run = move || {
        if let Some(job) = take(&other) {
            job.run();
        }
    };
    // If no thread can be started, block until the answer is found.
    if thread::Builder::new()
        .name("thought".to_owned())
        .spawn(run)
        .is_err()
        && let Some(job) = take(&job)
    {
        job.run();
    }
}
