//! The Reversi engine: fast positions on bitboards, an evaluation, and a search.
//!
//! The engine knows positions, but no games in progress, people or files. Bit 0 is a1, bit 7 is h1
//! and bit 63 is h8: the bit of a square is `8 * row + column`, the same number as its
//! [`Move`](crate::games::Move).
//!
//! [`Engine`] searches a [`Position`] within [`Limits`].

mod bits;
mod clock;
mod endgame;
#[expect(clippy::module_inception, reason = "named after the type it defines")]
mod engine;
pub mod eval;
mod flips;
mod found;
mod hash;
mod iterate;
mod leaves;
mod limits;
mod move_list;
mod moves;
mod node;
mod openings;
mod ordering;
mod parallel;
mod perft;
mod position;
mod probcut;
mod processor;
mod score;
mod search;
mod selectivity;
mod simd_position;
mod stability;
mod symmetry;
mod table;
mod table_size;
mod variation;
mod window;

pub use bits::{CORNERS, squares};
pub use endgame::flipped_by_last_move;
pub use engine::Engine;
pub use flips::flips;
pub use found::{Found, Line};
pub use limits::Limits;
pub use moves::legal_moves;
pub use openings::openings;
pub use perft::{PerftTable, perft, perft_hashed, perft_parallel};
pub use position::Position;
pub use processor::missing_instructions;
pub use selectivity::Selectivity;
pub use stability::stable_discs;
pub use table::{Entry, NO_SQUARE, Table};
