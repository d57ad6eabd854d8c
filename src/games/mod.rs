//! The rules of the games, pure: no input or output, no randomness, no players.
//!
//! A game is one file here that implements [`Game`], and one line in [`REGISTRY`]. Everything
//! above (sessions, bots, saves, the interpreter, the screens) works through the trait.

pub mod complica;
pub mod connect_four;
mod counters;
mod fen;
pub mod gravity;
mod grid;
mod info;
mod outcome;
pub mod quarto;
pub mod reversi;

use std::any::Any;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use complica::Complica;
pub use connect_four::ConnectFour;
pub use fen::{Fen, FenError};
pub use gravity::Gravity;
pub use grid::{Cell, Grid, ParseMoveError, Square, parse_square};
pub use info::{Example, Info, ReadFen, Setup, SetupError, Size, Sizes, Start};
pub use outcome::{Ending, Outcome, Score};
pub use quarto::Quarto;
pub use reversi::Reversi;

/// The games there are, one line each; the first is the one a new session starts with.
pub const REGISTRY: &[&Info] =
    &[&reversi::INFO, &connect_four::INFO, &complica::INFO, &gravity::INFO, &quarto::INFO];

/// The registered game with this code, in any case: `rv` is Reversi.
///
/// ```
/// assert_eq!(reversi::games::find("RV").unwrap().name, "Reversi");
/// assert!(reversi::games::find("go").is_none());
/// ```
pub fn find(code: &str) -> Option<&'static Info> {
    REGISTRY.iter().copied().find(|info| info.code.eq_ignore_ascii_case(code))
}

/// Which codes there are, for whoever has typed another: `games are rv, c4, co, gr, qu`.
pub fn codes() -> String {
    let codes: Vec<&str> = REGISTRY.iter().map(|info| info.code).collect();
    format!("games are {}", codes.join(", "))
}

/// One of the two sides.
///
/// Black is -1 in a board matrix, has the glyph `B` and is player 1 of Reversi; White is 1, has
/// the glyph `W` and is player 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// -1 in a board matrix.
    #[default]
    Black,
    /// 1 in a board matrix.
    White,
}

impl Player {
    /// Black, then White.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The value of this side's discs in a board matrix: -1 for Black, 1 for White.
    pub const fn value(self) -> i8 {
        match self {
            Self::Black => -1,
            Self::White => 1,
        }
    }

    /// The side whose discs have this value; `None` for any value but -1 and 1.
    pub const fn from_value(value: i8) -> Option<Self> {
        match value {
            -1 => Some(Self::Black),
            1 => Some(Self::White),
            _ => None,
        }
    }

    /// 0 for Black, 1 for White: for tables with an entry a side.
    pub const fn index(self) -> usize {
        match self {
            Self::Black => 0,
            Self::White => 1,
        }
    }

    /// The default glyph: `B` or `W`.
    pub const fn glyph(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// A move: a small number that only its game can read, see [`Game::move_name`].
///
/// In Reversi it is the square, `8 * row + column` with both counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u16);

/// Everything that a move changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Played {
    /// Who moved.
    pub player: Player,
    /// Where the piece came to rest; `None` for a move that places nothing.
    pub placed: Option<Square>,
    /// The discs that changed sides, in board order.
    pub flipped: Vec<Square>,
    /// From where a piece was pushed out of the board. Those between it and `placed` have moved
    /// towards it by one square.
    pub pushed_out: Option<Square>,
    /// The side that had no move afterwards and passed, so that `player` moves again.
    pub passed: Option<Player>,
}

impl Played {
    /// A move that placed a piece and changed nothing else.
    pub fn placed(player: Player, square: Square) -> Self {
        Self { player, placed: Some(square), flipped: Vec::new(), pushed_out: None, passed: None }
    }

