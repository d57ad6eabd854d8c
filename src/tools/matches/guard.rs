//! A watchdog that kills the programs of a match if this process is killed.
//!
//! A killed process can't clean up, so the guard is a separate process that waits for the end of a pipe. It is a
//! shell: a second copy of this program would be killed too when a user kills programs by name.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::MARK;
use crate::base::system;

/// Reads `+ GROUP` and `- GROUP` lines. When the pipe closes, waits a second for the remaining groups to exit (their
/// input has closed too), then kills them. `$1` is the start of the mark in the environment of the programs.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
held=
while read -r sign group; do
  case $sign in
    +) held="$held $group" ;;
    -) rest=
       for one in $held; do [ "$one" = "$group" ] || rest="$rest $one"; done
       held=$rest ;;
  esac
done
if [ -n "$held" ]; then
  sleep 1
  for group in $held; do kill -s KILL -- "-$group"; done
fi
# What has left its group is found by its environment, where the system shows it.
for file in $(grep -lsz "^$1\." /proc/[0-9]*/environ); do
  id=${file#/proc/}
  kill -s KILL "${id%/environ}"
done
"#;

/// The script name shown by `ps`.
const NAME: &str = "reversi-match-guard";

static GUARD: Mutex<Guard> = Mutex::new(Guard {
    pipe: None,
    id: None,
    groups: BTreeSet::new(),
});

struct Guard {
    /// `None` before the first program, and after the guard has been killed.
    pipe: Option<ChildStdin>,
    id: Option<u32>,
    groups: BTreeSet<u32>,
}

/// Starts the guard unless it is running. If that fails (no shell), a killed match leaves its programs running.
pub fn start() {
    GUARD.lock().unwrap_or_else(PoisonError::into_inner).start();
}

pub fn add(group: u32) {
    let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
    guard.groups.insert(group);
    guard.write('+', group);
}

/// Stops guarding a group. Must be called before its leader is reaped, which frees its number.
pub fn remove(group: u32) {
    let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
    if guard.groups.remove(&group) {
        guard.write('-', group);
    }
}

pub fn id() -> Option<u32> {
    GUARD.lock().unwrap_or_else(PoisonError::into_inner).id
}

impl Guard {
    fn start(&mut self) {
        if self.pipe.is_some() {
            return;
        }
        let mut command = Command::new("/bin/sh");
        let mark = format!("{MARK}={}", std::process::id());
        command.args(["-c", SCRIPT, NAME, &mark]).current_dir("/");
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // In a separate group, so that Ctrl-C at the terminal reaches only the match.
        system::in_group(&mut command);
        let child = command.spawn().ok();
        self.id = child.as_ref().map(Child::id);
        self.pipe = child.and_then(|child| child.stdin);
        for group in self.groups.clone() {
            self.write('+', group);
        }
    }

    fn write(&mut self, sign: char, group: u32) {
        let line = format!("{sign} {group}\n");
        if self
            .pipe
            .as_mut()
            .is_some_and(|pipe| pipe.write_all(line.as_bytes()).is_err())
        {
            // The guard was killed: the next program starts another one.
            self.pipe = None;
        }
    }
}
