//! Animations of discs that turn over, fall and slide. The last move determines what moves.

use crate::desk::ShownGame;
use crate::games::{Cell, Grid, Square};
use crate::session::Ply;

/// The duration of an animation, in seconds.
const DURATION: f64 = 0.2;

/// Animates the moves that change the board.
#[derive(Debug, Default)]
pub(super) struct Animator {
    /// The last game, number of moves, and board drawn.
    shown: Option<(&'static str, usize, Grid)>,
    flight: Option<Flight>,
}

/// A move being animated.
#[derive(Debug)]
struct Flight {
    ply: Ply,
    /// The column and row that the piece comes from.
    from: Option<(f32, f32)>,
    /// The piece pushed off the board.
    pushed: Cell,
    began: f64,
}

/// How to draw a square during an animation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Motion {
    Still,
    /// A turning disc: its width, 0 to 1, and whether it shows the old side.
    Turning {
        width: f32,
        is_before: bool,
    },
    /// A piece that is elsewhere, by column and row.
    At {
        column: f32,
        row: f32,
    },
    /// A piece that appears, by its size, 0 to 1.
    Growing(f32),
}

impl Animator {
    /// Starts an animation if the board has changed by a move. With `is_still`, nothing moves.
    pub(super) fn follow(&mut self, game: &ShownGame, grid: &Grid, now: f64, is_still: bool) {
        let (now_code, now_moves) = (game.current.game().info().code, game.shown().moves());
        let is_same = self.shown.as_ref().is_some_and(|(code, moves, shown)| {
            *code == now_code && *moves == now_moves && shown == grid
        });
        if is_same {
            return;
        }
        let before = self.shown.replace((now_code, now_moves, grid.clone()));
        self.flight = None;
        let Some((code, moves, before)) = before else { return };
        if is_still || code != now_code || moves + 1 != now_moves {
            return;
        }
        if let Some(ply) = game.moves().get(moves) {
            let pushed =
                ply.played.pushed_out.filter(|square| square.is_on(before.rows, before.columns));
            self.flight = Some(Flight {
                from: origin(ply, grid),
                pushed: pushed.map_or(Cell::Empty, |square| before.cell(square)),
                ply: ply.clone(),
                began: now,
            });
        }
    }

    pub(super) fn is_moving(&self, now: f64) -> bool {
        self.flight.as_ref().is_some_and(|flight| now - flight.began < DURATION)
    }

    pub(super) fn motion(&self, square: Square, now: f64) -> Motion {
        let Some(flight) = self.flight.as_ref().filter(|_| self.is_moving(now)) else {
            return Motion::Still;
        };
        let part = part(now - flight.began);
        if flight.ply.played.placed == Some(square) {
            return match flight.from {
                // A counter falls faster and faster.
                Some((column, row)) if row < 0.0 => {
                    let part = (1.0 - (1.0 - part).sqrt()).powi(2);
                    Motion::At { column, row: between(row, f32::from(square.row), part) }
                }
                Some((column, row)) => Motion::At {
                    column: between(column, f32::from(square.column), part),
                    row: between(row, f32::from(square.row), part),
                },
                None => Motion::Growing((2.0 * part).min(1.0)),
            };
        }
        if flight.ply.played.flipped.contains(&square) {
            let angle = std::f32::consts::PI * part;
            return Motion::Turning { width: angle.cos().abs(), is_before: part < 0.5 };
        }
        match (flight.ply.played.placed, flight.ply.played.pushed_out) {
            (Some(placed), Some(out)) if is_between(square, placed, out) => {
                let step = direction(placed, out);
                Motion::At {
                    column: f32::from(square.column) - step.0 * (1.0 - part),
                    row: f32::from(square.row) - step.1 * (1.0 - part),
                }
            }
            _ => Motion::Still,
        }
    }

    /// The piece being pushed off the board, with its column and row.
    pub(super) fn leaving(&self, now: f64) -> Option<(Cell, f32, f32)> {
        let flight = self.flight.as_ref().filter(|_| self.is_moving(now))?;
        let (placed, out) = (flight.ply.played.placed?, flight.ply.played.pushed_out?);
        let (step, part) = (direction(placed, out), part(now - flight.began));
        let (column, row) = (f32::from(out.column), f32::from(out.row));
        Some((flight.pushed, column + step.0 * part, row + step.1 * part))
    }
}

/// The progress of an animation, from 0 to 1; fast at first.
fn part(elapsed: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "a fraction")]
    let linear = (elapsed / DURATION).clamp(0.0, 1.0) as f32;
    1.0 - (1.0 - linear) * (1.0 - linear)
}

fn between(from: f32, to: f32, part: f32) -> f32 {
    from + (to - from) * part
}

/// The origin of a piece: the named square, or above the named column. `None` if the piece appears in place.
fn origin(ply: &Ply, grid: &Grid) -> Option<(f32, f32)> {
    let placed = ply.played.placed?;
    match named_square(&ply.name(), grid) {
        Some(chosen) if chosen == placed => None,
        Some(chosen) => Some((chosen.column.into(), chosen.row.into())),
        None => Some((placed.column.into(), -1.0)),
    }
}

pub(super) fn named_square(name: &str, grid: &Grid) -> Option<Square> {
    Square::all(grid.rows, grid.columns).find(|square| square.to_string() == name)
}

/// The direction from one square to another, as columns and rows.
fn direction(from: Square, to: Square) -> (f32, f32) {
    let step = |from: u8, to: u8| f32::from(i8::from(to > from) - i8::from(to < from));
    (step(from.column, to.column), step(from.row, to.row))
}

/// Whether a square is on the line from `placed`, exclusive, to `out`.
fn is_between(square: Square, placed: Square, out: Square) -> bool {
    let within = |at: u8, from: u8, to: u8| (from.min(to)..=from.max(to)).contains(&at);
    square != placed
        && within(square.row, placed.row, out.row)
        && within(square.column, placed.column, out.column)
}
