//! The terminal while the board fills it: entered at the start, and given back whatever happens.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{Command, cursor, execute};

use crate::system;

/// A terminal that ratatui draws on.
pub(super) type Screen = Terminal<CrosstermBackend<io::Stdout>>;

/// Whether both standard input and output are terminals.
pub(super) fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The terminal in its full-screen state. Dropped, it is as it was before.
pub(super) struct Tty {
    pub(super) screen: Screen,
    /// What threads other than this one have said as they panicked.
    panics: Arc<Mutex<Vec<String>>>,
}

impl Tty {
    /// Takes the whole terminal.
    pub(super) fn enter() -> io::Result<Self> {
        enter()?;
        let panics = Arc::default();
        report_panics(&panics);
        let screen = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(Self { screen, panics })
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
    enable_raw_mode()?;
    let entered = execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste,
        cursor::Hide
    );
    if entered.is_err() {
        restore();
    }
    entered
}

/// Sends something to the terminal.
pub(super) fn send(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Gives the terminal back. Nothing can be done about a failure: the terminal is gone then.
pub(super) fn restore() {
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
