//! Usage errors in the style of clap, printed without raw control characters.

use std::env;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap::builder::Styles;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{FAILED, NAME, USAGE, command_line, translated};
use crate::base::language::{self, Language, reason};
use crate::base::text::closest;
use crate::base::text::printable::{is_printable, printable};
use crate::engine::Processor;
use crate::screens::Stopped;

pub fn command() -> Command {
    let version = env!("CARGO_PKG_VERSION");
    let engine = Processor::in_use();
    let command = command_line().version(format!("{version} (engine for {engine})"));
    let mut command = if may_be_styled() {
        command
    } else {
        command.styles(Styles::plain())
    };
    command.build();
    command
}

pub fn version() -> String {
    command().render_version()
}

/// Whether errors may have colors: not if an argument contains control characters.
fn may_be_styled() -> bool {
    env::args_os().all(|argument| argument.to_string_lossy().chars().all(is_printable))
}

/// Creates a usage error of a subcommand, such as `solve` or `train label`; of the program for an empty text.
pub fn error(subcommand: &str, kind: ErrorKind, reason: impl Display) -> clap::Error {
    let mut program = command();
    let mut command = &mut program;
    for name in subcommand.split_whitespace() {
        command = command
            .find_subcommand_mut(name)
            .expect("a subcommand of the program");
    }
    command.error(kind, reason)
}

/// Library messages about numbers, with replacements.
const NUMBERS: [(&str, &str); 6] = [
    ("invalid digit found in string", "use a whole number"),
    (
        "cannot parse integer from empty string",
        "use a whole number",
    ),
    (
        "number too large to fit in target type",
        "use a smaller number",
    ),
    (
        "number too small to fit in target type",
        "use a larger number",
    ),
    ("invalid float literal", "use a number like 1.5"),
    (
        "cannot parse float from empty string",
        "use a number like 1.5",
    ),
];

/// Replaces a library's message about a number; `None` if it is already clear.
fn plain(raw: &str) -> Option<String> {
    if let Some((_, range)) = raw.split_once(" is not in ") {
        return Some(match range.split_once("..=") {
            Some((first, last)) => format!("use {first} to {last}"),
            None => format!("use {} or more", range.trim_end_matches('.')),
        });
    }
    NUMBERS
        .iter()
        .find(|(from, _)| *from == raw)
        .map(|(_, plain)| (*plain).to_owned())
}

/// Replaces library messages in a usage error.
fn in_plain_words(error: clap::Error) -> clap::Error {
    let Some(raw) = std::error::Error::source(&error).map(ToString::to_string) else {
        return error;
    };
    match plain(&raw) {
        None => error,
        Some(plain) => {
            let about = |kind| match error.get(kind) {
                Some(ContextValue::String(text)) => text.clone(),
                _ => String::new(),
            };
            let value = about(ContextKind::InvalidValue);
            let argument = about(ContextKind::InvalidArg);
            let reason = format!("invalid value '{value}' for '{argument}': {plain}\n");
            clap::Error::raw(error.kind(), reason)
        }
    }
}

pub fn similar_subcommand(word: &str) -> Option<String> {
    let command = command_line();
    let names = command.get_subcommands().map(Command::get_name);
    closest(word, names.chain(["help"])).map(str::to_owned)
}

/// Replaces the error about an argument after a word that is neither a subcommand nor a file: the word is wrong.
pub fn about_first_word(error: clap::Error, first: &OsStr) -> clap::Error {
    let is_after_file = matches!(
        error.kind(),
        ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand
    );
    let Some(word) = first.to_str().filter(|_| is_after_file) else {
        return error;
    };
    let is_subcommand = command_line().find_subcommand(word).is_some() || word == "help";
    let may_be_subcommand = !word.starts_with('-') && !word.contains(['/', '\\', '.']);
    if is_subcommand || !may_be_subcommand || Path::new(word).exists() {
        return error;
    }
    let similar = similar_subcommand(word);
    let problem = Stopped::NoScript {
        name: printable(word).to_string(),
        similar,
    };
    clap::Error::raw(error.kind(), format!("{problem}\n"))
}

/// Limits suggestions to likely misspellings, because clap's measure is wider.
fn with_close_suggestions(mut error: clap::Error) -> clap::Error {
    const SUGGESTIONS: [(ContextKind, ContextKind); 2] = [
        (
            ContextKind::InvalidSubcommand,
            ContextKind::SuggestedSubcommand,
        ),
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ];
    for (typed, suggested) in SUGGESTIONS {
        let Some(ContextValue::String(typed)) = error.get(typed) else {
            continue;
        };
        let close = match error.get(suggested) {
            Some(ContextValue::Strings(names)) => closest(typed, names.iter().map(String::as_str))
                .map(|name| ContextValue::Strings(vec![name.to_owned()])),
            Some(ContextValue::String(name)) => {
                closest(typed, [name.as_str()]).map(|name| ContextValue::String(name.to_owned()))
            }
            _ => continue,
        };
        match close {
            Some(close) => error.insert(suggested, close),
            None => error.remove(suggested),
        };
    }
    error
}

/// Prints a usage error, or the requested help or version. Returns the exit code.
pub fn print(error: clap::Error) -> u8 {
    let error = with_close_suggestions(in_plain_words(error));
    let is_answer = !error.use_stderr();
    let written = if is_answer && language::current() != Language::English {
        let help = translated::rendered(&error.render().ansi().to_string());
        anstream::stdout().lock().write_all(help.as_bytes())
    } else if is_answer || may_be_styled() {
        error.print()
    } else {
        let message = error.render().ansi().to_string();
        let lines = message
            .trim_end()
            .split('\n')
            .map(|line| format!("{}\n", printable(line)));
        io::stderr().write_all(lines.collect::<String>().as_bytes())
    };
    match written.and_then(|()| io::stdout().flush()) {
        Err(failure) if is_answer && failure.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(
                io::stderr(),
                "{NAME}: can't write the output: {}",
                reason(&failure)
            );
            FAILED
        }
        _ => u8::try_from(error.exit_code()).unwrap_or(USAGE),
    }
}
