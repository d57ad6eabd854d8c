//! Systems other than Unix: what the standard library offers, and nothing where it has no means.

use std::fs::OpenOptions;

pub use of_programs::*;

/// Links and pipes are no danger in folders that only their owner writes to.
pub fn without_links(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// A new file is as private as its folder.
pub fn for_owner(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// What only the programs need.
mod of_programs {
    use std::io::{self, Write};
    use std::process::{Child, Command, ExitStatus};

    /// Numbers of signals, which don't come here.
    pub const SIGHUP: i32 = 1;
    pub const SIGINT: i32 = 2;
    pub const SIGTERM: i32 = 15;
    pub const SIGCONT: i32 = 18;

    /// Whether a program can be suspended.
    pub const SUSPENDS: bool = false;

    /// Starts a program: there are no process groups.
    pub fn in_group(_: &mut Command) {}

    /// Whether a program has ended: this can't be found out without giving up its number.
    pub fn has_ended(_: &Child) -> Option<bool> {
        None
    }

    /// The environment of other processes is unknown.
    pub fn kill_with_variable(_: &str, _: &str) {}

    /// Does nothing: orphans can't be adopted.
    pub fn adopt_orphans() {}

    pub fn kill_children_but(_: &[u32]) {}

    /// There are no process groups to kill.
    pub fn kill_group(_: &Child) -> bool {
        false
    }

    /// No signal has ended a program.
    pub fn signal_of(_: ExitStatus) -> Option<i32> {
        None
    }

    /// The address space has no limit.
    pub fn address_space() -> Option<u64> {
        None
    }

    /// Files have no limit of their own.
    pub fn survive_size_limit() {}

    pub fn cores() -> Vec<usize> {
        Vec::new()
    }

    pub fn pin(_: usize) -> bool {
        false
    }

    /// No signal comes: Ctrl-C ends the program at once.
    pub fn on_signals(_: &[i32], answer: impl FnMut(i32) -> bool + Send + 'static) {
        drop(answer);
    }

    /// The size of the terminal is unknown.
    pub fn terminal_size() -> Option<(u16, u16)> {
        None
    }

    /// The modes of a terminal, which stay as they are.
    #[derive(Debug, Clone)]
    pub struct Modes(());

    impl Modes {
        pub fn now() -> Option<Self> {
            None
        }

        #[must_use]
        pub fn without_echo(self) -> Self {
            self
        }

        pub fn set(&self) -> bool {
            false
        }

        pub fn give_back(&self) -> bool {
            false
        }
    }

    /// Waits for a line, and returns its first byte; `None` at the end of the input.
    pub fn key() -> Option<u8> {
        let mut line = String::new();
        io::stdin().read_line(&mut line).ok().filter(|read| *read > 0)?;
        line.bytes().next()
    }

    /// Writes to the terminal.
    pub fn write_now(bytes: &[u8]) {
        let mut output = io::stdout();
        let _ = output.write_all(bytes).and_then(|()| output.flush());
    }

    /// Nothing can be suspended.
    pub fn suspend() {}

    /// Returns false: a hang-up can't be detected here; the input ends.
    pub fn wait_for_lost_writer() -> bool {
        false
    }

    /// This can't be found out here; a write will fail.
    pub fn wait_for_lost_reader() -> bool {
        false
    }
}
