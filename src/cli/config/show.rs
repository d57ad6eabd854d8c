//! `reversi config`: shows settings with their sources, changes the file, and writes files of keys and colors.

use std::path::Path;

use clap::{Args, Command, FromArgMatches, ValueEnum};
use serde_json::{Value, json};

use super::super::{FAILED, UNREADABLE, print, variable};
use super::{Config, ConfigOptions, GameName, Setting, add_theme_files, user_keys};
use crate::base::language::{marked, tr, translated};
use crate::base::terminal::escapes::linked_on_stdout;
use crate::base::text::printable_path;
use crate::games;
use crate::players::Level;
use crate::screens::theme::{ThemeName, theme};
use crate::screens::{Discs, Stopped};
use crate::session::Icons;
use crate::store::{StoreError, change_config, config_path, keys_path, themes_folder};
use crate::study::{BotOpenings, Coach};
use crate::tools::jobs;

/// The source of a setting from a variable, in JSON.
const VARIABLE: &str = "environment";

const DEFAULT: &str = marked!("default");

pub fn config(asked: &ConfigOptions, complain: impl Fn(&str)) -> Result<u8, Stopped> {
    let (text, code) = answer(asked, linked_on_stdout, complain);
    print(&text).map(|()| code)
}

/// Runs a `config` line of the prompt. Returns the text to show.
pub fn config_line(words: &str, complain: &dyn Fn(&str)) -> String {
    let command = Command::new("config")
        .no_binary_name(true)
        .disable_help_flag(true);
    let matches =
        ConfigOptions::augment_args(command).try_get_matches_from(words.split_whitespace());
    match matches.and_then(|matches| ConfigOptions::from_arg_matches(&matches)) {
        Ok(asked) => answer(&asked, str::to_owned, complain).0,
        Err(error) => {
            // The first line contains the error, the others are about options.
            let text = error.to_string();
            let reason = text.lines().next().unwrap_or_default();
            complain(reason.strip_prefix("error: ").unwrap_or(reason));
            String::new()
        }
    }
}

/// Returns the text to print, and the exit code. `name` formats the names of written files.
fn answer(
    asked: &ConfigOptions,
    name: fn(&str) -> String,
    complain: impl Fn(&str),
) -> (String, u8) {
    if let Some((file, text)) = to_write(asked, &complain) {
        return match text.and_then(|text| write(file, &text, asked.force)) {
            Ok(()) => {
                let file = name(&printable_path(file).to_string());
                (tr!("Wrote {file}.", file) + "\n", 0)
            }
            Err(error) => {
                complain(&error);
                (String::new(), FAILED)
            }
        };
    }
    let Some(setting) = asked.setting else {
        return all(asked.json, complain);
    };
    let is_change = !asked.values.is_empty() || asked.unset;
    if is_change {
        let words = asked.values.join(" ");
        if let Err(error) = change(setting, (!asked.unset).then_some(&words)) {
            complain(&error);
            return (String::new(), FAILED);
        }
        let name = setting.variable();
        if variable(&name).is_some() {
            complain(&format!("warning: ${name} overrides this setting"));
        }
    }
    let (sources, code) = sources_of_user(complain);
    let found = found(&sources, setting);
    let text = if asked.json {
        object(setting, found) + "\n"
    } else if is_change {
        line(setting, found)
    } else {
        text(&found.0) + "\n"
    };
    (text, code)
}

/// The file to write, and its text or the reason why there is none; `None` if the file is not asked for.
fn to_write(
    asked: &ConfigOptions,
    complain: impl Fn(&str),
) -> Option<(&Path, Result<String, String>)> {
    if let Some(file) = &asked.write_keys {
        return Some((file, Ok(keys_of_user(complain))));
    }
    let [name, file] = asked.write_theme.as_deref()? else {
        return None;
    };
    add_theme_files(complain);
    let name = name.to_string_lossy().parse::<ThemeName>();
    let text = name.map(theme_of_user).map_err(|error| error.to_string());
    Some((Path::new(file), text))
}

/// A file with the user's keys.
fn keys_of_user(complain: impl Fn(&str)) -> String {
    let path = keys_path();
    let shown = path.as_deref().map(|path| printable_path(path).to_string());
    user_keys(complain).example(shown.as_deref().unwrap_or("keys.ron"))
}

