//! Othello board format: a line with a position, the side to move, and perhaps moves with scores.
//!
//! `O--OOOOX... X; A2:+38; C7:+36;`: 64 squares from a1 to h8 (`X`, `*` or `B` Black, `O` or `W`
//! White, `-`, `.` or `_` empty), a blank, the side to move (one of these letters, or `black` or
//! `white`), then moves with their scores for that side, best first, each ended by `;`. The 64
//! squares and the side alone are read as well. `%` or `#` starts a comment.

use std::fmt;

use thiserror::Error;

use crate::engine::Position;
use crate::games::{Player, Square, parse_square};

use super::board::{BoardError, is_empty_square, is_square, side_of, side_to_move};

/// A position with scored moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obf {
    /// The discs, seen from the side to move.
    pub position: Position,
    /// The side to move.
    pub turn: Player,
    /// The moves that the line has scores for, in its order.
    pub moves: Vec<ScoredMove>,
}

/// A move and its score, the difference of discs at the end for the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoredMove {
    /// Where; `None` for a pass.
    pub square: Option<Square>,
    /// The score, from -64 to 64.
    pub score: i32,
}

/// Why a line is no position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ObfError {
    /// There are not 64 squares before the side to move.
    #[error("the board has {0} squares, and it takes 64 of X, O and -")]
    Squares(usize),
    /// A character stands for no square.
    #[error("{character:?} in column {column} is no square: X, O or -")]
    Character {
        /// The character.
        character: char,
        /// Where it is, from 1.
        column: usize,
    },
    /// Nobody is to move.
    #[error("after the board it takes the side to move: X or O")]
    Side,
    /// Something stands behind the side to move.
    #[error("after the side to move it takes nothing more, or ; and moves with their scores")]
    Rest,
    /// A move has not the form of one.
    #[error("{0:?} is not a move with its score, like A2:+38")]
    Move(String),
    /// There is no such score.
    #[error("{0:?} has a score beyond -64 to +64")]
    Score(String),
    /// The side to move can't play that.
    #[error("{0} can't be played there")]
    Illegal(String),
    /// A move has two scores.
    #[error("{0} is there twice")]
    Twice(String),
}

impl Obf {
    /// Reads a line; `None` if there is nothing on it but blanks and a comment.
    ///
    /// # Errors
    /// [`ObfError`] says what is wrong with it.
    ///
    /// ```
    /// use reversi::records::Obf;
    /// let line = format!("{}OX{}XO{} X; D3:+0;", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    /// let obf = Obf::parse(&line)?.unwrap();
    /// assert_eq!(obf.position.legal_moves().count_ones(), 4);
    /// assert_eq!(obf.to_string(), line);
    /// # Ok::<(), reversi::records::ObfError>(())
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, ObfError> {
        let line = line.split(['%', '#']).next().unwrap_or_default();
        let mut parts = line.split(';').map(str::trim);
        let board = parts.next().unwrap_or_default();
        if board.is_empty() {
            return Ok(None);
        }
        let (mut black, mut white) = (0_u64, 0_u64);
        let mut rest = None;
        let mut count = 0;
        for (index, character) in board.chars().enumerate() {
            if count == 64 {
                rest = Some(board.chars().skip(index).collect::<String>());
                break;
            }
            match side_of(character) {
                Some(Player::Black) => black |= 1 << count,
                Some(Player::White) => white |= 1 << count,
                None if is_empty_square(character) => {}
                None if character.is_whitespace() => return Err(ObfError::Squares(count)),
                None => return Err(ObfError::Character { character, column: index + 1 }),
            }
            count += 1;
        }
        if count < 64 {
            return Err(ObfError::Squares(count));
        }
        let rest = rest.unwrap_or_default();
        let turn = side_to_move(&rest).map_err(|error| {
            let word = rest.split(char::is_whitespace).next().unwrap_or_default();
            match error {
                _ if !word.is_empty() && word.chars().all(is_square) => {
                    ObfError::Squares(64 + word.chars().count())
                }
                BoardError::Rest => ObfError::Rest,
                _ => ObfError::Side,
            }
        })?;
        let (player, opponent) =
            if turn == Player::Black { (black, white) } else { (white, black) };
        let position = Position { player, opponent };
        let legal = position.legal_moves();
        let mut moves: Vec<ScoredMove> = Vec::new();
        for part in parts.filter(|part| !part.is_empty()) {
            let mv = scored_move(part)?;
            let name = || part.split(':').next().unwrap_or_default().trim().to_owned();
            let is_legal = match mv.square {
                Some(square) => legal >> (8 * square.row + square.column) & 1 != 0,
                None => legal == 0,
            };
            if !is_legal {
                return Err(ObfError::Illegal(name()));
            }
            if moves.iter().any(|other| other.square == mv.square) {
                return Err(ObfError::Twice(name()));
            }
            moves.push(mv);
        }
        Ok(Some(Self { position, turn, moves }))
    }

    /// The score of the position, if the line has one: that of its best move.
    pub fn score(&self) -> Option<i32> {
        self.moves.iter().map(|mv| mv.score).max()
    }
}

