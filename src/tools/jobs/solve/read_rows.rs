//! Parses rows of earlier and of former runs: JSON objects, and lines of a table.

use serde::Deserialize;

use super::SolveOptions;
use super::rows::{PASS, outcome};
use super::solved::Solved;
use super::solvers::{SolverOfGame, Unsolved};
use crate::games::{Square, parse_square};

/// What the rows of a run contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerForm {
    /// Whether rows have only a win, a draw or a loss.
    pub wld: bool,
    /// Whether rows have the score of every move.
    pub all_moves: bool,
}

/// A row of `--json`.
#[derive(Deserialize)]
pub struct RowObject {
    number: usize,
    pub position: String,
    score: Option<i32>,
    outcome: Option<String>,
    expected: Option<i32>,
    line: String,
    moves: Option<Vec<MoveObject>>,
    time_s: Option<f64>,
}

#[derive(Deserialize)]
struct MoveObject {
    #[serde(rename = "move")]
    name: String,
    score: Option<i32>,
    outcome: Option<String>,
}

impl SolveOptions {
    pub(super) fn form(&self) -> AnswerForm {
        let Self { wld, all_moves, .. } = *self;
        AnswerForm { wld, all_moves }
    }

    /// Parses an earlier row; `None` if these options would not have written the row.
    pub(super) fn read_row<S: SolverOfGame>(
        &self,
        row: &str,
        number: usize,
        task: &Unsolved<S::Position>,
    ) -> Option<Solved> {
        if !self.json {
            return self.read_text::<S>(row, number, task);
        }
        let object: RowObject = serde_json::from_str(row).ok()?;
        let is_own = object.number == number
            && object.position == task.name
            && object.expected == task.expected
            && object.time_s.is_some() != self.reproducible;
        is_own.then(|| object.solved::<S>(self.form(), task))?
    }

    fn read_text<S: SolverOfGame>(
        &self,
        row: &str,
        number: usize,
        task: &Unsolved<S::Position>,
    ) -> Option<Solved> {
        let mut words = row.split_whitespace();
        let mut number_is = |wanted: u64| words.next()?.parse().ok().filter(|&n: &u64| n == wanted);
        number_is(number as u64)?;
        number_is(task.empties.into())?;
        let wld = self.wld;
        let score = score_in(words.next()?, wld)?;
        let has_times = !self.reproducible;
        // The time, the nodes and the speed.
        let nodes = words.nth(usize::from(has_times))?.parse().ok()?;
        if has_times {
            words.next()?;
        }
        let rest: Vec<&str> = words.take_while(|word| *word != "WRONG:").collect();
        let is_move = |word: &&str| word.contains(':');
        let end = rest.iter().position(is_move).unwrap_or(rest.len());
        let (line, moves) = rest.split_at(end);
        let moves = moves.iter().map(|word| scored_move(word, wld));
        let moves: Vec<_> = moves.collect::<Option<_>>()?;
        Some(Solved {
            score,
            line: S::squares(task, &line.join(" "))?,
            moves: self.all_moves.then_some(moves),
            nodes,
        })
    }
}

/// Parses a move of a table: `C4:+12;`.
fn scored_move(word: &str, wld: bool) -> Option<(Option<Square>, i32)> {
    let (name, score) = word.strip_suffix(';')?.split_once(':')?;
    let name = name.to_ascii_lowercase();
    with_score(&name, "pa", score_in(score, wld)?)
}

/// Combines the name of a move with its score; `None` if it is neither a square nor `pass`.
fn with_score(name: &str, pass: &str, score: i32) -> Option<(Option<Square>, i32)> {
    if name == pass {
        return Some((None, score));
    }
    let square = parse_square(name, 8, 8).ok()?;
    Some((Some(square), score))
}

fn score_in(word: &str, wld: bool) -> Option<i32> {
    if wld {
        score_of_outcome(word)
    } else {
        word.parse().ok().filter(|score| is_score(*score))
    }
}

fn score_of_outcome(word: &str) -> Option<i32> {
    [1, 0, -1].into_iter().find(|&score| outcome(score) == word)
}

fn is_score(score: i32) -> bool {
    (-64..=64).contains(&score)
}

impl RowObject {
    /// Returns the answer; `None` if the row has another form, or no answer for the position.
    pub fn solved<S: SolverOfGame>(
        &self,
        form: AnswerForm,
        task: &Unsolved<S::Position>,
    ) -> Option<Solved> {
        if self.moves.is_some() != form.all_moves {
            return None;
        }
        let of_move = |each: &MoveObject| {
            let score = of_field(each.score, each.outcome.as_deref(), form.wld)?;
            with_score(&each.name, PASS, score)
        };
        let moves = self.moves.as_ref();
        let moves = moves.map(|moves| moves.iter().map(of_move).collect::<Option<_>>());
        Some(Solved {
            score: of_field(self.score, self.outcome.as_deref(), form.wld)?,
            line: S::squares(task, &self.line)?,
            moves: match moves {
                Some(moves) => Some(moves?),
                None => None,
            },
            nodes: 0,
        })
    }
}

/// Returns the score, or the sign of an outcome. A row has the field of its form, and not the other.
fn of_field(score: Option<i32>, outcome: Option<&str>, wld: bool) -> Option<i32> {
    match (score, outcome) {
        (None, Some(word)) if wld => score_of_outcome(word),
        (Some(score), None) if !wld => Some(score).filter(|score| is_score(*score)),
        _ => None,
    }
}
