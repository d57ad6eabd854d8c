//! Formats result rows as a table or as JSON, and writes them.

use std::fmt::Write;
use std::io;
use std::time::Duration;

use serde::Serialize;

use super::answers::Origin;
use super::input::PositionLines;
use super::solved::Solved;
use super::solvers::{SolverOfGame, Unsolved};
use super::{KIND, SolveOptions};
use crate::base::files::{Output, ResumableFile};
use crate::games::{Player, Square};
use crate::tools::jobs::{json_line, print, print_fitted};
use crate::tools::run::{RowsHeader, ToolError};

/// The options in the first line of an output file.
#[derive(Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option that is given or not"
)]
struct SolvedHow<'a> {
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<Player>,
    json: bool,
    all_moves: bool,
    wld: bool,
    reproducible: bool,
    /// A checksum of the `--known` files.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<&'a str>,
    /// A checksum of the input, for shards.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    /// The number of rows in all shards.
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<usize>,
}

#[derive(Serialize)]
struct SolvedRow<'a> {
    number: usize,
    position: &'a str,
    empties: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    expected: Option<i32>,
    line: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<SolvedMove>>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copied: Option<Origin>,
}

#[derive(Serialize)]
struct SolvedMove {
    #[serde(rename = "move")]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
}

/// The name of a pass in JSON.
pub const PASS: &str = "pass";

/// A row that is written.
pub struct NewRow<'a, P> {
    /// The number of the position's first line in the input.
    pub number: usize,
    pub task: &'a Unsolved<P>,
    pub answer: &'a Solved,
    pub time: Duration,
    /// Where the answer was copied from; `None` for a search.
    pub copied: Option<Origin>,
}

/// Returns the outcome for the side to move.
pub fn outcome(score: i32) -> &'static str {
    match score {
        1.. => "win",
        0 => "draw",
        _ => "loss",
    }
}

impl SolveOptions {
    /// Whether a score agrees with the expected one; with `--wld`, only their signs count.
    pub(super) fn agree(&self, score: i32, expected: i32) -> bool {
        if self.wld {
            score.signum() == expected.signum()
        } else {
            score == expected
        }
    }

    /// Returns the line above a table of rows; nothing above JSON lines.
    pub(super) fn heading<S: SolverOfGame>(&self) -> String {
        if self.json {
            return String::new();
        }
        let score = if self.wld { "wld" } else { "score" };
        let [time, speed] =
            ["time", "nodes/s"].map(|name| self.unless_reproducible(format!("  {name:>12}")));
        let moves = if self.all_moves { "  moves" } else { "" };
        let depth = S::DEPTH;
        let line = S::LINE;
        format!(
            " line  {depth}  {score:>5}{time}  {:>14}{speed}  {line}{moves}\n",
            "nodes"
        )
    }

    fn unless_reproducible(&self, column: String) -> String {
        if self.reproducible {
            String::new()
        } else {
            column
        }
    }

    /// Returns the first line of an output file.
    pub(super) fn first_line(&self, lines: &PositionLines, known: Option<&str>) -> String {
        let Self {
            json,
            all_moves,
            wld,
            reproducible,
            ..
        } = *self;
        let part = lines.part();
        let options = SolvedHow {
            game: self.game.word(),
            turn: self.turn,
            json,
            all_moves,
            wld,
            reproducible,
            known,
            input: part.map(|part| part.input.as_str()),
            all: part.map(|part| part.all),
        };
        let header = if self.game.is_reversi() {
            RowsHeader::new(KIND, &options)
        } else {
            RowsHeader::without_weights(KIND, &options)
        };
        RowsHeader {
            rows: part.map(|part| part.rows),
            shard: part.map(|_| lines.shard),
            ..header
        }
        .line()
    }

