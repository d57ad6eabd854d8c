//! What came of a command, as data. Text and JSON are two renderings of it.

use std::sync::Arc;

use jiff::Timestamp;
use serde::Serialize;

use super::awaiting::Awaited;
use super::recent_games::NextLevel;
use super::report::{
    BalancedOpening, BookMoveReport, ChosenLevel, KeptGame, LeftGame, LessonReport, LevelReport,
    LineReport, Placing, PuzzleReport, RecordReport, SaveReport, SkippedMoves,
};
use crate::analysis::Analysis;
use crate::games::{Assessment, Info, Outcome, Player, Square};
use crate::players::{Suggestion, TimeControl};
use crate::session::{CurrentGame, Line, Ply, RankingEntry, Sides, Throw};
use crate::study::{
    Additions, BookExit, CheckTotals, Counts, DrillAnswer, GameLine, LeftOut, PositionResults,
    Solution, Stats,
};

/// What a command did.
#[derive(Debug, Clone)]
pub struct Reply {
    pub event: Event,
    pub game: Option<Arc<CurrentGame>>,
    /// The number of moves made because of it, a person's and bots': the last ones of the game.
    pub moves: usize,
    /// The named opening of Reversi that these moves have reached, if they have.
    pub opening: Option<&'static str>,
    /// What is marked on the board, where that is to be shown.
    pub marks: Option<Marks>,
    pub names_players: bool,
    pub sides: Sides,
    pub placing: Option<Placing>,
    /// The unfinished game whose place another one has taken.
    pub left: Option<LeftGame>,
    /// The level to play next, after a game that says so.
    pub next_level: Option<NextLevel>,
    /// The step of the tutorial that has been reached.
    pub lesson: Option<LessonReport>,
    pub puzzle: Option<PuzzleReport>,
}

/// What is marked on a board besides the discs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Marks {
    None,
    Legal(Vec<Square>),
    /// Suggested moves, best first.
    Suggested(Vec<Square>),
    /// The score of each legal move, in discs.
    Scores(Vec<(Square, i32)>),
}

