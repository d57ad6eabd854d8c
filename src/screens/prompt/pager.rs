//! Shows long replies in `$PAGER`, or page by page.

use std::env;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::base::system;
use crate::base::terminal;

/// The exit status of a shell that can't find the program.
const NOT_FOUND: i32 = 127;

const CTRL_C: u8 = 3;
const CTRL_D: u8 = 4;

/// The user's choice after a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PagerKey {
    More,
    End,
}

/// Whether a text doesn't fit on the screen together with the prompt.
pub fn overflows(text: &str) -> bool {
    text.lines().count() >= terminal::rows()
}

/// Splits a text into pages that leave a row for the keys.
pub fn screenfuls(text: &str) -> Vec<String> {
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

/// Shows a text in `$PAGER`. Returns whether the program is set and has run.
pub fn show_in_program(text: &str) -> bool {
    let Some(pager) = env::var_os("PAGER").filter(|pager| !pager.is_empty()) else {
        return false;
    };
    let mut command = Command::new("sh");
    command.arg("-c").arg(pager).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // Without this, less shows bold type as escape sequences. Git sets it too.
        command.env("LESS", "R");
    }
    let Ok(mut child) = command.spawn() else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // The user may quit the pager early.
        let _ = input.write_all(text.as_bytes());
    }
    child
        .wait()
        .is_ok_and(|status| status.code() != Some(NOT_FOUND))
}

pub fn key() -> PagerKey {
    match system::key() {
        None | Some(b'q' | b'Q' | CTRL_C | CTRL_D) => PagerKey::End,
        Some(_) => PagerKey::More,
    }
}
