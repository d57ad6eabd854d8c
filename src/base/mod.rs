//! Code independent of the games: text, files, terminals, and the differences between systems.

#[cfg(feature = "files")]
pub mod files;
pub mod language;
pub mod system;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod text;
