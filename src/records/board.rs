//! A board with the side to move, as 64 characters and that side.

use std::fmt;

use thiserror::Error;

use crate::engine::Position;
use crate::games::reversi::{Board, SIZE};
use crate::games::{Player, Reversi, Score};

/// The discs on a board and the side to move, which may have to pass.
///
/// It is written as 64 squares from a1 along the rows (`X` Black, `O` White, `-` empty), a blank,
/// and the side to move.
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
    /// Black's discs; bit 0 is a1, bit 7 is h1.
    pub black: u64,
    /// White's discs; the sets never overlap.
    pub white: u64,
    /// The side to move.
    pub turn: Player,
}

impl BoardPosition {
    /// The start of a game, Black to move.
    pub const START: Self =
        Self { black: 1 << 35 | 1 << 28, white: 1 << 27 | 1 << 36, turn: Player::Black };

    /// From a position seen from the side to move.
    pub const fn new(position: Position, turn: Player) -> Self {
        let Position { player, opponent } = position;
        match turn {
            Player::Black => Self { black: player, white: opponent, turn },
            Player::White => Self { black: opponent, white: player, turn },
        }
    }

    /// The position seen from the side to move.
    pub const fn position(self) -> Position {
        match self.turn {
            Player::Black => Position { player: self.black, opponent: self.white },
            Player::White => Position { player: self.white, opponent: self.black },
        }
    }

    /// The side that can move next: the one to move, or the other if that one has to pass; `None`
    /// when the game is over.
    pub fn mover(self) -> Option<Player> {
        let position = self.position();
        if position.legal_moves() != 0 {
            Some(self.turn)
        } else if position.passed().legal_moves() != 0 {
            Some(self.turn.opponent())
        } else {
            None
        }
    }

    /// The same board with the other side to move.
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { turn: self.turn.opponent(), ..self }
    }

    /// The game that goes on from here.
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

    /// The discs of both sides and the empty squares.
    pub const fn score(self) -> Score {
        let (black, white) = (self.black.count_ones(), self.white.count_ones());
        Score { black, white, empties: 64 - black - white }
    }

    /// The disc on a square from 0 to 63.
    pub const fn disc(self, square: u32) -> Option<Player> {
        if self.black >> square & 1 == 1 {
            Some(Player::Black)
        } else if self.white >> square & 1 == 1 {
            Some(Player::White)
        } else {
            None
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

/// Why a text is no board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BoardError {
    /// There are not 64 squares.
    #[error("the board has {0} squares, and it takes 64 of X, O and -")]
    Squares(usize),
    /// A character stands for no square.
    #[error("{character:?} is no square: X, O or -")]
    Character {
        /// The character.
        character: char,
        /// The byte it begins at in the text, from 0.
        at: usize,
    },
    /// It is not said who is to move.
    #[error("after the board it takes the side to move: X or O")]
    Side,
}

impl BoardError {
    /// The byte of the text where it went wrong, from 0, if that is one place.
    pub const fn at(self) -> usize {
        match self {
            Self::Character { at, .. } => at,
            Self::Squares(_) | Self::Side => 0,
        }
    }
}

impl std::str::FromStr for BoardPosition {
    type Err = BoardError;

    /// Reads 64 squares, with or without blanks and line ends between them, and the side to move:
    /// `X` or `O`, or a word like `black`.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let (mut black, mut white, mut count) = (0_u64, 0_u64, 0);
        let mut rest = "";
        for (at, character) in text.char_indices() {
            if character.is_whitespace() {
                continue;
            }
            if count == 64 {
                rest = &text[at..];
                break;
            }
            match character {
                '-' | '.' | '_' => {}
                character => match side_of(character) {
                    Some(Player::Black) => black |= 1 << count,
                    Some(Player::White) => white |= 1 << count,
                    None => return Err(BoardError::Character { character, at }),
                },
            }
            count += 1;
        }
        if count < 64 {
            return Err(BoardError::Squares(count));
        }
        let word = rest.split_whitespace().next().unwrap_or_default();
        let mut characters = word.chars();
        let turn = match (characters.next(), characters.next()) {
            (Some(side), None) => side_of(side),
            _ if word.eq_ignore_ascii_case("black") => Some(Player::Black),
            _ if word.eq_ignore_ascii_case("white") => Some(Player::White),
            _ => None,
        };
        Ok(Self { black, white, turn: turn.ok_or(BoardError::Side)? })
    }
}

/// Whose disc a character is.
const fn side_of(character: char) -> Option<Player> {
    match character {
        'X' | 'x' | '*' | 'B' | 'b' | '●' => Some(Player::Black),
        'O' | 'o' | 'W' | 'w' | '○' => Some(Player::White),
        _ => None,
    }
}