    /// How many plies this was: one for the move and one for the pass it forced, if any.
    pub fn plies(&self) -> usize {
        1 + usize::from(self.passed.is_some())
    }
}

/// Why a move can't be played. The game is as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// There is a piece already.
    #[error("{0} is taken")]
    Taken(Square),
    /// A Reversi move has to flip at least one disc.
    #[error("{0} flips nothing: a move must outflank at least one disc")]
    FlipsNothing(Square),
    /// A column, counted from 0, takes no more.
    #[error("column {} is full", .0 + 1)]
    ColumnFull(u8),
    /// A piece is on the board or has been named already.
    #[error("piece {0} is no longer there: choose one that is left")]
    PieceGone(char),
    /// A piece has been named, and now it has to be placed.
    #[error("piece {0} is to be placed first: J and a free cell")]
    PlaceFirst(char),
    /// Nothing can be placed before a piece has been named.
    #[error("no piece to place: name one for your opponent first, J a to J p")]
    NamePieceFirst,
    /// The number of the move names nothing on this board.
    #[error("move number {} is not on the board", (.0).0)]
    Unknown(Move),
}

/// A game of one of the kinds in [`REGISTRY`]: the rules and the state of one board.
///
/// A side that can't move passes by itself inside [`play`](Self::play), so whoever
/// [`turn`](Self::turn) names always has a move. Players, history, saving and drawing are not a
/// game's business.
pub trait Game: fmt::Debug + Send + Sync {
    /// What is fixed about this kind of game.
    fn info(&self) -> &'static Info;

    /// Who is to move; `None` when the game is over.
    fn turn(&self) -> Option<Player>;

    /// The legal moves in ascending order, which is board order; empty exactly when the game is
    /// over.
    fn moves(&self) -> Vec<Move>;

    /// Plays a move for the side to move.
    ///
    /// # Errors
    /// [`IllegalMove`] with the reason; the game is then unchanged.
    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove>;

    /// How the game ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The board as the screens draw it.
    fn grid(&self) -> Grid;

    /// The move that a text names on this board, legal or not.
    ///
    /// By default a move is a square, and its number counts them in board order.
    ///
    /// # Errors
    /// [`ParseMoveError`] when the text names nothing on the board.
    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let grid = self.grid();
        let square = parse_square(text, grid.rows, grid.columns)?;
        Ok(Move(u16::from(square.row) * u16::from(grid.columns) + u16::from(square.column)))
    }

    /// The name of a move: the twin of [`parse_move`](Self::parse_move).
    fn move_name(&self, mv: Move) -> String {
        self.move_square(mv).map_or_else(|| mv.0.to_string(), |square| square.to_string())
    }

    /// The square that a move is shown on; `None` if it is none.
    fn move_square(&self, mv: Move) -> Option<Square> {
        let grid = self.grid();
        let (row, column) = (mv.0 / u16::from(grid.columns), mv.0 % u16::from(grid.columns));
        let row = u8::try_from(row).ok().filter(|&row| row < grid.rows)?;
        Some(Square { row, column: u8::try_from(column).ok()? })
    }

    /// What a person who asks to make a move is asked for, in order: `row`, `column` or `piece`.
    fn questions(&self) -> &'static [&'static str] {
        &["column", "row"]
    }

    /// How many discs Black and White have; `None` in a game whose pieces belong to nobody.
    fn counts(&self) -> Option<[usize; 2]> {
        let grid = self.grid();
        Some(Player::BOTH.map(|player| grid.count(player)))
    }

    /// What has to be shown beside the board, in lines of text.
    fn note(&self) -> Option<String> {
        None
    }

    /// A fixed worth of a move by its square alone, for simple bots and the order in which a
    /// search looks at moves; larger is better.
    fn square_worth(&self, _mv: Move) -> i32 {
        0
    }

    /// What the position is worth to the side to move, for a search that can't look further. The
    /// unit is the game's own; at most a million either way.
    fn evaluate(&self) -> i32 {
        0
    }

    /// A number that differs for different positions, as far as 64 bits can, for tables. The way
    /// to a position doesn't count.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.grid(), self.turn(), self.note()).hash(&mut hasher);
        hasher.finish()
    }

    /// The position in one line, with somebody to move, as [`Info::read`] reads it.
    ///
    /// ```
    /// use reversi::games::{Game, Player, Reversi};
    /// assert_eq!(Reversi::new(Player::Black).fen(Player::Black), "8/8/8/3WB3/3BW3/8/8/8 B");
    /// ```
    fn fen(&self, turn: Player) -> String {
        fen::write(&self.grid(), turn)
    }

    /// A copy of the game.
    fn clone_box(&self) -> Box<dyn Game>;

    /// The concrete game, for what is made for one game only.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.as_ref().clone_box()
    }
}
