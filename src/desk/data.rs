//! The data that screens draw and speak of: with the desk itself, all that a screen needs to know.

pub use crate::analysis::{Analysis, Class, text as analysis_text};
pub use crate::games::{
    Cell, Ending, Game, Grid, IllegalMove, Info, Note, Outcome, Player, Question, Reversi, Square,
    find,
};
pub use crate::interpreter::{
    Awaited, Board, Command, Completion, Event, ExecuteError, GameReport, GameView, LegalMove,
    LiveView, Marks, MoveInput, NotKept, ParseError, Placing, PlyReport, PositionView, Progress,
    Purpose, RecordError, RecordReport, Reply, SaveContent, SaveReport, Side, State, ThoughtView,
    View, missing_arguments, wrapped,
};
pub use crate::players::{Estimate, Level, Reason, Suggestion};
pub use crate::session::{
    Controller, Entry, Icons, Mode, Names, SessionError, Sides, SnapshotError, Throw,
};
pub use crate::store::StoreError;
