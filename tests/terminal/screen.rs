//! The program on a terminal: keys in, screen out. It knows nothing of Reversi, and waits only for the screen,
//! never for a fixed time.

#![allow(dead_code, reason = "each test crate uses its own part")]

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use reversi::games::REGISTRY;
use rustix::termios::{Action, tcflow};
use tempfile::TempDir;

use super::support::{signal, wait};

const SIZE: (u16, u16) = (24, 80);

/// More rows than any test scrolls, so that rows are numbered from the first.
const SCROLLBACK: usize = 10_000;

struct Output {
    parser: vt100::Parser,
    bytes: Vec<u8>,
}

/// The position of the cursor, and the text before and after it in its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The row since the start, including rows scrolled off the screen.
    pub(crate) row: usize,
    pub(crate) before: String,
    pub(crate) after: String,
}

impl Cursor {
    fn is_at_prompt(&self) -> bool {
        let names = self
            .before
            .strip_suffix(" > ")
            .and_then(|before| before.split_once(' '));
        names.is_some_and(|(game, turn)| {
            REGISTRY.iter().any(|info| info.word() == game)
                && !turn.is_empty()
                && !turn.contains(' ')
                && self.after.is_empty()
        })
    }
}

/// The program on a pseudo-terminal. Dropping it kills the program.
pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    // Dropping it types Enter and Ctrl-D, and the reading thread keeps the terminal open: only the end of the whole
    // test process closes the terminal.
    keyboard: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    output: Arc<Mutex<Output>>,
    reader: Option<JoinHandle<()>>,
    home: PathBuf,
    /// The data folder if it is temporary, shared with later runs.
    folder: Option<Arc<TempDir>>,
}

impl Terminal {
    /// Starts the program in a new data folder, and waits for the prompt.
    pub(crate) fn fresh(arguments: &[&str]) -> Self {
        Self::fresh_in(arguments, &[])
    }

    /// Like `fresh`, with environment variables.
    pub(crate) fn fresh_in(arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let terminal = Self::start_new(arguments, environment);
        terminal.wait_for_prompt();
        terminal
    }

    /// Like `fresh_in`, without waiting.
    pub(crate) fn start_new(arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let mut terminal = Self::start(folder.path(), arguments, environment);
        terminal.folder = Some(folder);
        terminal
    }

    /// Starts the program again in the same data folder, and waits for the prompt.
    pub(crate) fn again(&self, arguments: &[&str]) -> Self {
        let mut terminal = Self::at_prompt(&self.home, arguments);
        terminal.folder.clone_from(&self.folder);
        terminal
    }

    /// Starts the program in a data folder, without the user's environment.
    pub(crate) fn start(home: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let program = env!("CARGO_BIN_EXE_reversi");
        Self::start_sized(program, home, arguments, environment, SIZE)
    }

    /// Starts a shell script that can run `$REVERSI`.
    pub(crate) fn start_script(script: &str) -> Self {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let program = [("REVERSI", env!("CARGO_BIN_EXE_reversi"))];
        let arguments = ["-c", script];
        let mut terminal = Self::start_sized("/bin/sh", folder.path(), &arguments, &program, SIZE);
        terminal.folder = Some(folder);
        terminal
    }