/// What a command did, by its kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Started {
        /// What was thrown with a die to see who begins, Black's throw first; empty in most games.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        throws: Vec<Throw>,
        /// Who moves first.
        #[serde(skip)]
        first: Player,
        #[serde(skip)]
        game: Option<&'static Info>,
        /// The level that was chosen by a rating, if it was.
        #[serde(skip_serializing_if = "Option::is_none")]
        chosen: Option<ChosenLevel>,
        /// The balanced opening that it goes on from.
        #[serde(skip_serializing_if = "Option::is_none")]
        opening: Option<BalancedOpening>,
    },
    Games,
    Levels {
        /// The weakest first.
        levels: Vec<LevelReport>,
    },
    /// The level of the opponent, in words.
    Level {
        level: String,
    },
    Names {
        /// The names of Black and White; `None` for those of the game.
        names: Option<[String; 2]>,
    },
    Resigned {
        /// Who has lost by it.
        player: Player,
    },
    /// A side has run out of time before the command.
    OutOfTime {
        /// Who has lost by it.
        player: Player,
    },
    Clock {
        /// The time of each side; `None` if it is not limited.
        control: Option<TimeControl>,
        /// The milliseconds left to Black and White in the current game, if it has clocks.
        left: Option<[u64; 2]>,
    },
    Rules {
        text: &'static str,
    },
    Asked {
        question: Awaited,
    },
    Played,
    Shown,
    Legal {
        /// Their names, in board order.
        moves: Vec<String>,
    },
    Hint {
        #[serde(flatten)]
        best: Suggestion,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        others: Vec<Suggestion>,
    },
    Evaluated {
        /// All of them, best first.
        moves: Vec<Suggestion>,
    },
    Book {
        /// The moves that it knows, best first; none if the position is not in it.
        moves: Vec<BookMoveReport>,
    },
    /// The exact score was asked for.
    Solved {
        /// The best move; its score is an estimate if the search was stopped.
        #[serde(flatten)]
        best: Suggestion,
        nodes: u64,
    },
    Analyzed {
        opening: Option<&'static str>,
        /// The number of better lines that were added as variations, where that was asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        added: Option<usize>,
        /// Whether text lists every move. JSON always does.
        #[serde(skip)]
        all: bool,
        /// What was found; not of all moves if it was stopped.
        #[serde(flatten)]
        analysis: Box<Analysis>,
    },
    Undone {
        moves: usize,
    },
    Redone {
        moves: usize,
    },
    Variations {
        /// All lines, the main line first.
        lines: Vec<Line>,
        #[serde(skip_serializing_if = "String::is_empty")]
        note: String,
    },
    Browsed {
        number: usize,
        /// The ply of the last of them, as `goto` takes it; 0 at the start.
        ply: usize,
        #[serde(rename = "move")]
        name: Option<String>,
        sign: Option<Assessment>,
        /// What is written about the position; empty if nothing is.
        note: String,
    },
    Noted {
        /// What is written about the position now; empty if nothing is.
        note: String,
        changed: bool,
    },
    Marked {
        #[serde(rename = "move")]
        name: String,
        /// Its sign; `None` if it has none any more.
        sign: Option<Assessment>,
    },
    Promoted,
    Pruned {
        moves: usize,
    },
    Moves,
    Icons {
        black: char,
        white: char,
    },
    Players,
    /// Chance starts again.
    Seeded {
        seed: u64,
    },
    Saved {
        name: String,
        replaced: bool,
    },
    Loaded {
        name: String,
        saved: Timestamp,
        /// The name of its game, if another one was played before.
        switched_to: Option<&'static str>,
    },
    Imported {
        file: String,
        /// Which game in it, from 1.
        number: usize,
        more: bool,
        #[serde(flatten)]
        record: RecordReport,
        /// The name of its game, if another one was played before.
        switched_to: Option<&'static str>,
        /// The skipped moves, if one is bad.
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<Box<SkippedMoves>>,
    },
    Exported {
        file: String,
        format: &'static str,
    },
    /// A file is there that would be overwritten; the next line decides.
    AskedToOverwrite {
        file: String,
    },
    NotOverwritten {
        file: String,
    },
    Pasting,
    Pasted {
        format: &'static str,
        #[serde(flatten)]
        record: RecordReport,
        /// The name of its game, if another one was played before.
        switched_to: Option<&'static str>,
        /// The skipped moves, if one is bad.
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<Box<SkippedMoves>>,
    },
    LibraryAdded {
        /// The file that they were in; `None` for the current game.
        file: Option<String>,
        #[serde(flatten)]
        added: Additions,
        unreadable: usize,
        /// Why the first of them could not.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        reasons: Vec<String>,
    },
    LibraryDeleted {
        number: usize,
        /// The number of games left.
        total: usize,
    },
    LibraryTagged {
        number: usize,
        /// All its tags now, in lower case.
        tags: Vec<String>,
    },
    LibraryChecked {
        games: usize,
        /// The problems, one per line.
        problems: Vec<String>,
    },
    Deviations {
        /// The number of games that people played here.
        games: usize,
        /// The most frequent first.
        deviations: Vec<BookExit>,
    },
    Library {
        total: usize,
        library_total: usize,
        /// Those that were asked for, in the order in which they were added.
        games: Vec<GameLine>,
    },
    Reached {
        #[serde(flatten)]
        reached: PositionResults,
        /// These games, in the order in which they were added.
        list: Vec<GameLine>,
    },
    /// The puzzles were counted.
    Puzzles {
        #[serde(flatten)]
        counts: Counts,
        #[serde(skip_serializing_if = "CheckTotals::is_none")]
        checked: CheckTotals,
    },
    PuzzlesMade {
        games: usize,
        mistakes: usize,
        added: usize,
        left_out: LeftOut,
        checked: CheckTotals,
        is_stopped: bool,
        counts: Counts,
    },
    Puzzle {
        #[serde(skip_serializing_if = "CheckTotals::is_none")]
        checked: CheckTotals,
    },
    PuzzleSolved {
        at_once: bool,
        is_shown: bool,
        solution: Box<Solution>,
        due: Option<jiff::civil::Date>,
    },
    /// A puzzle was answered with a move as good as its answer, or better: it was wrong, and is removed.
    PuzzleWithdrawn {
        #[serde(rename = "move")]
        name: String,
        score: i32,
        answer: Square,
        answer_score: i32,
        /// What follows the move, without passes.
        line: Vec<String>,
    },
    PuzzleMissed {
        #[serde(rename = "move")]
        name: String,
        /// Its score, for whoever made it; `None` if the search was stopped.
        score: Option<i32>,
        lost: Option<i32>,
        /// What follows it, without passes.
        line: Vec<String>,
        /// The game with the move and the first moves of that.
        #[serde(skip)]
        after: Arc<CurrentGame>,
    },
    PuzzlesLeft {
        answered: usize,
        at_once: usize,
        #[serde(skip_serializing_if = "CheckTotals::is_none")]
        checked: CheckTotals,
        counts: Counts,
    },
    Drill {
        /// The opening; `None` for the whole book.
        opening: Option<&'static str>,
        player: Player,
        again: bool,
    },
    /// A move of a drill was right or close, or is shown, and was played.
    DrillAnswered {
        #[serde(flatten)]
        answer: DrillAnswer,
        is_shown: bool,
        /// What the line came to, if this was its last move.
        line: Option<LineReport>,
    },
    DrillMissed {
        #[serde(flatten)]
        answer: DrillAnswer,
    },
    DrillLeft {
        lines: usize,
        known: usize,
        counts: Counts,
    },
    Stats {
        stats: Box<Stats>,
    },
    BoardSet {
        /// The name of its game, if another one was played before.
        switched_to: Option<&'static str>,
    },
    Resumed {
        saved: Timestamp,
        /// The name of its game, if another one was played before.
        switched_to: Option<&'static str>,
    },
    Unfinished {
        /// Those that can be resumed, the newest first.
        #[serde(skip)]
        games: Vec<KeptGame>,
    },
    Removed {
        name: String,
    },
    Saves {
        #[serde(skip)]
        saves: Vec<SaveReport>,
    },
    Ranking {
        /// All entries, best first.
        entries: Vec<RankingEntry>,
        /// Why entries won in this run could not be written to the file yet.
        not_written: Option<String>,
    },
    Help {
        text: String,
    },
    Learning,
    Learned,
    Quit,
}

