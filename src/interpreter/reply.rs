//! What came of a command, as data. Text and JSON are two renderings of it.

use std::sync::Arc;

use jiff::Timestamp;
use serde::Serialize;

use super::awaiting::Awaited;
use super::report::{
    BookMoveReport, ChosenLevel, KeptGame, LessonReport, LevelReport, LineReport, Placing,
    PuzzleReport, RecordReport, SaveReport, SkippedMoves,
};
use crate::analysis::Analysis;
use crate::games::{Assessment, Info, Outcome, Player, Square};
use crate::players::Suggestion;
use crate::session::{CurrentGame, Line, Ply, RankingEntry, Sides, Throw};
use crate::study::{
    Added, Checked, Counts, DrillAnswer, GameLine, LeftOut, PositionResults, Solution, Stats,
};

/// What a command did.
#[derive(Debug, Clone)]
pub struct Reply {
    /// What the command was about.
    pub event: Event,
    /// The game after it.
    pub game: Option<Arc<CurrentGame>>,
    /// The number of moves made because of it, a person's and bots': the last ones of the game.
    pub moves: usize,
    /// The named opening of Reversi that these moves have reached, if they have.
    pub opening: Option<&'static str>,
    /// What is marked on the board, where that is to be shown.
    pub marks: Option<Marks>,
    /// Whether who plays is to be said.
    pub names_players: bool,
    /// What the sides are called.
    pub sides: Sides,
    /// What came of a competitive game that has just ended.
    pub placing: Option<Placing>,
    /// The step of the tutorial that has been reached.
    pub lesson: Option<LessonReport>,
    /// The puzzle that is to be solved.
    pub puzzle: Option<PuzzleReport>,
}

