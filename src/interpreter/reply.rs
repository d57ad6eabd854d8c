//! What came of a command, as data. Text and JSON are two renderings of it.

use jiff::Timestamp;
use serde::Serialize;

use crate::analysis::Analysis;
use crate::games::{Game, Info, Outcome, Player, Square};
use crate::players::{Reason, Suggestion};
use crate::records::GameRecord;
use crate::session::{CurrentGame, Entry, Placement, Session, Throw};

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
    /// Whether the board is to be shown, and what is marked on it.
    #[serde(skip)]
    pub board: Option<Marks>,
    /// What came of a competitive game that has just ended.
    pub placing: Option<Placing>,
}

/// What a command was about.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A game has begun.
    Started {
        /// What was thrown with a die to see who begins, Black's throw first; empty in most games.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        throws: Vec<Throw>,
    },
    /// The games there are were asked for.
    Games {
        /// All of them.
        games: Vec<GameReport>,
    },
    /// The rules were asked for.
    Rules {
        /// The rules, in whole sentences.
        text: &'static str,
    },
    /// An answer is awaited before a move can be made.
    Asked {
        /// To what: `column`, `row` or `piece`.
        question: &'static str,
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
        best: SuggestionReport,
        /// The next best ones, as many as were asked for.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        others: Vec<SuggestionReport>,
    },
    /// What the moves are worth was asked for.
    Evaluated {
        /// All of them, best first.
        moves: Vec<SuggestionReport>,
    },
    /// The exact score was asked for.
    Solved {
        /// The best move; its score is an estimate if the search was stopped.
        #[serde(flatten)]
        best: SuggestionReport,
        /// How many positions were looked at.
        nodes: u64,
    },
    /// The moves of the game so far were judged.
    Analyzed {
        /// The named opening that the game came to.
        opening: Option<&'static str>,
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
    /// The session ends.
    Quit,
}

impl Reply {
    /// Why scores of games since the start are not in the ranking's file yet, if they are not.
    pub fn scores_not_written(&self) -> Option<&str> {
        match (&self.event, &self.placing) {
            (Event::Ranking { not_written, .. }, _) => not_written.as_deref(),
            (_, placing) => placing.as_ref()?.not_written.as_deref(),
        }
    }
}

/// One move and what followed from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlyReport {
    /// Who moved.
    pub player: Player,
    /// The name of the move.
    #[serde(rename = "move")]
    pub name: String,
    /// Where a piece came to rest; `None` if none was placed.
    pub placed: Option<Square>,
    /// The discs that changed sides.
    pub flipped: Vec<Square>,
    /// Where a piece was pushed out of the board.
    pub pushed_out: Option<Square>,
    /// Who had to pass afterwards.
    pub passed: Option<Player>,
}

impl From<&crate::session::Ply> for PlyReport {
    fn from(ply: &crate::session::Ply) -> Self {
        Self {
            player: ply.played.player,
            name: ply.name(),
            placed: ply.played.placed,
            flipped: ply.played.flipped.clone(),
            pushed_out: ply.played.pushed_out,
            passed: ply.played.passed,
        }
    }
}

/// What a record says about its game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordReport {
    /// Black's name, if it is known.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// When it was played, as much of `2003-12-15` as is known.
    pub date: Option<String>,
    /// How many plies it has; a pass is one.
    pub plies: usize,
}

impl From<&GameRecord> for RecordReport {
    fn from(record: &GameRecord) -> Self {
        let name = |player: Player| {
            let name = &record.players[player.index()].name;
            // It comes from a file, and may go to a terminal.
            let visible = |character: char| if character.is_control() { '?' } else { character };
            (!name.is_empty()).then(|| name.chars().map(visible).collect())
        };
        Self {
            black: name(Player::Black),
            white: name(Player::White),
            date: record.date.as_ref().map(ToString::to_string),
            plies: record.moves().len(),
        }
    }
}

/// A move with what is expected of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SuggestionReport {
    /// Its name.
    #[serde(rename = "move")]
    pub mv: String,
    /// Where it is marked on the board.
    #[serde(skip)]
    pub square: Option<Square>,
    /// Why it has to be played, if it has.
    pub reason: Option<Reason>,
    /// What comes of it, in Reversi.
    #[serde(flatten)]
    pub estimate: Option<EstimateReport>,
}

