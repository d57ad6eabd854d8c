//! The `Game` trait, and the static description of each game.

use std::any::Any;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{
    Fen, FenError, Grid, IllegalMove, Material, Move, Note, Outcome, ParseMoveError, PieceStyle,
    Played, Player, Question, Setup, Sizes, Square, fen, parse_square,
};

/// A game in progress: the rules and the state of one board.
///
/// A side without a move passes within [`play`](Self::play), so the side returned by [`turn`](Self::turn) always
/// has a move. Players, history, saving and drawing are handled elsewhere.
pub trait Game: BoxedGame + fmt::Debug + Send + Sync {
    /// Returns the static description of the game.
    fn info(&self) -> &'static Info;

    /// Returns the side to move; `None` if the game is over.
    fn turn(&self) -> Option<Player>;

    /// Returns the legal moves in ascending order; empty only if the game is over.
    fn moves(&self) -> Vec<Move>;

    /// Plays a move for the side to move.
    ///
    /// # Errors
    /// Returns an [`IllegalMove`] if the move can't be played; the game is unchanged then.
    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove>;

    /// Returns the result; `None` before the end.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the board to draw.
    fn grid(&self) -> Grid;

    /// Parses the name of a move on this board, legal or not. By default, a move is a square.
    ///
    /// # Errors
    /// Returns a [`ParseMoveError`] if the text is not a move on this board.
    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let grid = self.grid();
        Ok(Move(
            parse_square(text, grid.rows, grid.columns)?.index(grid.columns),
        ))
    }

    /// Returns the name of a move: the inverse of [`parse_move`](Self::parse_move).
    fn move_name(&self, mv: Move) -> String {
        self.move_square(mv)
            .map_or_else(|| mv.0.to_string(), |square| square.to_string())
    }

    /// Returns the square that a move is shown on, if any.
    fn move_square(&self, mv: Move) -> Option<Square> {
        let grid = self.grid();
        let square = Square::from_index(mv.0, grid.columns);
        square.is_on(grid.rows, grid.columns).then_some(square)
    }

    /// Returns the questions that ask the user for a move, in order.
    fn questions(&self) -> Vec<Question> {
        let Grid { rows, columns, .. } = self.grid();
        vec![Question::Column { columns }, Question::Row { rows }]
    }

    /// Returns the disc counts of Black and White; `None` if pieces belong to neither side.
    fn counts(&self) -> Option<[usize; 2]> {
        let grid = self.grid();
        Some(Player::BOTH.map(|player| grid.count(player)))
    }

    /// Returns the squares of the winning lines, in board order; empty if no line has won.
    fn winning_line(&self) -> Vec<Square> {
        Vec::new()
    }

    /// Returns the information to show beside the board, if any.
    fn note(&self) -> Option<Note> {
        None
    }

    /// Returns the position with the other side to move, to find that side's threats. `None` if the game is over,
    /// or if passing makes no sense in this game.
    fn with_turn_passed(&self) -> Option<Box<dyn Game>> {
        None
    }

    /// Returns a static value of a move, for simple bots and move ordering; larger is better.
    fn square_value(&self, _mv: Move) -> i32 {
        0
    }

    /// Returns a static evaluation for the side to move, within ±1,000,000. The unit depends on the game.
    fn evaluate(&self) -> i32 {
        0
    }

    /// Returns a 64-bit hash of the position, independent of the moves that led to it.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.grid(), self.turn(), self.note()).hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the position, with `turn` to move, in the notation that [`Info::read`] reads.
    ///
    /// ```
    /// use reversi::games::{Game, Player, Reversi};
    /// assert_eq!(Reversi::new(Player::Black).fen(Player::Black), "8/8/8/3WB3/3BW3/8/8/8 B");
    /// ```
    fn fen(&self, turn: Player) -> String {
        fen::write(&self.grid(), turn)
    }
}

/// The methods that `Box<dyn Game>` needs. Every game that is [`Clone`] has them.
pub trait BoxedGame {
    /// Returns a copy of the game.
    fn clone_box(&self) -> Box<dyn Game>;