    pub(super) fn row<S: SolverOfGame>(&self, row: &NewRow<S::Position>) -> String {
        if self.json {
            return self.object::<S>(row);
        }
        let &NewRow {
            number,
            task,
            answer,
            time,
            ..
        } = row;
        let time_s = time.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
        let speed = answer.nodes as f64 / time_s.max(1e-9);
        let [time, speed] = [format!("  {time_s:12.6}"), format!("  {speed:12.0}")]
            .map(|column| self.unless_reproducible(column));
        let empties = task.empties;
        let score = self.score(answer.score);
        let nodes = answer.nodes;
        let mut row = format!(
            "{number:5}  {empties:5}  {score:>5}{time}  {nodes:14}{speed}  {}",
            S::line(task, &answer.line)
        );
        for (index, (square, score)) in answer.moves.iter().flatten().enumerate() {
            let name = square.map_or_else(|| "PA".to_owned(), |square| square.to_string());
            let gap = if index == 0 { "  " } else { " " };
            let _ = write!(row, "{gap}{}:{};", name.to_uppercase(), self.score(*score));
        }
        if let Some(expected) = task.expected
            && !self.agree(answer.score, expected)
        {
            let _ = write!(row, "  WRONG: file says {expected:+}");
        }
        row.push('\n');
        row
    }

    fn object<S: SolverOfGame>(&self, row: &NewRow<S::Position>) -> String {
        let NewRow {
            number,
            task,
            answer,
            time,
            copied,
        } = *row;
        let value = |score| (!self.wld).then_some(score);
        let word = |score| self.wld.then(|| outcome(score));
        let moves = answer.moves.as_ref().map(|moves| {
            let object = |&(square, score): &(Option<Square>, i32)| SolvedMove {
                name: square.map_or_else(|| PASS.to_owned(), |square| square.to_string()),
                score: value(score),
                outcome: word(score),
            };
            moves.iter().map(object).collect()
        });
        let row = SolvedRow {
            number,
            position: &task.name,
            empties: task.empties,
            score: value(answer.score),
            outcome: word(answer.score),
            expected: task.expected,
            line: &S::line(task, &answer.line),
            moves,
            nodes: answer.nodes,
            time_s: (!self.reproducible).then_some(time.as_secs_f64()),
            copied,
        };
        json_line(&row)
    }

    fn score(&self, score: i32) -> String {
        if self.wld {
            outcome(score).to_owned()
        } else {
            format!("{score:+}")
        }
    }
}

/// The output of rows: standard output, or a resumable file.
pub struct RowOutput {
    /// `None` for standard output.
    file: Option<Box<ResumableFile>>,
    /// The heading, until it is printed with the first row.
    heading: String,
    /// Whether the rows on standard output form a table instead of JSON lines.
    is_table: bool,
}

impl RowOutput {
    pub fn to_standard(heading: String, is_table: bool) -> Self {
        Self {
            file: None,
            heading,
            is_table,
        }
    }

    /// Opens a file that begins with `first_line` and the heading.
    pub fn open(output: &Output, first_line: &str, heading: String) -> Result<Self, ToolError> {
        let mut file = ResumableFile::open(output, first_line)?;
        let mut heading = heading;
        if !heading.is_empty()
            && let Some(line) = file.next_earlier()?
        {
            if line != heading.trim_end() {
                return Err(file.foreign().into());
            }
            heading.clear();
        }
        Ok(Self {
            file: Some(Box::new(file)),
            heading,
            is_table: false,
        })
    }

    pub fn earlier_row(&mut self) -> Result<Option<String>, ToolError> {
        match &mut self.file {
            None => Ok(None),
            Some(file) => Ok(file.next_earlier()?),
        }
    }

    pub fn foreign(&self) -> ToolError {
        match &self.file {
            None => ToolError::standard_output(io::ErrorKind::InvalidData.into()),
            Some(file) => file.foreign().into(),
        }
    }

    /// Writes a row, including its line end, unbuffered.
    pub fn write(&mut self, row: &str) -> Result<(), ToolError> {
        let text = std::mem::take(&mut self.heading) + row;
        if let Some(file) = &mut self.file {
            return Ok(file.write(&text)?);
        }
        if self.is_table {
            print_fitted(&text)
        } else {
            print(&text)
        }
    }

    /// Checks that an earlier run has no further rows, and writes the beginning of a file without rows.
    pub fn finish(&mut self) -> Result<(), ToolError> {
        if self.earlier_row()?.is_some() {
            return Err(self.foreign());
        }
        if let Some(file) = &mut self.file {
            file.write(&std::mem::take(&mut self.heading))?;
        }
        Ok(())
    }
}
