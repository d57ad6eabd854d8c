//! The Python module `reversi_engine`: the engine, the records and the analysis for programs in Python.
//!
//! `docs/python.md` is its manual, `docs/library.md` lists what it shares with Rust and C, and
//! `reversi_engine/__init__.pyi` has its types. Errors are those of the other rooms, as exceptions.

mod analysis;
mod arguments;
mod arrays;
mod board;
mod engine;
mod errors;
mod game;
mod level;
mod many;
mod reader;
mod result;
mod signals;
mod waiting;

use pyo3::prelude::*;

/// Reversi (Othello): a strong engine, an exact solver, game analysis and all record formats.
///
/// >>> from reversi_engine import Board, Engine
/// >>> Engine().search(Board(), depth=8).move
/// 'd3'
#[pymodule]
#[pyo3(name = "_native")]
mod native {
    #[pymodule_export]
    use super::analysis::{PyAnalysis, PyJudgment, PyTotal};
    #[pymodule_export]
    use super::board::{PyBoard, PyScore, square_index, square_name};
    #[pymodule_export]
    use super::engine::PyEngine;
    #[pymodule_export]
    use super::errors::{IllegalMoveError, Interrupted, RecordError};
    #[pymodule_export]
    use super::game::{PyGame, PyPly, parse, write};
    #[pymodule_export]
    use super::level::PyLevel;
    #[pymodule_export]
    use super::many::{evaluate_many, legal_many, planes, play_many, solve_many, symmetries};
    #[pymodule_export]
    use super::reader::{Games, read};
    #[pymodule_export]
    use super::result::{PyLine, PySearchResult};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("PASS", crate::engine::PASS)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
