//! Reversi matches between bots and other programs: players, clocks, games played in parallel, and statistics.

mod bot_player;
mod clock;
mod contestant;
mod game;
mod gtp_player;
#[cfg(unix)]
mod guard;
mod live_player;
mod nboard_player;
mod opening;
mod play;
mod program;
mod rating;
mod referee;
mod schedule;
mod sprt;
mod standings;
mod statistics;
mod swiss;
mod tally;

pub use clock::{Rules, TimeLimits};
pub use contestant::{Contestant, Kind};
pub use game::{Cause, Game};
pub use live_player::StartError;
pub use opening::{MOST_PLIES, MatchOpeningError, Opening, balance, chosen};
pub use play::{Match, cores_for};
pub use program::{Log, Orphans};
pub use rating::{Encounter, Fitted};
pub use schedule::{Schedule, Tournament};
pub use sprt::{Sprt, SprtVerdict};
pub use standings::{Standing, Standings};
pub use statistics::{Elo, NormalizedElo, Pairs};
pub use tally::InOrder;
use tally::Tally;

/// The environment variable that marks a program and all processes that it starts.
const MARK: &str = "REVERSI_MATCH_PROGRAM";
