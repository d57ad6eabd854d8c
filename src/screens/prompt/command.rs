//! Commands of the prompt itself: switching screens, theme, disc style.

use crate::base::language::{command_word, marked, translated_command_words};
use crate::screens::discs::Discs;
use crate::screens::interface::Interface;
use crate::screens::named::UnknownName;
use crate::screens::theme::ThemeName;
use crate::screens::words;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PromptCommand {
    Screen(Interface),
    /// The theme to set; `None` to show the current one.
    Theme(Option<ThemeName>),
    /// The disc style to set; `None` to show the current one.
    Discs(Option<Discs>),
    /// The arguments of `config`.
    Config(String),
    Version,
    Clear,
    Help,
}

impl PromptCommand {
    /// Parses a line. Returns `None` if it is not a prompt command, and a message if it has wrong arguments.
    pub(super) fn of_line(line: &str) -> Option<Result<Self, String>> {
        if let Some(interface) = Interface::of_line(line) {
            return Some(Ok(Self::Screen(interface)));
        }
        let mut words = line.split_whitespace();
        let typed = words.next()?;
        let command = english(typed);
        if command == "config" {
            let rest = line.trim_start().get(typed.len()..).unwrap_or_default();
            return Some(Ok(Self::Config(rest.trim().to_owned())));
        }
        let name = words.next();
        let extra = words.next();
        let read = match command.as_str() {
            "theme" => name.map(str::parse).transpose().map(Self::Theme),
            "discs" => name.map(str::parse).transpose().map(Self::Discs),
            "version" | "clear" if name.is_some() => {
                return Some(Err(words::unexpected(
                    name.unwrap_or_default(),
                    &typed.to_lowercase(),
                )));
            }
            "version" => Ok(Self::Version),
            "clear" => Ok(Self::Clear),
            "help" | "?" if name.is_some_and(is_word) => Ok(Self::Help),
            _ => return None,
        };
        Some(match extra {
            Some(extra) => Err(words::unexpected(extra, &typed.to_lowercase())),
            None => read.map_err(|error: UnknownName| words::shown(&error)),
        })
    }

    /// Completes the last word. Returns where it starts, and the candidates.
    pub(super) fn complete(line: &str) -> Option<(usize, Vec<String>)> {
        let start = line.find(' ')? + 1;
        let (command, word) = (english(line[..start].trim_end()), &line[start..]);
        let names: Vec<&str> = match command.as_str() {
            "theme" => ThemeName::ALL.map(ThemeName::as_str).to_vec(),
            "discs" => Discs::ALL.map(Discs::as_str).to_vec(),
            _ => return None,
        };
        let is_meant = |name: &&str| name.starts_with(&word.to_ascii_lowercase());
        Some((
            start,
            names
                .into_iter()
                .filter(is_meant)
                .map(str::to_owned)
                .collect(),
        ))
    }
}

/// The names of the commands.
const WORDS: [&str; 7] = [
    marked!("command" => "clear"),
    marked!("command" => "config"),
    marked!("command" => "discs"),
    marked!("command" => "screen"),
    marked!("command" => "theme"),
    marked!("command" => "version"),
    marked!("command" => "window"),
];

/// The names of the commands, in English and in the language of the screens.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let translated = WORDS
        .into_iter()
        .flat_map(translated_command_words)
        .copied();
    WORDS.into_iter().chain(translated)
}

/// The English name of a command.
fn english(word: &str) -> String {
    command_word(word).map_or_else(|| word.to_ascii_lowercase(), str::to_owned)
}

fn is_word(name: &str) -> bool {
    WORDS.contains(&&*english(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_about_the_prompt_are_read_and_others_left_alone() {
        for (line, expected) in [
            ("screen", PromptCommand::Screen(Interface::Screen)),
            (" Theme Mono ", PromptCommand::Theme(Some(ThemeName::Mono))),
            ("theme", PromptCommand::Theme(None)),
            ("DISCS letters", PromptCommand::Discs(Some(Discs::Letters))),
            ("discs", PromptCommand::Discs(None)),
            ("config", PromptCommand::Config(String::new())),
            (
                " Config level  5 ",
                PromptCommand::Config("level  5".to_owned()),
            ),
            ("version", PromptCommand::Version),
            ("CLEAR", PromptCommand::Clear),
            ("help Theme", PromptCommand::Help),
        ] {
            assert_eq!(PromptCommand::of_line(line), Some(Ok(expected)), "{line}");
        }
        for (line, error) in [
            ("theme pink", "\"pink\" is not a theme: use dark, "),
            (
                "discs x",
                "\"x\" is not a disc style: use auto, letters, symbols or large",
            ),
            ("clear all", "unexpected \"all\" after clear"),
            ("theme dark now", "unexpected \"now\" after theme"),
        ] {
            let found = PromptCommand::of_line(line).unwrap().unwrap_err();
            assert!(found.starts_with(error), "{found}");
        }
        for line in ["", "d3", "C ● ○", "themes", "show"] {
            assert_eq!(PromptCommand::of_line(line), None, "{line}");
        }
    }

    #[test]
    fn names_are_completed() {
        assert_eq!(
            PromptCommand::complete("theme l"),
            Some((6, vec!["light".to_owned()]))
        );
        assert_eq!(PromptCommand::complete("discs ").unwrap().1.len(), 4);
        assert_eq!(PromptCommand::complete("E x"), None);
    }

    #[test]
    fn what_is_the_same_in_the_shell_is_known_at_the_prompt() {
        for (line, _) in crate::interpreter::SAME_IN_THE_SHELL {
            match PromptCommand::of_line(line) {
                Some(read) => assert!(read.is_ok(), "{line}"),
                None => assert!(crate::interpreter::Command::parse(line).is_ok(), "{line}"),
            }
        }
    }
}
