//! A child process that plays: connected by pipes, line by line, and ended together with its own children.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::MARK;
use super::live_player::{Deadline, Fault};
use crate::base::system;
use crate::base::text::{LineEnd, LineReader, printable};

const MAX_LINE_BYTES: usize = 1 << 16;

/// The maximum number of bytes that a match adds to a log.
const MAX_LOG_BYTES: usize = 1 << 26;

static STARTED: AtomicUsize = AtomicUsize::new(0);

/// The maximum number of unread lines. A program that writes more is blocked.
const MAX_UNREAD_LINES: usize = 1024;

/// The interval between two checks for a stop request.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The time a program gets to exit before it is killed.
const GRACE: Duration = Duration::from_millis(500);

/// The log of commands to programs, their answers, and their standard error.
#[derive(Debug, Clone)]
pub struct Log(Arc<Mutex<Logged>>);

/// The log file, the number of bytes that still fit, and the first write error.
#[derive(Debug)]
struct Logged {
    file: File,
    left: usize,
    failure: Option<io::Error>,
}

impl Log {
    pub fn new(file: File) -> Self {
        Self(Arc::new(Mutex::new(Logged {
            file,
            left: MAX_LOG_BYTES,
            failure: None,
        })))
    }

    pub fn failure(&self) -> Option<io::Error> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .failure
            .take()
    }

    /// Writes an escaped line. A full log or a write error doesn't stop the match.
    fn write(&self, name: &str, id: u32, mark: char, line: &str) {
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.left == 0 {
            return;
        }
        let mut line = format!("{} {id} {mark} {}\n", printable(name), printable(line));
        if line.len() > logged.left {
            line = format!(
                "the log is full: a match adds at most {} MiB\n",
                MAX_LOG_BYTES >> 20
            );
            logged.left = line.len();
        }
        logged.left -= line.len();
        if let Err(failure) = logged.file.write_all(line.as_bytes()) {
            logged.failure.get_or_insert(failure);
        }
    }
}

/// Ends processes that programs leave behind and that their [`MARK`] doesn't reveal. On Linux, they become children
/// of this process, which kills them when this value is dropped, after all programs.
#[derive(Debug)]
pub struct Orphans(());

impl Orphans {
    /// Starts adopting orphans. This process must not have children other than programs.
    pub fn adopt() -> Self {
        system::adopt_orphans();
        Self(())
    }
}

impl Drop for Orphans {
    fn drop(&mut self) {
        #[cfg(unix)]
        let guard = super::guard::id();
        #[cfg(not(unix))]
        let guard = None;
        system::kill_children_but(guard.as_slice());
    }
}

#[derive(Debug)]
pub struct Program {
    name: String,
    child: Child,
    /// `None` once closed.
    input: Option<ChildStdin>,
    lines: Receiver<Result<String, Fault>>,
    log: Option<Log>,
    /// Closes when all of the standard error is in the log.
    errors: Option<Receiver<()>>,
    mark: String,
    /// Whether the process has been reaped. Its id may then belong to another process.
    is_reaped: bool,
}

impl Program {
    /// Starts a program. Its standard error goes to the log, or is discarded without a log.
    pub fn start(name: &str, words: &[String], log: Option<&Log>) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        command.stderr(if log.is_some() {
            Stdio::piped()
        } else {
            Stdio::null()
        });
        // In a separate group, Ctrl-C at the terminal doesn't reach it, and its children can be killed with it.
        system::in_group(&mut command);
        // The mark identifies children that have left the group.
        let mark = format!(
            "{}.{}",
            std::process::id(),
            STARTED.fetch_add(1, Ordering::Relaxed)
        );
        command.env(MARK, &mark);
        #[cfg(unix)]
        super::guard::start();
        let mut child = command.spawn()?;
        #[cfg(unix)]
        super::guard::add(child.id());
        let (sender, lines) = sync_channel(MAX_UNREAD_LINES);
        let input = child.stdin.take();
        let output = child.stdout.take();
        let errors = child.stderr.take();
        let mut program = Self {
            name: name.to_owned(),
            child,
            input,
            lines,
            log: log.cloned(),
            errors: None,
            mark,
            is_reaped: false,
        };
        // If a thread can't be started, dropping the program ends it.
        if let Some(output) = output {
            thread::Builder::new().spawn(move || forward(output, &sender))?;
        }
        if let (Some(errors), Some(log)) = (errors, log) {
            let log = log.clone();
            let name = name.to_owned();
            let id = program.child.id();
            let (is_kept, errors_end) = sync_channel(0);
            program.errors = Some(errors_end);
            thread::Builder::new().spawn(move || {
                keep(errors, &name, id, &log);
                drop(is_kept);
            })?;
        }
        Ok(program)
    }

    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.note('<', line);
        let input = self.input.as_mut();
        let written = input.map_or(Err(io::ErrorKind::BrokenPipe.into()), |input| {
            input
                .write_all(format!("{line}\n").as_bytes())
                .and_then(|()| input.flush())
        });
        written.map_err(|_| self.crashed())
    }

    pub fn receive(&mut self, deadline: Deadline) -> Result<String, Fault> {
        let mut has_ended = false;
        loop {
            if deadline.stop.is_requested() {
                return Err(Fault::Stopped);
            }
            let left = deadline.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                // Lines after the deadline don't count: some programs never stop writing.
                return Err(if has_ended {
                    self.crashed()
                } else {
                    Fault::Silent
                });
            }
            let wait = if has_ended { GRACE } else { POLL_INTERVAL };
            match self.lines.recv_timeout(left.min(wait)) {
                Ok(line) => {
                    let line = line?;
                    self.note('>', &line);
                    return Ok(line);
                }
                // The program has ended, and all its output has arrived.
                Err(RecvTimeoutError::Timeout) if has_ended && left > wait => {
                    return Err(self.crashed());
                }
                // A child process may hold the output open, so check the program itself.
                Err(RecvTimeoutError::Timeout) => has_ended = self.has_ended(),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
            }
        }
    }

    fn note(&self, mark: char, line: &str) {
        if let Some(log) = &self.log {
            log.write(&self.name, self.child.id(), mark, line);
        }
    }

    /// Returns the fault of a program that no longer reads or writes. Waits a moment for its exit status.
    fn crashed(&mut self) -> Fault {
        let since = Instant::now();
        while !self.has_ended() {
            if since.elapsed() >= GRACE {
                return Fault::Crashed("it has closed its input or output".to_owned());
            }
            thread::sleep(Duration::from_millis(2));
        }
        let status = self.end();
        Fault::Crashed(status.map_or_else(|| "it has ended".to_owned(), described))
    }

    /// Ends the program and all its children.
    fn end(&mut self) -> Option<ExitStatus> {
        if !self.is_reaped {
            self.kill();
            self.is_reaped = true;
        }
        #[cfg(unix)]
        super::guard::remove(self.child.id());
        let status = self.child.wait().ok();
        if let Some(errors) = self.errors.take() {
            let _ = errors.recv_timeout(GRACE);
        }
        status
    }
}

