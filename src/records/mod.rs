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

#[cfg(test)]
mod arbitrary;
mod board;
mod details;
mod detect;
mod format;
mod game;
mod ggf;
mod input;
mod lines;
mod obf;
mod openings;
mod problem;
mod replay;
mod select;
mod sgf;
mod svg;
mod text_save;
mod transcript;
mod values;
mod wthor;

pub use board::{BoardError, BoardPosition};
pub use details::{Date, Ending, GameResult, PlayerDetails, Tag, TheoreticalScore, TimeSetting};
pub use format::{
    BadRecord, Companion, Entry, Failure, Fault, Format, Found, ReadError, RecordFormat, Records,
    read,
};
pub use game::{GameRecord, MoveError, RecordedMove, Remarks};
pub use ggf::Ggf;
pub(crate) use input::BYTE_ORDER_MARK;
pub use input::Input;
pub use lines::Boards;
pub use obf::{Obf, ObfError, ScoredMove};
pub use openings::Opening;
pub use problem::{Problem, Unwritable};
pub use select::{Condition, ConditionError, Range, ResultCondition};
pub use sgf::Sgf;
pub use svg::Svg;
pub use text_save::TextSave;
pub use transcript::Transcript;
pub use wthor::{Names, Wthor};

/// The text of bytes: UTF-8, and where they are none, Latin-1, as old files have it.
fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// The beginning of a text, for messages.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut short = String::new();
    for character in text.chars().take(LONGEST) {
        // It may end up on a terminal.
        if character.is_control() {
            short.extend(character.escape_default());
        } else {
            short.push(character);
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        short.push_str("...");
    }
    short
}
