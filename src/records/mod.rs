//! Games and positions written down: one file a format, parse and print as twins.
//!
//! A [`GameRecord`] is what every format reads into and prints from. [`Format`] names the formats;
//! [`read`] streams the records of an input and tells of bad ones by number and byte, and
//! [`RecordFormat::print`] is the twin.
//!
//! ```
//! use reversi::records::{Format, read};
//! let found: Vec<_> = read(Format::Transcript, "F5d6C3 and so on".as_bytes()).collect();
//! let record = &found[0].as_ref().unwrap().record;
//! assert_eq!(record.moves().len(), 3);
//! ```

mod board;
mod details;
mod format;
mod game;
mod input;
mod obf;
mod openings;
mod transcript;

pub use board::{BoardError, BoardPosition};
pub use details::{Date, Ending, GameResult, PlayerDetails, Tag, TheoreticalScore, TimeSetting};
pub use format::{
    BadRecord, Entry, Fault, Format, ReadError, RecordFormat, Records, Unwritable, read,
};
pub use game::{GameRecord, MoveError, RecordedMove, Remarks};
pub use input::Input;
pub use obf::{Obf, ObfError, ScoredMove};
pub use openings::Opening;
pub use transcript::Transcript;
