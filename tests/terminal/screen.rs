//! A terminal with the program in it: keys go in, and what a person would see comes out.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long something may take that should come at once; only a failing test waits so long.
const PATIENCE: Duration = Duration::from_secs(20);

fn screen_of(rows: u16, columns: u16) -> vt100::Parser {
    vt100::Parser::new(NonZero::new(rows).unwrap(), NonZero::new(columns).unwrap(), 1000)
}

pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Option<Box<dyn Write + Send>>,
    master: Option<Box<dyn MasterPty + Send>>,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    /// Starts the program in a data folder, on a terminal of 40 rows and 90 columns.
    pub(crate) fn start(home: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let (rows, cols) = (40, 90);
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_reversi"));
        command.args(arguments);
        command.env_clear();
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("TZ", "UTC")] {
            command.env(name, value);
        }
        for (name, value) in environment {
            command.env(name, value);
        }
        command.env("REVERSI_HOME", home);
        let child = pair.slave.spawn_command(command).unwrap();
        // Held open here, the terminal would outlive the program.
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(screen_of(rows, cols)));
        let mut output = pair.master.try_clone_reader().unwrap();
        let seen = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                seen.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keyboard = Some(pair.master.take_writer().unwrap());
        Self { child, keyboard, master: Some(pair.master), screen }
    }

    /// Starts it and waits for the prompt.
    pub(crate) fn at_prompt(home: &Path, arguments: &[&str]) -> Self {
        let mut terminal = Self::start(home, arguments, &[]);
        terminal.wait_for("reversi ? >");
        terminal
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        let keyboard = self.keyboard.as_mut().unwrap();
        keyboard.write_all(keys.as_bytes()).unwrap();
        keyboard.flush().unwrap();
    }

    /// Types a line and Enter, and waits for a text to be on the screen.
    pub(crate) fn line(&mut self, line: &str, then: &str) {
        self.keys(&format!("{line}\r"));
        self.wait_for(then);
    }

    /// What is on the screen, without blanks at the ends of lines and the bottom.
    pub(crate) fn contents(&self) -> String {
        let screen = self.screen.lock().unwrap();
        let rows: Vec<String> =
            screen.screen().rows(0, 200).map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n").trim_end().to_owned()
    }

    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |contents| contents.contains(text));
    }

    /// Waits until the last line is this one.
    pub(crate) fn wait_for_last(&mut self, line: &str) {
        self.wait_until(line, |contents| contents.lines().last() == Some(line));
    }

    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let contents = self.contents();
            if holds(&contents) {
                return;
            }
            assert!(Instant::now() < deadline, "{what:?} does not come. The screen:\n{contents}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end of the program and returns its exit code.
    pub(crate) fn exit_code(&mut self) -> u32 {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(Instant::now() < deadline, "it does not end. The screen:\n{}", self.contents());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn resize(&mut self, rows: u16, cols: u16) {
        let (height, width) = (NonZero::new(rows).unwrap(), NonZero::new(cols).unwrap());
        self.screen.lock().unwrap().screen_mut().set_size(height, width);
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.as_ref().unwrap().resize(size).unwrap();
    }

    /// SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Closes the terminal under the program.
    pub(crate) fn close(&mut self) {
        self.keyboard = None;
        self.master = None;
    }

    /// Every cell with its colour and whether it is underlined.
    pub(crate) fn cells(&self) -> Vec<(String, vt100::Color, bool)> {
        let parser = self.screen.lock().unwrap();
        let (rows, columns) = parser.screen().size();
        let places =
            (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
        places
            .filter_map(|(row, column)| parser.screen().cell(row, column))
            .map(|cell| (cell.contents().to_owned(), cell.fgcolor(), cell.underline()))
            .collect()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
