//! A new game with all that can be chosen for it, as a dialog asks for it at once.

use crate::games::{Info, Setup};
use crate::session::{Mode, Names};

/// A new game with all that can be chosen for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGame {
    pub info: &'static Info,
    /// How it is set up, but for who moves first.
    pub setup: Setup,
    pub mode: Mode,
    /// The names of the players, the first one first; `None` for the game's own.
    pub names: Option<Names>,
}