    /// Returns the concrete game, for code that supports only one game.
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

/// The static description of a game: names, rules, setup, look and a recorded example.
#[derive(Debug)]
pub struct Info {
    /// The code for the command line and saves: two letters or digits.
    pub code: &'static str,
    /// The name of the game: `Reversi`.
    pub name: &'static str,
    /// The names accepted in commands, lowercase with hyphens; the preferred one comes first.
    pub words: &'static [&'static str],
    /// The rules in one line.
    pub rules: &'static str,
    /// The rules in full sentences.
    pub details: &'static str,
    /// The side that moves first, unless the setup names the other.
    pub start: Start,
    /// The board sizes; `None` if the size is fixed.
    pub sizes: Option<Sizes>,
    /// The variant of the rules, if any.
    pub variant: Option<Variant>,
    /// Whether a game can start from any [board](Setup::board).
    pub has_boards: bool,
    /// The names of the first and the second player; `None` if they are Black and White.
    pub sides: Option<[&'static str; 2]>,
    /// The material of the board.
    pub material: Material,
    /// The style of the pieces.
    pub pieces: PieceStyle,
    /// A complete game with its final board. The conformance tests replay it.
    pub example: Example,
    /// The steps of the tutorial, from the starting position; empty if there is no tutorial.
    pub lessons: &'static [Lesson],
    /// The steps of the strategy tutorial; empty if the game has no strategy tutorial.
    pub strategy: &'static [Lesson],
    /// Creates a new game from a setup checked by [`setup`](Self::setup).
    pub new: fn(Setup) -> Box<dyn Game>,
    /// Creates a game from a position; `None` if the game doesn't support it.
    pub read: Option<ReadFen>,
}

/// A function that creates a game from a position and a checked setup.
pub type ReadFen = fn(&Fen, Setup) -> Result<Box<dyn Game>, FenError>;

impl Info {
    /// Creates a description with only a constructor, to be completed by the game.
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
            material: Material::Felt,
            pieces: PieceStyle::Discs,
            example: Example {
                moves: "",
                board: &[],
            },
            lessons: &[],
            strategy: &[],
            new,
            read: None,
        }
    }

    /// Returns the first player: the side that always moves first, otherwise Black.
    pub fn first_player(&self) -> Player {
        match self.start {
            Start::Always(first) => first,
            Start::ByDie => Player::Black,
        }
    }
}

impl PartialEq for Info {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Info {}

/// The rule for which side moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The same side in every game.
    Always(Player),
    /// The side that rolls the higher number on a die.
    ByDie,
}

/// A variant of a game's rules, chosen by [`Setup::variant`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variant {
    /// The name, lowercase with hyphens: `lines-only`.
    pub name: &'static str,
    /// The rule that changes, as the help text of a command-line option.
    pub help: &'static str,
}

/// A recorded game: the moves by name, in order, and the final board.
#[derive(Debug)]
pub struct Example {
    /// The names of the moves, separated by spaces, without passes.
    pub moves: &'static str,
    /// The final board, as returned by [`Grid::to_rows`].
    pub board: &'static [&'static str],
}

/// A step of a tutorial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// The idea that the step introduces, such as `Mobility`; empty if it continues one.
    pub title: &'static str,
    /// The text for the user, in a few sentences.
    pub text: &'static str,
    /// The board, 64 squares and the side to move; empty to keep the current board.
    pub board: &'static str,
    /// The move that the user must play, by name; empty if the step has no move.
    pub asks: &'static str,
    /// The hint after a wrong move, if the user must find the move; empty if `text` names it.
    pub hint: &'static str,
    /// The opponent's replies, separated by spaces.
    pub then: &'static str,
}

impl Lesson {
    pub(super) const fn read(text: &'static str) -> Self {
        Self::play(text, "", "")
    }

    /// Creates a step that names the move to play, and the opponent's replies.
    pub(super) const fn play(text: &'static str, asks: &'static str, then: &'static str) -> Self {
        Self {
            title: "",
            text,
            board: "",
            asks,
            hint: "",
            then,
        }
    }

    /// Creates a step that introduces an idea, with a board and a move to find.
    pub(super) const fn find(
        title: &'static str,
        text: &'static str,
        board: &'static str,
        asks: &'static str,
        hint: &'static str,
    ) -> Self {
        Self {
            title,
            text,
            board,
            asks,
            hint,
            then: "",
        }
    }
}
