//! The arguments of Python functions: squares, sides, limits.

use std::ops::RangeInclusive;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::errors::unusable;
use crate::engine::{Limits, Selectivity};
use crate::games::{Player, Square, parse_square};
use crate::players::Adviser;

/// A square by its name, such as `d3`, or its index from 0 to 63.
pub fn square(argument: &Bound<'_, PyAny>) -> PyResult<Square> {
    if let Ok(name) = argument.extract::<&str>() {
        return parse_square(name, 8, 8).map_err(unusable);
    }
    let Ok(index) = argument.extract::<i64>() else {
        let kind = argument.get_type().name()?;
        let message = format!("a square is a name or an index, not {kind}");
        return Err(PyTypeError::new_err(message));
    };
    let on_board = u32::try_from(index).ok().filter(|&index| index < 64);
    let unknown = || unusable(format!("no square {index}: use 0 to 63"));
    on_board
        .map(|index| Square::from_index(index, 8))
        .ok_or_else(unknown)
}

/// A side by its color.
pub fn side(color: &str) -> PyResult<Player> {
    let side = Player::BOTH.into_iter().find(|side| side.word() == color);
    side.ok_or_else(|| unusable(format!("no side {color:?}: use \"black\" or \"white\"")))
}

/// Checks that a number is in a range.
pub fn in_range<N: PartialOrd + std::fmt::Display>(
    name: &str,
    number: N,
    range: &RangeInclusive<N>,
) -> PyResult<N> {
    if range.contains(&number) {
        Ok(number)
    } else {
        let first = range.start();
        let last = range.end();
        Err(unusable(format!(
            "{name} is {number}: use {first} to {last}"
        )))
    }
}

/// A time limit in seconds.
pub fn seconds(time: f64) -> PyResult<Duration> {
    let duration = Duration::try_from_secs_f64(time).ok();
    let duration = duration.filter(|duration| !duration.is_zero());
    duration.ok_or_else(|| unusable(format!("time is {time}: use a number of seconds above 0")))
}

fn selectivity(percent: u8) -> PyResult<Selectivity> {
    let mut all = Selectivity::ALL.into_iter();
    let level = all.find(|level| level.percent() == percent);
    level.ok_or_else(|| {
        unusable(format!(
            "selectivity is {percent}: use 73, 87, 95, 98, 99 or 100"
        ))
    })
}

/// The limits of a search, as Python states them.
#[derive(Debug, Default)]
pub struct GivenLimits {
    pub depth: Option<u32>,
    pub time: Option<f64>,
    pub nodes: Option<u64>,
    pub selectivity: Option<u8>,
    pub lines: usize,
}

impl GivenLimits {
    /// The limits of the engine, like `go` in UGI; the limits of a hint if there is none.
    pub fn limits(&self) -> PyResult<Limits> {
        let no_limit = self.depth.is_none() && self.time.is_none() && self.nodes.is_none();
        let mut limits = if no_limit {
            Adviser::limits()
        } else {
            Limits::default()
        };
        if let Some(depth) = self.depth {
            limits.depth = in_range("depth", depth, &(1..=60))?;
            limits.exact_from = depth;
        }
        if let Some(percent) = self.selectivity {
            limits.selectivity = selectivity(percent)?;
            limits.end_selectivity = limits.selectivity;
        }
        if let Some(nodes) = self.nodes {
            limits.nodes = Some(in_range("nodes", nodes, &(1..=u64::MAX))?);
        }
        limits.lines = in_range("lines", self.lines, &(1..=64))?;
        limits.time = self.time.map(seconds).transpose()?;
        Ok(limits)
    }
}
