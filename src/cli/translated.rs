//! The help of the command line in the user's language.
//!
//! The texts of commands and options are replaced before clap renders them; clap's own words, such as `Usage:`, only
//! afterwards, because it has no setting for them.

use std::env;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command};

use super::config::Config;
use super::variable;
use crate::base::language::{Language, argument_name, marked, tr, translated_owned};

/// Returns the language of help: that of `--language`, or the user's.
pub fn language_of_help() -> Language {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let after = arguments
        .iter()
        .skip_while(|argument| *argument != "--language")
        .nth(1);
    let joined = arguments
        .iter()
        .find_map(|argument| argument.strip_prefix("--language="));
    let language = joined
        .or(after.map(String::as_str))
        .and_then(|word| word.parse().ok());
    let given = Config {
        language,
        ..Config::default()
    };
    let chosen = given.over_those_of_user(variable, false, |_| {});
    chosen
        .language
        .unwrap_or_else(|| Language::of_environment(variable))
}

/// Translates the texts of a command, of its arguments and of its subcommands.
pub fn in_language(command: Command) -> Command {
    let about = command.get_about().map(text);
    let long_about = command.get_long_about().map(long_text);
    let after_help = command.get_after_help().map(text);
    let mut command = command.mut_args(argument).mut_subcommands(in_language);
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(about) = long_about {
        command = command.long_about(about);
    }
    if let Some(help) = after_help {
        command = command.after_help(help);
    }
    command
}

fn argument(argument: Arg) -> Arg {
    let notes = notes(&argument);
    let [help, long_help] = [argument.get_help(), argument.get_long_help()]
        .map(|help| help.map(|help| with_notes(text(&help), &notes)));
    let heading = argument.get_help_heading().map(text);
    let names = argument.get_value_names().unwrap_or_default();
    let names: Vec<String> = names.iter().map(|name| argument_name(name)).collect();
    let takes_values = argument.get_action().takes_values();
    let has_explained_values = has_explained_values(&argument);
    let mut argument = argument;
    if let Some(help) = help {
        argument = argument.help(help);
    }
    if let Some(help) = long_help {
        argument = argument.long_help(help);
    }
    if let Some(heading) = heading {
        argument = argument.help_heading(heading);
    }
    if takes_values && !names.is_empty() {
        argument = argument.value_names(names);
    }
    if takes_values && !has_explained_values {
        argument = argument.hide_default_value(true).hide_possible_values(true);
    }
    if takes_values && has_explained_values {
        let values = argument.get_possible_values().into_iter().map(explained);
        argument = argument.value_parser(PossibleValuesParser::new(values));
    }
    argument
}

/// Translates the explanation of a value.
fn explained(value: PossibleValue) -> PossibleValue {
    let help = value.get_help().map(text);
    match help {
        Some(help) => value.help(help),
        None => value,
    }
}

/// Whether clap lists the values of an argument with an explanation of each.
fn has_explained_values(argument: &Arg) -> bool {
    argument
        .get_possible_values()
        .iter()
        .any(|value| value.get_help().is_some())
}

/// The default value and the possible values, as clap appends them to the help.
fn notes(argument: &Arg) -> Vec<String> {
    if has_explained_values(argument) || !argument.get_action().takes_values() {
        return Vec::new();
    }
    let defaults = argument
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy());
    let defaults: Vec<_> = defaults.collect();
    let values = argument.get_possible_values();
    let values: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let default = (!defaults.is_empty() && !argument.is_hide_default_value_set())
        .then(|| tr!("[default: {value}]", value = defaults.join(" ")));
    let possible = (!values.is_empty() && !argument.is_hide_possible_values_set())
        .then(|| tr!("[possible values: {values}]", values = values.join(", ")));
    default.into_iter().chain(possible).collect()
}

fn with_notes(help: String, notes: &[String]) -> String {
    [help]
        .iter()
        .chain(notes)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(" ")
}

fn text(text: &(impl ToString + ?Sized)) -> String {
    let english = text.to_string();
    translated_owned(&english).map_or(english, str::to_owned)
}

/// A text of several paragraphs, which are translated one by one.
fn long_text(long: &impl ToString) -> String {
    let english = long.to_string();
    let translated: Vec<String> = paragraphs(&english).map(text).collect();
    translated.join(BETWEEN_PARAGRAPHS)
}

const BETWEEN_PARAGRAPHS: &str = "\n\n";

fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split(BETWEEN_PARAGRAPHS)
}

