//! The board of a game at one moment, with what is marked on it.

use serde::{Serialize, Serializer};

use crate::games::{Game, Grid, Note, Outcome, Player, Square};
use crate::session::{CurrentGame, Ply};

/// A board as a screen draws it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Board {
    /// The squares.
    #[serde(serialize_with = "rows")]
    pub grid: Grid,
    /// What is marked on it.
    pub marks: Marks,
    /// Where the last piece came to rest.
    pub last: Option<Square>,
    /// The discs that the last move flipped.
    pub flipped: Vec<Square>,
    /// The squares of the lines that have won.
    pub line: Vec<Square>,
    /// What is shown beside it.
    pub note: Option<Note>,
    /// How the game ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
}

/// What is marked on a board besides the discs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
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

impl Board {
    /// The board of a game as it is now.
    pub(super) fn new(current: &CurrentGame, marks: Marks) -> Self {
        Self { marks, ..Self::of(current.game(), current.history()) }
    }

    /// The board of a game after these plies.
    pub(super) fn of(game: &dyn Game, made: &[Ply]) -> Self {
        let last = made.iter().rev().find(|ply| ply.played.placed.is_some());
        Self {
            grid: game.grid(),
            marks: Marks::None,
            last: last.and_then(|ply| ply.played.placed),
            flipped: last.map_or_else(Vec::new, |ply| ply.played.flipped.clone()),
            line: game.winning_line(),
            note: game.note(),
            outcome: game.outcome(),
        }
    }

    /// The discs of Black and White; `None` where the pieces belong to nobody.
    pub fn counts(&self) -> Option<[usize; 2]> {
        (self.grid.width == 1).then(|| Player::BOTH.map(|player| self.grid.count(player)))
    }
}

fn rows<S: Serializer>(grid: &Grid, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(grid.to_rows())
}
