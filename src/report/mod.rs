//! Reports on analyzed games, which the screens and the subcommands show.

pub(crate) mod page;
pub(crate) mod sentences;
pub(crate) mod text;

#[cfg(test)]
mod tests;
