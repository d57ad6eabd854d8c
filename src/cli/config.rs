//! User settings: the configuration file, and the variables and options that override it.

mod show;

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize, Serializer};

use crate::base::language::{Language, tr};
use crate::base::text::printable;
use crate::games::{self, Info};
use crate::players::{Level, TimeControl};
use crate::records::names_of_games;
use crate::screens::theme::{self, ThemeName};
use crate::screens::{Discs, KeyBindings, ThemeChoice, WindowMemory};
use crate::session::{Icons, PlayerNames};
use crate::store::{StoreError, change_config, config_path, keys_path, read_config, theme_files};
use crate::study::{BotOpenings, Coach};

pub(super) use show::{config, config_line};

/// A valid configuration file, for error messages.
const EXAMPLE: &str = "(theme: \"light\")";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "kebab-case")]
pub enum Setting {
    /// Initial game
    Game,
    /// Default bot level
    Level,
    /// Clock of new games, such as 5m+3s
    Clock,
    /// Search threads
    Threads,
    /// Names of the first and the second player
    Names,
    /// Icons of Black and White
    Icons,
    /// Colors of the board
    Theme,
    /// How the prompt draws discs: auto, letters, symbols or large
    Discs,
    #[value(help = "Language of the screens: en, pt_PT, pt_BR or es")]
    Language,
    /// Comment on your mistakes against bots: on, off, or from a number of discs
    Coach,
    /// Games whose openings bots of levels 4 to 13 play: none or library, with conditions as for find
    Openings,
    /// Describe the board in sentences at the prompt: on or off
    #[value(alias = "screen_reader")]
    ScreenReader,
}

impl Setting {
    fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    fn field(self) -> String {
        self.name().replace('-', "_")
    }

    fn variable(self) -> String {
        format!("REVERSI_{}", self.field().to_ascii_uppercase())
    }
}

/// What `reversi config` shows or changes.
#[derive(Debug, Clone, Args)]
#[command(override_usage = "reversi config [--json] [SETTING]\n       \
                            reversi config <SETTING> <VALUE>...\n       \
                            reversi config --unset <SETTING>\n       \
                            reversi config [--force] --write-keys <FILE>\n       \
                            reversi config [--force] --write-theme <NAME> <FILE>")]
pub struct ConfigOptions {
    /// Setting to show or change
    #[arg(value_enum, ignore_case = true)]
    setting: Option<Setting>,

    /// New value (two words for names and icons, several for openings)
    #[arg(value_name = "VALUE", num_args = 1..)]
    values: Vec<String>,

    /// Remove the setting from the file
    #[arg(long, requires = "setting", conflicts_with = "values")]
    unset: bool,

    /// Print one JSON object per setting
    #[arg(long, conflicts_with_all = ["values", "unset"])]
    json: bool,

    /// Write your keys of the full screen to FILE, with comments
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setting", "unset", "json"])]
    write_keys: Option<PathBuf>,

    /// Write the colors of the theme NAME to FILE, with comments
    #[arg(
        long,
        value_names = ["NAME", "FILE"],
        conflicts_with_all = ["setting", "unset", "json", "write_keys"]
    )]
    write_theme: Option<Vec<OsString>>,

    /// Overwrite FILE if it exists
    #[arg(long)]
    force: bool,
}

/// The settings from one source: file, variables or command line. All are optional.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "config")]
pub struct Config {
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub game: Option<GameName>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub level: Option<Level>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub clock: Option<TimeControl>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub threads: Option<NonZero<u8>>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub names: Option<PlayerNames>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub icons: Option<Icons>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub theme: Option<ThemeName>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub discs: Option<Discs>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub language: Option<Language>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub coach: Option<Coach>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub openings: Option<BotOpenings>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub screen_reader: Option<bool>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "without_some"
    )]
    pub window: Option<WindowMemory>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameName(pub &'static Info);

impl TryFrom<String> for GameName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        games::find_named(&name).map(Self).ok_or_else(|| {
            let name = printable(&name).limited(20);
            let names = names_of_games();
            tr!("no game called \"{name}\": use {names}", name, names)
        })
    }
}