/// Replaces clap's own words in a rendered help, and the placeholders of its syntax.
pub fn rendered(help: &str) -> String {
    let own = [
        ("Usage:", tr!("Usage:")),
        ("Options:", tr!("Options:")),
        ("Arguments:", tr!("Arguments:")),
        ("Commands:", tr!("Commands:")),
        ("Possible values:", tr!("Possible values:")),
        ("[possible values:", tr!("[possible values:")),
        ("[default:", tr!("[default:")),
        ("[OPTIONS]", tr!("[OPTIONS]")),
    ];
    let mut text = String::new();
    let mut in_usage = false;
    for line in help.split_inclusive('\n') {
        in_usage = line.contains("Usage:") || in_usage && !line.trim().is_empty();
        let line = own.iter().fold(line.to_owned(), |line, (word, here)| {
            line.replace(word, here)
        });
        text += &if in_usage {
            with_placeholders(&line)
        } else {
            line
        };
    }
    text
}

/// Translates the placeholders of a syntax: `<FILE>` and `[FILE]`.
fn with_placeholders(syntax: &str) -> String {
    let mut text = String::new();
    let mut rest = syntax;
    while let Some(start) = rest.find(['<', '[']) {
        let (before, after) = rest.split_at(start + 1);
        let end = after
            .find(|letter: char| !letter.is_ascii_uppercase())
            .unwrap_or(after.len());
        text += before;
        text += &if end > 1 {
            argument_name(&after[..end])
        } else {
            after[..end].to_owned()
        };
        rest = &after[end..];
    }
    text + rest
}

/// The subcommand for developers, whose stages stay in English.
const IN_ENGLISH: &str = "train";

/// Returns the subcommands whose help is translated, and their subcommands.
fn translated_subcommands(command: &Command) -> Vec<&Command> {
    let own = command
        .get_subcommands()
        .filter(|command| command.get_name() != IN_ENGLISH);
    own.flat_map(|own| [vec![own], translated_subcommands(own)].concat())
        .collect()
}

/// The help of clap's own option and subcommand.
const OF_CLAP: [&str; 3] = [
    marked!("Print help (see more with '--help')"),
    marked!("Print help (see a summary with '-h')"),
    marked!("Print this message or the help of the given subcommand(s)"),
];

/// Returns the texts of help that are translated, for the catalogs.
pub fn texts(command: &Command) -> Vec<String> {
    let mut commands = translated_subcommands(command);
    commands.push(command);
    let of_arguments = commands.iter().copied().flat_map(of_arguments);
    let of_english = command.get_subcommands().flat_map(of_command);
    let mut texts = OF_CLAP.map(str::to_owned).to_vec();
    texts.extend(of_english);
    texts.extend(commands.iter().copied().flat_map(of_command));
    texts.extend(of_arguments);
    texts
}

/// The texts of a command: its summary, and the paragraphs of its explanation.
fn of_command(command: &Command) -> Vec<String> {
    let long = command.get_long_about().map(ToString::to_string);
    let texts = [command.get_about(), command.get_after_help()]
        .into_iter()
        .flatten()
        .map(ToString::to_string);
    let paragraphs = long.iter().flat_map(|long| paragraphs(long));
    texts.chain(paragraphs.map(str::to_owned)).collect()
}

fn of_arguments(command: &Command) -> Vec<String> {
    let arguments = command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set());
    arguments.flat_map(of_argument).collect()
}

fn of_argument(argument: &Arg) -> Vec<String> {
    let values = if argument.is_hide_possible_values_set() {
        Vec::new()
    } else {
        argument.get_possible_values()
    };
    let of_values = values.iter().filter_map(PossibleValue::get_help);
    let help = [argument.get_help(), argument.get_long_help()];
    let texts = help.into_iter().flatten().chain(of_values);
    let heading = argument.get_help_heading().map(str::to_owned);
    texts.map(ToString::to_string).chain(heading).collect()
}

/// Returns the placeholders of values in lower case, for the catalogs.
pub fn placeholders(command: &Command) -> Vec<String> {
    let mut commands = translated_subcommands(command);
    commands.push(command);
    let arguments = commands
        .into_iter()
        .flat_map(Command::get_arguments)
        .filter(|argument| !argument.is_hide_set());
    let arguments = arguments.filter(|argument| argument.get_action().takes_values());
    let names = arguments.flat_map(|argument| argument.get_value_names().unwrap_or_default());
    let is_word =
        |name: &String| name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_lowercase());
    names
        .map(|name| name.to_ascii_lowercase())
        .filter(is_word)
        .collect()
}
