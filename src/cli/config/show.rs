//! `reversi config`: shows settings with their sources, and changes the file.

use std::fmt::Write;

use clap::{Args, Command, FromArgMatches, ValueEnum};
use serde_json::{Value, json};

use super::super::{FAILED, UNREADABLE, print, variable};
use super::{Config, ConfigOptions, GameName, Setting};
use crate::base::text::printable_path;
use crate::games;
use crate::players::Level;
use crate::screens::{Discs, Stopped};
use crate::session::Icons;
use crate::store::{StoreError, change_config, config_path};

/// The source of a setting from a variable, in JSON.
const VARIABLE: &str = "environment";

/// The settings of each source.
struct SettingSources {
    variables: Config,
    file: Config,
    defaults: Config,
}

pub(in crate::cli) fn config(
    asked: &ConfigOptions,
    complain: impl Fn(&str),
) -> Result<u8, Stopped> {
    let (text, code) = answer(asked, complain);
    print(&text).map(|()| code)
}

/// Runs a `config` line of the prompt. Returns the text to show.
pub(in crate::cli) fn config_line(words: &str, complain: &dyn Fn(&str)) -> String {
    let command = Command::new("config").no_binary_name(true).disable_help_flag(true);
    let matches =
        ConfigOptions::augment_args(command).try_get_matches_from(words.split_whitespace());
    match matches.and_then(|matches| ConfigOptions::from_arg_matches(&matches)) {
        Ok(asked) => answer(&asked, complain).0,
        Err(error) => {
            // The first line contains the error, the others are about options.
            let text = error.to_string();
            let reason = text.lines().next().unwrap_or_default();
            complain(reason.strip_prefix("error: ").unwrap_or(reason));
            String::new()
        }
    }
}

fn answer(asked: &ConfigOptions, complain: impl Fn(&str)) -> (String, u8) {
    let Some(setting) = asked.setting else { return all(asked.json, complain) };
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
    let (sources, code) = SettingSources::of_user(complain);
    let text = if asked.json {
        sources.object(setting) + "\n"
    } else if is_change {
        sources.line(setting)
    } else {
        sources.text(setting) + "\n"
    };
    (text, code)
}

fn all(json: bool, complain: impl Fn(&str)) -> (String, u8) {
    let (sources, code) = SettingSources::of_user(complain);
    let mut text = String::new();
    for &setting in Setting::value_variants() {
        if json {
            let _ = writeln!(text, "{}", sources.object(setting));
        } else {
            text.push_str(&sources.line(setting));
        }
    }
    if let Some(path) = config_path().filter(|_| !json) {
        let none = if path.exists() { "" } else { " (not created yet)" };
        let _ = writeln!(text, "File: {}{none}", printable_path(&path));
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

impl SettingSources {
    /// Reads the user's settings. The exit code tells whether the file is readable.
    fn of_user(complain: impl Fn(&str)) -> (Self, u8) {
        let variables = Config::of_variables(variable, &Config::default(), &complain);
        let file = Config::of_file(complain);
        let code = if file.is_some() { 0 } else { UNREADABLE };
        let defaults = Config {
            game: Some(GameName(games::REGISTRY[0])),
            level: Some(Level::BEGINNER),
            icons: Some(Icons::default()),
            discs: Some(Discs::default()),
            screen_reader: Some(false),
            ..Config::default()
        };
        (Self { variables, file: file.unwrap_or_default(), defaults }, code)
    }

    /// The effective value of a setting, and its source. Names and theme have no default.
    fn found(&self, setting: Setting) -> (Value, &'static str) {
        let of = |config: &Config, source| Some((config.value(setting)?, source));
        of(&self.variables, VARIABLE)
            .or_else(|| of(&self.file, "file"))
            .or_else(|| of(&self.defaults, "default"))
            .unwrap_or((Value::Null, "default"))
    }

    /// A value as it is typed, or `-` if it is not set.
    fn text(&self, setting: Setting) -> String {
        fn text(value: &Value) -> String {
            match value {
                Value::Null => "-".to_owned(),
                Value::Bool(is_on) => if *is_on { "on" } else { "off" }.to_owned(),
                Value::String(text) => text.clone(),
                Value::Array(words) => words.iter().map(text).collect::<Vec<_>>().join(" "),
                other => other.to_string(),
            }
        }
        text(&self.found(setting).0)
    }

    fn line(&self, setting: Setting) -> String {
        let from = match self.found(setting).1 {
            VARIABLE => format!("${}", setting.variable()),
            source => source.to_owned(),
        };
        format!("{:<14} {:<16} {from}\n", setting.name(), self.text(setting))
    }

    fn object(&self, setting: Setting) -> String {
        let (value, source) = self.found(setting);
        let (name, variable) = (setting.field(), setting.variable());
        json!({ "setting": name, "value": value, "source": source, "variable": variable })
            .to_string()
    }
}
