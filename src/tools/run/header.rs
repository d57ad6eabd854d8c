//! The first line of a row file, which says how the rows were made.

use serde::Serialize;
use serde_json::Value;

use crate::base::text::Shard;
use crate::engine::eval::Evaluation;

/// The text before the first line of a game file, which readers of games take for a comment.
pub const COMMENT: &str = "# ";

/// The beginning of a first line, before the kind.
pub const HEADER_START: &str = "{\"reversi\":\"";

/// The first line of a file. Files with different first lines are never mixed.
#[derive(Debug, Serialize)]
pub struct RowsHeader<'a, O> {
    pub reversi: &'static str,
    pub version: u32,
    /// The name of the weights, or of several; null if the rows don't depend on them.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub weights: Value,
    /// The number of rows in all shards, if the options don't determine it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<usize>,
    #[serde(flatten)]
    pub options: &'a O,
    /// The number of rows in this shard, if the other fields don't determine it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

impl<'a, O: Serialize> RowsHeader<'a, O> {
    /// Creates a header with the name of the weights of this process.
    pub fn new(kind: &'static str, options: &'a O) -> Self {
        let weights = Evaluation::global().header().name().into();
        Self {
            weights,
            ..Self::without_weights(kind, options)
        }
    }

    pub fn without_weights(kind: &'static str, options: &'a O) -> Self {
        Self {
            reversi: kind,
            version: 1,
            weights: Value::Null,
            all: None,
            options,
            rows: None,
            shard: None,
        }
    }

    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Checks that a first line announces rows of `kind`, in the version of this program.
pub fn is_of(kind: &'static str) -> impl Fn(&str) -> Result<(), String> {
    move |line| {
        let expected = format!("{HEADER_START}{kind}\",\"version\":1,");
        if line.trim_start_matches(COMMENT).starts_with(&expected) {
            Ok(())
        } else {
            Err(format!("expected the header {expected}"))
        }
    }
}
