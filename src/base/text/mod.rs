//! Text in and out: making untrusted text printable, lines that fit, durations as people type them,
//! bounded lines, counts with their nouns, the time zone of the computer, shards of work, and checksums of lines. It knows nothing of games,
//! files or terminals.

pub(crate) mod branches;
mod checksum;
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

pub use checksum::{checksum, fnv1a};
pub use lines::{LineEnd, LineReader, read_line};
pub use printable::{Printable, printable, printable_lines, printable_path};
pub use shard::{Shard, ShardError};
#[cfg(feature = "cli")]
pub use similar::closest;
pub use wording::{counted, reason};
pub use zone::{time_zone, today};

/// The byte order mark that some editors put before UTF-8 text.
pub const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
