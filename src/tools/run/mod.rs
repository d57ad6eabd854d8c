//! Code shared by jobs and stages: their error type, options, thread counts and resumable rows.

mod error;
mod header;
mod options;
mod rows;
mod shards;
pub mod threads;

pub use error::ToolError;
pub use header::{COMMENT, HEADER_START, RowsHeader, is_of};
pub use options::{EngineOptions, GameParser, ShardOption, input, thread_count};
pub use rows::{RowFile, RowLines};
pub use shards::{MAX_ROW_BYTES, ShardFile, in_order, missing_shards};
