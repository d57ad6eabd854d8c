//! Systems other than Unix, with the means of the standard library. `unix.rs` documents the functions.

use std::fs::OpenOptions;

#[cfg(feature = "files")]
pub use of_programs::*;

pub fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

pub fn without_links(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

pub fn for_owner(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(feature = "files")]
mod of_programs {
    use std::fs::{self, File, OpenOptions};
    use std::io::{self, Write};
    use std::path::Path;
    use std::process::{Child, Command, ExitStatus};

    pub const SIGHUP: i32 = 1;
    pub const SIGINT: i32 = 2;
    pub const SIGTERM: i32 = 15;
    pub const SIGCONT: i32 = 18;

    pub const SUSPENDS: bool = false;

    pub fn may_read(_: &Path) -> bool {
        true
    }

    pub fn may_write(path: &Path) -> bool {
        path.metadata()
            .is_ok_and(|data| !data.permissions().readonly())
    }

    pub fn is_own(_: &Path) -> bool {
        true
    }

    pub fn make_private_folder(path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    pub fn open_special(path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).open(path)
    }

    pub fn in_group(_: &mut Command) {}

    pub fn has_ended(_: &Child) -> Option<bool> {
        None
    }

    pub fn kill_with_variable(_: &str, _: &str) {}

    pub fn adopt_orphans() {}

    pub fn kill_children_but(_: &[u32]) {}

    pub fn kill_group(_: &Child) -> bool {
        false
    }

    pub fn signal_of(_: ExitStatus) -> Option<i32> {
        None
    }

    pub fn address_space() -> Option<u64> {
        None
    }

    pub fn survive_size_limit() {}

    pub fn cores() -> Vec<usize> {
        Vec::new()
    }

    pub fn pin(_: usize) -> bool {
        false
    }

    pub fn on_signals(_: &[i32], answer: impl FnMut(i32) -> bool + Send + 'static) {
        drop(answer);
    }

    pub fn terminal_size() -> Option<(u16, u16)> {
        None
    }

    pub fn host_name() -> String {
        std::env::var("COMPUTERNAME").unwrap_or_default()
    }

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

    pub fn restore_on_abort(_: Option<(&Modes, &'static [u8])>) {}

    pub fn key() -> Option<u8> {
        let mut line = String::new();
        io::stdin()
            .read_line(&mut line)
            .ok()
            .filter(|read| *read > 0)?;
        line.bytes().next()
    }

    pub fn write_now(bytes: &[u8]) {
        let mut output = io::stdout();
        let _ = output.write_all(bytes).and_then(|()| output.flush());
    }

    pub fn suspend() {}

    pub fn wait_for_lost_writer() -> bool {
        false
    }

    pub fn wait_for_lost_reader() -> bool {
        false
    }
}
