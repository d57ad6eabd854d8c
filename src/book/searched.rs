//! Search results: a position with the scores of its moves, as a line of text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::InvalidRecord;
use super::record::check_position;
use crate::engine::{Found, Position};
use crate::games::{Square, parse_square};

/// The result of searching a position. As text: the discs of the side to move and of its opponent in hexadecimal,
/// then the moves with their scores: `0000000810000000 0000001008000000 d3+0 c4+0`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched {
    pub position: Position,
    /// The squares, 0 to 63, and scores in discs, best first; at least one.
    pub moves: Vec<(u32, i32)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SearchedError {
    #[error("expected a position: two 16-digit hexadecimal numbers")]
    NoPosition,
    #[error("not a valid book position: {0}")]
    Position(InvalidRecord),
    #[error("{0:?} is not a scored legal move, such as d3+0")]
    Move(String),
    #[error("no moves")]
    NoMoves,
}

impl Searched {
    pub fn new(position: Position, found: &Found) -> Self {
        let moves = found
            .lines
            .iter()
            .filter_map(|line| Some(((*line.moves.first()?).into(), line.score)));
        Self {
            position,
            moves: moves.collect(),
        }
    }
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:016x} {:016x}",
            self.position.player(),
            self.position.opponent()
        )?;
        for &(square, score) in &self.moves {
            write!(f, " {}{score:+}", Square::from_index(square, 8))?;
        }
        Ok(())
    }
}

impl FromStr for Searched {
    type Err = SearchedError;

    fn from_str(line: &str) -> Result<Self, SearchedError> {
        let mut words = line.split(' ');
        let mut discs = || {
            let word = words.next().filter(|word| word.len() == 16);
            word.and_then(|word| u64::from_str_radix(word, 16).ok())
                .ok_or(SearchedError::NoPosition)
        };
        let player = discs()?;
        let opponent = discs()?;
        let position = Position::new(player, opponent)
            .ok_or(SearchedError::Position(InvalidRecord::Overlap))?;
        check_position(position).map_err(SearchedError::Position)?;
        if position.canonical() != position {
            return Err(SearchedError::Position(InvalidRecord::NotCanonical));
        }
        let mv = |word: &str| {
            let (name, score) = word.split_at_checked(2)?;
            let square: u32 = parse_square(name, 8, 8).ok()?.index(8).into();
            let score = score
                .parse()
                .ok()
                .filter(|score| (-64..=64).contains(score))?;
            (position.legal_moves() >> square & 1 == 1).then_some((square, score))
        };
        let moves = words.map(|word| {
            let wrong = || SearchedError::Move(word.chars().take(20).collect());
            mv(word).ok_or_else(wrong)
        });
        let moves = moves.collect::<Result<Vec<_>, _>>()?;
        if moves.is_empty() {
            Err(SearchedError::NoMoves)
        } else {
            Ok(Self { position, moves })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let position = Position::START.canonical();
        let squares: Vec<u32> = crate::engine::squares(position.legal_moves()).collect();
        let moves = vec![(squares[0], 0), (squares[1], -64), (squares[2], 12)];
        let searched = Searched { position, moves };
        let line = searched.to_string();
        assert!(
            line.starts_with("0000000810000000 0000001008000000 "),
            "{line}"
        );
        assert!(line.ends_with("+12"), "{line}");
        assert_eq!(line.parse(), Ok(searched));
    }

    #[test]
    fn other_lines_are_refused() {
        let start = Position::START.canonical();
        let [player, opponent] =
            [start.player(), start.opponent()].map(|discs| format!("{discs:016x}"));
        let square = Square::from_index(start.legal_moves().trailing_zeros(), 8);
        let error = |line: String| line.parse::<Searched>().unwrap_err();
        for line in ["", "12 34", "zzzzzzzzzzzzzzzz 0000000000000000 d3+0"] {
            assert_eq!(error(line.to_owned()), SearchedError::NoPosition);
        }
        let both = format!("{player} {player} {square}+0");
        assert_eq!(error(both), SearchedError::Position(InvalidRecord::Overlap));
        assert_eq!(
            error(format!("{player} {opponent}")),
            SearchedError::NoMoves
        );
        for word in ["a1+0", "", "d", "é+1"] {
            let line = format!("{player} {opponent} {square}+0 {word}");
            assert_eq!(error(line), SearchedError::Move(word.to_owned()));
        }
        let far = format!("{square}+65");
        assert_eq!(
            error(format!("{player} {opponent} {far}")),
            SearchedError::Move(far)
        );
    }
}
