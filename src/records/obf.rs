//! Othello Board Format (OBF): a line with a position, the side to move and scored moves.
//!
//! `O--OOOOX... X; A2:+38; C7:+36;`: 64 squares from a1 to h8 (`X`, `*` or `B` Black, `O` or `W` White, `-`, `.` or
//! `_` empty), a space, the side to move (one of these letters, or `black` or `white`), then optional moves with
//! their scores for that side, best first, each ended by `;`. `%` or `#` starts a comment. Published lines may end
//! with `--:-127;`, which stands for "no move" and is skipped.

use std::fmt;

use thiserror::Error;

use crate::base::language::tr;
use crate::base::text::quoted;
use crate::games::{Square, parse_square};

use super::board::{BoardError, BoardPosition};
use super::board_picture::starts_with_squares;
use super::details::is_pass;

/// The placeholder score of the entry that stands for "no move".
const NO_SCORE: &str = "-127";

/// A position with scored moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obf {
    /// The discs and the side to move.
    pub board: BoardPosition,
    /// The scored moves, in the order of the line.
    pub moves: Vec<ScoredMove>,
}

/// A move and its score: the final disc difference for the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoredMove {
    /// The square; `None` for a pass.
    pub square: Option<Square>,
    /// The score, from -64 to 64.
    pub score: i32,
}

/// The error returned when a line is not a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ObfError {
    /// A character that is not a square.
    #[error("{}", tr!(
        "{character} in column {column} is not a square: use X, O or -",
        character = quoted(character),
        column
    ))]
    Character {
        /// The character.
        character: char,
        /// The column in the line, from 1.
        column: usize,
    },
    /// More text after the side to move.
    #[error("{}", tr!("unexpected text after the side to move: expected ; and scored moves"))]
    TrailingText,
    /// Not a scored move.
    #[error("{}", tr!(
        "{text} is not a scored move: expected something like A2:+38",
        text = quoted(.0)
    ))]
    Move(String),
    /// A score out of range.
    #[error("{}", tr!("the score of {text} is not between -64 and +64", text = quoted(.0)))]
    Score(String),
    /// An illegal move.
    #[error("{}", tr!("{text} is not a legal move", text = .0))]
    Illegal(String),
    /// A move with two scores.
    #[error("{}", tr!("{text} appears twice", text = .0))]
    DuplicateMove(String),
    /// Another fault of the squares, or no side to move.
    #[error("{0}")]
    Board(BoardError),
}

impl ObfError {
    /// The fault of the squares or the side to move at the beginning of a line.
    fn of_board(error: BoardError, line: &str) -> Self {
        match error {
            BoardError::Character { character, at } => Self::Character {
                character,
                column: line[..at].chars().count() + 1,
            },
            BoardError::TrailingText => Self::TrailingText,
            error => Self::Board(error),
        }
    }
}

impl Obf {
    /// Parses a line; `None` if it has only blanks and a comment.
    ///
    /// # Errors
    /// Returns an error if the line is invalid.
    ///
    /// ```
    /// use reversi::records::Obf;
    /// let line = format!("{}OX{}XO{} X; D3:+0;", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    /// let obf = Obf::parse(&line)?.unwrap();
    /// assert_eq!(obf.board.score().empties, 60);
    /// assert_eq!(obf.to_string(), line);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, ObfError> {
        let line = without_comment(line);
        let mut parts = line.split(';').map(str::trim);
        let squares = parts.next().unwrap_or_default();
        if squares.is_empty() {
            return Ok(None);
        }
        let board = BoardPosition::on_one_line(squares)
            .map_err(|error| ObfError::of_board(error, squares))?;
        let legal = board.position().legal_moves();
        let mut moves: Vec<ScoredMove> = Vec::new();
        let is_filler = |part: &&str| {
            part.split_once(':')
                .is_some_and(|(name, score)| name.trim() == "--" && score.trim() == NO_SCORE)
        };
        for part in parts.filter(|part| !part.is_empty() && !is_filler(part)) {
            let mv = scored_move(part)?;
            let name = || part.split(':').next().unwrap_or_default().trim().to_owned();
            let is_legal = match mv.square {
                Some(square) => legal >> square.index(8) & 1 != 0,
                None => legal == 0,
            };
            if !is_legal {
                return Err(ObfError::Illegal(name()));
            }
            if moves.iter().any(|other| other.square == mv.square) {
                return Err(ObfError::DuplicateMove(name()));
            }
            moves.push(mv);
        }
        Ok(Some(Self { board, moves }))
    }

    /// Returns the score of the position, the best score of a move; `None` without moves.
    pub fn score(&self) -> Option<i32> {
        self.moves.iter().map(|mv| mv.score).max()
    }
}

