//! Levels as players.

use pyo3::prelude::*;
use rand::{RngExt, SeedableRng};

use super::board::PyBoard;
use super::errors::{interrupted, unusable};
use super::result::name_of;
use super::waiting::watched;
use crate::book::Book;
use crate::games::{Game, reversi};
use crate::players::{Level, Resources, Rng, Stop};

/// A bot: a level from 1 to 20, or a text: "depth:12", "2s" per move, a rating like "1200", or "auto1" to "auto3".
///
/// It plays as in the program, with the built-in opening book where that does.
///
/// >>> from reversi_engine import Board, Level
/// >>> Level(7).choose(Board("f5"), seed=1) in Board("f5").moves
/// True
#[pyclass(name = "Level", frozen, eq, hash, module = "reversi_engine")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PyLevel(Level);

#[pymethods]
impl PyLevel {
    #[new]
    #[pyo3(signature = (level))]
    fn new(level: &Bound<'_, PyAny>) -> PyResult<Self> {
        level
            .str()?
            .to_string_lossy()
            .parse()
            .map(Self)
            .map_err(unusable)
    }

    /// Returns the name of the move that the bot chooses; None if the game is over. A seed repeats its choice, except
    /// with a time limit. Without one, it is random.
    #[pyo3(signature = (board, *, seed = None))]
    fn choose(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        seed: Option<u64>,
    ) -> PyResult<Option<String>> {
        let game = board.board_position().to_game();
        let mut rng = Rng::seed_from_u64(seed.unwrap_or_else(|| rand::rng().random()));
        let resources = Resources {
            book: Some(Book::shipped()),
            threads: 1,
        };
        if game.turn().is_none() {
            return Ok(None);
        }
        let mut bot = self.0.bot_with(&reversi::INFO, &resources);
        let stop = Stop::new();
        let choose = || bot.choose(&game, &mut rng, &stop, &mut |_| ()).map(name_of);
        if self.is_fast() {
            return Ok(py.detach(choose));
        }
        let watched = watched(py, &stop, choose, |_| Ok(()))?;
        match watched.interruption {
            None => Ok(watched.result),
            Some(error) => {
                let result = watched.result.into_pyobject(py)?.unbind();
                Err(interrupted(py, error, result))
            }
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Level('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String,)) {
        (py.get_type::<Self>(), (self.0.to_string(),))
    }
}

impl PyLevel {
    /// Whether the bot doesn't search: it answers before anyone could interrupt it.
    fn is_fast(self) -> bool {
        self.0.analysis_limits().is_none()
    }
}