/// Closes the input, which ends most programs, and kills the others after a grace period.
impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        let since = Instant::now();
        // The output ends when the program and all children that write to it have ended.
        while let Some(left) = GRACE.checked_sub(since.elapsed()) {
            match self.lines.recv_timeout(left) {
                Ok(_) => {}
                Err(_) => break,
            }
        }
        self.end();
    }
}

impl Program {
    /// Whether the program has ended. Its id stays reserved until it is reaped.
    fn has_ended(&mut self) -> bool {
        self.is_reaped
            || system::has_ended(&self.child).unwrap_or_else(|| {
                // This system can't check without reaping, so the program's children survive.
                self.is_reaped = matches!(self.child.try_wait(), Ok(Some(_)));
                self.is_reaped
            })
    }

    /// Kills the program, its group, and children outside the group. Safe only before reaping, which frees the id.
    fn kill(&mut self) {
        if !system::kill_group(&self.child) {
            let _ = self.child.kill();
        }
        system::kill_with_variable(MARK, &self.mark);
    }
}

/// Forwards the lines of a program until its output ends or the receiver is gone.
fn forward(output: impl Read, lines: &SyncSender<Result<String, Fault>>) {
    let mut output = LineReader::new(output, MAX_LINE_BYTES);
    while let Ok(Some(line)) = output.next() {
        let line = match line.end {
            LineEnd::Feed => Ok(String::from_utf8_lossy(line.bytes).trim_end().to_owned()),
            LineEnd::Limit => Err(Fault::Garbled(format!(
                "a line of more than {MAX_LINE_BYTES} bytes"
            ))),
            // Drop the incomplete last line of an ended program.
            LineEnd::Input => return,
        };
        let is_last = line.is_err();
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}

/// Writes the standard error of a program to the log.
fn keep(errors: impl Read, name: &str, id: u32, log: &Log) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    let max = MAX_LINE_BYTES as u64;
    while matches!(
        (&mut errors).take(max).read_until(b'\n', &mut line),
        Ok(1..)
    ) {
        log.write(name, id, '!', String::from_utf8_lossy(&line).trim_end());
        line.clear();
    }
}

fn described(status: ExitStatus) -> String {
    if let Some(signal) = system::signal_of(status) {
        return format!("killed by signal {signal}");
    }
    status.code().map_or_else(
        || "it has ended".to_owned(),
        |code| format!("exited with code {code}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_a_largest_size() {
        let mut file = tempfile::tempfile().unwrap();
        let log = Log::new(file.try_clone().unwrap());
        log.0.lock().unwrap().left = 1000;
        for _ in 0..100 {
            log.write("a\u{1b}", 1, '>', "a line of some length");
        }
        let mut text = String::new();
        std::io::Seek::rewind(&mut file).unwrap();
        file.read_to_string(&mut text).unwrap();
        assert!(
            text.len() < 1100 && text.starts_with("a\\u{1b} 1 > a line"),
            "{text}"
        );
        let (_, last) = text.trim_end().rsplit_once('\n').unwrap();
        assert!(last.starts_with("the log is full"), "{text}");
    }
}