impl From<GameName> for String {
    fn from(GameName(info): GameName) -> Self {
        info.word().to_owned()
    }
}

/// Adds the themes of the user's files. Errors in them go to `complain`.
pub fn add_theme_files(complain: impl Fn(&str)) {
    for mistake in theme::add_files(theme_files) {
        complain(&mistake.to_string());
    }
}

/// Reads the user's keys of the full screen. Errors in the file go to `complain`.
pub fn user_keys(complain: impl Fn(&str)) -> KeyBindings {
    let Some(path) = keys_path() else {
        return KeyBindings::default();
    };
    let (keys, mistakes) = KeyBindings::read(&path);
    for mistake in mistakes {
        complain(&mistake.to_string());
    }
    keys
}

impl Config {
    /// Adds the user's settings from variables and the file, without overriding these.
    ///
    /// `complain` receives errors in a variable or the file. With `ascii`, the user's names and icons are ignored if
    /// they are not ASCII.
    pub fn over_those_of_user(
        self,
        variable: impl Fn(&str) -> Option<String>,
        ascii: bool,
        complain: impl Fn(&str),
    ) -> Self {
        add_theme_files(&complain);
        let variables = Self::of_variables(variable, &self, &complain);
        let mut user = variables.over(Self::of_file(complain).unwrap_or_default());
        if ascii {
            user.names = user.names.filter(PlayerNames::is_ascii);
            user.icons = user.icons.filter(|icons| icons.is_ascii());
        }
        self.over(user)
    }

    /// Reads the configuration file; defaults if it doesn't exist. Errors go to `complain`.
    fn of_file(complain: impl Fn(&str)) -> Option<Self> {
        let Some(path) = config_path() else {
            return Some(Self::default());
        };
        match read_config(&path) {
            Ok(config) => Some(config.unwrap_or_default()),
            Err(error) => {
                complain(&if matches!(error, StoreError::Damaged { .. }) {
                    tr!(
                        "{error}. Using default settings. Example of a valid file: {example}",
                        error,
                        example = EXAMPLE
                    )
                } else {
                    tr!("{error}. Using default settings", error)
                });
                None
            }
        }
    }

    /// Reads the variables that `above` doesn't override. Errors go to `complain`.
    fn of_variables(
        read: impl Fn(&str) -> Option<String>,
        above: &Self,
        complain: impl Fn(&str),
    ) -> Self {
        let mut config = Self::default();
        for &setting in Setting::value_variants() {
            let name = setting.variable();
            let Some(words) = read(&name).filter(|words| !words.is_empty()) else {
                continue;
            };
            if above.value(setting).is_none()
                && let Err(error) = config.set(setting, Some(&words))
            {
                complain(&format!("{name}: {error}"));
            }
        }
        config
    }

    /// Adds the settings of `below`, without overriding these.
    fn over(self, below: Self) -> Self {
        Self {
            game: self.game.or(below.game),
            level: self.level.or(below.level),
            clock: self.clock.or(below.clock),
            threads: self.threads.or(below.threads),
            names: self.names.or(below.names),
            icons: self.icons.or(below.icons),
            theme: self.theme.or(below.theme),
            discs: self.discs.or(below.discs),
            language: self.language.or(below.language),
            coach: self.coach.or(below.coach),
            openings: self.openings.or(below.openings),
            screen_reader: self.screen_reader.or(below.screen_reader),
            window: self.window.or(below.window),
        }
    }

