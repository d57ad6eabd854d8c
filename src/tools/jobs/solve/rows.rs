//! Formats result rows as a table or as JSON, writes them, and parses them on resuming.

use std::fmt::Write;
use std::io;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::SolveOptions;
use super::solvers::{Solved, SolverOfGame, Unsolved};
use crate::base::files::{Beginning, Output, ResumableFile};
use crate::games::Square;
use crate::tools::jobs::{json_line, print, print_fitted};
use crate::tools::run::ToolError;

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

/// Returns the outcome for the side to move.
fn outcome(score: i32) -> &'static str {
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

    pub(super) fn heading<S: SolverOfGame>(&self) -> String {
        let score = if self.wld { "wld" } else { "score" };
        let [time, speed] =
            ["time", "nodes/s"].map(|name| self.unless_reproducible(format!("  {name:>12}")));
        let moves = if self.all_moves { "  moves" } else { "" };
        let (depth, line) = (S::DEPTH, S::LINE);
        format!(
            " line  {depth}  {score:>5}{time}  {:>14}{speed}  {line}{moves}",
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

    pub(super) fn beginning<'a>(&self, heading: &'a str) -> Beginning<'a> {
        if self.json {
            Beginning::Start("{\"number\":")
        } else {
            Beginning::Header(heading)
        }
    }

    pub(super) fn row<P>(
        &self,
        number: usize,
        task: &Unsolved<P>,
        answer: &Solved,
        time: Duration,
    ) -> String {
        if self.json {
            return self.object(number, task, answer, time);
        }
        let time_s = time.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
        let speed = answer.nodes as f64 / time_s.max(1e-9);
        let [time, speed] = [format!("  {time_s:12.6}"), format!("  {speed:12.0}")]
            .map(|column| self.unless_reproducible(column));
        let (empties, score, nodes) = (task.empties, self.score(answer.score), answer.nodes);
        let mut row = format!(
            "{number:5}  {empties:5}  {score:>5}{time}  {nodes:14}{speed}  {}",
            answer.line
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

    fn object<P>(
        &self,
        number: usize,
        task: &Unsolved<P>,
        answer: &Solved,
        time: Duration,
    ) -> String {
        let value = |score| (!self.wld).then_some(score);
        let word = |score| self.wld.then(|| outcome(score));
        let moves = answer.moves.as_ref().map(|moves| {
            let object = |&(square, score): &(Option<Square>, i32)| SolvedMove {
                name: square.map_or_else(|| "pass".to_owned(), |square| square.to_string()),
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
            line: &answer.line,
            moves,
            nodes: answer.nodes,
            time_s: (!self.reproducible).then_some(time.as_secs_f64()),
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

    /// Parses the score of an earlier row; `None` if these options would not have written the row.
    pub(super) fn score_in<P>(&self, row: &str, number: usize, task: &Unsolved<P>) -> Option<i32> {
        if self.json {
            self.score_in_object(row, number, task)
        } else {
            self.score_in_text(row, number, task)
        }
    }

    fn score_in_text<P>(&self, row: &str, number: usize, task: &Unsolved<P>) -> Option<i32> {
        let mut words = row.split_whitespace();
        let mut number_is = |wanted: u64| words.next()?.parse().ok().filter(|&n: &u64| n == wanted);
        number_is(number as u64)?;
        number_is(task.empties.into())?;
        let word = words.next()?;
        if self.wld {
            score_of_outcome(word)
        } else {
            word.parse().ok()
        }
    }

    fn score_in_object<P>(&self, row: &str, number: usize, task: &Unsolved<P>) -> Option<i32> {
        let Value::Object(object) = serde_json::from_str(row).ok()? else {
            return None;
        };
        let has_options = object.contains_key("outcome") == self.wld
            && object.contains_key("moves") == self.all_moves
            && object.contains_key("time_s") != self.reproducible;
        let is_position = object.get("number")?.as_u64()? == number as u64
            && object.get("position")?.as_str()? == task.name
            && *object.get("expected")? == Value::from(task.expected);
        if !has_options || !is_position {
            return None;
        }
        if self.wld {
            score_of_outcome(object.get("outcome")?.as_str()?)
        } else {
            object.get("score")?.as_i64()?.try_into().ok()
        }
    }
}

fn score_of_outcome(word: &str) -> Option<i32> {
    [1, 0, -1].into_iter().find(|&score| outcome(score) == word)
}

/// The output of rows: standard output, or a resumable file.
pub(super) struct RowOutput {
    /// `None` for standard output.
    file: Option<Box<ResumableFile>>,
    /// The heading, until it is printed with the first row.
    heading: String,
    /// Whether the rows form a table instead of JSON lines.
    is_table: bool,
}

impl RowOutput {
    pub(super) fn open(output: Option<&Output>, beginning: Beginning) -> Result<Self, ToolError> {
        let file = output
            .map(|output| ResumableFile::open(output, beginning))
            .transpose()?;
        let (heading, is_table) = match beginning {
            Beginning::Header(line) => (format!("{line}\n"), true),
            Beginning::Start(_) => (String::new(), false),
        };
        Ok(Self {
            file: file.map(Box::new),
            heading,
            is_table,
        })
    }

    pub(super) fn earlier_row(&mut self) -> Result<Option<String>, ToolError> {
        match &mut self.file {
            None => Ok(None),
            Some(file) => Ok(file.next_earlier()?),
        }
    }

    pub(super) fn foreign(&self) -> ToolError {
        match &self.file {
            None => ToolError::standard_output(io::ErrorKind::InvalidData.into()),
            Some(file) => file.foreign().into(),
        }
    }

    /// Writes a row, including its line end, unbuffered.
    pub(super) fn write(&mut self, row: &str) -> Result<(), ToolError> {
        if let Some(file) = &mut self.file {
            return Ok(file.write(row)?);
        }
        let text = std::mem::take(&mut self.heading) + row;
        if self.is_table {
            print_fitted(&text)
        } else {
            print(&text)
        }
    }

    /// Checks that an earlier run has no further rows.
    pub(super) fn finish(&mut self) -> Result<(), ToolError> {
        match self.earlier_row()? {
            Some(_) => Err(self.foreign()),
            None => Ok(()),
        }
    }
}
