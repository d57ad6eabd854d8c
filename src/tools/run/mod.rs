//! Code shared by jobs and stages: their error type, options, thread counts and resumable rows.

mod error;
mod options;
mod rows;
pub mod threads;

pub use error::ToolError;
pub use options::{EngineOptions, GameParser, ShardOption, input, thread_count};
pub use rows::{RowFile, RowLines, missing_shards};
