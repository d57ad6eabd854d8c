//! What every game can do, and what is fixed about each kind of game.

use std::any::Any;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{
    Fen, FenError, Grid, IllegalMove, Move, Note, Outcome, ParseMoveError, Played, Player,
    Question, Setup, Sizes, Square, fen, parse_square,
};

/// A game in progress: the rules and the state of one board.
///
/// A side that can't move passes by itself inside [`play`](Self::play), so whoever
/// [`turn`](Self::turn) names always has a move. Players, history, saving and drawing are not a
/// game's business.
pub trait Game: BoxedGame + fmt::Debug + Send + Sync {
    /// What is fixed about this kind of game.
    fn info(&self) -> &'static Info;

    /// The side to move; `None` when the game is over.
    fn turn(&self) -> Option<Player>;

    /// The legal moves in ascending order, which is board order; empty exactly when the game is
    /// over.
    fn moves(&self) -> Vec<Move>;

    /// Plays a move for the side to move.
    ///
    /// # Errors
    /// [`IllegalMove`] with the reason; the game is then unchanged.
    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove>;

    /// The result; `None` before the end.
    fn outcome(&self) -> Option<Outcome>;

    /// The board as the screens draw it.
    fn grid(&self) -> Grid;

    /// Parses the name of a move on this board, legal or not.
    ///
    /// By default a move is a square.
    ///
    /// # Errors
    /// [`ParseMoveError`] when the text names nothing on the board.
    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let grid = self.grid();
        Ok(Move(parse_square(text, grid.rows, grid.columns)?.index(grid.columns)))
    }

    /// The name of a move: the inverse of [`parse_move`](Self::parse_move).
    fn move_name(&self, mv: Move) -> String {
        self.move_square(mv).map_or_else(|| mv.0.to_string(), |square| square.to_string())
    }

    /// The square that a move is shown on; `None` if it has none.
    fn move_square(&self, mv: Move) -> Option<Square> {
        let grid = self.grid();
        let square = Square::from_index(mv.0, grid.columns);
        square.is_on(grid.rows, grid.columns).then_some(square)
    }

    /// The questions that ask a person for a move, in order.
    fn questions(&self) -> Vec<Question> {
        let Grid { rows, columns, .. } = self.grid();
        vec![Question::Column { columns }, Question::Row { rows }]
    }

    /// The numbers of Black's and White's discs; `None` in a game whose pieces belong to nobody.
    fn counts(&self) -> Option<[usize; 2]> {
        let grid = self.grid();
        Some(Player::BOTH.map(|player| grid.count(player)))
    }

    /// The squares of the lines that have won, in board order; none before the end, and in a game that
    /// isn't won by a line.
    fn winning_line(&self) -> Vec<Square> {
        Vec::new()
    }

    /// Information to show beside the board.
    fn note(&self) -> Option<Note> {
        None
    }

    /// The same position with the other side to move, as if the side to move had passed; `None` when the
    /// game is over, and in games where that makes no sense.
    ///
    /// It shows what the other side threatens.
    fn with_turn_passed(&self) -> Option<Box<dyn Game>> {
        None
    }

    /// A static value of a move, for simple bots and for move ordering; larger is better.
    fn square_value(&self, _mv: Move) -> i32 {
        0
    }

    /// A static evaluation for the side to move. The unit is the game's own; the range is at most
    /// ±1,000,000.
    fn evaluate(&self) -> i32 {
        0
    }

    /// A 64-bit hash of the position for tables, independent of the moves that led to it.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.grid(), self.turn(), self.note()).hash(&mut hasher);
        hasher.finish()
    }

    /// The position in one line, with a side to move, as [`Info::read`] reads it.
    ///
    /// ```
    /// use reversi::games::{Game, Player, Reversi};
    /// assert_eq!(Reversi::new(Player::Black).fen(Player::Black), "8/8/8/3WB3/3BW3/8/8/8 B");
    /// ```
    fn fen(&self, turn: Player) -> String {
        fen::write(&self.grid(), turn)
    }
}

/// What a game needs to be used as a `Box<dyn Game>`: every game that is [`Clone`] has it.
pub trait BoxedGame {
    /// A copy of the game.
    fn clone_box(&self) -> Box<dyn Game>;

    /// The concrete game, for code that is made for one game only.
    fn as_any(&self) -> &dyn Any;
}

impl<G: Game + Clone + 'static> BoxedGame for G {
    fn clone_box(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.as_ref().clone_box()
    }
}