/// Cuts a comment. In the 64 squares at the beginning of a line, `#` may be a disc.
pub fn without_comment(line: &str) -> &str {
    let squares = if starts_with_squares(line) {
        let start = line.len() - line.trim_start().len();
        line[start..]
            .char_indices()
            .nth(64)
            .map_or(line.len(), |(end, _)| start + end)
    } else {
        0
    };
    let comment = line[squares..].find(['%', '#']);
    comment.map_or(line, |comment| &line[..squares + comment])
}

fn scored_move(text: &str) -> Result<ScoredMove, ObfError> {
    let wrong = || ObfError::Move(text.chars().take(20).collect());
    let (name, score) = text.split_once(':').ok_or_else(wrong)?;
    let name = name.trim();
    let square = if is_pass(name) {
        None
    } else {
        Some(parse_square(name, 8, 8).map_err(|_| wrong())?)
    };
    let score: i32 = score.trim().parse().map_err(|_| wrong())?;
    if (-64..=64).contains(&score) {
        Ok(ScoredMove { square, score })
    } else {
        Err(ObfError::Score(text.chars().take(20).collect()))
    }
}

impl fmt::Display for Obf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.board)?;
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
    use super::*;
    use crate::engine::{Position, squares};

    impl ScoredMove {
        /// The legal moves, paired with `scores` up to the end of either.
        pub(crate) fn of_scores(position: Position, scores: &[i32]) -> Vec<Self> {
            let square = |square: u32| Some(Square::from_index(square, 8));
            let legal = position.legal_moves();
            let pass = (legal == 0).then_some(None);
            let moves = squares(legal).map(square).chain(pass);
            moves
                .zip(scores)
                .map(|(square, &score)| Self { square, score })
                .collect()
        }
    }

    #[test]
    fn what_stands_for_no_move_is_passed_over() {
        let board = format!("{}OX{}XO{}", "-".repeat(27), "-".repeat(6), "-".repeat(27));
        let line = |moves: &str| Obf::parse(&format!("{board} X; {moves}"));
        let read = line("D3:+0; --:-127;").unwrap().unwrap();
        assert_eq!(read.to_string(), format!("{board} X; D3:+0;"));
        assert!(line("--:+127;").is_err() && line("D3:-127;").is_err());
    }

    #[test]
    fn bad_lines_are_refused_with_the_reason() {
        let message = |line: &str| Obf::parse(line).unwrap_err().to_string();
        let board = "-".repeat(64);
        for (line, said) in [
            ("XO X", "got 2 squares, expected 64"),
            ("X O", "got 1 square, expected 64"),
            ("XO?X", "'?' in column 3 is not a square: use X, O or -"),
            (
                &board,
                "no side to move: add `X to move` or `O to move` after the board",
            ),
            (
                &format!("{board} Z"),
                "no side to move: add `X to move` or `O to move` after the board",
            ),
            (
                &format!("{board} X D3:+2"),
                "unexpected text after the side to move: expected ; and scored moves",
            ),
        ] {
            assert_eq!(message(line), said);
        }
        for squares in [63, 65] {
            for side in ["X", "white"] {
                assert_eq!(
                    message(&format!("{} {side}", "-".repeat(squares))),
                    format!("got {squares} squares, expected 64")
                );
            }
        }
        let wrong = |part: &str| message(&format!("{board} X; {part}"));
        for part in ["A9:+1", "A1", "A1:x", "é:1"] {
            assert_eq!(
                wrong(part),
                format!("{part:?} is not a scored move: expected something like A2:+38")
            );
        }
        assert_eq!(
            wrong("A1:+99"),
            "the score of \"A1:+99\" is not between -64 and +64"
        );
        assert_eq!(wrong("a1:+9"), "a1 is not a legal move");
        let start = format!(
            "{}OX{}XO{} X",
            "-".repeat(27),
            "-".repeat(6),
            "-".repeat(27)
        );
        let wrong = |parts: &str| message(&format!("{start}; {parts}"));
        assert_eq!(wrong("D3:+0; PA:+2"), "PA is not a legal move");
        assert_eq!(wrong("D3:+0; C4:+0; d3:-2"), "d3 appears twice");
        assert_eq!(Obf::parse("  % nothing"), Ok(None));
    }

    #[test]
    fn squares_and_sides_may_have_other_letters() {
        let usual = format!("{}OX{}XO{}", "-".repeat(27), "-".repeat(6), "-".repeat(27));
        for (from, to) in [
            ("X", "*"),
            ("X", "B"),
            ("X", "b"),
            ("O", "W"),
            ("-", "."),
            ("-", "_"),
        ] {
            let board = usual.replace(from, to);
            for (side, turn) in [
                ("X", "X"),
                ("B", "X"),
                ("black", "X"),
                ("w", "O"),
                ("White", "O"),
            ] {
                let mv = if turn == "X" { "D3" } else { "E3" };
                let obf = Obf::parse(&format!("{board} {side}; {mv}:+0;"))
                    .unwrap()
                    .unwrap();
                assert_eq!(
                    obf.to_string(),
                    format!("{usual} {turn}; {mv}:+0;"),
                    "{board} {side}"
                );
            }
        }
    }
}
