//! Reversi on bitboards: fast positions for players that search.
//!
//! The engine knows positions and nothing of games in progress, people or files. Bit 0 is a1,
//! bit 7 is h1, bit 63 is h8, so a square's bit is `8 * row + column`, the same number as its
//! [`Move`](crate::games::Move).

pub mod eval;
mod flips;
mod lanes;
mod last;
mod limits;
mod midgame;
mod moves;
mod near_end;
mod openings;
mod ordering;
mod parallel;
mod perft;
mod position;
mod probcut;
mod processor;
mod root;
mod search;
mod selectivity;
mod shallow;
mod stability;
mod symmetry;
mod table;
mod table_size;

pub use flips::flips;
pub use last::flipped_by_last_move;
pub use limits::Limits;
pub use moves::legal_moves;
pub use openings::openings;
pub use perft::{PerftTable, perft, perft_hashed, perft_parallel};
pub use position::{Position, squares};
pub use processor::missing_instructions;
pub use root::{Engine, Found, Line};
pub use selectivity::Selectivity;
pub use stability::stable_discs;
pub use table::{Entry, NO_SQUARE, Table};
