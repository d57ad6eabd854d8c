//! Reports on analyzed games, which the screens and the subcommands show.

pub(crate) mod page;
pub(crate) mod sentences;
pub(crate) mod text;

use serde::Serialize;

/// The names of the players, as JSON has them.
#[derive(Debug, Serialize)]
pub(crate) struct SideNames<Name> {
    pub(crate) black: Name,
    pub(crate) white: Name,
}

#[cfg(test)]
mod tests;
