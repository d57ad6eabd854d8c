//! What differs between systems: `unix.rs` and `other.rs` have the same functions. Nothing else in the program calls a
//! system directly, but the engine, which is compiled without other packages and advises Linux of its tables.

#[cfg(unix)]
#[path = "unix.rs"]
mod here;
#[cfg(not(unix))]
#[path = "other.rs"]
mod here;

#[cfg(unix)]
mod memory;

pub use here::*;
#[cfg(unix)]
pub use memory::EndingAllocator;
