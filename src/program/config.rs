//! User settings: the configuration file, and the variables that override it.

use serde::{Deserialize, Serialize};

use crate::screens::theme::ThemeName;
use crate::screens::{ThemeChoice, WindowMemory};
use crate::store::{StoreError, change_config, config_path, read_config};

/// A configuration file that sets everything, for messages.
const EXAMPLE: &str = "(theme: \"light\")";

/// The settings of the configuration file. All may be left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "config")]
pub(super) struct Config {
    /// The colours of the full-screen board and of the window.
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<ThemeName>,
    /// What the window remembers.
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<WindowMemory>,
}

impl Config {
    /// Reads the user's file. If it can't be read, `complain` gets the reason, and the defaults apply.
    pub(super) fn of_user(complain: impl FnOnce(&str)) -> Self {
        let Some(path) = config_path() else { return Self::default() };
        match read_config(&path) {
            Ok(config) => config.unwrap_or_default(),
            Err(error) => {
                let example = match error {
                    StoreError::Damaged { .. } => format!(". A valid file: {EXAMPLE}"),
                    _ => String::new(),
                };
                complain(&format!("{error}. Using the defaults{example}"));
                Self::default()
            }
        }
    }

    /// What the window remembers of its last run.
    pub(super) fn window(&self) -> WindowMemory {
        self.window.clone().unwrap_or_default()
    }

    /// Keeps what the window remembers in the user's file, and the theme if another one was chosen there. A
    /// file that can't be read stays as it is.
    pub(super) fn keep(window: &WindowMemory, theme: ThemeChoice) -> Result<(), String> {
        let Some(path) = config_path() else { return Ok(()) };
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
            .map_err(|error| format!("what the window remembers can't be kept: {error}"))
    }

    /// The theme to use: of the command line, else of the variable, else of the file. `None` leaves it to
    /// the terminal.
    ///
    /// `complain` gets the reason if the variable isn't the name of a theme.
    pub(super) fn theme(
        &self,
        argument: Option<ThemeName>,
        variable: Option<&str>,
        complain: impl FnOnce(&str),
    ) -> Option<ThemeName> {
        let of_variable = || match variable.filter(|name| !name.is_empty())?.parse() {
            Ok(name) => Some(name),
            Err(error) => {
                complain(&format!("REVERSI_THEME: {error}"));
                None
            }
        };
        argument.or_else(of_variable).or(self.theme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_comes_before_the_variable_and_the_variable_before_the_file() {
        use ThemeName::{Dark, Light, Mono};
        let silent = |message: &str| panic!("{message}");
        let file = Config { theme: Some(Mono), window: None };
        assert_eq!(file.theme(Some(Dark), Some("light"), silent), Some(Dark));
        assert_eq!(file.theme(Some(Dark), Some("pink"), silent), Some(Dark));
        assert_eq!(file.theme(None, Some("light"), silent), Some(Light));
        assert_eq!(file.theme(None, Some(""), silent), Some(Mono));
        assert_eq!(file.theme(None, None, silent), Some(Mono));
        let none = Config::default();
        assert_eq!(none.theme(None, None, silent), None);
        assert_eq!(none.theme(None, Some("light"), silent), Some(Light));
        assert_eq!(none.theme(Some(Dark), None, silent), Some(Dark));
    }

    #[test]
    fn a_wrong_variable_is_reported_and_passed_over() {
        let mut said = String::new();
        let file = Config { theme: Some(ThemeName::Mono), window: None };
        let found = file.theme(None, Some("pi\u{1b}nk"), |message| message.clone_into(&mut said));
        assert_eq!(found, Some(ThemeName::Mono));
        assert!(
            said.starts_with("REVERSI_THEME: \"pi\\u{1b}nk\" is not a theme: use dark,"),
            "{said}"
        );
    }

    #[test]
    fn the_example_is_valid() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.ron");
        std::fs::write(&path, EXAMPLE).unwrap();
        let read: Option<Config> = read_config(&path).unwrap();
        assert_eq!(read, Some(Config { theme: Some(ThemeName::Light), window: None }));
    }
}
