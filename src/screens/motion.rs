//! The motion of the last move: discs turn over, fall and slide. A screen draws it in its own way.

use std::time::Duration;

use crate::desk::ShownGame;
use crate::games::{Cell, Grid, Player, Square};
use crate::session::Ply;

/// Follows the board, and sets the pieces of the last move in motion.
#[derive(Debug)]
pub struct Animator {
    duration: Duration,
    /// The last game, number of moves, and board drawn.
    shown: Option<(&'static str, usize, Grid)>,
    flight: Option<Flight>,
}

/// A move in motion.
#[derive(Debug)]
struct Flight {
    ply: Ply,
    /// The column and row that the piece comes from.
    from: Option<(f32, f32)>,
    /// The piece pushed off the board.
    pushed: Cell,
    began: Duration,
}

/// Where the pieces of a move are at one moment.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    flight: &'a Flight,
    /// The elapsed part of the motion, from 0 to 1.
    part: f32,
}

/// A piece on its way, by column and row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InFlight {
    pub cell: Cell,
    pub column: f32,
    pub row: f32,
}

impl Animator {
    pub fn lasting(duration: Duration) -> Self {
        Self {
            duration,
            shown: None,
            flight: None,
        }
    }

    /// Starts a motion if the board has changed by a move. With `is_still`, nothing moves.
    pub fn follow(&mut self, game: &ShownGame, grid: &Grid, now: Duration, is_still: bool) {
        let now_code = game.current.game().info().code;
        let now_moves = game.shown().moves();
        let is_same = self.shown.as_ref().is_some_and(|(code, moves, shown)| {
            *code == now_code && *moves == now_moves && shown == grid
        });
        if is_same {
            return;
        }
        let before = self.shown.replace((now_code, now_moves, grid.clone()));
        self.flight = None;
        let Some((code, moves, before)) = before else {
            return;
        };
        if is_still || code != now_code || moves + 1 != now_moves {
            return;
        }
        let Some(ply) = game.moves().get(moves) else {
            return;
        };
        let from = origin(ply, grid);
        if from.is_none() && ply.played.flipped.is_empty() {
            return;
        }
        let pushed = ply
            .played
            .pushed_out
            .filter(|out| out.is_on(before.rows, before.columns));
        let pushed = pushed.map_or(Cell::Empty, |out| before.cell(out));
        self.flight = Some(Flight {
            from,
            pushed,
            ply: ply.clone(),
            began: now,
        });
    }

    /// Shows the position after the move at once.
    pub fn end(&mut self) {
        self.flight = None;
    }

    /// Where the pieces are now; `None` if nothing moves.
    pub fn moment(&self, now: Duration) -> Option<Moment<'_>> {
        let flight = self.flight.as_ref()?;
        let elapsed = now.saturating_sub(flight.began);
        let part = elapsed.as_secs_f32() / self.duration.as_secs_f32();
        (part < 1.0).then_some(Moment { flight, part })
    }
}

impl Moment<'_> {
    /// The side that a turning disc shows, and its width from 0 to 1; `None` if the square has none.
    pub fn turning(&self, square: Square, cell: Cell) -> Option<(Player, f32)> {
        let Cell::Disc(player) = cell else {
            return None;
        };
        let is_before = self.part < 0.5;
        let shown = if is_before { player.opponent() } else { player };
        let width = (std::f32::consts::PI * self.part).cos().abs();
        let is_turning = self.flight.ply.played.flipped.contains(&square);
        is_turning.then_some((shown, width))
    }

    /// The place of the piece that comes to rest on a square, as column and row; `None` if it rests already.
    pub fn place(&self, square: Square) -> Option<(f32, f32)> {
        // Falling takes up speed.
        let part = self.part * self.part;
        let column = f32::from(square.column);
        let row = f32::from(square.row);
        let mv = &self.flight.ply.played;
        let placed = mv.placed?;
        if placed == square {
            let (from_column, from_row) = self.flight.from?;
            let between = |from: f32, to: f32| from + (to - from) * part;
            return Some((between(from_column, column), between(from_row, row)));
        }
        let out = mv
            .pushed_out
            .filter(|&out| is_between(square, placed, out))?;
        let step = direction(placed, out);
        Some((column - step.0 * (1.0 - part), row - step.1 * (1.0 - part)))
    }

    /// The piece being pushed off the board.
    pub fn leaving(&self) -> Option<InFlight> {
        let mv = &self.flight.ply.played;
        let placed = mv.placed?;
        let out = mv.pushed_out?;
        let step = direction(placed, out);
        let part = self.part * self.part;
        let column = f32::from(out.column);
        let row = f32::from(out.row);
        let cell = self.flight.pushed;
        Some(InFlight {
            cell,
            column: column + step.0 * part,
            row: row + step.1 * part,
        })
    }
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

/// The square of a name, if a move is named after one.
pub fn named_square(name: &str, grid: &Grid) -> Option<Square> {
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
