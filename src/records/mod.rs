//! Game and position records. Each format has one file, with its reader and its writer.
//!
//! Every format reads into a [`GameRecord`] and prints from one. [`Format`] lists the formats. [`read`] streams
//! the records of an input, and reports bad ones with their number and byte offset. [`RecordFormat::print`] is its
//! inverse.
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
mod board_moves;
mod board_picture;
mod codec;
mod decode;
mod details;
mod detect;
#[cfg(feature = "files")]
mod file;
mod format;
mod game;
mod game_errors;
mod ggf;
mod headings;
mod input;
mod lines;
mod obf;
mod openings;
mod pgn;
mod positions;
mod problem;
mod replay;
mod select;
mod sgf;
#[cfg(feature = "files")]
mod sink;
mod source;
mod stream;
mod svg;
mod text_save;
mod transcript;
mod tree;
mod unread;
mod wthor;

pub(crate) use board::side as side_named;
pub use board::{BoardError, BoardPosition};
pub(crate) use codec::Companion;
pub use codec::{BadRecord, ReadError};
#[doc(hidden)]
pub use codec::{Entry, RecordFormat};
pub use details::{
    Date, GameResult, PlayerDetails, RecordedMove, Termination, TheoreticalScore, TimeSetting,
};
pub(crate) use details::{Remarks, Tag};
pub(crate) use detect::{is_transcript, typed, typed_position};
#[cfg(feature = "files")]
pub(crate) use file::{RecordFileError, UnknownExtension, format_of_output, open_source};
pub use format::Format;
pub use game::{GameRecord, MoveError};
pub(crate) use game_errors::{InLanguage, names_of_games};
pub(crate) use ggf::Ggf;
#[doc(hidden)]
pub use input::Input;
pub(crate) use lines::Boards;
pub use obf::{Obf, ScoredMove};
pub(crate) use obf::{ObfError, without_comment};
pub use openings::Opening;
pub(crate) use openings::{balanced_openings, is_balanced, named_balanced_openings};
pub(crate) use pgn::{Pgn, ends_with_tag};
pub(crate) use positions::PositionFinder;
pub(crate) use problem::{Problem, Unwritable};
pub(crate) use select::{Condition, ResultCondition};
pub(crate) use sgf::Sgf;
#[cfg(feature = "files")]
pub(crate) use sink::{Sink, SinkError};
pub use source::read;
pub(crate) use source::{Source, decoded};
pub use stream::Records;
pub(crate) use svg::{GRADIENTS, Svg, empty_board};
pub(crate) use text_save::TextSave;
pub(crate) use transcript::Transcript;
pub(crate) use tree::{
    Annotation, Branch, MAX_NOTE_BYTES, MAX_TREE_POSITIONS, MoveTree, NodeId, TreeMove,
};
#[doc(hidden)]
pub use wthor::{Names, Wthor};
