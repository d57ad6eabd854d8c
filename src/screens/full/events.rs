//! The event loop's input: keys, mouse, desk notices and signals, through one channel.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ratatui::crossterm::event;

/// The interval at which the reader checks whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub enum ScreenEvent {
    Input(event::Event),
    News,
    /// The program continues after a suspension.
    Continued,
    Gone,
}

/// Reads the terminal on a separate thread until dropped.
pub struct KeyReader {
    is_wanted: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl KeyReader {
    pub fn start(events: Sender<ScreenEvent>) -> io::Result<Self> {
        let is_wanted = Arc::new(AtomicBool::new(true));
        let wanted = Arc::clone(&is_wanted);
        let thread = thread::Builder::new().spawn(move || {
            while wanted.load(Ordering::Relaxed) {
                let input = match event::poll(POLL_INTERVAL) {
                    Ok(false) => continue,
                    Ok(true) => event::read().map_or(ScreenEvent::Gone, ScreenEvent::Input),
                    Err(_) => ScreenEvent::Gone,
                };
                let is_gone = matches!(input, ScreenEvent::Gone);
                if events.send(input).is_err() || is_gone {
                    break;
                }
            }
        })?;
        Ok(Self {
            is_wanted,
            thread: Some(thread),
        })
    }
}

/// Waits for the thread, so that it reads no input meant for the next screen.
impl Drop for KeyReader {
    fn drop(&mut self) {
        self.is_wanted.store(false, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
