//! Reads the rows of former runs, whose positions need no search.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::answers::{Origin, StoredAnswers};
use super::read_rows::{AnswerForm, RowObject};
use super::solved::{Solved, sort};
use super::solvers::{SolverOfGame, Unsolved};
use super::{KIND, SolveOptions};
use crate::base::files;
use crate::base::text::{checksum, counted, printable_path};
use crate::tools::run::{ShardFile, ToolError};

/// The usable answers of all `--known` files.
pub struct KnownRows<S: SolverOfGame> {
    pub answers: StoredAnswers<S::Key>,
    /// The checksum of the files, if any.
    pub mark: Option<String>,
    /// A message about each file whose rows are too weak for the options.
    pub notes: Vec<String>,
}

impl<S: SolverOfGame> KnownRows<S> {
    pub fn read(options: &SolveOptions) -> Result<Self, ToolError> {
        let mut rows = Self {
            answers: StoredAnswers::new(),
            mark: None,
            notes: Vec::new(),
        };
        for path in &options.known {
            let file = ShardFile::open(path, &[KIND])?;
            rows.add(file, options)?;
        }
        Ok(rows)
    }

    /// Adds the rows of a file. Ignores a torn last row: the file may be growing.
    fn add(&mut self, mut file: ShardFile, options: &SolveOptions) -> Result<(), ToolError> {
        let form = form_of(&file, options)?;
        let asked = options.form();
        let is_weaker = (form.wld && !asked.wld) || (asked.all_moves && !form.all_moves);
        self.mark(&file.first_line);
        let mut count = 0;
        while file.lines.next()?.is_some() {
            let row = file.lines.last();
            let (position, solved) = read_row::<S>(row, form)
                .ok_or_else(|| file.lines.damaged("not a row of these options"))?;
            self.mark(row);
            count += 1;
            if is_weaker {
                continue;
            }
            let solved = weakened(solved, form, asked);
            let key = S::key(&position.position);
            if self.answers.add(key, Origin::Known, &solved) != solved.score {
                let reason = "the score contradicts an earlier row with the same position";
                return Err(file.lines.damaged(reason));
            }
        }
        if is_weaker {
            let missing = if form.wld && !asked.wld {
                "exact scores"
            } else {
                "scores of all moves"
            };
            let name = printable_path(file.lines.path());
            let rows = counted(count, "row");
            self.notes
                .push(format!("{name}: ignored {rows} without {missing}"));
        }
        Ok(())
    }

    fn mark(&mut self, line: &str) {
        let before = self.mark.as_deref().unwrap_or_default();
        self.mark = Some(checksum(format!("{before} {line}")));
    }
}

/// Returns the form of the rows in a file, which must be JSON rows of the same game.
fn form_of(file: &ShardFile, options: &SolveOptions) -> Result<AnswerForm, ToolError> {
    let is_set = |field: &str| file.field(field) == Some(&Value::Bool(true));
    let wanted = options.game.word();
    if file.field("game").and_then(Value::as_str) != Some(wanted) {
        let reason = format!("rows of another game: expected \"game\":\"{wanted}\"");
        return Err(file.lines.damaged(reason));
    }
    if !is_set("json") {
        let reason = "a table has no positions: use rows written with --json";
        return Err(file.lines.damaged(reason));
    }
    Ok(AnswerForm {
        wld: is_set("wld"),
        all_moves: is_set("all_moves"),
    })
}

/// A position of a game that `S` solves.
type PositionOf<S> = Unsolved<<S as SolverOfGame>::Position>;

fn read_row<S: SolverOfGame>(row: &str, form: AnswerForm) -> Option<(PositionOf<S>, Solved)> {
    let object: RowObject = serde_json::from_str(row).ok()?;
    let position = S::read(&object.position).ok()??;
    let solved = object.solved::<S>(form, &position)?;
    Some((position, solved))
}

/// Returns an answer with what the options ask for, and no more.
fn weakened(solved: Solved, form: AnswerForm, asked: AnswerForm) -> Solved {
    let Solved {
        score, line, moves, ..
    } = solved;
    let is_reduced = asked.wld && !form.wld;
    let reduced = |score: i32| if is_reduced { score.signum() } else { score };
    let moves = moves.filter(|_| asked.all_moves).map(|mut moves| {
        for (_, score) in &mut moves {
            *score = reduced(*score);
        }
        if is_reduced {
            sort(&mut moves, line.first().copied());
        }
        moves
    });
    Solved {
        score: reduced(score),
        line,
        moves,
        nodes: 0,
    }
}

/// Refuses an output file that is also known: resuming would find it changed.
pub fn refuse_output(options: &SolveOptions, out: &Path) -> Result<(), ToolError> {
    let same = |known: &PathBuf| files::resolved(known) == files::resolved(out);
    if options.known.iter().any(same) {
        return Err(ToolError::Overwrites {
            path: out.to_owned(),
            input: "also a --known file",
        });
    }
    Ok(())
}
