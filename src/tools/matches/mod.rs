//! Reversi matches between bots and other programs: players, clocks, games played in parallel, and statistics.

mod affinity;
mod bot_player;
mod choice;
mod clock;
mod contestant;
mod fault;
mod game;
mod gtp_player;
#[cfg(unix)]
mod guard;
mod live_player;
mod nboard_player;
mod opening;
mod play;
mod program;
mod referee;
mod sprt;
mod start;
mod statistics;
mod tally;

pub use affinity::Cores;
pub use choice::{Balance, chosen};
pub use clock::{Rules, TimeLimits};
pub use contestant::{Contestant, Kind};
pub use fault::Fault;
pub use game::{Cause, Game};
pub use opening::{MOST_PLIES, Opening, OpeningError};
pub use play::Match;
pub use program::{Log, Orphans};
pub use sprt::{Sprt, Verdict};
pub use start::StartError;
pub use statistics::{Elo, Pairs};
pub use tally::{InOrder, Tally};

/// The environment variable that marks a program and all processes that it starts.
const MARK: &str = "REVERSI_MATCH_PROGRAM";
