//! Runs each stage in its own process, because a process can use only one evaluation.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::tools::run::ToolError;

/// The interval between two checks for the end of a process.
const LOOK: Duration = Duration::from_millis(20);

/// The maximum wait for a process left behind by an earlier run.
const WAIT: Duration = Duration::from_secs(5);

/// Runs a stage of `program` as a process. Calls `passed` with each period of time spent.
pub(super) fn run_process(
    program: &Path,
    arguments: &[OsString],
    passed: &mut dyn FnMut(Duration),
) -> Result<(), ToolError> {
    let mut child = Command::new(program)
        .args(arguments)
        // Ends the stage if this process is killed, so that it can't write to the files of the next run.
        .arg("--end-with-input")
        .stdin(Stdio::piped())
        .spawn()
        .map_err(ToolError::unreadable(program))?;
    let mut before = Instant::now();
    let status = loop {
        let status = child.try_wait().map_err(ToolError::unreadable(program))?;
        let now = Instant::now();
        passed(now - before);
        before = now;
        match status {
            Some(status) => break status,
            None => thread::sleep(LOOK),
        }
    };
    if status.success() {
        return Ok(());
    }
    let stage = arguments.first().map(|stage| stage.to_string_lossy()).unwrap_or_default();
    Err(ToolError::Stage(format!("trainer {stage} ({status})")))
}

/// Waits until a file is unlocked. After a kill, a stage ends a moment later than the run that started it. If the
/// file stays locked, the next stage reports that.
pub(super) fn wait_for(file: &Path) {
    let start = Instant::now();
    let Ok(file) = File::options().write(true).open(file) else { return };
    while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && start.elapsed() < WAIT {
        thread::sleep(Duration::from_millis(10));
    }
}
