//! The command line of `reversi config`.

use clap::{Args, ValueEnum};

/// A setting of the configuration file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "kebab-case")]
pub enum Setting {
    /// Initial game
    Game,
    /// Default bot level
    Level,
    /// Names of the first and the second player
    Names,
    /// Icons of Black and White
    Icons,
    /// Colors of the board
    Theme,
    /// How the prompt draws discs: auto, letters or symbols
    Discs,
    /// Describe the board in sentences at the prompt: on or off
    #[value(alias = "screen_reader")]
    ScreenReader,
}

impl Setting {
    /// All settings, in the order in which they are listed.
    pub const ALL: [Self; 7] = [
        Self::Game,
        Self::Level,
        Self::Names,
        Self::Icons,
        Self::Theme,
        Self::Discs,
        Self::ScreenReader,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Level => "level",
            Self::Names => "names",
            Self::Icons => "icons",
            Self::Theme => "theme",
            Self::Discs => "discs",
            Self::ScreenReader => "screen-reader",
        }
    }

    /// The name of its field in the file, and in JSON.
    pub fn field(self) -> String {
        self.name().replace('-', "_")
    }

    /// The environment variable that overrides the file.
    pub fn variable(self) -> String {
        format!("REVERSI_{}", self.field().to_ascii_uppercase())
    }
}

/// What `reversi config` shows or changes.
#[derive(Debug, Clone, Args)]
#[command(override_usage = "reversi config [--json] [SETTING]\n       \
                            reversi config <SETTING> <VALUE>...\n       \
                            reversi config --unset <SETTING>")]
pub struct ConfigArguments {
    /// Setting to show or change
    #[arg(value_enum, ignore_case = true)]
    pub setting: Option<Setting>,

    /// New value (two words for names and icons)
    #[arg(value_name = "VALUE", num_args = 1..=2)]
    pub values: Vec<String>,

    /// Remove the setting from the file
    #[arg(long, requires = "setting", conflicts_with = "values")]
    pub unset: bool,

    /// Print one JSON object per setting
    #[arg(long, conflicts_with_all = ["values", "unset"])]
    pub json: bool,
}