/// A file with the colors of a theme.
fn theme_of_user(name: ThemeName) -> String {
    let folder = themes_folder();
    let shown = folder
        .as_deref()
        .map(|path| printable_path(path).to_string());
    theme(name).example(shown.as_deref().unwrap_or("themes"))
}

fn write(file: &Path, text: &str, force: bool) -> Result<(), String> {
    jobs::write_file(file, text.as_bytes(), force).map_err(|error| error.to_string())
}

fn all(json: bool, complain: impl Fn(&str)) -> (String, u8) {
    let (sources, code) = sources_of_user(complain);
    let mut text = String::new();
    for &setting in Setting::value_variants() {
        let found = found(&sources, setting);
        text += &if json {
            object(setting, found) + "\n"
        } else {
            line(setting, found)
        };
    }
    if let Some(path) = config_path().filter(|_| !json) {
        let file = printable_path(&path);
        text += &if path.exists() {
            tr!("File: {file}", file)
        } else {
            tr!("File: {file} (not created yet)", file)
        };
        text.push('\n');
    }
    (text, code)
}

fn change(setting: Setting, words: Option<&String>) -> Result<(), String> {
    let words = words.map(String::as_str);
    // Reject an invalid value whatever the state of the file.
    Config::default()
        .set(setting, words)
        .map_err(|error| format!("{}: {error}", setting.name()))?;
    let path = config_path().ok_or_else(|| StoreError::NoHome.to_string())?;
    let change = |config: &mut Config| {
        let set = config.set(setting, words);
        debug_assert!(set.is_ok(), "the value has been checked");
    };
    change_config(&path, change).map_err(|error| error.to_string())
}

/// Returns the user's settings by source, strongest first, with the names of the sources in JSON. The exit code tells
/// whether the file is readable.
fn sources_of_user(complain: impl Fn(&str)) -> ([(&'static str, Config); 3], u8) {
    add_theme_files(&complain);
    let variables = Config::of_variables(variable, &Config::default(), &complain);
    let file = Config::of_file(complain);
    let code = if file.is_some() { 0 } else { UNREADABLE };
    let defaults = Config {
        game: Some(GameName(games::REGISTRY[0])),
        level: Some(Level::BEGINNER),
        icons: Some(Icons::default()),
        discs: Some(Discs::default()),
        coach: Some(Coach::default()),
        openings: Some(BotOpenings::default()),
        screen_reader: Some(false),
        ..Config::default()
    };
    let file = file.unwrap_or_default();
    (
        [
            (VARIABLE, variables),
            (marked!("file"), file),
            (DEFAULT, defaults),
        ],
        code,
    )
}

/// The effective value of a setting, and its source. Names and theme have no default.
fn found(sources: &[(&'static str, Config)], setting: Setting) -> (Value, &'static str) {
    let in_source = |(source, config): &(_, Config)| Some((config.value(setting)?, *source));
    sources
        .iter()
        .find_map(in_source)
        .unwrap_or((Value::Null, DEFAULT))
}

/// A value as it is typed, or `-` if it is not set.
fn text(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Bool(is_on) => if *is_on { "on" } else { "off" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(words) => words.iter().map(text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

fn line(setting: Setting, (value, source): (Value, &'static str)) -> String {
    let from = match source {
        VARIABLE => format!("${}", setting.variable()),
        source => translated(source).to_owned(),
    };
    format!("{:<14} {:<16} {from}\n", setting.name(), text(&value))
}

fn object(setting: Setting, (value, source): (Value, &str)) -> String {
    let name = setting.field();
    let variable = setting.variable();
    json!({ "setting": name, "value": value, "source": source, "variable": variable }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numbered_level_is_a_number_and_another_one_a_text() {
        for (level, expected) in [("1", "1"), ("4", "4"), ("20", "20"), ("2s", "\"2s\"")] {
            let mut config = Config::default();
            config.set(Setting::Level, Some(level)).unwrap();
            let value = config.value(Setting::Level).unwrap();
            let object = object(Setting::Level, (value, "file"));
            assert!(
                object.contains(&format!("\"value\":{expected},")),
                "{object}"
            );
        }
    }
}
