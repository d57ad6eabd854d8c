//! What knows nothing about games: text, files, terminals, and what differs between systems.

#[cfg(feature = "interpreter")]
pub mod files;
#[cfg(feature = "interpreter")]
pub mod system;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod text;
