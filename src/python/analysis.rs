//! Judged games.

use pyo3::prelude::*;

use super::result::name_of;
use crate::analysis::{Analysis, Class, Judgment, Total, svg};
use crate::games::{Move, Player, Square};
use crate::records::GameRecord;

/// The judged moves of a game and their totals. In a notebook, it is a chart.
///
/// >>> from reversi_engine import Engine, Game
/// >>> analysis = Engine().analyze(Game("f5f4"), depth=4)
/// >>> analysis.complete, len(analysis.moves), analysis.black.moves
/// (True, 2, 1)
#[pyclass(name = "Analysis", frozen, module = "reversi_engine")]
#[derive(Debug, Clone)]
pub struct PyAnalysis {
    game: Analysis,
    names: [String; 2],
}

/// The judgment of a move. Scores are for the side that moved; empty squares count for the winner.
#[pyclass(name = "Judgment", frozen, get_all, module = "reversi_engine")]
#[derive(Debug, Clone)]
pub struct PyJudgment {
    /// The ply of the move, from 1; passes count.
    ply: usize,
    /// The side that moved, "black" or "white".
    player: &'static str,
    /// The move.
    r#move: String,
    /// The score of the move.
    score: i32,
    /// The best move, or the move played if none is better.
    best: String,
    /// The score of the best move.
    best_score: i32,
    /// The number of discs lost compared with the best move.
    lost: u32,
    /// The class of the loss: "forced", "best", "good", "inaccuracy", "mistake" or "blunder".
    class_: &'static str,
    /// The number of legal moves.
    choices: u32,
    /// Whether the scores are exact; otherwise they are estimates.
    exact: bool,
    /// The search depth, in plies.
    depth: u32,
    /// The expected moves, beginning with the best move, without passes.
    line: Vec<String>,
}

/// The totals of the moves of a side.
#[pyclass(name = "Total", frozen, get_all, module = "reversi_engine")]
#[derive(Debug, Clone)]
pub struct PyTotal {
    /// The number of judged moves.
    moves: usize,
    /// The number of moves with a choice.
    choices: usize,
    /// The number of discs lost.
    lost: u32,
    /// The average loss per move with a choice, in discs; None if there was none.
    average_loss: Option<f64>,
    /// The percentage of best and good moves among those with a choice; None if there was none.
    accuracy: Option<f64>,
    /// The number of best moves, among those with a choice.
    best: usize,
    /// The number of good moves, among those with a choice.
    good: usize,
    /// The number of inaccuracies.
    inaccuracies: usize,
    /// The number of mistakes.
    mistakes: usize,
    /// The number of blunders.
    blunders: usize,
}

impl PyAnalysis {
    pub(super) fn new(game: Analysis, record: &GameRecord) -> Self {
        let name = |player: Player| match &*record.players[player.index()].name {
            "" => player.to_string(),
            name => name.to_owned(),
        };
        Self {
            game,
            names: Player::BOTH.map(name),
        }
    }
}

#[pymethods]
impl PyAnalysis {
    /// Whether all moves have been judged. Judging goes backward, so an interrupted analysis lacks the first moves.
    #[getter]
    fn complete(&self) -> bool {
        self.game.complete
    }

    /// The judged moves, in the order of play.
    #[getter]
    fn moves(&self) -> Vec<PyJudgment> {
        self.game.moves.iter().map(PyJudgment::from).collect()
    }

    /// The inaccuracies, mistakes and blunders, the worst first.
    #[getter]
    fn worst(&self) -> Vec<PyJudgment> {
        self.game
            .worst()
            .into_iter()
            .map(PyJudgment::from)
            .collect()
    }

    /// The totals of Black's moves.
    #[getter]
    fn black(&self) -> PyTotal {
        PyTotal::from(&self.game.black)
    }

    /// The totals of White's moves.
    #[getter]
    fn white(&self) -> PyTotal {
        PyTotal::from(&self.game.white)
    }

    /// Returns a chart of the scores, as SVG.
    #[pyo3(signature = (title = "Reversi"))]
    fn svg(&self, title: &str) -> String {
        let [black, white] = &self.names;
        svg::picture(&self.game, title, [black, white])
    }

    fn _repr_svg_(&self) -> String {
        self.svg("Reversi")
    }

    fn __repr__(&self) -> String {
        let lost = |total: &Total| total.lost;
        let black = lost(&self.game.black);
        let white = lost(&self.game.white);
        let moves = self.game.moves.len();
        format!("Analysis({moves} moves, Black lost {black} discs, White lost {white})")
    }
}

#[pymethods]
impl PyJudgment {
    fn __repr__(&self) -> String {
        let Self {
            ply,
            player,
            r#move,
            score,
            best,
            lost,
            class_,
            ..
        } = self;
        format!(
            "Judgment(ply={ply}, player='{player}', move='{move}', score={score}, best='{best}', \
             lost={lost}, class_='{class_}')"
        )
    }
}

#[pymethods]
impl PyTotal {
    fn __repr__(&self) -> String {
        format!("Total(moves={}, lost={})", self.moves, self.lost)
    }
}

impl From<&Judgment> for PyJudgment {
    fn from(judged: &Judgment) -> Self {
        let name = |square: Square| name_of(Move(square.index(8)));
        Self {
            ply: judged.ply,
            player: judged.player.word(),
            r#move: name(judged.square),
            score: judged.score,
            best: name(judged.best),
            best_score: judged.best_score,
            lost: judged.lost,
            class_: Class::name(judged.class),
            choices: judged.choices,
            exact: judged.exact,
            depth: judged.depth,
            line: judged.line.iter().copied().map(name).collect(),
        }
    }
}

impl From<&Total> for PyTotal {
    fn from(total: &Total) -> Self {
        Self {
            moves: total.moves,
            choices: total.choices,
            lost: total.lost,
            average_loss: total.average_loss,
            accuracy: total.accuracy,
            best: total.best,
            good: total.good,
            inaccuracies: total.inaccuracies,
            mistakes: total.mistakes,
            blunders: total.blunders,
        }
    }
}