    /// Sets a setting to a text, or removes it without a text.
    fn set(&mut self, setting: Setting, words: Option<&str>) -> Result<(), String> {
        match setting {
            Setting::Game => {
                self.game = words.map(|words| words.to_owned().try_into()).transpose()?;
            }
            Setting::Level => self.level = read(words)?,
            Setting::Clock => self.clock = read(words)?,
            Setting::Threads => {
                let wrong = |_| tr!("use a number of threads from 1 to {most}", most = u8::MAX);
                self.threads = words.map(str::parse).transpose().map_err(wrong)?;
            }
            Setting::Names => self.names = read_pair(words, "ANN BOB", PlayerNames::new)?,
            Setting::Icons => self.icons = read_pair(words, "X O", Icons::parse)?,
            Setting::Theme => self.theme = read(words)?,
            Setting::Discs => self.discs = read(words)?,
            Setting::Language => self.language = read(words)?,
            Setting::Coach => self.coach = read(words)?,
            Setting::Openings => self.openings = read(words)?,
            Setting::ScreenReader => self.screen_reader = words.map(switch).transpose()?,
        }
        Ok(())
    }

    /// The value of a setting in its file format; `None` if it is not set.
    fn value(&self, setting: Setting) -> Option<serde_json::Value> {
        // Plain data always has a value.
        serde_json::to_value(self)
            .ok()?
            .get_mut(setting.field())
            .map(serde_json::Value::take)
    }

    pub fn game(&self) -> &'static Info {
        self.game.map_or(games::REGISTRY[0], |GameName(info)| info)
    }

    pub fn window(&self) -> WindowMemory {
        self.window.clone().unwrap_or_default()
    }

    /// Saves the setting of the coach. A file that can't be written keeps the previous one.
    pub fn keep_coach(coach: Coach) {
        if let Some(path) = config_path() {
            let _ = change_config(&path, |config: &mut Self| config.coach = Some(coach));
        }
    }

    /// Saves the openings of bots. A file that can't be written keeps the previous ones.
    pub fn keep_openings(openings: &BotOpenings) {
        if let Some(path) = config_path() {
            let change = |config: &mut Self| config.openings = Some(openings.clone());
            let _ = change_config(&path, change);
        }
    }

    /// Saves the window's memory, and the theme if it was changed there. An unreadable file stays unchanged.
    pub fn keep(window: &WindowMemory, theme: ThemeChoice) -> Result<(), String> {
        let Some(path) = config_path() else {
            return Ok(());
        };
        let change = |config: &mut Self| {
            if *window != config.window() {
                config.window = Some(window.clone());
            }
            match theme {
                ThemeChoice::Unchanged => {}
                ThemeChoice::System => config.theme = None,
                ThemeChoice::Named(name) => config.theme = Some(name),
            }
        };
        change_config(&path, change)
            .map_err(|error| tr!("can't save the window's settings: {error}", error))
    }
}

/// Serializes a setting without `Some`.
#[expect(clippy::ref_option, reason = "serde gives it so")]
fn without_some<T: Serialize, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => value.serialize(serializer),
        None => serializer.serialize_none(),
    }
}

fn read<T: FromStr>(words: Option<&str>) -> Result<Option<T>, String>
where
    T::Err: ToString,
{
    words
        .map(str::parse)
        .transpose()
        .map_err(|error: T::Err| error.to_string())
}

/// Reads two words, such as `example`.
fn read_pair<T, E: ToString>(
    words: Option<&str>,
    example: &str,
    read: fn(&str, &str) -> Result<T, E>,
) -> Result<Option<T>, String> {
    let Some(words) = words else { return Ok(None) };
    let mut each = words.split_whitespace();
    if let (Some(first), Some(second), None) = (each.next(), each.next(), each.next()) {
        return read(first, second)
            .map(Some)
            .map_err(|error| error.to_string());
    }
    let words = printable(words).limited(40);
    Err(tr!(
        "\"{words}\": expected two words, such as {example}",
        words,
        example
    ))
}

/// Parses a word for on or off.
fn switch(word: &str) -> Result<bool, String> {
    match word.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Ok(true),
        "off" | "false" | "no" | "0" => Ok(false),
        _ => Err(tr!(
            "\"{word}\": use on or off",
            word = printable(word).limited(20)
        )),
    }
}

#[cfg(test)]
mod tests;
