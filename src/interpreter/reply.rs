//! The result of a command, as data. Text and JSON are rendered from it.

use std::sync::Arc;

use jiff::Timestamp;
use serde::Serialize;

use super::awaiting::{Awaited, Loss};
use super::command::ScreenCommand;
use super::practice_report::{PracticeEnd, Task, Verdict};
use super::report::{
    BookMoveReport, ChosenLevel, LeftGame, LevelReport, NextLevel, OpeningLine, Placing,
    RecordReport, SkippedMoves,
};
use crate::analysis::{Alternative, Analysis, Judgment, Why};
use crate::base::language::Language;
use crate::games::{Assessment, Info, Outcome, Player, Square};
use crate::players::{Level, Suggestion, TimeControl};
use crate::session::{Aid, CurrentGame, Ply, RankingEntry, Sides, VariationLine};
use crate::store::{SaveSummary, UnfinishedGame};
use crate::study::{
    Additions, BookExit, BotOpenings, CheckReport, Coach, Counts, GameLine, LeftOut, LineAdditions,
    PositionResults, RepertoireExit, RepertoireTree, Skipped, Stats, TaggedGame,
};

/// What a command did.
#[derive(Debug, Clone)]
pub struct Reply {
    /// In order. The first one answers the command, the others follow from it.
    pub events: Vec<Event>,
    /// The game after the events, if any.
    pub game: Option<Arc<CurrentGame>>,
    /// The marks on the board; `None` if the board is not shown.
    pub marks: Option<Marks>,
    /// How the two sides are named and drawn, even without a game.
    pub sides: Sides,
}

/// The marks on a board, in addition to the discs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Marks {
    None,
    Legal(Vec<Square>),
    /// Suggested moves, best first.
    Suggested(Vec<Square>),
    /// The score of each legal move, in discs.
    Scores(Vec<(Square, i32)>),
}

