//! Matches between two players of Reversi: bots of this program, or other programs that speak a
//! protocol. Who plays, one game with its clocks, many games at a time, and what their results say.

mod affinity;
mod choice;
mod clock;
mod conduct;
mod contestant;
mod driver;
mod fault;
mod game;
mod gtp;
mod nboard;
mod opening;
mod own;
mod program;
mod referee;
mod sprt;
mod statistics;
mod tally;

pub use affinity::Cores;
pub use choice::{Balance, chosen};
pub use clock::{Clocks, Time, TimeError};
pub use conduct::Match;
pub use contestant::{Contestant, ContestantError, Kind};
pub use driver::StartError;
pub use fault::Fault;
pub use game::{Cause, Game};
pub use opening::{MOST_PLIES, Opening, OpeningError};
pub use program::Log;
pub use referee::Rules;
pub use sprt::{Sprt, Verdict};
pub use statistics::{Elo, Pairs};
pub use tally::{InOrder, Tally};
