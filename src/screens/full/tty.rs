//! The terminal while the board fills it: entered at the start, and given back whatever happens.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{Command, cursor, execute};
use ratatui::{Frame, Terminal};

use crate::base::system;

/// A terminal that ratatui draws on.
type Screen = Terminal<CrosstermBackend<io::Stdout>>;

/// The maximum wait for the thread that writes to the terminal, which may itself wait for a terminal that accepts
/// no output.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// The right to write to the terminal. A signal that ends the program takes it for good, so that nothing is
/// drawn on a terminal that has been given back.
static WRITING: Mutex<()> = Mutex::new(());

/// Whether the terminal is in its full-screen state, or about to be.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether both standard input and output are terminals.
pub(super) fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The terminal in its full-screen state. Dropped, it is as it was before.
pub(super) struct Tty {
    screen: Screen,
    /// What threads other than this one have said as they panicked.
    panics: Arc<Mutex<Vec<String>>>,
}

impl Tty {
    pub(super) fn enter() -> io::Result<Self> {
        enter()?;
        let panics = Arc::default();
        report_panics(&panics);
        let screen = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(Self { screen, panics })
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let _writing = writing();
        self.screen.draw(draw).map(drop)
    }

    /// Gives the terminal back and lets the shell go on, as Ctrl-Z does; then takes it again.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        restore();
        system::suspend();
        self.reenter()
    }

    /// Takes the terminal again after somebody else had it.
    pub(super) fn reenter(&mut self) -> io::Result<()> {
        enter()?;
        self.redraw()
    }

    /// Lets the next frame draw everything, whatever is on the screen.
    pub(super) fn redraw(&mut self) -> io::Result<()> {
        let _writing = writing();
        // Terminal::clear asks the terminal where its cursor is, and the answer would be among the keys.
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.screen = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(())
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        restore();
        if !thread::panicking() {
            let _ = panic::take_hook();
        }
        for message in self.panics.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = writeln!(io::stderr(), "{message}");
        }
    }
}

fn enter() -> io::Result<()> {
    let writing = writing();
    IS_TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    let entered = execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste,
        cursor::Hide
    );
    drop(writing);
    if entered.is_err() {
        restore();
    }
    entered
}

/// Sends something to the terminal.
pub(super) fn send(text: &str) -> io::Result<()> {
    let _writing = writing();
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Waits for the right to write.
fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for the right to write, but not for long; `None` where somebody keeps it, such as this thread itself
/// as it panics while it draws.
fn writing_soon() -> Option<MutexGuard<'static, ()>> {
    let start = Instant::now();
    loop {
        match WRITING.try_lock() {
            Ok(writing) => return Some(writing),
            Err(TryLockError::Poisoned(writing)) => return Some(writing.into_inner()),
            Err(TryLockError::WouldBlock) if start.elapsed() >= MAX_WAIT => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Gives the terminal back, if it has been taken. Nothing can be done about a failure: the terminal is gone
/// then.
fn restore() {
    let _writing = writing_soon();
    give_back();
}

/// Gives the terminal back before the program ends. After that, no thread draws or takes it again.
pub(super) fn restore_for_good() {
    let writing = writing_soon();
    give_back();
    std::mem::forget(writing);
}

fn give_back() {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = disable_raw_mode();
    let mut text = String::new();
    let _ = DisableBracketedPaste.write_ansi(&mut text);
    let _ = DisableMouseCapture.write_ansi(&mut text);
    let _ = LeaveAlternateScreen.write_ansi(&mut text);
    let _ = cursor::Show.write_ansi(&mut text);
    system::write_now(text.as_bytes());
}

/// Lets a panic give the terminal back before it is reported. One in another thread is reported later:
/// the board is still on the screen.
fn report_panics(panics: &Arc<Mutex<Vec<String>>>) {
    let (usual, of_screen) = (panic::take_hook(), thread::current().id());
    let panics = Arc::clone(panics);
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == of_screen {
            restore();
            usual(info);
        } else {
            panics.lock().unwrap_or_else(PoisonError::into_inner).push(info.to_string());
        }
    }));
}
