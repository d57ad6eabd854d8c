//! What came of a command, as data. Text and JSON are two renderings of it.

use jiff::Timestamp;
use serde::Serialize;

use super::awaiting::Awaited;
use super::board::Board;
use super::report::{
    ChosenLevel, GameReport, LessonReport, LevelReport, Placing, PlyReport, RecordReport,
    SaveContent, SaveReport,
};
use crate::analysis::Analysis;
use crate::games::{Assessment, Player};
use crate::players::Suggestion;
use crate::session::{Entry, Line, Mode, Sides, Throw};

/// What a command did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reply {
    /// What the command was about.
    pub event: Event,
    /// The moves made because of it, a person's and bots'.
    pub plies: Vec<PlyReport>,
    /// The named opening of Reversi that these moves have reached, if they have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
    /// The board after it, where it is to be shown.
    #[serde(skip)]
    pub board: Option<Board>,
    /// Who plays, where that is to be said.
    #[serde(skip)]
    pub mode: Option<Mode>,
    /// What the sides are called.
    #[serde(skip)]
    pub sides: Sides,
    /// What came of a competitive game that has just ended.
    pub placing: Option<Placing>,
    /// The step of the tutorial that has been reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<LessonReport>,
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
        game: Option<GameReport>,
        /// The level that was chosen by a rating, if it was.
        #[serde(skip_serializing_if = "Option::is_none")]
        chosen: Option<ChosenLevel>,
    },
    /// The games there are were asked for.
    Games {
        /// All of them.
        games: Vec<GameReport>,
    },
    /// The levels of the current game were asked for.
    Levels {
        /// All of them: those with ratings first, the weakest first.
        levels: Vec<LevelReport>,
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
    Moves {
        /// All of them.
        moves: Vec<PlyReport>,
        /// Their names in one word.
        transcript: String,
    },
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
    },
    /// The game was written to a file.
    Exported {
        /// The file.
        file: String,
        /// The name of its format.
        format: &'static str,
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
        games: Vec<SaveContent>,
    },
    /// A save was removed.
    Removed {
        /// Its name.
        name: String,
    },
    /// The saves were asked for.
    Saves {
        /// All of them, by name.
        saves: Vec<SaveReport>,
    },
    /// The ranking was asked for.
    Ranking {
        /// All entries, best first.
        entries: Vec<Entry>,
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
    pub(super) fn new(event: Event, sides: Sides) -> Self {
        Self {
            event,
            plies: Vec::new(),
            opening: None,
            board: None,
            mode: None,
            sides,
            placing: None,
            lesson: None,
        }
    }

    /// This reply with what came after it: one reply to the whole command.
    #[must_use]
    pub fn then(mut self, next: Self) -> Self {
        self.plies.extend(next.plies);
        Self {
            opening: next.opening.or(self.opening),
            board: next.board.or(self.board),
            mode: self.mode.or(next.mode),
            sides: next.sides,
            placing: next.placing,
            lesson: next.lesson.or(self.lesson),
            ..self
        }
    }

    /// Why scores of games since the start are not in the ranking's file yet, if they are not.
    pub fn scores_not_written(&self) -> Option<&str> {
        match (&self.event, &self.placing) {
            (Event::Ranking { not_written, .. }, _) => not_written.as_deref(),
            (_, placing) => placing.as_ref()?.not_written.as_deref(),
        }
    }
}
