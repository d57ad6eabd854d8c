//! What knows nothing about games: text, files, terminals, and what differs between systems.

#[cfg(feature = "cli")]
pub mod files;
#[cfg(feature = "cli")]
pub mod system;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod text;
