//! A board with the side to move, written as 64 squares and that side.

use std::fmt;

use thiserror::Error;

use crate::base::language;
use crate::base::language::{tr, with_typed};
use crate::base::text::quoted;
use crate::engine::Position;
use crate::games::reversi::{Board, SIZE};
use crate::games::{Game, Player, Reversi, Score, Square};

/// The discs of a board, and the side to move, which may have to pass.
///
/// It is written as 64 squares from a1 along the rows (`X` Black, `O` White, `-` empty), a space, and the side to
/// move. The parser also accepts `*` and `B` for Black, `W` for White, `.` and `_` for empty squares, and boards on
/// several lines, as programs print them.
///
/// ```
/// use reversi::records::BoardPosition;
/// let start = BoardPosition::START.to_string();
/// assert_eq!(start.len(), 66);
/// assert_eq!(start.parse::<BoardPosition>()?, BoardPosition::START);
/// # Ok::<(), reversi::records::BoardError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardPosition {
    /// Black's discs. Bit 0 is a1, bit 7 is h1.
    pub black: u64,
    /// White's discs. A square in both sets is Black's.
    pub white: u64,
    /// The side to move.
    pub turn: Player,
}

impl BoardPosition {
    /// The starting position, with Black to move.
    pub const START: Self = Self {
        black: 1 << 35 | 1 << 28,
        white: 1 << 27 | 1 << 36,
        turn: Player::Black,
    };

    pub(super) const EMPTY: Self = Self {
        black: 0,
        white: 0,
        turn: Player::Black,
    };

    /// Puts the disc of a character on a square. Returns whether the character is valid.
    pub(super) fn put(&mut self, square: usize, character: char) -> bool {
        match side_of(character) {
            Some(Player::Black) => self.black |= 1 << square,
            Some(Player::White) => self.white |= 1 << square,
            None => return is_empty_square(character),
        }
        true
    }

    /// Creates a board from a position of the engine and the side to move.
    pub const fn new(position: Position, turn: Player) -> Self {
        let player = position.player();
        let opponent = position.opponent();
        match turn {
            Player::Black => Self {
                black: player,
                white: opponent,
                turn,
            },
            Player::White => Self {
                black: opponent,
                white: player,
                turn,
            },
        }
    }

    /// Returns the position in the engine's form, without colors.
    pub const fn position(self) -> Position {
        let Some(position) = Position::new(self.black, self.white & !self.black) else {
            unreachable!()
        };
        match self.turn {
            Player::Black => position,
            Player::White => position.passed(),
        }
    }

    /// Returns the side that moves next, after a forced pass if necessary; `None` if the game is over.
    pub(crate) fn mover(self) -> Option<Player> {
        let position = self.position();
        if position.legal_moves() != 0 {
            Some(self.turn)
        } else if position.passed().legal_moves() != 0 {
            Some(self.turn.opponent())
        } else {
            None
        }
    }

    /// Returns the board with the side that moves next; Black if the game is over, so that equal boards are equal
    /// positions.
    pub(crate) fn moving(self) -> Self {
        Self {
            turn: self.mover().unwrap_or(Player::Black),
            ..self
        }
    }

    /// Returns the same board with the other side to move.
    #[must_use]
    pub const fn passed(self) -> Self {
        Self {
            turn: self.turn.opponent(),
            ..self
        }
    }

    /// Returns a game that continues from this board.
    pub fn to_game(self) -> Reversi {
        let mut board: Board = [[0; SIZE]; SIZE];
        for (square, cell) in board.iter_mut().flatten().enumerate() {
            if self.black >> square & 1 == 1 {
                *cell = Player::Black.value();
            } else if self.white >> square & 1 == 1 {
                *cell = Player::White.value();
            }
        }
        Reversi::from_board(board, self.turn).unwrap_or_else(|| Reversi::new(self.turn))
    }

    /// Returns the disc count of the board.
    pub const fn score(self) -> Score {
        let black = self.black.count_ones();
        let white = (self.white & !self.black).count_ones();
        Score {
            black,
            white,
            empties: 64 - black - white,
        }
    }

    /// Returns the owner of the disc on `square`, an index from 0 to 63.
    pub(crate) const fn disc(self, square: u32) -> Option<Player> {
        if self.black >> square & 1 == 1 {
            Some(Player::Black)
        } else if self.white >> square & 1 == 1 {
            Some(Player::White)
        } else {
            None
        }
    }
}

