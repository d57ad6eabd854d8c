//! Stages as processes: a process searches with one evaluation only, and a generation needs another.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::training::{TrainingError, rows};

/// How often it is seen whether a stage is done.
const LOOK: Duration = Duration::from_millis(20);

/// What does stages.
pub(super) trait Stages {
    /// Does the stage with these arguments, the first of which is its name; tells how much time has
    /// passed while it goes on, and in all.
    fn run(
        &mut self,
        arguments: &[OsString],
        passed: &mut dyn FnMut(Duration),
    ) -> Result<Duration, TrainingError>;
}

/// Stages done by processes of a program.
#[derive(Debug)]
pub(super) struct Processes {
    pub(super) program: PathBuf,
}

impl Stages for Processes {
    fn run(
        &mut self,
        arguments: &[OsString],
        passed: &mut dyn FnMut(Duration),
    ) -> Result<Duration, TrainingError> {
        let name = rows::shown(&self.program);
        let start = Instant::now();
        let mut child = Command::new(&self.program)
            .args(arguments)
            // So it ends when this process is killed, and doesn't write to files of the next run.
            .arg("--end-with-input")
            .stdin(Stdio::piped())
            .spawn()
            .map_err(|source| TrainingError::Unreadable { name: name.clone(), source })?;
        let mut told = Duration::ZERO;
        let status = loop {
            let status = child.try_wait();
            let now = start.elapsed();
            passed(now.saturating_sub(told));
            told = now;
            match status.transpose() {
                Some(status) => break status,
                None => thread::sleep(LOOK),
            }
        };
        match status {
            Ok(status) if status.success() => Ok(told),
            Ok(status) => {
                let stage = arguments.first().map(|stage| stage.to_string_lossy());
                let stage = stage.unwrap_or_default();
                Err(TrainingError::Stage(format!("trainer {stage} ({status})")))
            }
            Err(source) => Err(TrainingError::Unreadable { name, source }),
        }
    }
}