/// The event that a command caused. Every `switched_to` is the name of the new kind of game, if it changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Started {
        /// The dice rolls that decided who moves first, Black's first. Empty in games without dice.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        throws: Vec<[u8; 2]>,
        #[serde(skip)]
        first: Player,
        #[serde(skip)]
        game: Option<&'static Info>,
        /// The level chosen for a rating, if any.
        #[serde(skip_serializing_if = "Option::is_none")]
        chosen: Option<ChosenLevel>,
        /// The opening moves that the game starts after.
        #[serde(skip_serializing_if = "Option::is_none")]
        opening: Option<OpeningLine>,
    },
    Games,
    Levels {
        /// Weakest first.
        levels: Vec<LevelReport>,
    },
    /// The opponent's level was shown.
    Level {
        level: String,
        /// The same level, for screens that translate it.
        #[serde(skip)]
        of: (&'static Info, Level),
    },
    Names {
        /// The names of Black and White; `None` for the names of the game.
        names: Option<[String; 2]>,
        /// The side of the bot that a human plays against, if any.
        #[serde(skip)]
        bot: Option<Player>,
    },
    Resigned {
        player: Player,
    },
    /// A side ran out of time before the command.
    OutOfTime {
        player: Player,
    },
    Clock {
        /// The time control; `None` if time is not limited.
        control: Option<TimeControl>,
        /// The time left to Black and White, in milliseconds; `None` without clocks.
        left: Option<[u64; 2]>,
        /// Whether the control is for the next games only, because the current one is over.
        #[serde(skip)]
        is_next: bool,
    },
    Rules {
        text: &'static str,
    },
    Asked {
        question: Awaited,
    },
    Played {
        /// The number of plies, by users and bots, at the end of the game.
        #[serde(skip)]
        plies: usize,
    },
    /// The moves before it reached a named opening of Reversi.
    #[serde(skip)]
    OpeningReached {
        name: &'static str,
    },
    /// An unfinished game was kept, and replaced by this one.
    #[serde(skip)]
    PutAside(LeftGame),
    /// A competitive game got its place in the ranking.
    #[serde(skip)]
    Placed(Placing),
    /// A player had help, so the finished game doesn't count for the rating.
    #[serde(skip)]
    Unrated {
        aid: Aid,
    },
    /// Some games suggest another level.
    #[serde(skip)]
    NextLevel(NextLevel),
    /// The user left the repertoire in the game that ended.
    #[serde(skip)]
    LeftRepertoire(RepertoireExit),
    /// A practice asks something.
    #[serde(skip)]
    Task(Task),
    /// An answer to a task was judged.
    #[serde(skip)]
    Judged(Verdict),
    #[serde(skip)]
    PracticeEnded(PracticeEnd),
    Shown,
    /// A command for the screen. It is not written as JSON: scripts refuse it.
    #[serde(skip)]
    ForScreen(ScreenCommand),
    Legal {
        /// In board order.
        moves: Vec<String>,
    },
    Hint {
        #[serde(flatten)]
        best: Suggestion,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        others: Vec<Suggestion>,
        /// The reason that decides for the best move, for a beginner.
        #[serde(skip)]
        why: Option<Why>,
        /// Whether text has the depth and the selectivity of the search.
        #[serde(skip)]
        has_depth: bool,
    },
    /// A move was explained.
    Explained {
        #[serde(flatten)]
        judgment: Box<Judgment>,
        /// The next best move, if the move is the best of several.
        #[serde(skip_serializing_if = "Option::is_none")]
        second: Option<Alternative>,
    },
    Coach {
        coach: Coach,
        /// The least loss to comment on, in discs; `None` if the coach is off.
        least: Option<u32>,
        #[serde(skip)]
        is_changed: bool,
    },
    /// The games whose openings bots play.
    Openings {
        openings: BotOpenings,
        #[serde(skip)]
        is_changed: bool,
    },
    /// A bot takes its openings from games, so its rating is an estimate.
    #[serde(skip)]
    RatingEstimated,
    /// The coach comments on the user's last move.
    #[serde(skip)]
    Coached {
        judgment: Box<Judgment>,
    },
    /// The late comments of the coach, after a game.
    #[serde(skip)]
    Reviewed {
        judgments: Vec<Judgment>,
    },
    /// The user lost the first game without a coach.
    #[serde(skip)]
    CoachOffered,
    Evaluated {
        /// All legal moves, best first.
        moves: Vec<Suggestion>,
    },
    Book {
        /// The book moves, best first; empty if the position is not in the book.
        moves: Vec<BookMoveReport>,
    },
    /// The exact score of the position.
    Solved {
        /// The best move. If the search was stopped, the score is an estimate.
        #[serde(flatten)]
        best: Suggestion,
        nodes: u64,
    },
    Analyzed {
        opening: Option<&'static str>,
        /// The number of better lines added as variations; `None` if not requested.
        #[serde(skip_serializing_if = "Option::is_none")]
        added: Option<usize>,
        /// Whether text lists every move. JSON always does.
        #[serde(skip)]
        all: bool,
        /// The findings; incomplete if the analysis was stopped.
        #[serde(flatten)]
        analysis: Box<Analysis>,
    },
    Undone {
        /// The number of moves; 0 if only a resignation was undone.
        moves: usize,
    },
    Redone {
        moves: usize,
    },
    Variations {
        /// The main line first.
        lines: Vec<VariationLine>,
        #[serde(skip_serializing_if = "String::is_empty")]
        note: String,
    },
    Browsed {
        number: usize,
        /// The ply of the last move, as in `goto`; 0 at the start.
        ply: usize,
        #[serde(rename = "move")]
        name: Option<String>,
        sign: Option<Assessment>,
        /// The note on the position, or an empty string.
        note: String,
    },
    Noted {
        /// The note on the position after the command, or an empty string.
        note: String,
        changed: bool,
    },
    Marked {
        #[serde(rename = "move")]
        name: String,
        /// The annotation of the move; `None` if it was removed.
        sign: Option<Assessment>,
    },
    Promoted,
    Pruned {
        moves: usize,
    },
    /// Pruned moves were put back.
    Restored {
        moves: usize,
    },
    Moves,
    Icons {
        black: char,
        white: char,
    },
    Players,
    /// The random seed was set.
    Seeded {
        seed: u64,
    },
    /// The language of the screens, which may have changed. Scripts are always in English.
    Language {
        language: Language,
    },
    Saved {
        name: String,
        replaced: bool,
    },
    Loaded {
        name: String,
        saved: Timestamp,
        switched_to: Option<&'static str>,
    },
    Imported {
        file: String,
        /// The number of the game in the file, from 1.
        number: usize,
        more: bool,
        #[serde(flatten)]
        record: RecordReport,
        switched_to: Option<&'static str>,
        /// The skipped moves; `None` if all are legal.
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<Box<SkippedMoves>>,
        /// The text beside the games that is not understood, with its line.
        #[serde(skip_serializing_if = "Option::is_none")]
        unread: Option<String>,
    },
    Exported {
        file: String,
        format: &'static str,
        #[serde(skip_serializing_if = "Skipped::is_none")]
        skipped: Skipped,
    },
    /// The file exists. The next line decides whether to overwrite it.
    AskedToOverwrite {
        file: String,
    },
    /// The save exists, and is not an earlier state of the game. The next line decides whether to overwrite it.
    AskedToOverwriteSave {
        name: String,
        /// The kind of the saved game.
        game: &'static str,
        /// The number of its moves.
        moves: usize,
        saved: Timestamp,
    },
    NotOverwritten {
        /// The file or the saved game.
        file: String,
    },
    /// Data is not saved. The next line decides whether to quit.
    AskedToQuit {
        /// The unsaved data, with the reasons.
        unsaved: Vec<String>,
    },
    NotQuit,
    /// The next line decides whether to delete the saved game.
    AskedToRemove {
        name: String,
    },
    NotRemoved {
        name: String,
    },
    /// The next line decides whether to delete the games in the bin, or the repertoire.
    AskedToEmpty {
        what: Loss,
    },
    NotEmptied {
        what: Loss,
    },
    Pasting,
    Pasted {
        format: &'static str,
        #[serde(flatten)]
        record: RecordReport,
        switched_to: Option<&'static str>,
        /// The skipped moves; `None` if all are legal.
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<Box<SkippedMoves>>,
        /// The text beside the games that is not understood, with its line.
        #[serde(skip_serializing_if = "Option::is_none")]
        unread: Option<String>,
        /// The number of further games, if any; they are ignored.
        #[serde(skip_serializing_if = "Option::is_none")]
        ignored: Option<usize>,
    },
    LibraryAdded {
        /// The file with the games; `None` for the current game.
        file: Option<String>,
        #[serde(flatten)]
        added: Additions,
        unreadable: usize,
        /// The reasons for the first few unreadable records.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        reasons: Vec<String>,
        /// The text beside the games that is not understood, with its line.
        #[serde(skip_serializing_if = "Option::is_none")]
        unread: Option<String>,
    },
    /// A game of the library became the current one.
    LibraryOpened {
        number: usize,
        #[serde(flatten)]
        record: RecordReport,
        switched_to: Option<&'static str>,
    },
    LibraryDeleted {
        numbers: Vec<usize>,
        /// The number of games left in the library.
        total: usize,
    },
    LibraryRestored {
        numbers: Vec<usize>,
        /// The number of games in the library.
        total: usize,
    },
    /// The deleted games.
    LibraryBin {
        games: Vec<GameLine>,
        #[serde(skip_serializing_if = "Skipped::is_none")]
        skipped: Skipped,
    },
    LibraryPurged {
        /// The number of games that were in the bin.
        purged: usize,
    },
    LibraryTagged {
        /// The games, with all their tags after the command.
        games: Vec<TaggedGame>,
    },
    LibraryChecked {
        #[serde(flatten)]
        report: CheckReport,
    },
    Deviations {
        /// The number of games by users of this program.
        games: usize,
        /// The most frequent first.
        deviations: Vec<BookExit>,
        #[serde(skip_serializing_if = "Skipped::is_none")]
        skipped: Skipped,
    },
    Library {
        total: usize,
        library_total: usize,
        /// The requested games, or the last of them, in the order in which they were added.
        games: Vec<GameLine>,
        #[serde(skip_serializing_if = "Skipped::is_none")]
        skipped: Skipped,
    },
    Reached {
        #[serde(flatten)]
        reached: PositionResults,
        /// The games that reached it, or the last of them, in the order in which they were added.
        list: Vec<GameLine>,
        #[serde(skip_serializing_if = "Skipped::is_none")]
        skipped: Skipped,
    },
    /// The user's own opening lines.
    Repertoire {
        /// One for each side with lines.
        trees: Vec<RepertoireTree>,
        #[serde(skip_serializing_if = "Skipped::is_none")]
        skipped: Skipped,
    },
    RepertoireAdded {
        player: Player,
        #[serde(flatten)]
        added: LineAdditions,
    },
    RepertoireRemoved {
        removed: usize,
        /// The number of lines left, of both sides.
        total: usize,
    },
    /// The numbers of puzzles.
    Puzzles {
        #[serde(flatten)]
        counts: Counts,
    },
    PuzzlesMade {
        games: usize,
        mistakes: usize,
        added: usize,
        left_out: LeftOut,
        is_stopped: bool,
        counts: Counts,
    },
    Stats {
        stats: Box<Stats>,
        #[serde(skip_serializing_if = "Skipped::is_none")]
        skipped: Skipped,
    },
    BoardSet {
        switched_to: Option<&'static str>,
    },
    Resumed {
        saved: Timestamp,
        switched_to: Option<&'static str>,
    },
    Unfinished {
        /// The resumable games, newest first.
        #[serde(skip)]
        games: Vec<UnfinishedGame>,
    },
    Removed {
        name: String,
    },
    Saves {
        #[serde(skip)]
        saves: Vec<SaveSummary>,
    },
    Ranking {
        /// Best first.
        entries: Vec<RankingEntry>,
        /// The reason why new scores are not in the file yet.
        not_written: Option<String>,
    },
    Help {
        text: String,
    },
    Quit,
}

