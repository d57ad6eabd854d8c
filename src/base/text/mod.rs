//! Text input and output: escaping, wrapping, durations, bounded lines, counts with nouns, the time zone, shards
//! and checksums.

pub mod branches;
pub mod duration;
pub mod fit;
mod lines;
pub mod printable;
mod shard;
#[cfg(feature = "cli")]
mod similar;
pub mod svg;
mod wording;
mod zone;

pub use lines::{LineEnd, LineReader, checksum, fnv1a, read_line};
pub use printable::{Printable, printable, printable_lines, printable_path, quoted};
pub use shard::{Shard, ShardError};
#[cfg(feature = "cli")]
pub use similar::closest;
pub use wording::{capital, counted};
pub use zone::{time_zone, today};

/// The byte order mark that some editors write before UTF-8 text.
pub const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