    /// Starts any program on a terminal with a given size.
    pub(crate) fn start_sized(
        program: &str,
        home: &Path,
        arguments: &[&str],
        environment: &[(&str, &str)],
        (rows, cols): (u16, u16),
    ) -> Self {
        let pair = native_pty_system()
            .openpty(PtySize {
                rows,
                cols,
                pixel_width: 0,
                pixel_height: 0,
            })
            .unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env_clear();
        let usual = [
            ("TERM", "xterm-256color"),
            ("LANG", "C.UTF-8"),
            ("TZ", "UTC"),
        ];
        for (name, value) in usual.iter().chain(environment) {
            command.env(name, value);
        }
        command.env("REVERSI_HOME", home);
        let child = pair.slave.spawn_command(command).unwrap();
        // An open handle here would keep the terminal open after the program.
        drop(pair.slave);
        let (rows, columns) = (NonZero::new(rows).unwrap(), NonZero::new(cols).unwrap());
        let parser = vt100::Parser::new(rows, columns, SCROLLBACK);
        let output = Arc::new(Mutex::new(Output {
            parser,
            bytes: Vec::new(),
        }));
        let mut pipe = pair.master.try_clone_reader().unwrap();
        let seen = Arc::clone(&output);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = pipe.read(&mut bytes) {
                let mut output = seen.lock().unwrap();
                output.parser.process(&bytes[..count]);
                output.bytes.extend_from_slice(&bytes[..count]);
            }
        });
        let keyboard = pair.master.take_writer().unwrap();
        let (reader, home) = (Some(reader), home.to_owned());
        Self {
            child,
            keyboard,
            master: pair.master,
            output,
            reader,
            home,
            folder: None,
        }
    }

    /// Like `start`, but waits for the prompt.
    pub(crate) fn at_prompt(home: &Path, arguments: &[&str]) -> Self {
        let terminal = Self::start(home, arguments, &[]);
        terminal.wait_for_prompt();
        terminal
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    pub(crate) fn see(&mut self, keys: &str, text: &str) {
        self.keys(keys);
        self.wait_for(text);
    }

    /// Types keys, and waits until the row of the cursor has the given text before and after it.
    pub(crate) fn see_row(&mut self, keys: &str, before: &str, after: &str) {
        self.keys(keys);
        self.wait_for_row(before, after);
    }

    pub(crate) fn interrupt(&mut self) {
        self.keys("\u{3}");
        self.wait_for_prompt();
    }

    /// Types a line, waits for the next prompt, and returns the answer: the visible lines below the typed one.
    pub(crate) fn enter(&mut self, line: &str) -> String {
        let typed = self.cursor().row;
        self.keys(&format!("{line}\r"));
        self.wait_until("the next prompt", |terminal| {
            let cursor = terminal.cursor();
            cursor.row > typed && cursor.is_at_prompt()
        });
        let first = (typed + 1).saturating_sub(self.scrolled());
        self.lines(first, self.cursor().row - self.scrolled())
            .join("\n")
    }

    /// Types lines separated by `; `. Returns the answer to the last one.
    pub(crate) fn enter_all(&mut self, lines: &str) -> String {
        lines
            .split("; ")
            .map(|line| self.enter(line))
            .last()
            .unwrap()
    }

    pub(crate) fn quit(&mut self) {
        self.keys("Q\r");
        assert_eq!(self.exit_code(), 0);
    }

    pub(crate) fn home(&self) -> &Path {
        &self.home
    }

    pub(crate) fn assert_shows(&self, text: &str) {
        let contents = self.contents();
        assert!(contents.contains(text), "no {text:?}:\n{contents}");
    }

    /// The text of an empty prompt, which shows the side to move.
    pub(crate) fn prompt(&self) -> String {
        let cursor = self.cursor();
        assert!(cursor.is_at_prompt(), "{cursor:?}");
        cursor.before
    }

    pub(crate) fn is_at_prompt(&self) -> bool {
        self.cursor().is_at_prompt()
    }

    pub(crate) fn scrolled(&self) -> usize {
        self.output().parser.screen().scrollback_len()
    }

    /// The lines between two rows of the screen, unwrapped and without trailing blanks.
    fn lines(&self, start: usize, end: usize) -> Vec<String> {
        let output = self.output();
        let screen = output.parser.screen();
        let (_, columns) = screen.size();
        let mut lines = Vec::new();
        let mut line = String::new();
        let rows = screen.rows(0, columns.get()).zip(0..);
        for (text, row) in rows.take(end).skip(start) {
            line.push_str(&text);
            if !screen.row_wrapped(row) {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
            }
        }
        lines
    }

    /// The rows that were too wide and wrapped.
    pub(crate) fn too_wide(&self) -> Vec<String> {
        let output = self.output();
        let screen = output.parser.screen();
        let rows = screen.rows(0, screen.size().1.get()).zip(0..);
        rows.filter(|(_, row)| screen.row_wrapped(*row))
            .map(|(text, _)| text)
            .collect()
    }

    /// The text of the screen, without trailing blanks.
    pub(crate) fn contents(&self) -> String {
        self.lines(0, usize::MAX).join("\n").trim_end().to_owned()
    }

    pub(crate) fn cursor(&self) -> Cursor {
        let output = self.output();
        let screen = output.parser.screen();
        let (row, column) = screen.cursor_position();
        let (_, columns) = screen.size();
        let part = |start, width| {
            screen
                .rows(start, width)
                .nth(row.into())
                .unwrap_or_default()
        };
        // Keep the blanks before the cursor. Other unwritten blanks are trimmed.
        let before = format!("{:column$}", part(0, column), column = column.into());
        let after = part(column, columns.get() - column).trim_end().to_owned();
        Cursor {
            row: screen.scrollback_len() + usize::from(row),
            before,
            after,
        }
    }

    /// All output since the start, with escape sequences.
    pub(crate) fn written(&self) -> String {
        String::from_utf8_lossy(&self.output().bytes).into_owned()
    }

    /// All output of a program that has ended.
    pub(crate) fn all_written(&mut self) -> String {
        self.reader.take().unwrap().join().unwrap();
        self.written()
    }

    /// A cell of the lowest row that starts with `row_start`.
    pub(crate) fn cell(&self, row_start: &str, column: u16) -> vt100::Cell {
        let output = self.output();
        let screen = output.parser.screen();
        let rows = screen.rows(0, screen.size().1.get()).zip(0..);
        let row = rows
            .filter(|(text, _)| text.starts_with(row_start))
            .map(|(_, row)| row)
            .last();
        let row = row.unwrap_or_else(|| panic!("no row {row_start:?}"));
        screen.cell(row, column).unwrap().clone()
    }

    pub(crate) fn cells(&self) -> Vec<vt100::Cell> {
        let output = self.output();
        let screen = output.parser.screen();
        let (rows, columns) = screen.size();
        let places = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |at| (row, at)));
        places
            .filter_map(|(row, column)| screen.cell(row, column).cloned())
            .collect()
    }

    /// Waits until a new text is on the screen.
    pub(crate) fn wait_for(&self, text: &str) {
        self.wait_until(text, |terminal| terminal.contents().contains(text));
    }

    pub(crate) fn wait_for_prompt(&self) {
        self.wait_until("a prompt", |terminal| terminal.cursor().is_at_prompt());
    }

    /// Waits until the row of the cursor has the given text before and after it.
    pub(crate) fn wait_for_row(&self, before: &str, after: &str) {
        self.wait_until(&format!("{before:?} and then {after:?}"), |terminal| {
            let cursor = terminal.cursor();
            cursor.before == before && cursor.after == after
        });
    }

    pub(crate) fn wait_until(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        wait(
            || holds(self),
            || {
                let (contents, cursor) = (self.contents(), self.cursor());
                format!("{what} does not come. The screen:\n{contents}\nThe cursor: {cursor:?}")
            },
        );
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// The status of the program if it has ended.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    pub(crate) fn exit_code(&mut self) -> u32 {
        let mut ended = None;
        let Self { child, output, .. } = self;
        let contents = || output.lock().unwrap().parser.screen().contents();
        wait(
            || {
                ended = child.try_wait().unwrap();
                ended.is_some()
            },
            || format!("it does not end. The screen:\n{}", contents()),
        );
        let status = ended.unwrap();
        assert_eq!(
            status.signal(),
            None,
            "ended by a signal:\n{}",
            self.contents()
        );
        status.exit_code()
    }

    pub(crate) fn resize(&mut self, rows: u16, cols: u16) {
        let (height, width) = (NonZero::new(rows).unwrap(), NonZero::new(cols).unwrap());
        self.output().parser.screen_mut().set_size(height, width);
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        self.master.resize(size).unwrap();
    }

    /// Reports a size to the program that this terminal doesn't have.
    pub(crate) fn claim_size(&self, rows: u16, cols: u16) {
        self.master
            .resize(PtySize {
                rows,
                cols,
                pixel_width: 0,
                pixel_height: 0,
            })
            .unwrap();
    }

    /// Stops reading the program's output, so that its writes block.
    pub(crate) fn halt(&self) {
        self.flow(Action::OOff);
    }

    /// Reads the program's output again.
    pub(crate) fn proceed(&self) {
        self.flow(Action::OOn);
    }

    fn flow(&self, action: Action) {
        let terminal = std::fs::File::open(self.master.tty_name().unwrap()).unwrap();
        tcflow(terminal, action).unwrap();
    }

    pub(crate) fn kill(&mut self) {
        // `Child::kill` first sends SIGHUP, on which the program saves its game.
        self.end_with("KILL", "Killed");
    }

    /// Ends the program by a signal, and checks how its end is described.
    pub(crate) fn end_with(&mut self, signal: &str, description: &str) {
        self::signal(self.process(), signal);
        let status = self.child.wait().unwrap();
        assert!(
            status
                .signal()
                .is_some_and(|name| name.starts_with(description)),
            "{status:?}"
        );
    }

    /// Whether the terminal echoes and edits lines itself, as it does while no program reads keys.
    pub(crate) fn is_usual(&self) -> bool {
        // The type of the flags can't be named here.
        let flags = format!("{:?}", self.master.get_termios().unwrap().local_flags);
        let set = flags.split(|letter: char| !letter.is_alphanumeric());
        ["ICANON", "ECHO"]
            .iter()
            .all(|flag| set.clone().any(|name| name == *flag))
    }

    /// Whether the program uses the alternate screen, and whether it uses the mouse.
    pub(crate) fn is_taken(&self) -> (bool, bool) {
        let output = self.output();
        let screen = output.parser.screen();
        let hears = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
        (screen.alternate_screen(), hears)
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
