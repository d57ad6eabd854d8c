//! The terminal during the full-screen board: entered at the start, and restored in any case.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::panic;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{Command, cursor, execute, queue};
use ratatui::{Frame, Terminal};

use super::bounded::BoundedBackend;
use super::links::LinkInFrame;
use crate::base::system::{self, Modes};
use crate::base::terminal::escapes;

type Screen = Terminal<BoundedBackend>;

/// The maximum wait for the thread that writes to the terminal. The terminal may be blocked.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// The lock for writing to the terminal. A signal that ends the program keeps it, so that nothing is drawn on the
/// restored terminal.
static WRITING: Mutex<()> = Mutex::new(());

/// Whether the terminal is in its full-screen state, or about to be.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether the terminal skips escape sequences that it doesn't support.
static HAS_SEQUENCES: LazyLock<bool> =
    LazyLock::new(|| escapes::has_sequences(|name| env::var(name).ok()));

/// The text that returns to the usual screen.
static USUAL_SCREEN: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    if *HAS_SEQUENCES {
        // The program may end in the middle of a frame.
        let _ = EndSynchronizedUpdate.write_ansi(&mut text);
        text.push_str(escapes::RESTORE_TITLE);
    }
    let _ = DisableBracketedPaste.write_ansi(&mut text);
    let _ = DisableMouseCapture.write_ansi(&mut text);
    let _ = LeaveAlternateScreen.write_ansi(&mut text);
    let _ = cursor::Show.write_ansi(&mut text);
    text
});

pub fn has_sequences() -> bool {
    *HAS_SEQUENCES
}

pub fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The terminal in its full-screen state. It is restored on drop.
pub struct Tty {
    screen: Screen,
    link: LinkInFrame,
    /// The title of the window, once it is set.
    title: Option<String>,
    /// The messages of panics on other threads.
    panics: Arc<Mutex<Vec<String>>>,
}

impl Tty {
    pub fn enter(link: LinkInFrame) -> io::Result<Self> {
        enter()?;
        let panics = Arc::default();
        report_panics(&panics);
        let screen = Terminal::new(BoundedBackend::of_stdout(Rc::clone(&link)))?;
        Ok(Self {
            screen,
            link,
            title: None,
            panics,
        })
    }

    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let _writing = writing();
        if !has_sequences() {
            return self.screen.draw(draw).map(drop);
        }
        // The terminal shows the whole frame at once.
        queue!(io::stdout(), BeginSynchronizedUpdate)?;
        let drawn = self.screen.draw(draw).map(drop);
        execute!(io::stdout(), EndSynchronizedUpdate)?;
        drawn
    }

    /// Sets the title of the window, until the screen restores the usual one.
    pub fn set_title(&mut self, title: String) -> io::Result<()> {
        if !has_sequences() || self.title.as_ref() == Some(&title) {
            return Ok(());
        }
        send(&escapes::title(&title))?;
        self.title = Some(title);
        Ok(())
    }

    /// Restores the terminal and suspends the program, as Ctrl-Z does; then takes over again.
    pub fn suspend(&mut self) -> io::Result<()> {
        restore();
        system::suspend();
        self.reenter()
    }

    /// Takes over the terminal again after another program used it.
    pub fn reenter(&mut self) -> io::Result<()> {
        enter()?;
        self.title = None;
        self.redraw()
    }

    /// Makes the next frame draw everything.
    pub fn redraw(&mut self) -> io::Result<()> {
        let _writing = writing();
        // `Terminal::clear` asks for the position of the cursor, and the answer would be among the keys.
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.screen = Terminal::new(BoundedBackend::of_stdout(Rc::clone(&self.link)))?;
        Ok(())
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        restore();
        if !thread::panicking() {
            let _ = panic::take_hook();
        }
        for message in self
            .panics
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .drain(..)
        {
            let _ = writeln!(io::stderr(), "{message}");
        }
    }
}

fn enter() -> io::Result<()> {
    let writing = writing();
    let is_taken = IS_TAKEN.swap(true, Ordering::SeqCst);
    system::restore_on_abort(Modes::now().as_ref().zip(Some(USUAL_SCREEN.as_bytes())));
    enable_raw_mode()?;
    // Save the usual title, not this program's.
    let title = if has_sequences() && !is_taken {
        escapes::SAVE_TITLE
    } else {
        ""
    };
    let entered = execute!(
        io::stdout(),
        Print(title),
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

pub fn send(text: &str) -> io::Result<()> {
    let _writing = writing();
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits briefly for the lock. Returns `None` if it stays locked, as when this thread panics while drawing.
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

/// Restores the terminal. Errors are ignored, because the terminal no longer exists then.
fn restore() {
    let _writing = writing_soon();
    give_back();
}

/// Restores the terminal before the program ends. After that, no thread can draw or take over again.
pub fn restore_for_good() {
    let writing = writing_soon();
    give_back();
    std::mem::forget(writing);
}

fn give_back() {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = disable_raw_mode();
    system::write_now(USUAL_SCREEN.as_bytes());
    system::restore_on_abort(None);
}

/// Restores the terminal before a panic is reported. Panics on other threads are reported at the end, because the
/// board is still on the screen.
fn report_panics(panics: &Arc<Mutex<Vec<String>>>) {
    let usual = panic::take_hook();
    let of_screen = thread::current().id();
    let panics = Arc::clone(panics);
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == of_screen {
            restore();
            usual(info);
        } else {
            panics
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(info.to_string());
        }
    }));
}
