//! Typed lines in the words of the language, for help and advice: `ajuda tudo` for `help all`.

use std::borrow::Cow;

use super::catalog::{self, argument_word, translated_argument_words, translated_command_words};
use super::{Language, current};

/// Commands whose arguments are free text, or names that are the same in every language.
const WITH_FREE_TEXT: [&str; 3] = ["config", "note", "paste"];

/// Whether a typed word is the word of an argument, in English or in the language of the screens, in any case.
pub fn means(typed: &str, english: &str) -> bool {
    typed.eq_ignore_ascii_case(english) || argument_word(typed) == Some(english)
}

/// Returns the name of an argument in the language of the screens: `nome` for `name`, `NOME` for `NAME`.
pub fn argument_name(name: &str) -> String {
    let plain = name.trim_end_matches('.');
    let lower = plain.to_lowercase();
    // A capital letter names one of several, such as the players A and B.
    if plain.chars().count() == 1 && plain != lower {
        return name.to_owned();
    }
    let words = translated_argument_words(&lower).first().copied();
    let Some(here) = words.or_else(|| catalog::find(current(), Some("argument"), &lower)) else {
        return name.to_owned();
    };
    let dots = &name[plain.len()..];
    let here = if plain == lower {
        here.to_owned()
    } else {
        here.to_uppercase()
    };
    format!("{here}{dots}")
}

/// Returns an English line as a user of the language types it: the words of commands and arguments, and the
/// placeholders. Letters, names and lines for the shell are the same.
pub fn typed(line: &str) -> Cow<'_, str> {
    if current() == Language::English {
        return line.into();
    }
    let (colon, english) = line.split_at(usize::from(line.starts_with(':')));
    let (name, rest) = english.split_once(' ').unwrap_or((english, ""));
    let command = translated_command_words(name).first();
    let is_letter = name.len() == 1;
    match (command, rest) {
        (Some(here), "") => format!("{colon}{here}").into(),
        (Some(here), rest) => format!("{colon}{here} {}", arguments(name, rest)).into(),
        (None, "") if line.contains('=') => argument(line).into(),
        (None, "") if !is_letter => argument_name(line).into(),
        (None, rest) if is_letter && !rest.is_empty() => {
            format!("{colon}{name} {}", arguments(name, rest)).into()
        }
        (None, _) => line.into(),
    }
}

/// The arguments of a command in the language.
fn arguments(command: &str, arguments: &str) -> String {
    if WITH_FREE_TEXT.contains(&command) {
        return arguments.to_owned();
    }
    if let Some(phrase) = translated_argument_words(arguments).first() {
        return phrase.replace('_', " ");
    }
    let here = |word: &str| match translated_command_words(word).first() {
        Some(&command_word) if command == "help" => command_word.to_owned(),
        _ => argument(word),
    };
    arguments.split(' ').map(here).collect::<Vec<_>>().join(" ")
}

/// An argument, or a condition such as `player=NAME`.
fn argument(word: &str) -> String {
    if let Some((key, value)) = word.split_once('=') {
        return format!("{key}={}", argument(value));
    }
    let is_placeholder = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    match translated_argument_words(word).first() {
        Some(&here) if word.len() > 1 => here.to_owned(),
        _ if is_placeholder => argument_name(word),
        _ => word.to_owned(),
    }
}

/// Returns a text with the lines between its backticks in the words of the language.
pub fn with_typed(text: &str) -> Cow<'_, str> {
    if current() == Language::English || !text.contains('`') {
        return text.into();
    }
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, part)| {
        if at % 2 == 0 {
            part.into()
        } else {
            typed(part)
        }
    });
    parts.collect::<Vec<_>>().join("`").into()
}
