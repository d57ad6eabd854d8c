//! What the window remembers from one run to the next, as the configuration file keeps it.

use serde::{Deserialize, Serialize};

use super::theme::ThemeName;

/// What the window remembers. All of it may be left out of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "window")]
pub struct WindowMemory {
    /// Its width and height, in points.
    pub size: (u16, u16),
    /// The size of text, in percent.
    pub text_percent: u16,
    /// Whether nothing moves.
    pub reduced_motion: bool,
    /// Whether legal moves are marked.
    pub legal_moves: bool,
    /// Whether the study panel is open.
    pub study_panel: bool,
    /// Who played last, the first player first: `human`, or the level of a bot.
    pub players: (String, String),
}

impl Default for WindowMemory {
    fn default() -> Self {
        Self {
            size: (1000, 760),
            text_percent: 100,
            reduced_motion: false,
            legal_moves: true,
            study_panel: false,
            players: ("human".to_owned(), "4".to_owned()),
        }
    }
}

/// The theme that was chosen in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "for the window"))]
pub enum ThemeChoice {
    /// None: it is as it was.
    Unchanged,
    /// That of the system.
    System,
    /// One of its own.
    Named(ThemeName),
}

/// Keeps what the window remembers, and the theme that was chosen there. It fails with the reason.
pub type Keep = fn(&WindowMemory, ThemeChoice) -> Result<(), String>;
