//! What replies and views say of moves, records, games and saves.

use jiff::Timestamp;
use serde::Serialize;

use crate::base::text::printable;
use crate::book::BookMove;
use crate::engine::Position;
use crate::games::{Game, Info, Move, Outcome, Played, Player, Square};
use crate::players::Method;
use crate::players::ladder::Band;
use crate::records::{GameRecord, Opening};
use crate::session::{CurrentGame, Placement, Session};
use crate::store::SaveSummary;
use crate::study::{Continuation, PositionResults};

/// A move with its consequences.
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

impl PlyReport {
    /// The number of plies: one for the move, and one for the pass that it forced, if any.
    pub fn plies(&self) -> usize {
        1 + usize::from(self.passed.is_some())
    }

    /// What a move would do in a game; `None` if it is not legal.
    pub(super) fn of_move(game: &dyn Game, mv: Move) -> Option<Self> {
        let played = game.clone_box().play(mv).ok()?;
        Some(Self::new(game.move_name(mv), played))
    }

    pub(super) fn new(name: String, played: Played) -> Self {
        let Played { player, placed, flipped, pushed_out, passed, .. } = played;
        Self { player, name, placed, flipped, pushed_out, passed }
    }
}

impl From<&crate::session::Ply> for PlyReport {
    fn from(ply: &crate::session::Ply) -> Self {
        Self::new(ply.name(), ply.played.clone())
    }
}

/// A move that the opening book knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BookMoveReport {
    /// Its square.
    #[serde(rename = "move")]
    pub square: Square,
    /// The score for the side to move, in discs.
    pub score: i32,
    /// The level of the search that the score is from; `None` if it is not known.
    pub level: Option<u8>,
    /// The number of lines of the book after it, at most 65535; 0 if it leads out of the book.
    pub lines: u16,
    /// The number of games of the library in which it was played; `None` where the library is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// The named opening that it leads to, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
}

impl BookMoveReport {
    /// A move of a position, and what was played there in the games of the library, if it has any.
    pub(super) fn new(
        position: Position,
        mv: &BookMove,
        reached: Option<&PositionResults>,
    ) -> Self {
        let BookMove { square, score, level, lines } = *mv;
        let after = |square| position.after(square).canonical();
        // Symmetric moves are one in the library.
        let is_it = |played: &&Continuation| {
            played.square.is_some_and(|it| after(it.index(8).into()) == after(square))
        };
        let games = reached.map(|reached| {
            reached.moves.iter().find(is_it).map_or(0, |played| played.results.games)
        });
        let opening = Opening::of(position.after(square)).map(|opening| opening.name);
        let level = Some(level).filter(|&level| level > 0);
        Self { square: Square::from_index(square, 8), score, level, lines, games, opening }
    }
}

/// A level of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LevelReport {
    /// As it is typed; `competitive` is the bot of the competitive mode.
    pub level: String,
    /// Its Elo rating, where level 1 has 0; `None` if it has none.
    pub rating: Option<i32>,
    /// The margin of error of the rating (95 %).
    pub error: Option<i32>,
    /// The name of its rating's band.
    pub name: Option<Band>,
    /// How it chooses its moves.
    #[serde(flatten)]
    pub method: Method,
}

/// A level that was chosen by a rating.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChosenLevel {
    /// The rating that was asked for.
    pub asked: i32,
    /// The level whose rating is closest.
    pub level: String,
    /// The rating of that level.
    pub rating: i32,
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

/// The moves of a record that are skipped: a bad one, and all later ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SkippedMoves {
    /// The ply of the bad move, from 1.
    pub ply: usize,
    /// The bad move as written in the file.
    #[serde(rename = "move")]
    pub name: String,
    /// What is wrong with it.
    pub reason: String,
}

impl From<&GameRecord> for RecordReport {
    fn from(record: &GameRecord) -> Self {
        let name = |player: Player| {
            let name = &record.players[player.index()].name;
            (!name.is_empty()).then(|| printable(name).to_string())
        };
        Self {
            black: name(Player::Black),
            white: name(Player::White),
            date: record.date.as_ref().map(ToString::to_string),
            plies: record.moves().len(),
        }
    }
}

/// A game in the list of games.
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

/// A step of a tutorial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LessonReport {
    /// Its number, from 1.
    pub number: usize,
    /// The number of steps.
    pub of: usize,
    /// What there is to read.
    pub text: &'static str,
    /// The move that it asks for, if any.
    pub asks: Option<&'static str>,
}

/// A puzzle that is to be solved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PuzzleReport {
    /// The side to move.
    pub player: Player,
    /// How hard it is, from 1 to 5.
    pub grade: u32,
    /// The number of empty squares.
    pub empties: u32,
    /// Whether only one move wins; else one is better than all others by at least this number of discs.
    pub only_win: bool,
    /// The game that it is from.
    pub from: String,
    /// Whether its scores are estimates, because no search to the end was within reach.
    pub estimated: bool,
    /// The number of puzzles that are due, this one included if it is.
    pub due: usize,
    /// The number of puzzles that have never been answered, this one included if it is one of them.
    pub new: usize,
}

/// What a line of a drill came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LineReport {
    /// The number of answers that were right at once.
    pub right: usize,
    /// The number that were close.
    pub close: usize,
    /// The number that were missed at first, or shown.
    pub missed: usize,
    /// When the line comes again.
    pub due: Option<jiff::civil::Date>,
}

/// The result of a competitive game, and its place in the ranking.
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

/// The game in a save.
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
            note: game.note().map(|note| note.to_string()),
            legal: (!competitive).then(legal),
            last: current.history().last().map(PlyReport::from),
            outcome: game.outcome(),
        }
    }
}

impl From<SaveSummary> for SaveReport {
    fn from(summary: SaveSummary) -> Self {
        let name = summary.name.to_string();
        match summary.game {
            Ok((game, saved)) => {
                let state = State::of_game(&game, false);
                Self { name, game: Some(SaveContent { saved, state }), error: None }
            }
            Err(error) => Self { name, game: None, error: Some(error.to_string()) },
        }
    }
}
