//! The window's settings in the configuration file.

use serde::{Deserialize, Serialize};

use super::theme::ThemeName;

/// The settings that the window keeps between runs. Files may lack any of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "window")]
pub struct WindowMemory {
    /// The size of the window, in points.
    pub size: (u16, u16),
    /// The text size, in percent.
    pub text_percent: u16,
    /// Whether animations are off.
    pub reduced_motion: bool,
    /// Whether legal moves are marked.
    pub legal_moves: bool,
    pub study_panel: bool,
    /// The last players, first player first: `human` or a bot level.
    pub players: (String, String),
}

impl Default for WindowMemory {
    fn default() -> Self {
        Self {
            size: (1280, 800),
            text_percent: 100,
            reduced_motion: false,
            legal_moves: true,
            study_panel: false,
            players: ("human".to_owned(), "4".to_owned()),
        }
    }
}

/// The theme chosen in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "for the window"))]
pub enum ThemeChoice {
    Unchanged,
    /// The light or dark theme, to match the system.
    System,
    Named(ThemeName),
}

/// Saves the window's settings and theme. Returns the reason if that fails.
pub type Keep = fn(&WindowMemory, ThemeChoice) -> Result<(), String>;
