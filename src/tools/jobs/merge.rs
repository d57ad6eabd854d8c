//! `reversi merge`: merges the files that the shards of one run have written.

mod games;
mod solved;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Findings, unless_closed};
use crate::base::files::{NewFile, is_free};
use crate::base::terminal::ProgressLine;
use crate::base::text::counted;
use crate::tools::run::{ShardFile, ToolError, in_order};

/// The options of `reversi merge`.
#[derive(Debug, Clone, Args)]
pub struct MergeOptions {
    /// Files of all shards, as `solve` and `match` write them with --out
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write all rows to the new file OUT
    #[arg(long, value_name = "OUT")]
    out: PathBuf,

    /// Print the totals of a match as a JSON object
    #[arg(long)]
    json: bool,
}

/// Merges files of one kind, which their first lines name.
pub fn merge(options: &MergeOptions) -> Result<Findings, ToolError> {
    let MergeOptions { files, out, json } = options;
    let kinds = [solved::KIND, games::KIND];
    let opened = files.iter().map(|file| ShardFile::open(file, &kinds));
    let parts = in_order(opened.collect::<Result<_, _>>()?)?;
    let first = &parts[0];
    let count = parts.len();
    let mut sink = RowSink::create(out)?;
    let progress = ProgressLine::start();
    let rows = if first.kind == solved::KIND {
        let rows = solved::write(parts, &mut sink)?;
        sink.finish()?;
        rows
    } else {
        let players = games::players(first)?;
        let games = games::write(parts, &players, &mut sink)?;
        sink.finish()?;
        let rows = games.len();
        unless_closed(games::report(players, games, *json))?;
        rows
    };
    let rows = counted(rows, "row");
    let files = counted(count, "file");
    progress.say(&format!("merged {rows} of {files}"));
    Ok(Findings::default())
}

/// A new row file.
struct RowSink<'a> {
    file: NewFile,
    out: &'a Path,
}

impl<'a> RowSink<'a> {
    fn create(out: &'a Path) -> Result<Self, ToolError> {
        if !is_free(out) {
            return Err(ToolError::Exists {
                path: out.to_owned(),
                advice: "choose another name",
            });
        }
        let file = NewFile::begin(out, false).map_err(ToolError::unwritable(out))?;
        Ok(Self { file, out })
    }

    fn add(&mut self, line: &str) -> Result<(), ToolError> {
        writeln!(self.file, "{line}").map_err(ToolError::unwritable(self.out))
    }

    fn finish(mut self) -> Result<(), ToolError> {
        self.file.finish().map_err(ToolError::unwritable(self.out))
    }
}
