//! Long answers: in the person's pager, or a screenful at a time.

use std::env;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::base::system;
use crate::base::terminal;

/// How a shell ends when there is no such program.
const NOT_FOUND: i32 = 127;

const CTRL_C: u8 = 3;
const CTRL_D: u8 = 4;

/// What a person wants after a screenful.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PagerKey {
    /// The next one.
    More,
    /// No more.
    End,
}

/// Whether a text is too long for the screen, which also has to hold the line before it and the prompt.
pub(super) fn overflows(text: &str) -> bool {
    text.lines().count() >= terminal::rows()
}

/// A text in parts that fit the screen, with a row left for a line of keys.
pub(super) fn screenfuls(text: &str) -> Vec<String> {
    let most = terminal::rows().saturating_sub(1).max(1);
    let mut parts = vec![String::new()];
    let mut used = 0;
    for line in text.split_inclusive('\n') {
        if used == most {
            parts.push(String::new());
            used = 0;
        }
        used += 1;
        if let Some(part) = parts.last_mut() {
            part.push_str(line);
        }
    }
    parts
}

/// Shows a text in the program that `$PAGER` names; whether there is one and it has run.
pub(super) fn show_in_program(text: &str) -> bool {
    let Some(pager) = env::var_os("PAGER").filter(|pager| !pager.is_empty()) else { return false };
    let mut command = Command::new("sh");
    command.arg("-c").arg(pager).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // Without it, less shows bold type as escape sequences. Git sets it, too.
        command.env("LESS", "R");
    }
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // Whoever leaves the pager early doesn't read the rest.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|status| status.code() != Some(NOT_FOUND))
}

/// Waits for a key.
pub(super) fn key() -> PagerKey {
    match system::key() {
        None | Some(b'q' | b'Q' | CTRL_C | CTRL_D) => PagerKey::End,
        Some(_) => PagerKey::More,
    }
}