impl From<&Reversi> for BoardPosition {
    /// Takes the board and the side to move; Black if the game is over.
    fn from(game: &Reversi) -> Self {
        let mut black = 0;
        let mut white = 0;
        for (square, &cell) in game.board().iter().flatten().enumerate() {
            black |= u64::from(cell == Player::Black.value()) << square;
            white |= u64::from(cell == Player::White.value()) << square;
        }
        Self {
            black,
            white,
            turn: game.turn().unwrap_or(Player::Black),
        }
    }
}

impl fmt::Display for BoardPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player: Player| if player == Player::Black { 'X' } else { 'O' };
        for square in 0..64 {
            write!(f, "{}", self.disc(square).map_or('-', letter))?;
        }
        write!(f, " {}", letter(self.turn))
    }
}

/// The error returned when a text is not a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BoardError {
    /// More or fewer than 64 squares.
    #[error("{}", tr!("got {n} square, expected 64" | "got {n} squares, expected 64", n = *.0))]
    SquareCount(usize),
    /// A character that is not a square.
    #[error("{}", tr!("{character} is not a square: use X, O or -", character = quoted(character)))]
    Character {
        /// The character.
        character: char,
        /// The byte offset in the text, from 0.
        at: usize,
    },
    /// No side to move.
    #[error("{}", with_typed(tr!(
        "no side to move: add `X to move` or `O to move` after the board"
    )))]
    MissingSide,
    /// More text after the side to move.
    #[error("{}", tr!("unexpected text after the side to move"))]
    TrailingText,
    /// Two sides to move in the text around a board.
    #[error("{}", tr!("two sides to move: name only one"))]
    TwoSides,
    /// A mark of the last move beside an empty square.
    #[error("{}", tr!(
        "the mark < {square} is for an empty square: use the square of the last move",
        square = .0
    ))]
    EmptyMark(Square),
    /// Symbols that could be discs of either side.
    #[error("{}", tr!("can't tell Black's discs from White's: use X and O"))]
    Symbols,
    /// A symbol that is neither a disc nor an empty square.
    #[error("{}", tr!("unexpected {symbol} on the board: use X, O or -", symbol = quoted(.0)))]
    Symbol(char),
    /// More or fewer than 8 rows.
    #[error("{}", tr!("got {n} rows, expected 8", n = .0))]
    RowCount(usize),
    /// A row with more or fewer than 8 squares.
    #[error("{}", tr!("row {row} has {n} square, expected 8" | "row {row} has {n} squares, expected 8", n = *.squares, row))]
    RowLength {
        /// The number of the row, from 1.
        row: usize,
        /// The number of squares in it.
        squares: usize,
    },
}

impl BoardError {
    pub(crate) const fn at(self) -> usize {
        match self {
            Self::Character { at, .. } => at,
            _ => 0,
        }
    }
}

impl BoardPosition {
    /// Parses a text like [`FromStr`](std::str::FromStr), but whose board shows no side to move.
    ///
    /// # Errors
    /// Returns an error if the text is not a board, even with this side.
    pub(crate) fn parse_with_turn(text: &str, turn: Player) -> Result<Self, BoardError> {
        format!("{}\n{} to move", text.trim_end(), turn.word()).parse()
    }

    /// Parses 64 squares and the side to move, without anything else.
    pub(super) fn of_squares(text: &str) -> Result<Self, BoardError> {
        // The letters of such a word are not squares.
        let word = words(text).find(|(_, word)| side_in_words(word).is_some());
        let end = word.map_or(text.len(), |(at, _)| at);
        let mut board = Self::EMPTY;
        let mut count = 0;
        let mut rest = end;
        for (at, character) in text[..end].char_indices() {
            if character.is_whitespace() {
                continue;
            }
            if count == 64 {
                rest = at;
                break;
            }
            if !board.put(count, character) {
                return Err(BoardError::Character { character, at });
            }
            count += 1;
        }
        let (before, rest) = text.split_at(rest);
        // A character counted as a square may be the side to move, and vice versa.
        let squares = if count < 64 && word.is_some() {
            count
        } else {
            squares(text)
        };
        if count < 64 {
            return Err(BoardError::SquareCount(squares));
        }
        match side_to_move(rest) {
            Err(BoardError::MissingSide) if squares != 64 => Err(BoardError::SquareCount(squares)),
            Err(BoardError::TrailingText)
                if squares != 64 && !before.ends_with(char::is_whitespace) =>
            {
                Err(BoardError::SquareCount(squares))
            }
            turn => Ok(Self {
                turn: turn?,
                ..board
            }),
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let parts = text.split_inclusive(char::is_whitespace).map(move |part| {
        end += part.len();
        (end - part.len(), part.trim_end())
    });
    parts.filter(|(_, word)| !word.is_empty())
}

/// The number of squares before the first other word, without the side to move.
fn squares(text: &str) -> usize {
    let text = text.trim_end();
    let text = text.strip_suffix("to move").unwrap_or(text).trim_end();
    let last = words(text).last().filter(|(_, last)| side(last).is_some());
    let board = last.map_or(text, |(at, _)| {
        let board = &text[..at];
        // In a row of single characters the last one is a square too.
        let is_row = words(board).all(|(_, word)| word.chars().count() == 1)
            && !board[board.trim_end().len()..].contains('\n');
        if is_row { text } else { board }
    });
    let squares = words(board)
        .map(|(_, word)| word)
        .take_while(|word| word.chars().all(is_square));
    squares.map(|word| word.chars().count()).sum()
}

/// Parses the side to move after a board: `X`, `white`, `Black to move`.
pub fn side_to_move(text: &str) -> Result<Player, BoardError> {
    let mut words = text.split_whitespace();
    let turn = words.next().and_then(side).ok_or(BoardError::MissingSide)?;
    let goes_on = |word: &str| {
        ["to", "is", "moves", "plays"]
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known))
    };
    if words.next().is_none_or(goes_on) {
        Ok(turn)
    } else {
        Err(BoardError::TrailingText)
    }
}

