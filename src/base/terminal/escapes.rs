//! Escape sequences for the clipboard, the window title and links, and which terminals get them.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;

use crate::base::system;
use crate::base::text::printable::is_printable;

/// Puts the title of the window onto the terminal's stack (XTWINOPS 22).
pub const SAVE_TITLE: &str = "\x1b[22;2t";

/// Restores the title of the window from the terminal's stack (XTWINOPS 23).
pub const RESTORE_TITLE: &str = "\x1b[23;2t";

const MAX_TITLE_CHARS: usize = 100;

/// The first version of VTE whose links never crash: 0.52.2.
const VTE_WITH_LINKS: u32 = 5202;

/// The first version of Konsole with links: 20.12.
const KONSOLE_WITH_LINKS: u32 = 201_200;

/// The values of `TERM_PROGRAM` of terminals with links.
const PROGRAMS_WITH_LINKS: [&str; 4] = ["iTerm.app", "WezTerm", "vscode", "ghostty"];

/// The variables that only terminals with links set.
const VARIABLES_OF_LINKS: [&str; 2] = ["KITTY_WINDOW_ID", "WT_SESSION"];

/// Whether a terminal skips sequences that it doesn't support, according to `variable`, which reads the environment.
pub fn has_sequences(variable: impl Fn(&str) -> Option<String>) -> bool {
    match variable("TERM").as_deref() {
        // Consoles of Windows don't set TERM.
        None | Some("") => variable("OS").is_some_and(|system| system == "Windows_NT"),
        Some(terminal) => !matches!(terminal, "dumb" | "linux"),
    }
}

/// Whether a terminal is known to show links, according to `variable`, which reads the environment.
pub fn has_links(variable: impl Fn(&str) -> Option<String>) -> bool {
    let is_set = |name: &&str| variable(name).is_some_and(|value| !value.is_empty());
    let is_multiplexer =
        |terminal: &str| terminal.starts_with("screen") || terminal.starts_with("tmux");
    if !has_sequences(&variable)
        || ["TMUX", "STY"].iter().any(is_set)
        || variable("TERM").is_some_and(|terminal| is_multiplexer(&terminal))
    {
        return false;
    }
    let is_since = |name: &str, first: u32| {
        let version = variable(name).and_then(|version| version.parse::<u32>().ok());
        version.is_some_and(|version| version >= first)
    };
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    PROGRAMS_WITH_LINKS.contains(&program.as_str())
        || VARIABLES_OF_LINKS.iter().any(is_set)
        || is_since("VTE_VERSION", VTE_WITH_LINKS)
        || is_since("KONSOLE_VERSION", KONSOLE_WITH_LINKS)
}

/// Returns the name of a file, as a link to it if standard output is a terminal with links.
pub fn linked_on_stdout(file: &str) -> String {
    let has_links = io::stdout().is_terminal() && has_links(|name| std::env::var(name).ok());
    if has_links {
        linked(file)
    } else {
        file.to_owned()
    }
}

/// Returns the name of a file as a link to it (OSC 8).
pub fn linked(file: &str) -> String {
    match link_to(file) {
        Some(link) => format!("{link}{}{LINK_END}", without_controls(file)),
        None => file.to_owned(),
    }
}

/// The sequence after the text of a link.
pub const LINK_END: &str = "\x1b]8;;\x1b\\";

/// Returns the sequence before the text of a link to a file; `None` if the current folder is unknown.
pub fn link_to(file: &str) -> Option<String> {
    let path = std::path::absolute(Path::new(file)).ok()?;
    let host = system::host_name();
    let path = path.to_string_lossy().replace('\\', "/");
    let mut link = "\x1b]8;;file://".to_owned();
    let start = if path.starts_with('/') { "" } else { "/" };
    for byte in format!("{host}{start}{path}").bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) {
            link.push(byte.into());
        } else {
            // Writing to a string can't fail.
            let _ = write!(link, "%{byte:02X}");
        }
    }
    Some(link + "\x1b\\")
}

