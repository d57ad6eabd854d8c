//! Reports on analyzed games, which the screens and the subcommands show.

pub(crate) mod text;

#[cfg(test)]
mod tests;
