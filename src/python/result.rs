//! The results of searches.

use pyo3::prelude::*;

use crate::engine::{Found, Line};
use crate::games::{Move, Square};
use crate::players::Suggestion;

pub fn name_of(mv: Move) -> String {
    Square::from_index(mv, 8).to_string()
}

/// A move with its score and the expected continuation.
#[pyclass(name = "Line", frozen, get_all, module = "reversi_engine")]
#[derive(Debug, Clone)]
pub struct PyLine {
    /// The score for the side to move, in discs. Empty squares count for the winner.
    score: i32,
    /// The principal variation, without passes, starting with the move.
    moves: Vec<String>,
}

#[pymethods]
impl PyLine {
    /// The move.
    #[getter]
    fn r#move(&self) -> Option<&str> {
        self.moves.first().map(String::as_str)
    }

    fn __repr__(&self) -> String {
        format!(
            "Line(score={}, moves={:?})",
            self.score,
            self.moves.join(" ")
        )
    }
}

impl From<&Line> for PyLine {
    fn from(line: &Line) -> Self {
        Self {
            score: line.score,
            moves: line.moves.iter().copied().map(name_of).collect(),
        }
    }
}

/// The result of a search.
///
/// >>> from reversi_engine import Board, Engine
/// >>> result = Engine().search(Board("f5d6c3"), depth=6)
/// >>> result.exact
/// False
#[pyclass(name = "SearchResult", frozen, get_all, module = "reversi_engine")]
#[derive(Debug, Clone)]
pub struct PySearchResult {
    /// Whether the scores are exact: the results of perfect play.
    exact: bool,
    /// The search depth, in plies.
    depth: u32,
    /// The selectivity of the search, in percent; 100 for none.
    selectivity: u8,
    /// The best moves with their scores, best first.
    lines: Vec<PyLine>,
    /// The number of positions visited.
    nodes: u64,
    /// The time of the search, in seconds.
    seconds: f64,
    /// Whether the lines are from the opening book; `depth` is the level of its search then.
    book: bool,
}

#[pymethods]
impl PySearchResult {
    /// The best move; None if the game is over.
    #[getter]
    fn r#move(&self) -> Option<&str> {
        self.lines.first()?.r#move()
    }

    /// The score for the side to move, in discs. Empty squares count for the winner.
    #[getter]
    fn score(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.score)
    }

    /// The expected moves of both sides, starting with the best move, without passes.
    #[getter]
    fn line(&self) -> Vec<String> {
        let first = self.lines.first();
        first.map_or_else(Vec::new, |line| line.moves.clone())
    }

    fn __repr__(&self) -> String {
        let Self {
            exact,
            depth,
            selectivity,
            nodes,
            seconds,
            book,
            ..
        } = self;
        let title = |flag: bool| if flag { "True" } else { "False" };
        format!(
            "SearchResult(move={}, score={}, exact={}, depth={depth}, selectivity={selectivity}, \
             nodes={nodes}, seconds={seconds:.3}, book={}, line={:?})",
            self.r#move()
                .map_or_else(|| "None".to_owned(), |name| format!("'{name}'")),
            self.score(),
            title(*exact),
            title(*book),
            self.line().join(" "),
        )
    }
}

impl From<&Found> for PySearchResult {
    fn from(found: &Found) -> Self {
        Self {
            exact: found.is_exact(),
            depth: found.depth,
            selectivity: found.selectivity.percent(),
            lines: found.lines.iter().map(PyLine::from).collect(),
            nodes: found.nodes,
            seconds: found.time.as_secs_f64(),
            book: false,
        }
    }
}

impl PySearchResult {
    /// Creates the result for a position in the book, from its moves, best first.
    pub(super) fn of_book(suggestions: Vec<Suggestion>) -> Option<Self> {
        let estimates: Vec<_> = suggestions
            .into_iter()
            .filter_map(|suggestion| suggestion.estimate)
            .collect();
        let best = estimates.first()?;
        let depth = best.depth;
        let selectivity = best.selectivity.percent();
        let line = |estimate: crate::players::Estimate| PyLine {
            score: estimate.score,
            moves: estimate.line,
        };
        Some(Self {
            exact: false,
            depth,
            selectivity,
            lines: estimates.into_iter().map(line).collect(),
            nodes: 0,
            seconds: 0.0,
            book: true,
        })
    }
}
