//! Handles signals: by a flag that stops the work, or by cleaning up first. Where this is not supported, a signal
//! ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::system;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Response {
    Continue,
    /// Ends the program, as the signal does by default.
    End,
}

/// Raises all flags at the first SIGINT or SIGTERM. The second one ends the program.
pub fn stop_on_interrupt(flags: Vec<Arc<AtomicBool>>) {
    let mut is_second = false;
    on_interrupt(move || {
        for flag in &flags {
            flag.store(true, Ordering::Relaxed);
        }
        if std::mem::replace(&mut is_second, true) {
            Response::End
        } else {
            Response::Continue
        }
    });
}

/// Raises a flag at the first SIGINT or SIGTERM during work. The second one ends the program. Without work, so does
/// the first one, because the program may wait for input forever.
pub fn stop_work_on_interrupt(stop: Arc<AtomicBool>, is_working: Arc<AtomicBool>) {
    on_interrupt(move || {
        let is_second = stop.swap(true, Ordering::Relaxed);
        let may_wait = is_working.load(Ordering::Relaxed) && !is_second;
        if may_wait {
            Response::Continue
        } else {
            Response::End
        }
    });
}

pub fn on_interrupt(mut respond: impl FnMut() -> Response + Send + 'static) {
    Signals::of(&[system::SIGINT, system::SIGTERM]).answer(move |_| respond());
}

/// Signals handled by the current owner of the terminal. Without an owner, they end the program.
#[derive(Clone)]
pub struct Signals(Arc<Mutex<Respond>>);

type Respond = Box<dyn FnMut(i32) -> Response + Send>;

impl Signals {
    pub fn of(taken: &[i32]) -> Self {
        let end: Respond = Box::new(|_| Response::End);
        let respond = Arc::new(Mutex::new(end));
        let shared = Self(Arc::clone(&respond));
        system::on_signals(taken, move |signal| {
            let response = respond.lock().unwrap_or_else(PoisonError::into_inner)(signal);
            response == Response::End
        });
        shared
    }

    pub fn answer(&self, respond: impl FnMut(i32) -> Response + Send + 'static) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(respond);
    }
}