impl Event {
    /// Returns the games of the library that could not be read; `None` if all could.
    pub fn skipped(&self) -> Option<&Skipped> {
        let (Self::Exported { skipped, .. }
        | Self::Deviations { skipped, .. }
        | Self::Library { skipped, .. }
        | Self::Reached { skipped, .. }
        | Self::Repertoire { skipped, .. }
        | Self::LibraryBin { skipped, .. }
        | Self::Stats { skipped, .. }) = self
        else {
            return None;
        };
        Some(skipped).filter(|skipped| !skipped.is_none())
    }

    /// Returns the number of problems that a check of the library left.
    pub fn problems(&self) -> usize {
        if let Self::LibraryChecked { report } = self {
            report.total
        } else {
            0
        }
    }

    pub fn is_about_library(&self) -> bool {
        matches!(
            self,
            Self::LibraryAdded { .. }
                | Self::LibraryDeleted { .. }
                | Self::LibraryRestored { .. }
                | Self::LibraryBin { .. }
                | Self::LibraryPurged { .. }
                | Self::LibraryTagged { .. }
                | Self::LibraryChecked { .. }
                | Self::Deviations { .. }
                | Self::Library { .. }
                | Self::Reached { .. }
                | Self::Repertoire { .. }
                | Self::RepertoireAdded { .. }
                | Self::RepertoireRemoved { .. }
        )
    }
}