/// Returns the sequence that sets the title of the window (OSC 2).
pub fn title(text: &str) -> String {
    let text: String = without_controls(text)
        .chars()
        .take(MAX_TITLE_CHARS)
        .collect();
    format!("\x1b]2;{text}\x07")
}

/// Returns the sequence that copies a text to the clipboard (OSC 52).
pub fn clipboard(text: &str) -> String {
    let mut sequence = String::new();
    let copy = CopyToClipboard::to_clipboard_from(text);
    // Writing to a string can't fail.
    let _ = copy.write_ansi(&mut sequence);
    sequence
}

/// Sends a sequence to the terminal. Returns whether there is a terminal for it.
pub fn send(sequence: &str) -> bool {
    if !has_sequences(|name| std::env::var(name).ok()) {
        return false;
    }
    let sent = if io::stdout().is_terminal() {
        let mut output = io::stdout().lock();
        output
            .write_all(sequence.as_bytes())
            .and_then(|()| output.flush())
    } else if io::stderr().is_terminal() {
        io::stderr().lock().write_all(sequence.as_bytes())
    } else {
        return false;
    };
    sent.is_ok()
}

fn without_controls(text: &str) -> String {
    text.chars()
        .filter(|letter| is_printable(*letter))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks up variables in a list such as `TERM=xterm TMUX=1`.
    fn environment(list: &str) -> impl Fn(&str) -> Option<String> {
        move |name| {
            let mut pairs = list.split(' ').filter_map(|pair| pair.split_once('='));
            let pair = pairs.find(|(set, _)| *set == name);
            pair.map(|(_, value)| value.to_owned())
        }
    }

    #[test]
    fn terminals_get_what_they_are_known_to_support() {
        for (list, sequences, links) in [
            ("", false, false),
            ("TERM=", false, false),
            ("TERM=dumb VTE_VERSION=7000", false, false),
            ("TERM=linux", false, false),
            ("TERM=xterm-256color", true, false),
            ("TERM=xterm VTE_VERSION=5000", true, false),
            ("TERM=xterm VTE_VERSION=7600", true, true),
            ("TERM=xterm VTE_VERSION=new", true, false),
            ("TERM=xterm VTE_VERSION=7600 TMUX=/tmp/t", true, false),
            ("TERM=xterm KONSOLE_VERSION=200800", true, false),
            ("TERM=xterm KONSOLE_VERSION=201200", true, true),
            ("TERM=xterm TERM_PROGRAM=Apple_Terminal", true, false),
            ("TERM=xterm TERM_PROGRAM=WezTerm", true, true),
            ("TERM=xterm-kitty KITTY_WINDOW_ID=1", true, true),
            ("TERM=tmux-256color KITTY_WINDOW_ID=1", true, false),
            ("TERM=screen KITTY_WINDOW_ID=1 STY=1.a", true, false),
            ("OS=Windows_NT", true, false),
            ("OS=Windows_NT WT_SESSION=1", true, true),
        ] {
            assert_eq!(has_sequences(environment(list)), sequences, "{list}");
            assert_eq!(has_links(environment(list)), links, "{list}");
        }
    }

    #[test]
    fn control_characters_never_reach_the_terminal() {
        assert_eq!(
            title("Ann\x1b\\ \x07to\u{9c} move\n"),
            "\x1b]2;Ann\\ to move\x07"
        );
        assert_eq!(title(&"x".repeat(500)).len(), MAX_TITLE_CHARS + 5);
        assert_eq!(clipboard("d3\x1b"), "\x1b]52;c;ZDMb\x1b\\");
        let link = linked("/tmp/a b\x1b]\u{e9};.svg");
        let (start, rest) = link.split_once("/tmp/").unwrap();
        assert!(start.starts_with("\x1b]8;;file://") && !start.contains(' '));
        let expected = "a%20b%1B%5D%C3%A9%3B.svg\x1b\\/tmp/a b]\u{e9};.svg\x1b]8;;\x1b\\";
        assert_eq!(rest, expected);
    }
}