/// The side that a symbol of a disc or a word names.
pub fn side(word: &str) -> Option<Player> {
    let mut characters = word.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => side_of(character).or_else(|| side_in_words(word)),
        _ => side_in_words(word),
    }
}

/// The side that a word names in any language of the screens.
pub fn side_in_words(word: &str) -> Option<Player> {
    let lower = word.to_ascii_lowercase();
    let english = language::color_word(word).unwrap_or(&lower);
    Player::BOTH
        .into_iter()
        .find(|player| player.word() == english)
}

pub const fn side_of(character: char) -> Option<Player> {
    match character {
        'X' | 'x' | '*' | 'B' | 'b' | '●' => Some(Player::Black),
        'O' | 'o' | 'W' | 'w' | '○' => Some(Player::White),
        _ => None,
    }
}

pub const fn is_empty_square(character: char) -> bool {
    matches!(character, '-' | '.' | '_')
}

pub const fn is_square(character: char) -> bool {
    is_empty_square(character) || side_of(character).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_of_both_sides_is_blacks() {
        for turn in [Player::Black, Player::White] {
            let board = BoardPosition {
                black: 0b0110,
                white: 0b1100,
                turn,
            };
            let position = BoardPosition::new(board.position(), turn);
            assert_eq!(
                position,
                BoardPosition {
                    black: 0b0110,
                    white: 0b1000,
                    turn
                }
            );
            assert_eq!(board.to_game(), position.to_game());
            assert_eq!(board.score(), position.score());
        }
    }

    #[test]
    fn the_side_to_move_is_not_a_square() {
        let line = BoardPosition::START.to_string();
        let board = line.trim_end_matches(" X");
        let spaced: String = board.chars().flat_map(|square| [square, ' ']).collect();
        let rows: String = (0..8)
            .map(|row| spaced[16 * row..][..15].to_owned() + "\n")
            .collect();
        let said = |text: &str| text.parse::<BoardPosition>().unwrap_err();
        for (squares, text) in [
            (63, format!("{} X", &board[1..])),
            (63, format!("{} white", &board[1..])),
            (63, format!("{} X to move", &board[1..])),
            (65, format!("-{board} X")),
            (65, format!("{board}X X")),
            (66, format!("{board}-- O")),
            (63, format!("{}\nX", &rows[2..])),
            (2, "XO X".to_owned()),
            (0, "black".to_owned()),
        ] {
            assert_eq!(said(&text), BoardError::SquareCount(squares), "{text}");
        }
        for text in [
            board.to_owned(),
            format!("{board} Z"),
            format!("{board} bad"),
            rows.clone(),
        ] {
            assert_eq!(said(&text), BoardError::MissingSide, "{text}");
        }
        let ending_in_disc = format!("{}X", &spaced[..126]);
        assert_eq!(said(&ending_in_disc), BoardError::MissingSide);
        for text in ["X garbage more O", "X O", "black and white"] {
            assert_eq!(
                said(&format!("{board} {text}")),
                BoardError::TrailingText,
                "{text}"
            );
        }
        for text in [
            "X",
            " x\n",
            " Black to move",
            " b to play.",
            "\n\n BLACK",
            "*",
            " ● moves",
        ] {
            for board in [board, &spaced, &rows] {
                assert_eq!(
                    format!("{board}{text}").parse(),
                    Ok(BoardPosition::START),
                    "{text}"
                );
            }
        }
    }
}
