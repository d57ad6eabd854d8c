//! The Reversi engine: fast positions on bitboards, an evaluation, and a search.
//!
//! [`Engine`] searches a [`Position`] within [`Limits`]. It handles positions only, not games, users or files.
//!
//! Bit 0 is a1, bit 7 is h1 and bit 63 is h8 (`8 * row + column`), as in a [`Move`](crate::games::Move).
//!
//! The build script compiles this folder again for each [`Processor`], with `cfg(engine_copy)`. Such a copy uses no
//! other package and no other module of this crate.

mod arrays;
mod bits;
mod clock;
#[cfg(not(engine_copy))]
mod dispatch;
mod endgame;
pub mod eval;
mod flips;
#[cfg(not(engine_copy))]
mod found;
mod hash;
mod iterate;
mod iterations;
mod leaves;
mod limits;
#[cfg(not(engine_copy))]
mod many;
mod move_list;
mod moves;
mod node;
#[cfg(not(engine_copy))]
mod of_game;
#[cfg(not(engine_copy))]
mod openings;
mod ordering;
mod pace;
mod parallel;
mod parameters;
mod perft;
mod position;
mod probcut;
#[cfg(not(engine_copy))]
mod processor;
mod result;
mod score;
mod search;
mod searcher;
mod selectivity;
mod simd_position;
mod stability;
mod symmetry;
mod table;
mod table_size;
mod variation;

/// The square of a pass in arrays of moves.
pub const PASS: u8 = 64;

pub(crate) use bits::with_neighbours;
pub use bits::{CORNERS, squares};
#[doc(hidden)]
pub use endgame::flipped_by_last_move;
pub use flips::flips;
pub use limits::Limits;
#[doc(hidden)]
pub use limits::Tuning;
pub use moves::legal_moves;
#[doc(hidden)]
pub use parameters::{Parameter, Parameters};
pub use position::Position;
pub use selectivity::Selectivity;
pub use stability::stable_discs;
pub use symmetry::turned_square;
#[doc(hidden)]
pub use table::{NO_SQUARE, Table, TableEntry};

#[cfg(not(engine_copy))]
pub use {
    dispatch::{Engine, PerftTable, perft, perft_hashed, perft_parallel},
    found::{Found, Line},
    many::{ManyError, legal_many, play_many},
    processor::{Processor, ProcessorError},
};

#[cfg(not(engine_copy))]
pub(crate) use openings::openings;

// The items of a copy that `dispatch.rs` uses.
#[cfg(engine_copy)]
pub use {
    arrays::{legal_moves_of_all, play_in_all},
    perft::{CountTable, count_positions, count_positions_hashed},
    result::SearchResult,
    searcher::Searcher,
};
#[cfg(not(engine_copy))]
use {
    arrays::{legal_moves_of_all, play_in_all},
    perft::{CountTable, count_positions, count_positions_hashed},
    result::SearchResult,
    searcher::Searcher,
};
