//! The differences between systems: `unix.rs` and `other.rs` have the same functions. Only the engine makes other
//! system calls, because it is compiled without other packages.

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