/// Returns the value of the first event that matches.
macro_rules! first {
    ($reply:ident, $pattern:pat => $value:expr) => {
        $reply.events.iter().find_map(|event| match event {
            $pattern => Some($value),
            _ => None,
        })
    };
}

impl Reply {
    /// A reply without a board.
    pub(super) fn new(event: Event, game: Option<Arc<CurrentGame>>, sides: Sides) -> Self {
        Self {
            events: vec![event],
            game,
            marks: None,
            sides,
        }
    }

    /// Adds the event, if any, that follows from the others.
    #[must_use]
    pub(super) fn with(mut self, event: Option<Event>) -> Self {
        self.events.extend(event);
        self
    }

    /// Puts the events of the steps before it in front, so that a command has one reply.
    #[must_use]
    pub fn after(self, earlier: Option<Self>) -> Self {
        let Some(mut reply) = earlier else {
            return self;
        };
        reply.events.extend(self.events);
        reply.game = self.game.or(reply.game);
        reply.marks = self.marks.or(reply.marks);
        reply.sides = self.sides;
        reply
    }

    /// Returns the event that answers the command.
    pub fn head(&self) -> &Event {
        &self.events[0]
    }

    /// Returns the number of plies that the command added at the end of the game.
    pub fn played(&self) -> usize {
        let plies = |event: &Event| match event {
            Event::Played { plies } => *plies,
            _ => 0,
        };
        self.events.iter().map(plies).sum()
    }

