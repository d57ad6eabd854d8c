//! Unix: files, programs, terminals and signals.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;

#[cfg(feature = "files")]
pub use of_programs::*;

/// Makes `open` return at once, even for a pipe whose other end is closed.
pub fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options.custom_flags(libc::O_NONBLOCK)
}

/// Makes `open` refuse symbolic links, and not block on pipes.
pub fn without_links(options: &mut OpenOptions) -> &mut OpenOptions {
    options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
}

/// Restricts a new file to its owner.
pub fn for_owner(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(0o600)
}

#[cfg(feature = "files")]
mod of_programs {
    use std::fs::{DirBuilder, File, OpenOptions};
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt};
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::path::Path;
    use std::process::{Child, Command, ExitStatus};
    use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
    use std::sync::{Arc, Barrier, Once};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    use rustix::process::{
        Pid, Resource, Signal, geteuid, getpgrp, getrlimit, kill_current_process_group,
        kill_process_group,
    };
    use rustix::termios::{
        LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcgetwinsize, tcsetattr,
    };
    pub use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};

    pub const SUSPENDS: bool = true;

    /// Whether this process may read a file.
    pub fn may_read(path: &Path) -> bool {
        may(path, Access::READ_OK)
    }

    /// Whether this process may write to a file.
    pub fn may_write(path: &Path) -> bool {
        may(path, Access::WRITE_OK)
    }

    fn may(path: &Path, access: Access) -> bool {
        accessat(CWD, path, access, AtFlags::EACCESS).is_ok()
    }

    /// Whether a file or folder belongs to the user of this process.
    pub fn is_own(path: &Path) -> bool {
        path.metadata()
            .is_ok_and(|data| data.uid() == geteuid().as_raw())
    }

    /// Creates a folder for its owner only.
    pub fn make_private_folder(path: &Path) -> io::Result<()> {
        DirBuilder::new().mode(0o700).create(path)
    }

    /// Opens a pipe or a device for writing. A pipe without a reader is refused, because opening it would wait for
    /// one.
    pub fn open_special(path: &Path) -> io::Result<File> {
        let file = super::without_waiting(OpenOptions::new().write(true)).open(path);
        let file = file.map_err(|error| match path.metadata() {
            Ok(data) if data.file_type().is_fifo() && error.raw_os_error() == Some(libc::ENXIO) => {
                io::Error::new(
                    io::ErrorKind::NotConnected,
                    "no program reads from this pipe",
                )
            }
            _ => error,
        })?;
        // Writes wait for a slow reader.
        rustix::io::ioctl_fionbio(&file, false)?;
        Ok(file)
    }

    /// Starts a program in its own process group, with the id of the program.
    pub fn in_group(command: &mut Command) {
        command.process_group(0);
    }

    fn pid(child: &Child) -> Option<Pid> {
        i32::try_from(child.id()).ok().and_then(Pid::from_raw)
    }

    /// Whether a program has ended. It is not reaped, so its id stays reserved. `None` if that is not possible.
    #[cfg(not(any(target_os = "openbsd", target_os = "redox")))]
    #[expect(clippy::unnecessary_wraps, reason = "other systems have no answer")]
    pub fn has_ended(child: &Child) -> Option<bool> {
        use rustix::process::{WaitId, WaitIdOptions, waitid};

        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Some(pid(child).is_some_and(|id| matches!(waitid(WaitId::Pid(id), options), Ok(Some(_)))))
    }

    /// Returns `None`: a program can't be checked without reaping it.
    #[cfg(any(target_os = "openbsd", target_os = "redox"))]
    pub fn has_ended(_: &Child) -> Option<bool> {
        None
    }

    /// Kills the process group of a program started [in one](in_group). Returns whether that worked.
    pub fn kill_group(child: &Child) -> bool {
        pid(child).is_some_and(|group| kill_process_group(group, Signal::KILL).is_ok())
    }

    /// Kills all processes started with this environment variable: the descendants of a program started with it,
    /// unless they have changed it. Only Linux shows the variable.
    #[cfg(target_os = "linux")]
    pub fn kill_with_variable(name: &str, value: &str) {
        use rustix::process::kill_process;

        let variable = format!("{name}={value}");
        let has_it = |id: &Pid| {
            let path = format!("/proc/{}/environ", id.as_raw_nonzero());
            let environment = std::fs::read(path).unwrap_or_default();
            environment
                .split(|&byte| byte == 0)
                .any(|other| other == variable.as_bytes())
        };
        // A killed process keeps its environment for a moment, and may have just started another one.
        for _ in 0..ROUNDS {
            let found: Vec<Pid> = processes().filter(has_it).collect();
            if found.is_empty() {
                return;
            }
            for id in found {
                let _ = kill_process(id, Signal::KILL);
            }
            std::thread::sleep(ROUND);
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn kill_with_variable(_: &str, _: &str) {}

    /// Makes processes whose parent has ended children of this process, on Linux.
    pub fn adopt_orphans() {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }

    /// Kills the children of this process, including [adopted](adopt_orphans) ones, except `kept`.
    #[cfg(target_os = "linux")]
    pub fn kill_children_but(kept: &[u32]) {
        use rustix::process::{WaitOptions, getpid, kill_process, waitpid};

        let is_child = |id: &Pid| {
            let id = id.as_raw_nonzero();
            let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            // The id of the parent follows the state, after the name, which can have any characters.
            let parent = state
                .rsplit(')')
                .next()
                .and_then(|rest| rest.split_whitespace().nth(1));
            let is_kept = kept.contains(&id.get().unsigned_abs());
            !is_kept && parent == Some(&getpid().as_raw_nonzero().to_string())
        };
        for _ in 0..ROUNDS {
            let found: Vec<Pid> = processes().filter(is_child).collect();
            if found.is_empty() {
                return;
            }
            for id in found {
                let _ = kill_process(id, Signal::KILL);
                let _ = waitpid(Some(id), WaitOptions::NOHANG);
            }
            std::thread::sleep(ROUND);
        }
    }

    /// Does nothing: only Linux shows the parent of a process.
    #[cfg(not(target_os = "linux"))]
    pub fn kill_children_but(_: &[u32]) {}

    /// The number of scans, because processes can start others while they are killed, and the time between them.
    #[cfg(target_os = "linux")]
    const ROUNDS: u32 = 200;
    #[cfg(target_os = "linux")]
    const ROUND: std::time::Duration = std::time::Duration::from_millis(5);

    #[cfg(target_os = "linux")]
    fn processes() -> impl Iterator<Item = Pid> {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
    }

    pub fn signal_of(status: ExitStatus) -> Option<i32> {
        status.signal()
    }

    pub fn address_space() -> Option<u64> {
        getrlimit(Resource::As).current
    }

    /// Writes a line to standard error and exits with code 1, without allocating memory.
    pub fn end_without_memory(message: &'static str) -> ! {
        /// Several threads can run out of memory at once.
        static IS_SAID: AtomicBool = AtomicBool::new(false);
        restore_terminal();
        let length = if IS_SAID.swap(true, Ordering::Relaxed) {
            0
        } else {
            message.len()
        };
        #[expect(
            unsafe_code,
            reason = "the usual ways to write and to exit take memory"
        )]
        // SAFETY: `length` is at most the length of the message.
        unsafe {
            libc::write(2, message.as_ptr().cast(), length);
            libc::_exit(1)
        }
    }

    /// Makes a write beyond the file-size limit fail instead of killing the program.
    pub fn survive_size_limit() {
        // Ignore the flag, because the write fails. Without the handler, such a write ends the program, which
        // still leaves the earlier file whole.
        let _ = signal_hook::flag::register(libc::SIGXFSZ, Arc::default());
    }

    /// Returns the cores that this process may use; empty if threads can't be pinned.
    #[cfg(target_os = "linux")]
    pub fn cores() -> Vec<usize> {
        use rustix::thread::{CpuSet, sched_getaffinity};

        let set = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
        (0..CpuSet::MAX_CPU)
            .filter(|&core| set.is_set(core))
            .collect()
    }

    /// Pins this thread, and the threads and programs it starts, to a core. Returns whether that worked.
    #[cfg(target_os = "linux")]
    pub fn pin(core: usize) -> bool {
        use rustix::thread::{CpuSet, sched_setaffinity};

        let mut set = CpuSet::new();
        set.set(core);
        sched_setaffinity(None, &set).is_ok()
    }

    #[cfg(not(target_os = "linux"))]
    pub fn cores() -> Vec<usize> {
        Vec::new()
    }

    #[cfg(not(target_os = "linux"))]
    pub fn pin(_: usize) -> bool {
        false
    }

    /// Handles signals by calling `answer` on a separate thread. If it returns true, the signal has its default
    /// effect.
    pub fn on_signals(taken: &[i32], mut answer: impl FnMut(i32) -> bool + Send + 'static) {
        let Ok(mut signals) = signal_hook::iterator::Signals::new(taken) else {
            return;
        };
        // Wait: the C library kills a thread that starts when no memory is left.
        let has_started = Arc::new(Barrier::new(2));
        let started = Arc::clone(&has_started);
        let answer = move || {
            started.wait();
            for signal in signals.forever() {
                if answer(signal) {
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
            }
        };
        if std::thread::Builder::new().spawn(answer).is_ok() {
            has_started.wait();
        } else {
            // Without the thread, the signals end the program at once.
            for signal in taken {
                let always = Arc::new(AtomicBool::new(true));
                let _ = signal_hook::flag::register_conditional_default(*signal, always);
            }
        }
    }

    /// Returns the columns and rows of the terminal on standard output or standard error.
    pub fn terminal_size() -> Option<(u16, u16)> {
        let sizes = [tcgetwinsize(io::stdout()), tcgetwinsize(io::stderr())]
            .into_iter()
            .flatten();
        sizes
            .map(|size| (size.ws_col, size.ws_row))
            .find(|(columns, rows)| *columns > 0 && *rows > 0)
    }

    /// Returns the name of this machine, for links to its files.
    pub fn host_name() -> String {
        let name = rustix::system::uname();
        name.nodename().to_string_lossy().into_owned()
    }

    #[derive(Debug, Clone)]
    pub struct Modes(Termios);

    impl Modes {
        /// Returns the current modes; `None` if standard input is not a terminal.
        pub fn now() -> Option<Self> {
            tcgetattr(io::stdin()).ok().map(Self)
        }

        /// Hides typed keys. Ctrl-C doesn't discard them.
        #[must_use]
        pub fn without_echo(mut self) -> Self {
            self.0
                .local_modes
                .remove(LocalModes::ECHO | LocalModes::ECHONL);
            self.0.local_modes.insert(LocalModes::NOFLSH);
            self
        }

        /// Reads each key at once, even Ctrl-C, without showing it.
        fn by_key(mut self) -> Self {
            self.0
                .local_modes
                .remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
            self
        }

        pub fn set(&self) -> bool {
            tcsetattr(io::stdin(), OptionalActions::Now, &self.0).is_ok()
        }

        /// Restores the modes if they have changed. Returns whether that was necessary and possible: a background
        /// process would be stopped for accessing the terminal.
        pub fn give_back(&self) -> bool {
            let input = io::stdin();
            let is_in_front = tcgetpgrp(&input) == Ok(getpgrp());
            let has_others =
                !tcgetattr(&input).is_ok_and(|now| now.local_modes == self.0.local_modes);
            if is_in_front && has_others {
                self.set();
            }
            is_in_front && has_others
        }
    }

    /// What restores the terminal when the program aborts.
    struct Restoration {
        modes: Termios,
        text: &'static [u8],
    }

    /// The restoration, null for none. A signal handler can't wait for a lock.
    static RESTORATION: AtomicPtr<Restoration> = AtomicPtr::new(std::ptr::null_mut());

    /// Sets the modes and the text that restore the terminal if the program aborts or runs out of memory; `None` for
    /// a terminal in its usual state.
    pub fn restore_on_abort(terminal: Option<(&Modes, &'static [u8])>) {
        static IS_HANDLED: Once = Once::new();
        let restoration = terminal.map_or(std::ptr::null_mut(), |(modes, text)| {
            Box::into_raw(Box::new(Restoration {
                modes: modes.0.clone(),
                text,
            }))
        });
        // The previous one is never freed: a handler may be using it.
        RESTORATION.store(restoration, Ordering::SeqCst);
        IS_HANDLED.call_once(|| {
            #[expect(unsafe_code, reason = "the interface of signal handlers is unsafe")]
            // SAFETY: the handler allocates nothing and takes no lock.
            let _ = unsafe {
                signal_hook::low_level::register(libc::SIGABRT, || {
                    restore_terminal();
                    let _ = signal_hook::low_level::emulate_default_handler(libc::SIGABRT);
                })
            };
        });
    }

    /// Restores the terminal, once, without allocating memory and without waiting.
    fn restore_terminal() {
        let restoration = RESTORATION.swap(std::ptr::null_mut(), Ordering::SeqCst);
        #[expect(unsafe_code, reason = "a signal handler can't lock or allocate")]
        // SAFETY: the restoration is null or was leaked, and the descriptors are only used if they are open.
        let (restoration, input, output) = unsafe {
            (
                restoration.as_ref(),
                BorrowedFd::borrow_raw(0),
                BorrowedFd::borrow_raw(1),
            )
        };
        // A background process would be stopped for accessing the terminal.
        let is_in_front = tcgetpgrp(input) == Ok(getpgrp());
        if let Some(Restoration { modes, text }) = restoration.filter(|_| is_in_front) {
            let _ = tcsetattr(input, OptionalActions::Now, modes);
            write_at_once(output, text);
        }
    }

    /// Waits for a key at the terminal; `None` if standard input is not a terminal or is lost.
    pub fn key() -> Option<u8> {
        let usual = Modes::now()?;
        if !usual.clone().by_key().set() {
            return None;
        }
        // Don't use the standard library: it would buffer keys meant for the next prompt.
        let mut key = [0];
        let read = rustix::io::read(io::stdin(), &mut key);
        usual.set();
        (read == Ok(1)).then_some(key[0])
    }

    /// Writes to the terminal without blocking: neither for a stalled terminal nor for the lock of standard output,
    /// which a blocked thread may hold.
    pub fn write_now(bytes: &[u8]) {
        write_at_once(io::stdout().as_fd(), bytes);
    }

    fn write_at_once(output: BorrowedFd<'_>, bytes: &[u8]) {
        let mut is_open = [PollFd::new(&output, PollFlags::OUT)];
        if poll(&mut is_open, Some(&Timespec::default())) == Ok(1) {
            let _ = rustix::io::write(output, bytes);
        }
    }

    /// Stops this process group, as Ctrl-Z does, until the shell continues it.
    pub fn suspend() {
        // Stop the group: a shell may have started the program through another one.
        let _ = kill_current_process_group(Signal::TSTP);
    }

    /// Waits until standard input has no writer, even if unread input remains. Returns false if this can't be
    /// detected.
    pub fn wait_for_lost_writer() -> bool {
        wait_for_hangup(&io::stdin())
    }

    /// Waits until standard output has no reader. Returns false if this can't be detected.
    pub fn wait_for_lost_reader() -> bool {
        wait_for_hangup(&io::stdout())
    }

    fn wait_for_hangup(stream: &impl AsFd) -> bool {
        loop {
            // Errors and hang-ups are always reported.
            let mut asked = [PollFd::new(stream, PollFlags::empty())];
            match poll(&mut asked, None) {
                Ok(_) => {
                    return asked[0]
                        .revents()
                        .intersects(PollFlags::ERR | PollFlags::HUP);
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return false,
            }
        }
    }
}
