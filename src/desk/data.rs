//! The data that screens draw and speak of: with the desk itself, all that a screen needs to know.

pub use crate::analysis::{
    Analysis, Class, Judgment, svg as analysis_svg, text as analysis_text, why,
};
pub use crate::games::{
    Assessment, Cell, Ending, Game, Grid, IllegalMove, Info, Move, Note, Outcome, ParseMoveError,
    Piece, Player, Question, REGISTRY, Reversi, Setup, Size, Square, find,
};
pub use crate::interpreter::{
    AnswerReport, Asked, Awaited, Board, BookMoveReport, ChosenLevel, Command, CommandInfo,
    Completion, Drilled, Event, ExecuteError, FirstMove, GameReport, GameView, LegalMove,
    LessonReport, LevelReport, LibraryTask, LineReport, LiveView, Marks, MoveInput, NewGame,
    ParseError, Placing, PlyReport, PositionView, Problem as ParseProblem, Progress, Purpose,
    PuzzleReport, PuzzlesTask, RecordError, RecordReport, RecordsRead, Reply, SaveContent,
    SaveReport, Side, SkippedMoves, State, ThoughtView, Variation, View, missing_arguments,
    wrapped,
};
pub use crate::players::ladder::{Band, has_ratings, rating_of};
pub use crate::players::{Competitive, Estimate, Level, Method, Reason, Stop, Suggestion};
pub use crate::session::{
    Controller, Entry, Icons, Line, LineMove, Mode, Names, Nickname, SessionError, Sides,
    SnapshotError, Throw,
};
pub use crate::store::{NotKept, SaveName, StoreError};
pub use crate::study::{
    Added, Calendar, Checked, Counts, DrillCounts, GameLine, Group, Kind, LeftOut, Losses, Reached,
    Results, Solution, Stats, Verdict,
};