/// What is fixed about a kind of game: its names, how it is set up, and a recorded example.
#[derive(Debug)]
pub struct Info {
    /// Two letters or digits that name it on the command line and in saves.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Words that people name it by, in lower case and with hyphens; the usual one first.
    pub words: &'static [&'static str],
    /// The rules in one line.
    pub rules: &'static str,
    /// The rules in full sentences.
    pub details: &'static str,
    /// The side that moves first unless the setup says otherwise.
    pub start: Start,
    /// The board sizes, if there are several.
    pub sizes: Option<Sizes>,
    /// The variant of the rules, if there is one.
    pub variant: Option<Variant>,
    /// Whether a game can start from any [board](Setup::board).
    pub has_boards: bool,
    /// The names of the first and the second player, where they have no colours.
    pub sides: Option<[&'static str; 2]>,
    /// A whole game and where it ends; the conformance tests replay it.
    pub example: Example,
    /// The steps of its tutorial, from the usual start; none where it has no tutorial.
    pub lessons: &'static [Lesson],
    /// The tutorial of its strategy; empty if it has none.
    pub strategy: &'static [Lesson],
    /// Makes a new game from a setup that [`setup`](Self::setup) has checked.
    pub new: fn(Setup) -> Box<dyn Game>,
    /// Makes a game from a position; `None` where that can't be done.
    pub read: Option<ReadFen>,
}

/// Makes a game from a position and a checked setup.
pub type ReadFen = fn(&Fen, Setup) -> Result<Box<dyn Game>, FenError>;

impl Info {
    /// A game with nothing but a constructor: no names, no choices, and Black moves first.
    ///
    /// Registrations fill in what they have and take the rest from here.
    pub const fn plain(new: fn(Setup) -> Box<dyn Game>) -> Self {
        Self {
            code: "",
            name: "",
            words: &[],
            rules: "",
            details: "",
            start: Start::Always(Player::Black),
            sizes: None,
            variant: None,
            has_boards: false,
            sides: None,
            example: Example { moves: "", board: &[] },
            lessons: &[],
            strategy: &[],
            new,
            read: None,
        }
    }

    /// The side that is called the first player: the one that always moves first, otherwise Black.
    pub fn first_player(&self) -> Player {
        match self.start {
            Start::Always(first) => first,
            Start::ByDie => Player::Black,
        }
    }
}

/// Games are equal when they have the same code.
impl PartialEq for Info {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Info {}

/// Which side moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The same side in every game.
    Always(Player),
    /// The side that rolls the higher number with a die.
    ByDie,
}

/// A variant of a game's rules, chosen by [`Setup::variant`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variant {
    /// Its name, lower case with hyphens: `lines-only`.
    pub name: &'static str,
    /// The rule that it changes, as the help of a command-line option.
    pub help: &'static str,
}

/// A recorded game: the moves by name, in order, and the final board.
#[derive(Debug)]
pub struct Example {
    /// Move names separated by spaces, without passes.
    pub moves: &'static str,
    /// The final board, as [`Grid::to_rows`] writes it.
    pub board: &'static [&'static str],
}

/// A step of the tutorial of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// The idea that it begins with, such as `Mobility`; empty where it goes on.
    pub title: &'static str,
    /// What the user reads, in a few sentences.
    pub text: &'static str,
    /// The board of the step, 64 squares and the side to move; empty where the game goes on.
    pub board: &'static str,
    /// The move that the user is asked to play, by name; empty where there is none.
    pub asks: &'static str,
    /// What helps after another move, where the user has to find the move; empty where it is told.
    pub hint: &'static str,
    /// The moves that the opponent plays then, separated by spaces.
    pub then: &'static str,
}

impl Lesson {
    /// A step that is only read.
    pub(super) const fn read(text: &'static str) -> Self {
        Self::play(text, "", "")
    }

    /// A step that asks for a move, which the opponent answers.
    pub(super) const fn play(text: &'static str, asks: &'static str, then: &'static str) -> Self {
        Self { title: "", text, board: "", asks, hint: "", then }
    }

    /// A step about an idea, with a board on which the user has to find a move.
    pub(super) const fn find(
        title: &'static str,
        text: &'static str,
        board: &'static str,
        asks: &'static str,
        hint: &'static str,
    ) -> Self {
        Self { title, text, board, asks, hint, then: "" }
    }
}