/// What is marked on a board besides the discs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Marks {
    /// Nothing.
    None,
    /// The legal moves.
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
    /// A game has begun.
    Started {
        /// What was thrown with a die to see who begins, Black's throw first; empty in most games.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        throws: Vec<Throw>,
        /// Who moves first.
        #[serde(skip)]
        first: Player,
        /// The kind of game, unless it is the one that a session starts with.
        #[serde(skip)]
        game: Option<&'static Info>,
        /// The level that was chosen by a rating, if it was.
        #[serde(skip_serializing_if = "Option::is_none")]
        chosen: Option<ChosenLevel>,
    },
    /// The games there are were asked for.
    Games,
    /// The levels of the current game were asked for.
    Levels {
        /// All of them: those with ratings first, the weakest first.
        levels: Vec<LevelReport>,
        /// Whether text lists every level with a rating.
        #[serde(skip)]
        all: bool,
    },
    /// The rules were asked for.
    Rules {
        /// The rules, in whole sentences.
        text: &'static str,
    },
    /// An answer is awaited before a move can be made.
    Asked {
        /// To what.
        question: Awaited,
    },
    /// A move was played.
    Played,
    /// The board was asked for.
    Shown,
    /// The legal moves were asked for.
    Legal {
        /// Their names, in board order.
        moves: Vec<String>,
    },
    /// Moves are suggested.
    Hint {
        /// The best one.
        #[serde(flatten)]
        best: Suggestion,
        /// The next best ones, as many as were asked for.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        others: Vec<Suggestion>,
    },
    /// What the moves are worth was asked for.
    Evaluated {
        /// All of them, best first.
        moves: Vec<Suggestion>,
    },
    /// The opening book was asked for.
    Book {
        /// The moves that it knows, best first; none if the position is not in it.
        moves: Vec<BookMoveReport>,
    },
    /// The exact score was asked for.
    Solved {
        /// The best move; its score is an estimate if the search was stopped.
        #[serde(flatten)]
        best: Suggestion,
        /// How many positions were looked at.
        nodes: u64,
    },
    /// The moves of the game so far were judged.
    Analyzed {
        /// The named opening that the game came to.
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
    /// Moves were taken back.
    Undone {
        /// How many.
        moves: usize,
    },
    /// Moves were played again.
    Redone {
        /// How many.
        moves: usize,
    },
    /// The variations were asked for.
    Variations {
        /// All lines, the main line first.
        lines: Vec<Line>,
        /// What is written about the start.
        #[serde(skip_serializing_if = "String::is_empty")]
        note: String,
    },
    /// Another position of the tree is on the board.
    Browsed {
        /// The number of moves that lead to it.
        number: usize,
        /// The ply of the last of them, as `goto` takes it; 0 at the start.
        ply: usize,
        /// The last of them.
        #[serde(rename = "move")]
        name: Option<String>,
        /// Its sign.
        sign: Option<Assessment>,
        /// What is written about the position; empty if nothing is.
        note: String,
    },
    /// A note was written, removed or asked for.
    Noted {
        /// What is written about the position now; empty if nothing is.
        note: String,
        /// Whether it was written or removed just now.
        changed: bool,
    },
    /// The last move has another sign.
    Marked {
        /// The move.
        #[serde(rename = "move")]
        name: String,
        /// Its sign; `None` if it has none any more.
        sign: Option<Assessment>,
    },
    /// The line on the board is the main line now.
    Promoted,
    /// Moves were removed from the tree.
    Pruned {
        /// How many.
        moves: usize,
    },
    /// The moves so far were asked for.
    Moves,
    /// The glyphs were changed.
    Icons {
        /// Black's.
        black: char,
        /// White's.
        white: char,
    },
    /// Who plays was changed.
    Players,
    /// Chance starts again.
    Seeded {
        /// From this number.
        seed: u64,
    },
    /// The game was saved.
    Saved {
        /// The name of the save.
        name: String,
        /// Whether an earlier save of that name was replaced.
        replaced: bool,
    },
    /// A game was loaded.
    Loaded {
        /// The name of the save.
        name: String,
        /// When it was saved.
        saved: Timestamp,
        /// The name of its game, if another one was played before.
        switched_to: Option<&'static str>,
    },
    /// A game was taken from a file of records.
    Imported {
        /// The file.
        file: String,
        /// Which game in it, from 1.
        number: usize,
        /// Whether others follow it there.
        more: bool,
        /// What is known about the game.
        #[serde(flatten)]
        record: RecordReport,
        /// The name of its game, if another one was played before.
        switched_to: Option<&'static str>,
        /// The skipped moves, if one is bad.
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<Box<SkippedMoves>>,
    },
    /// The game was written to a file.
    Exported {
        /// The file.
        file: String,
        /// The name of its format.
        format: &'static str,
    },
    /// A file is there that would be overwritten; the next line decides.
    AskedToOverwrite {
        /// The file.
        file: String,
    },
    /// The user decided not to overwrite a file.
    NotOverwritten {
        /// The file.
        file: String,
    },
    /// More lines are awaited that belong to what is pasted.
    Pasting,
    /// A game or a board was pasted.
    Pasted {
        /// The name of its format.
        format: &'static str,
        /// What is known about the game.
        #[serde(flatten)]
        record: RecordReport,
        /// The name of its game, if another one was played before.
        switched_to: Option<&'static str>,
        /// The skipped moves, if one is bad.
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<Box<SkippedMoves>>,
    },
    /// Games were added to the library.
    LibraryAdded {
        /// The file that they were in; `None` for the current game.
        file: Option<String>,
        /// How many.
        #[serde(flatten)]
        added: Added,
        /// The number of records that could not be read.
        unreadable: usize,
        /// Why the first of them could not.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        reasons: Vec<String>,
    },
    /// Games of the library were asked for.
    Library {
        /// The number of games that were found.
        total: usize,
        /// The number of games in the library.
        library_total: usize,
        /// Those that were asked for, in the order in which they were added.
        games: Vec<GameLine>,
    },
    /// The games of the library that came to a position were asked for.
    Reached {
        /// What was played there, and how they ended.
        #[serde(flatten)]
        reached: PositionResults,
        /// These games, in the order in which they were added.
        list: Vec<GameLine>,
    },
    /// The puzzles were counted.
    Puzzles {
        /// How many there are, and how many are due.
        #[serde(flatten)]
        counts: Counts,
        /// Those that were checked because one was to be shown.
        #[serde(skip_serializing_if = "Checked::is_none")]
        checked: Checked,
    },
    /// Puzzles were made.
    PuzzlesMade {
        /// The number of games that were looked at.
        games: usize,
        /// The number of mistakes in them.
        mistakes: usize,
        /// The number of puzzles that were added.
        added: usize,
        /// Why other mistakes gave none.
        left_out: LeftOut,
        /// The puzzles made before that were checked.
        checked: Checked,
        /// Whether it was stopped before all games had been looked at.
        is_stopped: bool,
        /// How many puzzles there are now.
        counts: Counts,
    },
    /// A puzzle is shown.
    Puzzle {
        /// The puzzles that were checked before one could be shown.
        #[serde(skip_serializing_if = "Checked::is_none")]
        checked: Checked,
    },
    /// The answer to a puzzle was found, or is shown.
    PuzzleSolved {
        /// Whether it was found at once.
        at_once: bool,
        /// Whether it is shown because it was not found.
        is_shown: bool,
        /// The answer, its score and its line.
        solution: Box<Solution>,
        /// When the puzzle comes again.
        due: Option<jiff::civil::Date>,
    },
    /// A puzzle was answered with a move as good as its answer, or better: it was wrong, and is removed.
    PuzzleWithdrawn {
        /// The move.
        #[serde(rename = "move")]
        name: String,
        /// The score for the side that made it.
        score: i32,
        /// The answer of the puzzle.
        answer: Square,
        /// The score of that.
        answer_score: i32,
        /// What follows the move, without passes.
        line: Vec<String>,
    },
    /// A puzzle was answered with another move than the best.
    PuzzleMissed {
        /// The move.
        #[serde(rename = "move")]
        name: String,
        /// Its score, for whoever made it; `None` if the search was stopped.
        score: Option<i32>,
        /// The number of discs that it loses against the best move.
        lost: Option<i32>,
        /// What follows it, without passes.
        line: Vec<String>,
        /// The game with the move and the first moves of that.
        #[serde(skip)]
        after: Arc<CurrentGame>,
    },
    /// The puzzles are left: the game before is the current one again.
    PuzzlesLeft {
        /// The number that were answered.
        answered: usize,
        /// The number whose answer was found at once.
        at_once: usize,
        /// The puzzles that were checked because one was to be shown.
        #[serde(skip_serializing_if = "Checked::is_none")]
        checked: Checked,
        /// How many there are, and how many are due.
        counts: Counts,
    },
    /// A line of the opening book is drilled from its start.
    Drill {
        /// The opening; `None` for the whole book.
        opening: Option<&'static str>,
        /// The side of the person.
        player: Player,
        /// Whether the line is due, or else a new one.
        again: bool,
    },
    /// A move of a drill was right or close, or is shown, and was played.
    DrillAnswered {
        /// The move, and what the book says of it.
        #[serde(flatten)]
        answer: DrillAnswer,
        /// Whether it is shown because it was not found.
        is_shown: bool,
        /// What the line came to, if this was its last move.
        line: Option<LineReport>,
    },
    /// Another move than one of the book's was played in a drill.
    DrillMissed {
        /// The move, and what the book says of it.
        #[serde(flatten)]
        answer: DrillAnswer,
    },
    /// The drill is left: the game before is the current one again.
    DrillLeft {
        /// The number of lines that were played to their end.
        lines: usize,
        /// The number of those in which no move was missed.
        known: usize,
        /// How many are due.
        counts: Counts,
    },
    /// Statistics were asked for.
    Stats {
        /// What the games came to.
        stats: Box<Stats>,
    },
    /// A board was put up.
    BoardSet {
        /// The name of its game, if another one was played before.
        switched_to: Option<&'static str>,
    },
    /// An unfinished game was brought back.
    Resumed {
        /// When it was kept.
        saved: Timestamp,
        /// The name of its game, if another one was played before.
        switched_to: Option<&'static str>,
    },
    /// The unfinished games were asked for.
    Unfinished {
        /// Those that can be resumed, the newest first.
        #[serde(skip)]
        games: Vec<KeptGame>,
    },
    /// A save was removed.
    Removed {
        /// Its name.
        name: String,
    },
    /// The saves were asked for.
    Saves {
        /// All of them, by name.
        #[serde(skip)]
        saves: Vec<SaveReport>,
    },
    /// The ranking was asked for.
    Ranking {
        /// All entries, best first.
        entries: Vec<RankingEntry>,
        /// Why entries won in this run could not be written to the file yet.
        not_written: Option<String>,
    },
    /// Help was asked for.
    Help {
        /// What there is to say.
        text: String,
    },
    /// A step of the tutorial is shown.
    Learning,
    /// The tutorial is over.
    Learned,
    /// The session ends.
    Quit,
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
        self.board()?.0.game().outcome()
    }

    /// Why scores of games since the start are not in the ranking's file yet, if they are not.
    pub fn scores_not_written(&self) -> Option<&str> {
        match (&self.event, &self.placing) {
            (Event::Ranking { not_written, .. }, _) => not_written.as_deref(),
            (_, placing) => placing.as_ref()?.not_written.as_deref(),
        }
    }
}
