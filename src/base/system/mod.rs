//! The differences between systems: `unix.rs` and `other.rs` have the same functions. Only the engine makes other
//! system calls, because it is compiled without other packages.

#[cfg(unix)]
#[path = "unix.rs"]
mod here;
#[cfg(not(unix))]
#[path = "other.rs"]
mod here;

#[cfg(all(unix, feature = "cli"))]
mod memory;
mod regular;

pub use here::*;
#[cfg(all(unix, feature = "cli"))]
pub use memory::EndingAllocator;
pub use regular::{is_not_regular, not_regular, open_regular};
