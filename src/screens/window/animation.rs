//! Discs that turn over, fall and slide. The last move alone says what moves, so an animation needs
//! nothing but the board after it.

use crate::desk::ShownGame;
use crate::games::{Cell, Grid, Square};
use crate::session::Ply;

/// How long a move is animated, in seconds.
const DURATION: f64 = 0.25;

/// Watches the board, and animates the move that changed it.
#[derive(Debug, Default)]
pub(super) struct Animator {
    /// What was drawn last: the game, the number of moves, and the board.
    shown: Option<(&'static str, usize, Grid)>,
    flight: Option<Flight>,
}

/// A move on its way.
#[derive(Debug)]
struct Flight {
    ply: Ply,
    /// Where its piece comes from, as column and row.
    from: Option<(f32, f32)>,
    /// What is pushed off the board.
    pushed: Cell,
    began: f64,
}

/// How a square is drawn while something moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Motion {
    Still,
    /// A disc that turns over: its width from 0 to 1, and whether it still shows the other side.
    Turning {
        width: f32,
        is_before: bool,
    },
    /// A piece that is elsewhere, as column and row.
    At {
        column: f32,
        row: f32,
    },
    /// A piece that appears, by its size from 0 to 1.
    Growing(f32),
}

impl Animator {
    /// Notes what is drawn now. With `is_still` nothing moves.
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

    /// The piece that is being pushed off the board, and where it is, as column and row.
    pub(super) fn leaving(&self, now: f64) -> Option<(Cell, f32, f32)> {
        let flight = self.flight.as_ref().filter(|_| self.is_moving(now))?;
        let (placed, out) = (flight.ply.played.placed?, flight.ply.played.pushed_out?);
        let (step, part) = (direction(placed, out), part(now - flight.began));
        let (column, row) = (f32::from(out.column), f32::from(out.row));
        Some((flight.pushed, column + step.0 * part, row + step.1 * part))
    }
}

/// How far an animation is, from 0 to 1: fast at first.
fn part(elapsed: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "a fraction")]
    let linear = (elapsed / DURATION).clamp(0.0, 1.0) as f32;
    1.0 - (1.0 - linear) * (1.0 - linear)
}

fn between(from: f32, to: f32, part: f32) -> f32 {
    from + (to - from) * part
}

/// Where the piece of a move comes from: the square that the move names, or above the board where it names
/// a column; `None` if it appears in place.
fn origin(ply: &Ply, grid: &Grid) -> Option<(f32, f32)> {
    let placed = ply.played.placed?;
    match named_square(&ply.name(), grid) {
        Some(chosen) if chosen == placed => None,
        Some(chosen) => Some((chosen.column.into(), chosen.row.into())),
        None => Some((placed.column.into(), -1.0)),
    }
}

/// The square that a move is named after.
pub(super) fn named_square(name: &str, grid: &Grid) -> Option<Square> {
    Square::all(grid.rows, grid.columns).find(|square| square.to_string() == name)
}

/// The step from one square towards another, as columns and rows.
fn direction(from: Square, to: Square) -> (f32, f32) {
    let step = |from: u8, to: u8| f32::from(i8::from(to > from) - i8::from(to < from));
    (step(from.column, to.column), step(from.row, to.row))
}

/// Whether a square is on the line behind `placed` up to `out`.
fn is_between(square: Square, placed: Square, out: Square) -> bool {
    let within = |at: u8, from: u8, to: u8| (from.min(to)..=from.max(to)).contains(&at);
    square != placed
        && within(square.row, placed.row, out.row)
        && within(square.column, placed.column, out.column)
}
