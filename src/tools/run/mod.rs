//! Code shared by jobs and stages: their error type, options, thread counts and resumable rows.

mod error;
mod options;
mod rows;
pub mod threads;

pub use error::ToolError;
pub use options::{
    EngineOptions, GameParser, entry_of_environment, input, shard_or_entry, thread_count,
};
pub use rows::{RowFile, RowLines, missing_shards};