fn scored_move(text: &str) -> Result<ScoredMove, ObfError> {
    let wrong = || ObfError::Move(text.chars().take(20).collect());
    let (name, score) = text.split_once(':').ok_or_else(wrong)?;
    let name = name.trim();
    let is_pass = ["pa", "ps", "pass", "--"].contains(&name.to_ascii_lowercase().as_str());
    let square = if is_pass { None } else { Some(parse_square(name, 8, 8).map_err(|_| wrong())?) };
    let score: i32 = score.trim().parse().map_err(|_| wrong())?;
    if (-64..=64).contains(&score) {
        Ok(ScoredMove { square, score })
    } else {
        Err(ObfError::Score(text.chars().take(20).collect()))
    }
}

impl fmt::Display for Obf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { player, opponent } = self.position;
        let (own, other, side) =
            if self.turn == Player::Black { ('X', 'O', 'X') } else { ('O', 'X', 'O') };
        for square in 0..64 {
            let character = match (player >> square & 1, opponent >> square & 1) {
                (1, _) => own,
                (_, 1) => other,
                _ => '-',
            };
            write!(f, "{character}")?;
        }
        write!(f, " {side};")?;
        for ScoredMove { square, score } in &self.moves {
            match square {
                Some(square) => write!(f, " {}:{score:+};", square.to_string().to_uppercase())?,
                None => write!(f, " PA:{score:+};")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::squares;

    impl ScoredMove {
        /// Legal moves with these scores: as many as there are of both.
        pub(crate) fn of_scores(position: Position, scores: &[i32]) -> Vec<Self> {
            let square = |square: u32| {
                let square = u8::try_from(square).unwrap();
                Some(Square { row: square / 8, column: square % 8 })
            };
            let legal = position.legal_moves();
            let pass = (legal == 0).then_some(None);
            let moves = squares(legal).map(square).chain(pass);
            moves.zip(scores).map(|(square, &score)| Self { square, score }).collect()
        }
    }

    #[test]
    fn what_is_no_position_is_told_with_its_place() {
        let message = |line: &str| Obf::parse(line).unwrap_err().to_string();
        let board = "-".repeat(64);
        assert_eq!(message("XO X"), "the board has 2 squares, and it takes 64 of X, O and -");
        assert_eq!(message("XO?X"), "'?' in column 3 is no square: X, O or -");
        assert_eq!(message(&board), "after the board it takes the side to move: X or O");
        for squares in [63, 65] {
            for side in ["X", "white"] {
                assert_eq!(
                    message(&format!("{} {side}", "-".repeat(squares))),
                    format!("the board has {squares} squares, and it takes 64 of X, O and -")
                );
            }
        }
        assert_eq!(
            message(&format!("{board} X D3:+2")),
            "after the side to move it takes nothing more, or ; and moves with their scores"
        );
        assert_eq!(
            message(&format!("{board} Z")),
            "after the board it takes the side to move: X or O"
        );
        let wrong = |part: &str| message(&format!("{board} X; {part}"));
        for part in ["A9:+1", "A1", "A1:x", "é:1"] {
            assert_eq!(wrong(part), format!("{part:?} is not a move with its score, like A2:+38"));
        }
        assert_eq!(wrong("A1:+99"), "\"A1:+99\" has a score beyond -64 to +64");
        assert_eq!(wrong("a1:+9"), "a1 can't be played there");
        let start = format!("{}OX{}XO{} X", "-".repeat(27), "-".repeat(6), "-".repeat(27));
        let wrong = |parts: &str| message(&format!("{start}; {parts}"));
        assert_eq!(wrong("D3:+0; PA:+2"), "PA can't be played there");
        assert_eq!(wrong("D3:+0; C4:+0; d3:-2"), "d3 is there twice");
        assert_eq!(Obf::parse("  % nothing"), Ok(None));
    }

    #[test]
    fn squares_and_sides_may_have_other_letters() {
        let usual = format!("{}OX{}XO{}", "-".repeat(27), "-".repeat(6), "-".repeat(27));
        for (from, to) in [("X", "*"), ("X", "B"), ("X", "b"), ("O", "W"), ("-", "."), ("-", "_")] {
            let board = usual.replace(from, to);
            for (side, turn) in [("X", "X"), ("B", "X"), ("black", "X"), ("w", "O"), ("White", "O")]
            {
                let mv = if turn == "X" { "D3" } else { "E3" };
                let obf = Obf::parse(&format!("{board} {side}; {mv}:+0;")).unwrap().unwrap();
                assert_eq!(obf.to_string(), format!("{usual} {turn}; {mv}:+0;"), "{board} {side}");
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_again(
            player in any::<u64>(),
            other in any::<u64>(),
            black in any::<bool>(),
            scores in prop::collection::vec(-64..=64_i32, 0..5),
        ) {
            let position = Position { player, opponent: other & !player };
            let obf = Obf {
                position,
                turn: if black { Player::Black } else { Player::White },
                moves: ScoredMove::of_scores(position, &scores),
            };
            prop_assert_eq!(Obf::parse(&obf.to_string()), Ok(Some(obf)));
        }

        #[test]
        fn any_text_is_safe(text in "\\PC{0,90}") {
            let _ = Obf::parse(&text);
        }
    }
}