/// What is expected of a move in Reversi.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EstimateReport {
    /// The difference of discs at the end for the side to move, the empty squares given to the
    /// winner.
    pub score: i32,
    /// Whether that is what perfect play of both sides leads to.
    pub exact: bool,
    /// How many plies ahead was looked.
    pub depth: u32,
    /// The names of the moves that both sides are expected to play, without passes.
    pub line: Vec<String>,
}

impl SuggestionReport {
    /// A suggestion for a game, with names in place of moves.
    pub fn new(suggestion: &Suggestion, game: &dyn Game) -> Self {
        let estimate = suggestion.estimate.as_ref().map(|estimate| EstimateReport {
            score: estimate.score,
            exact: estimate.is_exact,
            depth: estimate.depth,
            line: estimate.line.iter().map(|&mv| game.move_name(mv)).collect(),
        });
        Self {
            mv: game.move_name(suggestion.mv),
            square: game.move_square(suggestion.mv),
            reason: suggestion.reason,
            estimate,
        }
    }
}

/// What is marked on a board besides the discs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Marks {
    /// Nothing.
    None,
    /// The legal moves.
    Legal,
    /// Suggested moves.
    Suggested(Vec<Square>),
    /// What moves are worth.
    Scores(Vec<(Square, i32)>),
}

/// One of the games there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameReport {
    /// Its code.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its rules in one line.
    pub rules: &'static str,
}

impl From<&Info> for GameReport {
    fn from(info: &Info) -> Self {
        Self { code: info.code, name: info.name, rules: info.rules }
    }
}

/// What came of a competitive game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Placing {
    /// Who played.
    pub nickname: String,
    /// The score of this game.
    pub score: u32,
    /// The place of the nickname's best score and whether this is it.
    #[serde(flatten)]
    pub placement: Placement,
    /// Why it could not be written to the ranking's file; it is tried again later.
    pub not_written: Option<String>,
}

/// A line of the list of saves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SaveReport {
    /// The name.
    pub name: String,
    /// What is in it, if it can be read.
    #[serde(flatten)]
    pub game: Option<SaveContent>,
    /// Why it can't be read.
    pub error: Option<String>,
}

/// What is in a save.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SaveContent {
    /// When it was saved.
    pub saved: Timestamp,
    /// The state of the game.
    #[serde(flatten)]
    pub state: State,
}

/// The state of a game, as JSON shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct State {
    /// The code of the game.
    pub game: &'static str,
    /// How it is played: manual, against, bots or competitive.
    pub mode: &'static str,
    /// Who plays Black: `human`, a level, or `competitive`.
    pub black: String,
    /// Who plays White.
    pub white: String,
    /// The board, a string a row, with `B`, `W` and `-`.
    pub board: Vec<String>,
    /// Who is to move; `null` when the game is over.
    pub turn: Option<Player>,
    /// How many plies have been played; a pass is one.
    pub ply: usize,
    /// Black's discs; `None` in a game whose pieces belong to nobody.
    pub black_discs: Option<usize>,
    /// White's discs.
    pub white_discs: Option<usize>,
    /// What there is to know beside the board.
    pub note: Option<String>,
    /// The legal moves; `null` in a competitive game, where they are not shown.
    pub legal: Option<Vec<String>>,
    /// The last move.
    pub last: Option<PlyReport>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

impl State {
    /// The state of the game of a session; `None` if there is none.
    pub fn of(session: &Session) -> Option<Self> {
        session.current().map(|current| Self::of_game(current, session.is_competitive()))
    }

    /// The state of a game; of a competitive one without the legal moves.
    pub(super) fn of_game(current: &CurrentGame, competitive: bool) -> Self {
        let game = current.game();
        let grid = game.grid();
        let counts = game.counts();
        let legal =
            || game.moves().into_iter().map(|mv| game.move_name(mv)).collect::<Vec<String>>();
        Self {
            game: game.info().code,
            mode: current.mode().name(),
            black: current.mode().controller(Player::Black).to_string(),
            white: current.mode().controller(Player::White).to_string(),
            board: grid.to_rows(),
            turn: game.turn(),
            ply: current.plies(),
            black_discs: counts.map(|counts| counts[0]),
            white_discs: counts.map(|counts| counts[1]),
            note: game.note(),
            legal: (!competitive).then(legal),
            last: current.history().last().map(PlyReport::from),
            outcome: game.outcome(),
        }
    }
}
