//! The data that screens draw and speak of: with the desk itself, all that a screen needs to know.

pub use crate::analysis::{Analysis, Class, Judgment, text as analysis_text, why};
pub use crate::games::{
    Assessment, Cell, Ending, Grid, IllegalMove, Info, Note, Outcome, ParseMoveError, Piece,
    Player, Question, REGISTRY, Square, find,
};
pub use crate::interpreter::{
    AnswerReport, Asked, Awaited, Board, BookMoveReport, ChosenLevel, Command, CommandInfo, Event,
    ExecuteError, FirstMove, GameReport, GameView, LegalMove, LessonReport, LevelReport,
    LibraryTask, LineReport, LiveView, Marks, MoveInput, ParseError, ParseProblem, Placing,
    PlyReport, PositionView, PracticeKind, Progress, Purpose, PuzzleReport, PuzzlesTask,
    RecordError, RecordReport, RecordsRead, Reply, SaveContent, SaveReport, Side, Situation,
    SkippedMoves, State, ThoughtView, Variation, View, missing_arguments,
};
pub use crate::players::ladder::{Band, rating_of};
pub use crate::players::{Estimate, Level, Method, Reason, Stop, Suggestion};
pub use crate::session::{
    Controller, Entry, Icons, Line, LineMove, Mode, SessionError, Sides, Throw,
};
pub use crate::store::{StoreError, UnsavedData};
pub use crate::study::{
    Added, Checked, Counts, DrillCounts, GameLine, Group, LeftOut, Losses, MistakeKind, Results,
    Solution, Stats, Verdict,
};

#[cfg(test)]
pub use crate::games::{Game, Move, Reversi};
#[cfg(feature = "window")]
pub use crate::{
    analysis::svg as analysis_svg,
    games::{Setup, Size},
    interpreter::{Drilled, NewGame},
    players::{Competitive, ladder::has_ratings},
    session::Names,
    store::SaveName,
};