impl Event {
    /// Whether it is an answer about the library of games.
    pub fn is_about_library(&self) -> bool {
        matches!(
            self,
            Self::LibraryAdded { .. }
                | Self::LibraryDeleted { .. }
                | Self::LibraryTagged { .. }
                | Self::LibraryChecked { .. }
                | Self::Deviations { .. }
                | Self::Library { .. }
                | Self::Reached { .. }
        )
    }
}

impl Reply {
    /// A reply that shows no board.
    pub(super) fn new(event: Event, game: Option<Arc<CurrentGame>>, sides: Sides) -> Self {
        Self {
            event,
            game,
            moves: 0,
            opening: None,
            marks: None,
            names_players: false,
            sides,
            placing: None,
            left: None,
            next_level: None,
            lesson: None,
            puzzle: None,
        }
    }

    /// This reply with what came after it: one reply to the whole command.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self {
            game: next.game.or(self.game),
            moves: self.moves + next.moves,
            opening: next.opening.or(self.opening),
            marks: next.marks.or(self.marks),
            names_players: self.names_players || next.names_players,
            sides: next.sides,
            placing: next.placing,
            left: self.left.or(next.left),
            next_level: next.next_level.or(self.next_level),
            lesson: next.lesson.or(self.lesson),
            puzzle: next.puzzle.or(self.puzzle),
            ..self
        }
    }

    /// The moves made because of the command. Those of a wrong answer to a puzzle are not in the game.
    pub fn plies(&self) -> &[Ply] {
        let game = match &self.event {
            Event::PuzzleMissed { after, .. } => Some(after),
            _ => self.game.as_ref(),
        };
        let history = game.map_or(&[][..], |game| game.history());
        &history[history.len().saturating_sub(self.moves)..]
    }

    /// The game whose board is to be shown, with what is marked on it.
    pub fn board(&self) -> Option<(&CurrentGame, &Marks)> {
        self.game.as_deref().zip(self.marks.as_ref())
    }

    /// How the game whose board is to be shown has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.board()?.0.outcome()
    }

    /// How the command ended the game; `None` if it did not.
    pub fn ended(&self) -> Option<Outcome> {
        self.outcome().filter(|_| self.may_end_game())
    }

    /// Whether the command was a move, or another way to end a game.
    pub(super) fn may_end_game(&self) -> bool {
        self.moves > 0 || matches!(self.event, Event::Resigned { .. } | Event::OutOfTime { .. })
    }

    /// Why scores of games since the start are not in the ranking's file yet, if they are not.
    pub fn scores_not_written(&self) -> Option<&str> {
        match (&self.event, &self.placing) {
            (Event::Ranking { not_written, .. }, _) => not_written.as_deref(),
            (_, placing) => placing.as_ref()?.not_written.as_deref(),
        }
    }
}
