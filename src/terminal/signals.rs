//! Signals that end the program, answered in order: by a flag that stops the work, or by cleaning up
//! first. Where the system has no signals, or refuses, a signal ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::sync::{Mutex, PoisonError};

/// The reaction to a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Response {
    /// The program continues.
    Continue,
    /// The signal ends the program as it does by default.
    End,
}

/// Raises all flags at the first SIGINT or SIGTERM. The second one ends the program.
pub fn stop_on_interrupt(flags: Vec<Arc<AtomicBool>>) {
    let mut is_second = false;
    on_interrupt(move || {
        for flag in &flags {
            flag.store(true, Ordering::Relaxed);
        }
        if std::mem::replace(&mut is_second, true) { Response::End } else { Response::Continue }
    });
}

/// Answers SIGINT and SIGTERM.
pub fn on_interrupt(mut respond: impl FnMut() -> Response + Send + 'static) {
    #[cfg(unix)]
    on_signals(&[signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM], move |_| respond());
    #[cfg(not(unix))]
    let _ = &mut respond;
}

/// Handles signals by calls on a separate thread.
#[cfg(unix)]
pub fn on_signals(signals: &[i32], respond: impl FnMut(i32) -> Response + Send + 'static) {
    Signals::of(signals).answer(respond);
}

/// Signals handled by the current owner of the terminal. Without an owner, they end the program.
#[cfg(unix)]
#[derive(Clone)]
pub struct Signals(Arc<Mutex<Respond>>);

#[cfg(unix)]
type Respond = Box<dyn FnMut(i32) -> Response + Send>;

#[cfg(unix)]
impl Signals {
    /// Takes signals.
    pub fn of(taken: &[i32]) -> Self {
        let end: Respond = Box::new(|_| Response::End);
        let respond = Arc::new(Mutex::new(end));
        let shared = Self(Arc::clone(&respond));
        let Ok(mut signals) = signal_hook::iterator::Signals::new(taken) else { return shared };
        let answer = move || {
            for signal in signals.forever() {
                let response = respond.lock().unwrap_or_else(PoisonError::into_inner)(signal);
                if response == Response::End {
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
            }
        };
        if std::thread::Builder::new().spawn(answer).is_err() {
            // Nobody could answer: the signals end the program at once.
            for signal in taken {
                let always = Arc::new(AtomicBool::new(true));
                let _ = signal_hook::flag::register_conditional_default(*signal, always);
            }
        }
        shared
    }

    /// Changes the answer.
    pub fn answer(&self, respond: impl FnMut(i32) -> Response + Send + 'static) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(respond);
    }
}
