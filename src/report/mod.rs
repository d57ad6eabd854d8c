//! Reports on analyzed games, which the screens and the subcommands show.

pub mod page;
pub mod sentences;
pub mod stats;
pub mod text;

use serde::Serialize;

/// The names of the players, as JSON has them.
#[derive(Debug, Serialize)]
pub struct SideNames<Name> {
    pub black: Name,
    pub white: Name,
}

#[cfg(test)]
mod tests;