    /// Returns the moves made by the command. A wrong answer to a puzzle is not part of `game`.
    pub fn plies(&self) -> &[Ply] {
        let game = self.refutation().or(self.game.as_deref());
        let history = game.map_or(&[][..], CurrentGame::history);
        &history[history.len().saturating_sub(self.played())..]
    }

    /// Returns the game after a wrong answer to a puzzle and the reply to it, if there was one.
    pub fn refutation(&self) -> Option<&CurrentGame> {
        match self.head() {
            Event::Judged(Verdict::PuzzleMissed { after, .. }) => Some(after),
            _ => None,
        }
    }

    /// Returns the named opening that the moves reached, if any.
    pub fn opening(&self) -> Option<&'static str> {
        self.events.iter().rev().find_map(|event| match event {
            Event::OpeningReached { name } => Some(*name),
            _ => None,
        })
    }

    /// Returns the place in the ranking that the command brought, if any.
    pub fn placing(&self) -> Option<&Placing> {
        first!(self, Event::Placed(placing) => placing)
    }

    /// Returns the judgment of the move that the coach comments on, if any.
    pub fn coached(&self) -> Option<&Judgment> {
        first!(self, Event::Coached { judgment } => judgment.as_ref())
    }

    /// Whether the rating of a level is an estimate.
    pub fn has_estimated_rating(&self) -> bool {
        self.events
            .iter()
            .any(|event| matches!(event, Event::RatingEstimated))
    }

    /// Returns the level to play next, if the command suggests one.
    pub fn next_level(&self) -> Option<&NextLevel> {
        first!(self, Event::NextLevel(next) => next)
    }

    /// Returns the unfinished game that the command replaced, if any.
    pub fn put_aside(&self) -> Option<&LeftGame> {
        first!(self, Event::PutAside(left) => left)
    }

    /// Returns where the user left the repertoire, if the game that ended shows it.
    pub fn left_repertoire(&self) -> Option<&RepertoireExit> {
        first!(self, Event::LeftRepertoire(exit) => exit)
    }

    /// Returns what the practice asks now, if the command changed that.
    pub fn task(&self) -> Option<&Task> {
        first!(self, Event::Task(task) => task)
    }

    /// Returns the game to draw and the marks on its board.
    pub fn board(&self) -> Option<(&CurrentGame, &Marks)> {
        self.game.as_deref().zip(self.marks.as_ref())
    }

    /// Returns the outcome of the game to draw.
    pub fn outcome(&self) -> Option<Outcome> {
        self.board()?.0.outcome()
    }

    /// Returns the outcome if the command ended the game.
    pub fn ended(&self) -> Option<Outcome> {
        self.outcome().filter(|_| self.may_end_game())
    }

    pub(super) fn may_end_game(&self) -> bool {
        self.events.iter().any(|event| match event {
            Event::Played { plies } => *plies > 0,
            Event::Resigned { .. } | Event::OutOfTime { .. } => true,
            _ => false,
        })
    }

    /// Returns the reason why scores are not in the ranking file yet, if any.
    pub fn scores_not_written(&self) -> Option<&str> {
        self.events.iter().find_map(|event| match event {
            Event::Ranking { not_written, .. } => not_written.as_deref(),
            Event::Placed(placing) => placing.not_written.as_deref(),
            _ => None,
        })
    }
}
